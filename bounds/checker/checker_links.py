# fmt: off
# mypy: ignore-errors
# ruff: noqa: B023, E401, E501, E731, I001, RUF012 - a line a formula, to be read in one sitting
"""Settings over lossy links for the witness checker: `python checker_links.py WITNESS.json`, or import it before `checker.check`.

It needs checker.py beside it and the Python standard library, nothing else; numbers, formulas and verdicts are those of checker.py.
"""
import os, sys
from fractions import Fraction
from functools import reduce
from itertools import product as patterns
if __package__:
    from . import checker
    from .checker import LARGE, Setting, add, connected, dot, eye, flat, flip, largest, minus, need, norm, sq, sub, times, top
else:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import checker
    from checker import LARGE, Setting, add, connected, dot, eye, flat, flip, largest, minus, need, norm, sq, sub, times, top

each = lambda f, *Ms: [[f(i, j, *(M[i][j] for M in Ms)) for j in range(len(Ms[0]))] for i in range(len(Ms[0]))]  # entry by entry
lap = lambda A: each(lambda i, j, x: sum(A[i]) if i == j else -x, A)  # Diag(A 1) - A, for A with zeros on its diagonal
plus = lambda A, B, factor=1: [add(a, b, factor) for a, b in zip(A, B)]
apply = lambda A, x: [dot(row, x) for row in A]
pairs = lambda A: sum(A[i][j] for i in range(len(A)) for j in range(i))
low = lambda A: minus(top([[-x for x in row] for row in A]))
primitive = lambda A: all(flat(reduce(times, [each(lambda i, j, x: Fraction(x > 0), A)] * ((len(A) - 1) ** 2 + 1))))

class Links(Setting):
    """Link ij works with probability p_ij: E W_hat = I - lap(W o P), E W_hat^2 = (E W_hat)^2 + 2 lap(W o W o P o (1 - P))."""
    arrays = dict(W="SKK", P="KK", Y="KK", a="", b="", c="K", w0="K", start="", v="K", vr="K", eta="", gamma="")
    choices = {"centred": (False,), "extra": (1,)}
    def __init__(self, record, options):
        super().__init__(record, options)
        n, given = self.size["K"], vars(self)
        for M in [given[name] for name in "PY" if name in given]:
            need(flip(M) == M and not any(M[i][i] for i in range(n)), "setting: P or Y is not symmetric with a zero diagonal")
        need(all(0 <= p <= 1 for p in flat(given.get("P", []))), "setting: P holds no probabilities")
        need(all(given.get(name, 1) > 0 for name in ("b", "gamma")), "setting: b or gamma is not positive")
        if "W" not in given:  # dawo (27): Metropolis weights by reliability
            d = [sum(row) for row in self.P]
            off = each(lambda i, j, p: p and p / (options.get("extra", 0) + max(d[i], d[j])), self.P)
            self.W = [plus(eye(n), lap(off), -1)]
        given.setdefault("P", eye(n))
        self.x, self.v = given.get("w0", [given.get("start", 0)] * n), given.get("v", [Fraction(0)] * n)
    off = lambda s, k=0, power=1: each(lambda i, j, w: 0 * w if i == j else w**power, s.W[k])
    mean = lambda s, W: plus(eye(len(W)), lap(each(lambda i, j, w, p: w * p, W, s.P)), -1)
    rates = lambda s, W: each(lambda i, j, w, p: w * w * p * (1 - p), W, s.P)
    scatter = lambda s, W: [[2 * x for x in row] for row in lap(s.rates(W))]
    moment = lambda s, W: plus(times(s.mean(W), s.mean(W)), s.scatter(W))
    half = lambda s: [[x / 2 for x in row] for row in plus(s.W[0], s.W[1])]
    second = lambda s, W: top(plus(s.mean(W), [[Fraction(2, len(W))] * len(W)] * len(W), -1))
    spread = lambda s, x: sq(x) - sum(x) ** 2 / len(x)
Links.names = Setting.names | {
    "rho_mean": lambda s: norm(s.mean(s.W[0])), "rho_other": lambda s: norm(s.mean(s.W[1])), "rho_halfway": lambda s: norm(s.mean(s.half())),
    "rho2": lambda s: norm(s.moment(s.W[0])), "rho2_other": lambda s: norm(s.moment(s.W[1])), "rho2_halfway": lambda s: norm(s.moment(s.half())),
    "lam2": lambda s: s.second(s.W[0]), "lam2_other": lambda s: s.second(s.W[1]), "lam_low": lambda s: low(s.mean(s.W[0])),
    "scatter_top": lambda s: top(s.scatter(s.W[0])), "scatter_max": lambda s: max(row[i] for i, row in enumerate(s.scatter(s.W[0]))),
    "largest_weight": lambda s: max(flat(s.off())), "weights_primitive": lambda s: primitive(s.W[0]), "links_primitive": lambda s: primitive(s.P), "gamma": lambda s: s.gamma,
    "mean_connected": lambda s: connected(s.mean(s.W[0])), "unreliable": lambda s: max(1 - p for i, row in enumerate(s.P) for p in row[:i] + row[i + 1:])}

class Quadratic(Links):
    """x <- W_hat x - eta a (x - c) - eta v * (a fair sign for each client): mean x and covariance C of the models, exact."""
    def path(self, rounds):
        a, W = self.a, self.W[0]
        x, C, A = self.x, [[Fraction(0)] * len(W)] * len(W), plus(self.mean(W), eye(len(W)), -self.eta * self.a)
        for _ in range(rounds):
            yield x, C
            D = each(lambda i, j, r: r * ((x[i] - x[j]) ** 2 + C[i][i] - 2 * C[i][j] + C[j][j]), self.rates(W))
            C = plus(plus(times(times(A, C), flip(A)), lap(D)), each(lambda i, j, e: e * (self.eta * self.v[i]) ** 2, eye(len(W))))
            x = add(apply(A, x), self.c, self.eta * a)
            need(max(y.denominator.bit_length() for y in x + flat(C)) < LARGE, "fractions grew too large", ArithmeticError)
    apart = lambda s, m, C: (sum(m) / len(m) - sum(s.c) / len(m)) ** 2 + Fraction(sum(flat(C)), len(m) ** 2)
    wide = lambda s, m, C: s.spread(m) + sum(C[i][i] for i in range(len(m))) - Fraction(sum(flat(C)), len(m))
    at = lambda s, f, t: f(s, *[*s.path(t + 1)][-1])
    before = lambda s, f, t: sum(f(s, *state) for state in s.path(t))
Quadratic.names = Links.names | {
    "omega": lambda s: s.a, "alpha2": lambda s: max(x * x for x in s.v), "beta2": lambda s: s.a**2 * s.spread(s.c) / len(s.c),
    "gap": lambda s, t: s.a / 2 * s.at(Quadratic.apart, t), "gradient2": lambda s, t: s.a**2 * s.at(Quadratic.apart, t),
    "spread2": lambda s, t: s.at(Quadratic.wide, t), "spread2_before": lambda s, t: s.before(Quadratic.wide, t),
    "gradients2_before": lambda s, t: s.a**2 * s.before(Quadratic.apart, t)}

class Bent(Links):
    """All clients own the loss with slope a x for x > 0 and b x for x <= 0; every pattern of links is followed."""
    slope = lambda s, x: (s.a if x > 0 else s.b) * x
    def path(self, rounds):
        links = [(i, j) for i in range(len(self.P)) for j in range(i)]
        need(2 ** (len(links) * rounds) < 5000, "too many patterns of links to check")
        state = [(Fraction(1), self.x)]
        for _ in range(rounds):
            yield state
            new = []
            for up in patterns((0, 1), repeat=len(links)):
                S = dict(zip(links, up))
                q = reduce(lambda q, ij: q * (self.P[ij[0]][ij[1]] if S[ij] else 1 - self.P[ij[0]][ij[1]]), links, Fraction(1))
                What = plus(eye(len(self.P)), lap(each(lambda i, j, w: w * S.get((max(i, j), min(i, j)), 0), self.W[0])), -1)
                new += [(p * q, add(apply(What, x), [self.slope(y) for y in x], -self.eta)) for p, x in state if p * q]
            state = new
    expected = lambda s, f, state: sum(p * f(x) for p, x in state)
    at = lambda s, f, t: s.expected(f, [*s.path(t + 1)][-1])
Bent.names = Links.names | {
    "omega": lambda s: max(s.a, s.b), "gap": lambda s, t: s.at(lambda x: s.slope(sum(x)) * sum(x) / len(x) ** 2 / 2, t),
    "spread2": lambda s, t: s.at(s.spread, t),
    "gradients2_before": lambda s, t: sum(s.expected(lambda x: s.slope(sum(x) / len(x)) ** 2, state) for state in s.path(t))}

def simplex(w, room):
    """(q, nu): the nearest q >= 0 to w with sum at most room, q_j = max(0, w_j - nu/2)."""
    cut = lambda h: [max(x - h, 0 * x) for x in w]
    if sum(cut(0)) <= room:
        return cut(0), Fraction(0)
    top_down = sorted(cut(0), reverse=True)
    half = max((sum(top_down[:k]) - room) / k for k in range(1, len(w) + 1))
    return cut(half), 2 * half
def devices(Y, whole=False):
    """(weights, rows): the devices' projections in turn, of the whole row or of what later devices share; rows: (l_i, 1'q, nu)."""
    Z, rows = [row[:] for row in Y], []
    for i in range(len(Y) if whole else len(Y) - 1):
        mine = [j for j in range(len(Y)) if j != i and (whole or j > i)]
        room = Fraction(1) if whole else 1 - sum(Z[i][:i])
        q, nu = simplex([Z[i][j] for j in mine], room)
        for j, x in zip(mine, q):
            Z[i][j] = Z[j][i] = x
        rows.append((room, sum(q), nu))
    return Z, rows
distance2 = lambda A, B: pairs(each(lambda i, j, x, y: (x - y) ** 2, A, B))
smallest_own = lambda Y: min(1 - sum(row) for row in devices(Y)[0])

class Projection(Links):
    pass
Projection.names = Links.names | {
    "own_after": lambda s: smallest_own(s.Y), "room": lambda s: min(r[0] for r in devices(s.Y)[1]),
    "after2": lambda s: distance2(devices(s.Y)[0], s.Y), "other2": lambda s: distance2(s.W[0], s.Y), "after_other2": lambda s: distance2(devices(s.Y)[0], s.W[0]),
    "sweep_other2": lambda s: distance2(devices(s.Y, True)[0], s.W[0]), "first2": lambda s: sq(sub(devices(s.Y)[0][0], s.Y[0])),
    "first_other2": lambda s: sq(sub(s.off()[0], s.Y[0])), "slack_printed": lambda s: max(abs(nu * (q - 1)) for _, q, nu in devices(s.Y)[1]),
    "slack": lambda s: max(abs(nu * (q - l)) for l, q, nu in devices(s.Y)[1]), "unused": lambda s: max(l - q for l, q, _ in devices(s.Y)[1]),
    "magnitude": lambda s: (lambda M: largest(top(M), minus(low(M))))(plus(eye(len(s.Y)), lap(s.Y), -1))}

class Subgradient(Links):
    """Slopes p_ij (v_i - v_j)^2/|v|^2 of a vector v, centred unless told otherwise, between feasible W[0] and W[1]."""
    def __init__(self, record, options):
        super().__init__(record, options)
        centre = lambda v: [x - sum(v) / len(v) for x in v]
        self.u, self.r = (self.v if "centred" in options else centre(self.v)), centre(vars(self).get("vr", self.v))
        self.mixed = lambda u: apply(self.mean(self.W[0]), u)
    slopes = lambda s, u, P=None: each(lambda i, j, p: p * (u[i] - u[j]) ** 2 / sq(u), P or s.P)
    form = lambda s, u, k=0: dot(u, apply(s.mean(s.W[k]), u))
    residual = lambda s, u: sq(add(s.mixed(u), u, -s.form(u) / sq(u)))
    gain = lambda s, u: pairs(each(lambda i, j, g, x, y: g * (y - x), s.slopes(u), s.W[0], s.W[1]))
    moved = lambda s: plus(s.off(), s.slopes(s.u), s.gamma)
    apart = lambda s, P=None: each(lambda i, j, x, y: (x - y) ** 2, s.slopes(s.u, P), s.slopes(s.r, P))
    turned = lambda s, y: sq(y) * sq(s.u) - dot(y, s.u) ** 2
ones = lambda s: [[Fraction(1)] * len(s.P)] * len(s.P)
Subgradient.names = Links.names | {
    "norm2": lambda s: sq(s.u), "normr2": lambda s: sq(s.r), "inner": lambda s: dot(s.u, s.r), "form": lambda s: s.form(s.u),
    "quotient": lambda s: s.form(s.u) / sq(s.u), "quotient_other": lambda s: s.form(s.u, 1) / sq(s.u), "quotientr": lambda s: s.form(s.r) / sq(s.r),
    "residual2": lambda s: s.residual(s.u), "residualr2": lambda s: s.residual(s.r), "gain": lambda s: s.gain(s.u), "gainr": lambda s: s.gain(s.r),
    "turned2": lambda s: s.turned(s.mixed(s.mixed(s.u))), "slope_gap": lambda s: 2 * pairs(s.apart()), "p2": lambda s: sq(flat(s.P)),
    "slope_ratio": lambda s: max(x * (p > 0) for x, p in zip(flat(s.apart(ones(s))), flat(s.P))), "slope2": lambda s: pairs(each(lambda i, j, g: g * g, s.slopes(s.u))),
    "apart2": lambda s: distance2(s.W[0], s.W[1]), "moved_apart2": lambda s: distance2(s.W[1], s.moved()), "own_after": lambda s: smallest_own(s.moved()),
    "shift2": lambda s: distance2(devices(s.moved())[0], s.W[0]), "after_apart2": lambda s: distance2(devices(s.moved())[0], s.W[1]),
    "sweep_apart2": lambda s: distance2(devices(s.moved(), True)[0], s.W[1])}

checker.FAMILIES |= {"links": Links, "metropolis": Links, "quadratic-links": Quadratic, "bent-links": Bent, "projection": Projection, "subgradient": Subgradient}
if __name__ == "__main__":
    sys.exit(checker.main(*sys.argv[1:]))
