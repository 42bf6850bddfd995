# fmt: off
# mypy: ignore-errors
# ruff: noqa: E401, E501, E701, E731, I001, RUF012, RUF021, SIM300, SIM905 - a line a formula, to be read in one sitting
"""The witness checker: `python checker.py WITNESS.json`. It needs this file and the Python standard library, nothing else.
A witness says: this setting meets every assumption of a claim, and at round t the claim is false. Both sides are derived again
from the record alone. A number is a pair of fractions (low, high) around the real number meant: equal as long as it is rational,
rounded outward to 256 bits after a root; only strictly separated pairs decide. Exit 0: confirmed; 1: not confirmed; 2: no witness.
The files checker_*.py beside this one add the families of further papers, on the same terms.
"""
import ast, json, re, sys
from fractions import Fraction
from functools import reduce
from importlib import import_module
from math import isqrt, lcm
from pathlib import Path

KINDS = dict.fromkeys("id variant family relation left right".split(), str) | dict.fromkeys("options where setting".split(), dict)
KINDS |= {"assume": list, "t": int, "left_value": str | list, "right_value": str | list}
LARGE, ROUNDS, NODES, DIGITS, LONG = 40_000, 400, 12, 60, 4000  # limits, so that no file keeps the checker busy
class NotAWitness(ValueError): """The record is no witness; one sentence says why."""
def need(condition, sentence, error=NotAWitness):
    if not condition:
        raise error(sentence)
# --- numbers: pairs (low, high)
def outward(x, side):
    """x rounded up (side 1) or down (side -1) to 256 significant bits."""
    unit = Fraction(2) ** (x.numerator.bit_length() - x.denominator.bit_length() - 256)
    return -side * (-side * x // unit) * unit
def pair(low, high):
    need(max(low.numerator.bit_length(), low.denominator.bit_length()) < LARGE, "a number grew too large", ArithmeticError)
    return (low, high) if low == high else (outward(low, -1), outward(high, 1))
def power(x, n):
    need(n[0] == n[1] and n[0].denominator == 1 and abs(n[0]) < 1000, "exponents are integers below 1000", ArithmeticError)
    result = reduce(product, [x] * abs(int(n[0])), exactly(1))
    return result if n[0] >= 0 else quotient(exactly(1), result)
def root(x):
    need(x[0] >= 0, "square root of what may be negative", ArithmeticError)
    exact = Fraction(isqrt(x[0].numerator), isqrt(x[0].denominator))
    scale = 2 ** (256 + x[0].denominator.bit_length() + x[1].denominator.bit_length())
    low, high = (Fraction(isqrt(int(end * scale**2)) + i, scale) for i, end in enumerate(x))
    return (exact, exact) if x[0] == x[1] == exact**2 else pair(low, high)
exactly = lambda n: (Fraction(n, 1), Fraction(n, 1))  # a TypeError for floats
minus = lambda x: (-x[1], -x[0])
plus = lambda a, b: pair(a[0] + b[0], a[1] + b[1])
product = lambda a, b: pair(min(ends := [x * y for x in a for y in b]), max(ends))
quotient = lambda a, b: product(a, (1 / b[1], 1 / b[0])) if b[0] * b[1] > 0 else 1 / 0  # raises ZeroDivisionError
largest = lambda *xs: tuple(map(max, zip(*xs)))
smallest = lambda *xs: tuple(map(min, zip(*xs)))
FUNCTIONS = {"sqrt": root, "max": largest, "min": smallest, "abs": lambda x: x if x[0] >= 0 else largest(x, minus(x), exactly(0))}
OPERATORS = {ast.Add: plus, ast.Sub: lambda a, b: plus(a, minus(b)), ast.Mult: product, ast.Div: quotient, ast.Pow: power}
PROVED = {  # True only if the relation holds for all numbers in the two pairs
    ast.Lt: lambda a, b: a[1] < b[0], ast.LtE: lambda a, b: a[1] <= b[0], ast.Gt: lambda a, b: a[0] > b[1],
    ast.GtE: lambda a, b: a[0] >= b[1], ast.Eq: lambda a, b: a[0] == a[1] == b[0] == b[1],
    ast.NotEq: lambda a, b: a[1] < b[0] or b[1] < a[0]}
BROKEN = {"<=": PROVED[ast.Gt], "<": PROVED[ast.GtE], "==": PROVED[ast.NotEq]}
# --- formulas: integers, names, names at a round, + - * / **, the functions above; comparisons of them
def evaluate(text, find):
    """The value of a formula, or whether a comparison is proved."""
    need(isinstance(text, str) and len(text) < LONG, f"a formula is not a text of fewer than {LONG} characters")
    try:
        return value(ast.parse(text.strip(), mode="eval").body, find)
    except (SyntaxError, TypeError, KeyError, RecursionError, MemoryError):
        raise NotAWitness(f"{text[:60]!r} is not a formula") from None
def value(node, find):
    match node:
        case ast.Constant(value=number) if type(number) is int and abs(number) < 10**DIGITS:
            return exactly(number)
        case ast.Name(id=name):
            return find(name)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return minus(value(part, find))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](value(left, find), value(right, find))
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as args, keywords=[]):
            return FUNCTIONS.get(name, lambda *at: find(name, *at))(*(value(part, find) for part in args))
        case ast.Compare(left=left, ops=ops, comparators=others) if {*map(type, ops)} <= PROVED.keys():
            sides = [value(side, find) for side in (left, *others)]
            return all(PROVED[type(op)](a, b) for a, op, b in zip(sides, ops, sides[1:]))
    raise NotAWitness(f"{ast.unparse(node)[:60]!r} is not part of a formula")
def finder(where, setting, t):
    """Name lookup: the round, the definitions, then constants and metrics of the setting; each computed once."""
    known = {("t",): exactly(t)}
    def find(name, *at):
        if (key := (name, *at)) not in known:
            known[key] = None  # so that a definition cannot lead back to itself
            if name in where and not at:
                known[key] = evaluate(where[name], find)
            elif name in setting.names:
                need(all(r[0] == r[1] and r[0] in range(ROUNDS) for r in at), f"rounds are integers below {ROUNDS}")
                result = setting.names[name](setting, *(int(r[0]) for r in at))
                known[key] = result if type(result) is tuple else exactly(result)
        need(known[key], f"{name!r} is not defined for this setting, or is defined by itself")
        return known[key]
    return find
# --- vectors and matrices of fractions, as lists
dot = lambda u, v: sum(x * y for x, y in zip(u, v))
sq = lambda u: dot(u, u)
add = lambda u, v, factor=1: [x + factor * y for x, y in zip(u, v)]
sub = lambda u, v: add(u, v, -1)
flip = lambda A: [list(column) for column in zip(*A)]
flat = lambda A: [x for row in A for x in row]
mean = lambda rows: [sum(column) / len(rows) for column in zip(*rows)]
times = lambda A, B: [[dot(row, column) for column in zip(*B)] for row in A]
eye = lambda n: [[Fraction(i == j) for j in range(n)] for i in range(n)]
def top(A):
    """Largest eigenvalue of a symmetric A, as a pair; exact where it is rational: scale * top is an algebraic integer.

    All roots of p(x) = det(x - A) (Faddeev, LeVerrier) are real: right of them p/p' <= x - top <= n p/p', and Newton stays there.
    """
    n, M, p = len(A), [[0] * len(A)] * len(A), [Fraction(1)]
    for k in range(1, n + 1):
        M = [add(row, one, p[-1]) for row, one in zip(times(A, M), eye(n))]
        p.append(-sum(map(dot, A, zip(*M))) / k)
    x = bound = max(sum(map(abs, row)) for row in A) + 1
    for _ in range(3000):
        at, slope = p[0], Fraction(0)
        for coefficient in p[1:]:
            at, slope = at * x + coefficient, slope * x + at
        if (step := at and at / slope) <= bound / 2**240:
            break
        x = outward(x - step, 1)
    scale = lcm(*(entry.denominator for entry in flat(A)))
    exact = Fraction(round(x * scale), scale)
    for k in range(n):  # Taylor's coefficients at `exact`: none negative means that no root lies above it
        for i in range(1, n + 1 - k):
            p[i] += exact * p[i - 1]
    return (exact, exact) if p[-1] == 0 and min(p) >= 0 else pair(x - n * step, x)
norm = lambda M: root(largest(top(times(flip(A := [[x - Fraction(1, len(M)) for x in row] for row in M]), A)), exactly(0)))  # ||M - 11'/n||
connected = lambda W: min(flat(reduce(times, [[add(row, one) for row, one in zip(W, eye(len(W)))]] * len(W)))) > 0

# --- settings: a class for each family, with the names that formulas may use
def number(told, where):
    """A fraction, from an integer, or from "p/q" or a decimal in text."""
    text = str(told) if type(told) is str or type(told) is int and abs(told) < 10**DIGITS else ""
    need(len(text) < LONG and re.fullmatch(r"-?[0-9]+(\.[0-9]+|/0*[1-9][0-9]*)?", text), f"{where} holds {str(told)[:40]!r}")
    return Fraction(text)

class Setting:
    """Arrays, and how rounds use the mixing matrices W (S, K, K): W[t] for t < head, then the others in turn."""
    arrays, choices = {"W": "SKK", "printed": "KK"}, {}  # name -> shape, a letter (a size) an axis; option -> its values
    def __init__(self, record, options):
        need(all(x in self.choices.get(name, ()) for name, x in options.items()), f"options: {str(options)[:60]} are not known")
        self.options, given = options, record.keys() & self.arrays.keys()
        self.size = {"head": 0, "B": 1} | {name: record[name] for name in record.keys() - given}
        for name, n in self.size.items():
            need(name in ("K", "d", "S", "B", "head") and type(n) is int and (name != "head") <= n <= NODES,
                 f"setting: {name} is unknown in this family, or not an integer from 1 to {NODES}")
        vars(self).update({name: self.array(record[name], self.arrays[name], name) for name in given})
        for W in self.W if "W" in given else ():
            need(W == flip(W) and min(flat(W)) >= 0 and {*map(sum, W)} == {1}, "setting: W is not symmetric doubly stochastic")
        need("p" not in given or min(self.p) >= 0 and sum(self.p) == 1, "setting: p does not hold shares of 1")
        need(not given >= {"eta", "delta"} and not given >= {"w0", "start"}, "setting: two parameters exclude each other")
        self.head = min(self.size["head"], self.size.get("S", 1) - 1)
    def array(self, told, axes, name):
        if axes:
            fits = type(told) is list and 0 < len(told) == self.size.setdefault(axes[0], len(told)) <= NODES
            need(fits, f"setting: {name} does not have the shape {self.arrays[name]!r}")
            return [self.array(part, axes[1:], name) for part in told]
        x, positive = number(told, f"setting: {name}"), name in ("a", "samples", "delta", "Gamma", "eta")
        need(len(str(x)) <= DIGITS and (x > 0 or not positive) and (name != "samples" or x.denominator == 1), f"setting: {name} holds {str(x)[:DIGITS]}")
        return x
    __getattr__ = lambda s, name: need(False, f"setting: lacks {name}")
    at = lambda s, t: s.W[t if t < s.head else s.head + (t - s.head) % (len(s.W) - s.head)]
    passed = lambda s, start, stop: reduce(lambda P, t: times(s.at(t), P), range(start, stop), eye(s.size["K"]))
    windows = lambda s, first: largest(*(norm(s.passed(r, r + s.size["B"])) for r in range(first, max(first, s.head) + len(s.W) - s.head)))
    step = lambda s, t: s.eta if "eta" in vars(s) else s.delta / (t + s.Gamma)
    names = {
        "K": lambda s: s.size["K"], "B": lambda s: s.size["B"], "step": lambda s, t: s.step(t),
        "delta": lambda s: s.delta, "Gamma": lambda s: s.Gamma, "eta": lambda s: s.eta,
        "own": lambda s: min(W[k][k] for W in s.W for k in range(len(W))), "lam": lambda s: largest(*map(norm, s.W)),
        "lam_n": lambda s: smallest(*(minus(top([[-x for x in row] for row in W])) for W in s.W)),
        "lam_windows": lambda s: s.windows(1), "lam_later": lambda s: largest(*(norm(s.at(r)) for r in range(1, max(1, s.head) + len(s.W) - s.head))), "lam_all_windows": lambda s: s.windows(0),
        "connected": lambda s: all(map(connected, s.W)), "union_connected": lambda s: connected([mean(r) for r in zip(*s.W)]),
        "smallest": lambda s, t: min(flat(s.passed(0, t))),
        "product_error": lambda s, t: max(map(abs, sub(flat(s.passed(0, t)), flat(s.printed))))}

class Gossip(Setting):
    """w_k <- sum_j W_kj w_j - step * scale_k * (H_k (w_k - c_k) + v_k * a fair sign); F = sum_k share_k F_k."""
    arrays = {"W": "SKK", "a": "Kd", "c": "Kd", "w0": "Kd", "start": "d", "s": "K", "o": "K", "v": "Kd", "samples": "K",
              "delta": "", "Gamma": "", "eta": ""}
    choices = {"scaled": (True, False)}
    def __init__(self, record, options):
        super().__init__(record, options)
        if isinstance(self, Consensus):
            self.a, self.c, self.w0 = [[Fraction(1)]] * len(self.w0), *[[[x] for x in self.w0]] * 2
        K, d, given, none = len(self.c), len(self.c[0]), vars(self), Fraction(0)
        need(d <= 2, "setting: d is 1 or 2")
        self.w0, self.o, self.s = given.get("w0") or [self.start] * K, given.get("o", [none] * K), given.get("s", [none] * K)
        self.v, m = given.get("v", [[none] * d] * K), self.samples if options.get("scaled") else [none + 1] * K
        self.share = [x / sum(m) for x in m]
        self.scale = self.share if options.get("scaled") else m
        turns = [((1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)) for s in self.s]  # cosine and sine of the axes' angles
        self.H = [[a] if d == 1 else [[x * x * a[0] + y * y * a[1], x * y * (a[0] - a[1])],
                  [x * y * (a[0] - a[1]), y * y * a[0] + x * x * a[1]]] for a, (x, y) in zip(self.a, turns)]
        A, g = [[dot(self.share, x) for x in zip(*rows)] for rows in zip(*self.H)], self.slope([none] * d)
        self.best = [-g[0] / A[0][0]] if d == 1 else [
            (A[0][1] * g[1 - i] - A[1 - i][1 - i] * g[i]) / (A[0][0] * A[1][1] - A[0][1] ** 2) for i in (0, 1)]
        self.states = [(self.w0, [])]
    pulls = lambda s, x, c=None: [[dot(row, sub(w, z)) for row in H] for H, w, z in zip(s.H, x, c or s.c)]  # grad F_k(x_k)
    slope = lambda s, w: [dot(s.share, column) for column in zip(*s.pulls([w] * len(s.c)))]  # grad F(w)
    losses = lambda s, x: [dot(sub(w, c), pull) / 2 for w, c, pull in zip(x, s.c, s.pulls(x))]  # F_k(x_k) - F_k^*
    loss = lambda s, w: dot(s.share, s.losses([w] * len(s.c)))
    drift = lambda s, x: [dot(s.scale, column) / len(x) for column in zip(*s.pulls(x))]
    seen = lambda s: [y * m for a, m in zip(s.a, s.scale) for y in a]  # curvatures that the steps see
    move = lambda s, x, t, c=None: [add(w, pull, -s.step(t) * m) for w, pull, m in zip(times(s.at(t), x), s.pulls(x, c), s.scale)]
    def state(self, t):
        """Mean of all models at round t, and what each of the noise's signs so far adds to it or takes away."""
        for r in range(len(self.states) - 1, t):
            (x, kicks), none = self.states[r], [[Fraction(0)] * len(w) for w in self.w0]
            need(len(kicks) * len(flat(x)) < 1500, "too many noisy rounds to check")
            new = [[*none[:k], [self.step(r) * self.scale[k] * y for y in v], *none[k + 1:]] for k, v in enumerate(self.v) if any(v)]
            self.states.append((self.move(x, r), new + [self.move(u, r, none) for u in kicks]))
            need(max(y.denominator.bit_length() for y in flat(self.states[-1][0])) < LARGE, "fractions grew too large", ArithmeticError)
        return self.states[t]
    def chi2(self):
        """Bounds E||g_k(w_k(t))||^2 at all rounds while step(0) * sharpest <= own: models stay in the hull of w0 and c."""
        low, high = ([*map(pick, zip(*self.w0, *self.c))] for pick in (min, max))
        spill = self.step(0) * sum(m * m * sq(v) for m, v in zip(self.scale, self.v)) / min(self.seen())
        reach = [sum((y * max(h - z, z - l)) ** 2 for y, z, l, h in zip(a, c, low, high)) for a, c in zip(self.a, self.c)]
        return need(len(self.best) < 2 or not any(self.s), "chi2 is known for unturned axes only", ArithmeticError) or max(r + sq(v) + max(a) ** 2 * spill for r, v, a in zip(reach, self.v, self.a))

# E q(setting, models at round t) of a quadratic q, exact since the signs of the noise are fair and independent
expected = lambda q: lambda s, t: (lambda x, kicks: q(s, x) * (1 - len(kicks)) + Fraction(sum(
    q(s, [add(w, v, side) for w, v in zip(x, u)]) for u in kicks for side in (1, -1)), 2))(*s.state(t))
MIXED = {"decefl": Setting.at, "literal": lambda s, t: eye(len(s.w0)), "swarm": lambda s, t: [s.p] * len(s.w0),
         "fedavg": lambda s, t: [mean(eye(len(s.w0)))] * len(s.w0)}
rooted = lambda name: lambda s, *t: root(exactly(s.names[name + "2"](s, *t)))
Gossip.names = Setting.names | {name: rooted(name) for name in "spread error distance swarm_spread complete_distance gstar".split()} | {
    name: expected(q) for name, q in {
        "spread2": lambda s, x: sum(sq(sub(w, mean(x))) for w in x), "error2": lambda s, x: sq(sub(mean(x), s.best)),
        "distance2": lambda s, x: sum(sq(sub(w, s.best)) for w in x), "gap": lambda s, x: s.loss(mean(x)) - s.loss(s.best),
        "F_of_clients": lambda s, x: sum(map(s.loss, x)) / len(x) - s.loss(s.best), "local_gaps": lambda s, x: sum(s.losses(x)),
        "gradients2": lambda s, x: sum(map(sq, s.pulls(x))), "tilde_gaps": lambda s, x: dot(s.share, s.losses(x)), "mean_gradient2": lambda s, x: sq(s.drift(x)),
        "curved_gaps": lambda s, x: 2 * dot(map(min, s.a), s.losses(x)), "steep_gaps": lambda s, x: 2 * dot(map(max, s.a), s.losses(x)),
        "global_gradient2": lambda s, x: sq(s.slope(mean(x))), "alignment": lambda s, x: dot(s.drift(x), s.slope(mean(x))),
        "mean_error": lambda s, x: mean(x)[0] - s.best[0], "swarm_error": lambda s, x: dot(s.p, flat(x)) - s.best[0],
        "swarm_spread2": lambda s, x: sum((w - dot(s.p, flat(x))) ** 2 for w in flat(x))}.items()} | {
    "noise2": lambda s, t: sum(m * m * sq(v) for m, v in zip(s.scale, s.v)) / len(s.v) ** 2,
    "fedavg_distance2": lambda s, t: sq(sub(mean(s.state(t)[0]), reduce(lambda w, r: add(w, s.slope(w), -s.step(r)), range(t), mean(s.w0)))),
    "complete_distance2": lambda s, t: sq(sub(flat(s.state(t)[0]), flat(reduce(
        lambda x, r: [add(mean(x), sub(w, c), -s.step(r)) for w, c in zip(x, s.c)], range(t), s.w0)))),
    "d": lambda s: len(s.best), "m": lambda s: sum(s.samples), "L": lambda s: max(flat(s.a)), "mu": lambda s: min(flat(s.a)),
    "sharpest": lambda s: max(s.seen()), "flattest": lambda s: min(s.seen()), "chi2": lambda s: s.chi2(),
    "sigma2": lambda s: sq(flat(s.v)) / len(s.v), "eps0": lambda s: sum(s.losses(s.w0)),
    "gstar2": lambda s: sum(m * m * sq(g) for m, g in zip(s.scale, s.pulls([s.best] * len(s.c)))),
    "Fstar": lambda s: s.loss(s.best) + dot(s.share, s.o), "Fstar_mean": lambda s: s.names["Fstar"](s) / len(s.c),
    "minima_sum": lambda s: sum(s.o), "minima_min": lambda s: min(s.o), "minima_max": lambda s: max(s.o),
    "tilde_minima_sum": lambda s: dot(s.share, s.o), "tilde_minima_max": lambda s: max(m * o for m, o in zip(s.share, s.o)),
    "tilde_minima_min": lambda s: min(m * o for m, o in zip(s.share, s.o)), "weights_spread": lambda s: max(s.p) - min(s.p)}
class Consensus(Gossip):
    """Scalar clients that pull towards their own start; the algorithm says what is mixed."""
    arrays, choices = {"W": "SKK", "w0": "K", "p": "K", "delta": "", "Gamma": "", "eta": ""}, {"algorithm": MIXED}
    at = lambda s, t: MIXED[s.options["algorithm"]](s, t)
class Constants:
    """No parameters: numbers that a text prints, under their names in the options."""
    def __init__(self, record, options):
        need(not record, "setting: this family has none")
        self.names = {name: (lambda x: lambda s: x)(number(text, "options")) for name, text in options.items()}
FAMILIES = {"gossip": Gossip, "consensus": Consensus, "matrices": Setting, "constants": Constants}
# --- a witness
def check(record):
    """{id, variant, t, left, right, refuted, reason}, derived again from the record; raises NotAWitness."""
    need(type(record) is dict and record.get("format") == "mixproof-witness-1", "not a record of format mixproof-witness-1")
    for name, kind in KINDS.items():
        need(isinstance(record.get(name), kind) and type(record[name]) is not bool, f"field {name} is lacking or of the wrong kind")
    for path in Path(__file__).parent.glob("checker_*.py") if record["family"] not in FAMILIES else ():  # other papers' families
        import_module(f"{__package__}.{path.stem}" if __package__ else path.stem)
    need(record["family"] in FAMILIES and record["relation"] in BROKEN, "the family or the relation is not known")
    need(record["t"] in range(ROUNDS) and len(record["assume"]) < 60, f"t is no round below {ROUNDS}, or too many assumptions")
    sides, reasons = {}, []
    try:
        find = finder(record["where"], FAMILIES[record["family"]](record["setting"], record["options"]), record["t"])
        reasons += [f"assumption not met: {text}" for text in record["assume"] if evaluate(text, find) is not True]
        for side in ("left", "right"):
            sides[side], told = evaluate(record[side], find), record[side + "_value"]
            told = [number(x, side + "_value") for x in (told if type(told) is list else [told])]
            need(type(sides[side]) is tuple and 1 <= len(told) <= 2, f"{side} or {side}_value is not a number")
            reasons += [f"{side} is another number than the record says"] * (sides[side][1] < told[0] or told[-1] < sides[side][0])
        reasons += ["the claim is not broken"] * (not BROKEN[record["relation"]](sides["left"], sides["right"]))
    except ArithmeticError as error:
        reasons.append(f"not defined here: {error}")
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise NotAWitness(f"the setting or its options cannot be read: {error}") from None
    shown = {side: float(max(min(sum(sides[side]) / 2, 10**300), -(10**300))) if side in sides else None for side in ("left", "right")}
    return {name: record[name] for name in ("id", "variant", "t")} | shown | {"refuted": not reasons, "reason": "; ".join(reasons)}
def main(path="", *others):
    refuse = lambda text: need(False, f"{text} is not an exact number")
    try:
        need(path and not others, "usage: checker.py WITNESS.json")
        with open(path, encoding="utf-8") as file:
            result = check(json.loads(file.read(10**6), parse_float=refuse, parse_constant=refuse))
    except (OSError, ValueError, RecursionError) as error:
        print(f"{path}: not a witness: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    print(json.dumps(result))
    return 0 if result["refuted"] else 1
if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(import_module("checker").main(*sys.argv[1:]))  # not this copy: the other files add to the module
