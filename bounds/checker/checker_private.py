# fmt: off
# mypy: ignore-errors
# ruff: noqa: B023, E501, E731, I001, RUF012, SIM905 - a line a formula, to be read in one sitting
"""Private local steps for the witness checker: `python checker_private.py WITNESS.json`, or import it before `checker.check`.

It needs checker.py and checker_scalars.py beside it and the Python standard library, nothing else; numbers, formulas and
verdicts are those of checker.py, exp and log those of checker_scalars.py.
"""
import math
import os
import sys
from fractions import Fraction
from itertools import product as choices
if __package__:
    from . import checker
    from .checker_scalars import exp, log
    from .checker import exactly, flat, largest, minus, need, number, plus, product, quotient, root, smallest
else:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import checker
    from checker_scalars import exp, log
    from checker import exactly, flat, largest, minus, need, number, plus, product, quotient, root, smallest

# --- settings
class Numbers:
    """Arrays of fractions under their names, of the shapes that `arrays` says; sizes are integers."""
    sizes, arrays, options = "", {}, {}
    def __init__(self, record, options):
        need({*record} <= {*self.sizes, *self.arrays, "tau"} and all(options.get(k) in v for k, v in self.options.items()), "setting or options not known")
        self.size = {name: record[name] for name in record if name not in self.arrays}
        need(all(type(n) is int and 1 <= n <= checker.NODES for n in self.size.values()), "setting: a size is not an integer from 1")
        self.told = options
        for name in {*record} & {*self.arrays}:
            setattr(self, name, self.read(record[name], self.arrays[name], name))
    def read(self, told, axes, name):
        if axes:
            need(type(told) is list and len(told) == self.size[axes[0]], f"setting: {name} does not have its shape")
            return [self.read(part, axes[1:], name) for part in told]
        return number(told, f"setting: {name}")
class LocalSteps(Numbers):
    """w_i <- w_i - eta (F_i'(w_i) + z_i), all back to w = sum_i p_i w_i every tau steps, where v starts; v <- v - eta (F'(v) + u);
    F_i'(w) = a_i (w - c_i) held within [-C, C]."""
    sizes, arrays, options = "NK", dict(a="N", c="N", p="N", z="N", w0="", C="", eta="", beta="", lam="", u=""), {"noise": ("none", "path")}
    def __init__(self, record, options):
        super().__init__(record, options)
        need(min(*self.a, self.C, self.eta, self.beta, self.lam) > 0 and min(self.p) >= 0 and sum(self.p) == 1, "setting: a sign or a share is wrong")
        path, none = options["noise"] == "path", Fraction(0)
        self.z, self.u = (self.z, self.u) if path else ([none] * len(self.a), none)
        self.tau, self.K = self.size["tau"], self.size["K"]
        corners = sorted(c + side * self.C / a for a, c in zip(self.a, self.c) for side in (1, -1))
        k = next(k for k, x in enumerate(corners) if self.slope(x) >= 0)
        x, y = corners[max(k - 1, 0)], corners[k]
        self.best = y if k == 0 or self.slope(y) == 0 else x - self.slope(x) * (y - x) / (self.slope(y) - self.slope(x))
        apart = [[abs(g - self.slope(x)) for g in self.slopes([x] * len(self.a))] for x in corners]
        self.xi = sum(p * max(column) for p, column in zip(self.p, zip(*apart)))
        self.states = [(self.w0, self.w0, [self.w0] * len(self.a))]
    def state(self, t):
        """w(t), v(t) and all w_i(t)."""
        for r in range(len(self.states) - 1, t):
            w, v, local = self.states[-1]
            if r % self.tau == 0:
                local, v = [w] * len(local), w
            local = [w - self.eta * (g + z) for w, g, z in zip(local, self.slopes(local), self.z)]
            w, v = sum(p * w for p, w in zip(self.p, local)), v - self.eta * (self.slope(v) + self.u)
            need(max(w.denominator, v.denominator).bit_length() < checker.LARGE, "fractions grew too large", ArithmeticError)
            self.states.append((w, v, local))
        return self.states[t]
    w, v = lambda s, t: s.state(t)[0], lambda s, t: s.state(t)[1]
    slopes = lambda s, ws: [max(-s.C, min(s.C, a * (w - c))) for w, a, c in zip(ws, s.a, s.c)]
    slope = lambda s, w: sum(p * g for p, g in zip(s.p, s.slopes([w] * len(s.a))))
    loss = lambda s, w: sum(p * (g * g / (2 * a) + s.C * (abs(w - c) - abs(g) / a)) for p, g, a, c in zip(s.p, s.slopes([w] * len(s.a)), s.a, s.c))
    gap = lambda s, t: s.loss(s.w(t)) - s.loss(s.best)
    theta = lambda s, t: s.loss(s.v(t)) - s.loss(s.best)
    noisy = lambda s, t: s.slope(s.v(t)) + s.u
    ends = lambda s, f: [f(k * s.tau) for k in range(1, s.K + 1)]
    names = {name: (lambda name: lambda s: getattr(s, name))(name) for name in "C eta beta lam tau K xi".split()} | {
        "theta": theta, "gap": gap, "noisy_slope": noisy, "distance": lambda s, t: abs(s.v(t) - s.best),
        "inner": lambda s, t: s.noisy(t) * (s.v(t) - s.best), "steepest": lambda s: max(s.a),
        "smallest_theta": lambda s: min(s.ends(s.theta)), "farthest": lambda s: max(abs(s.w(k * s.tau) - s.best) for k in range(s.K)),
        "x": lambda s, t: (t - 1) % s.tau + 1 if t else 0, "inverse_jumps": lambda s: sum(1 / a - 1 / b for a, b in zip(s.ends(s.gap)[:-1], s.ends(s.theta))),
        "smallest_gap": lambda s: min(map(s.gap, range(1, s.K * s.tau + 1))), "first_gap": lambda s: s.gap(s.tau),
        "first_theta": lambda s: s.theta(s.tau), "final_gap": lambda s: s.gap(s.K * s.tau), "final_theta": lambda s: s.theta(s.K * s.tau)}

class NoisySteps(Numbers):
    """Linear losses of slopes b_is; a batch holds each record with probability B/m and is divided by B; noise of deviation sigma C/B.
    `_floor`: lower bounds of expectations, by one zero-mean part, with the bias where there is one; E|N(0, 1)| > 0.797884."""
    sizes, arrays, options = "Nm", dict(b="Nm", B="", C="", sigma="", eta="", beta=""), {"v": ("algorithm", "printed")}
    def __init__(self, record, options):
        super().__init__(record, options)
        need(min(self.B, self.C, self.sigma, self.eta, self.beta) > 0 and self.B.denominator == 1, "setting: a sign is wrong")
        need(self.size["N"] * self.size["m"] <= 12, "too many batches to check")
        self.g = [sum(row) / len(row) for row in self.b]
        self.q, self.mean = self.B / len(self.b[0]), sum(self.g) / len(self.g)
        s2 = (self.sigma * self.C / self.B) ** 2
        self.own, self.central = s2, s2 if options["v"] == "algorithm" else s2 * self.B**2
        self.laws = [[(math.prod(self.q if x else 1 - self.q for x in drawn), sum(x * b for x, b in zip(drawn, row)) / self.B - g)
                      for drawn in choices((0, 1), repeat=len(row))] for row, g in zip(self.b, self.g)]
        self.off_mean = sum(math.prod(p for p, _ in path) * abs(sum(x for _, x in path)) for path in choices(*self.laws)) / len(self.laws)
    off = lambda s, t: [sum(p * abs(x + t * (g - s.mean)) for p, x in law) for law, g in zip(s.laws, s.g)]
    loud = lambda s, variance: product(exactly(Fraction(797884, 10**6)), root(exactly(variance)))
    apart = lambda s, t: product(exactly(s.eta), largest(s.loud(t * (s.own / len(s.g) + s.central)), exactly(s.off_mean)))
    def client(self, t):
        grown, noise = ((1 + self.eta * self.beta) ** t - 1) / self.beta, self.loud(t * (self.own + self.central))
        return largest(*(plus(product(exactly(self.eta), largest(noise, exactly(off))), exactly(-abs(g - self.mean) * grown)) for g, off in zip(self.g, self.off(t))))
    names = {name: (lambda name: lambda s: getattr(s, name))(name) for name in "B C sigma eta beta q".split()} | {
        "m": lambda s: len(s.b[0]), "largest": lambda s: max(map(abs, flat(s.b))), "rho": lambda s: max(map(abs, s.g)),
        "xi": lambda s: sum(abs(g - s.mean) for g in s.g) / len(s.g), "apart_floor": apart, "client_excess_floor": client,
        "loss_apart_floor": lambda s, t: product(exactly(abs(s.mean)), s.apart(t)),
        "deviation_floor": lambda s: largest(exactly(max(s.off(0))), s.loud(s.own))}

class Account(Numbers):
    """Row t: epsilon pays for so many steps? Renyi loss log(A)/(k - 1) a step, A = sum_j binom(k, j) (1-q)^(k-j) q^j e^((j^2-j)/(2 sigma^2)),
    plus log(1/delta)/(k - 1), at the best order k of 2, ..., 64."""
    arrays = dict(epsilon=("rows",), steps=("rows",))
    def __init__(self, record, options):
        super().__init__({name: told for name, told in record.items() if name != "rows"} | {"tau": record["rows"]}, options)
        q, sigma, delta = (number(options[name], "options") for name in ("q", "sigma", "delta"))
        growth, e = [exactly(1)], exp(exactly(1 / sigma**2))
        power = exactly(1)
        for _ in range(64):
            growth, power = [*growth, product(growth[-1], power)], product(power, e)
        fixed = minus(log(exactly(delta)))
        self.orders = []
        for k in range(2, 65):
            A = exactly(Fraction(0))
            for j in range(k + 1):
                A = plus(A, product(exactly(math.comb(k, j) * (1 - q) ** (k - j) * q**j), growth[j]))
            self.orders.append((quotient(log(A), exactly(k - 1)), quotient(fixed, exactly(k - 1))))
    def read(self, told, axes, name):
        return super().read(told, ["tau"] if axes == ("rows",) else axes, name)
    spent = lambda s, steps: smallest(*(plus(product(exactly(steps), loss), added) for loss, added in s.orders))
    row = lambda s, column, t: column[t] if t < len(column) else need(False, "no such row")
    names = {"epsilon": lambda s, t: s.row(s.epsilon, t), "spent": lambda s, t: s.spent(s.row(s.steps, t))}

checker.FAMILIES |= {"local-steps": LocalSteps, "noisy-steps": NoisySteps, "account": Account}
if __name__ == "__main__":
    sys.exit(checker.main(*sys.argv[1:]))
