# fmt: off
# mypy: ignore-errors
# ruff: noqa: E401, E501, E731, I001, B023 - a line a formula, to be read in one sitting
"""Directed networks and online push-sum for the witness checker: `python checker_online.py WITNESS.json`, or import it before `checker.check`.

It needs checker.py beside it and the Python standard library, nothing else; numbers, formulas and verdicts are those of checker.py.
"""
import os, sys
from fractions import Fraction
from functools import reduce
if __package__:
    from . import checker
    from .checker import LARGE, NODES, Setting, add, dot, eye, flat, mean, need, sq, sub, times
else:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import checker
    from checker import LARGE, NODES, Setting, add, dot, eye, flat, mean, need, sq, sub, times

class Rows(Setting):
    """Row-stochastic W (S, n, n): W_ij goes from i to j. A(t) = W(0) ... W(t)."""
    arrays, head = {"W": "Snn"}, 0
    def __init__(self, record, options):
        need(all(x in self.choices.get(name, ()) for name, x in options.items()), f"options: {str(options)[:60]} are not known")
        need(self.arrays.keys() <= record.keys(), f"setting: not all of {', '.join(self.arrays)} are given")
        self.options, self.size = options, {name: n for name, n in record.items() if name not in self.arrays}
        need(all(name in ("n", "S", "P") and type(n) is int and 0 < n <= NODES for name, n in self.size.items()), "setting: a size is unknown or too large")
        vars(self).update({name: self.array(record[name], axes, name) for name, axes in self.arrays.items()})
        need(all(min(flat(W)) >= 0 and {*map(sum, W)} == {1} for W in self.W), "setting: W is not row-stochastic")
        need(vars(self).get("gamma", 1) > 0, "setting: gamma is not positive")
    passed = lambda s, t: reduce(times, map(s.at, range(t + 1)), eye(s.size["n"]))
    uneven = lambda s, t: flat([sub(row, mean(A)) for A in [s.passed(t)] for row in A])
    names = {name: Setting.names[name] for name in ("own", "connected", "union_connected")} | {
        "n": lambda s: s.size["n"], "least": lambda s: min(x for W in s.W for x in flat(W) if x), "smallest": lambda s, t: min(flat(s.passed(t))),
        "smallest_twice": lambda s, t: min(flat(times(s.passed(t), s.at(t)))), "error": lambda s, t: max(map(abs, s.uneven(t))),
        "half_spread": lambda s, t: max(max(c) - min(c) for c in zip(*s.passed(t))) / 2, "frobenius2": lambda s, t: sq(s.uneven(t))}

class PushSum(Rows):
    """Node i plays x = z/omega and suffers |g_i (x - b_i)|; losses change for P rounds. z <- W'(z - gamma slopes), omega <- W'omega."""
    arrays, choices = {"W": "Snn", "g": "Pn", "b": "Pn", "gamma": ""}, {"centre": ("mean", "sum")}
    now = lambda s, t: list(zip(*(rows[min(t, len(rows) - 1)] for rows in (s.g, s.b))))
    slopes = lambda s, t, x: [abs(g) * ((y > b) - (y < b)) for y, (g, b) in zip(x, s.now(t))]
    loss = lambda s, x, first, stop: sum(abs(g * (y - b)) for t in range(first, stop) for y, (g, b) in zip(x(t), s.now(t)))
    def play(s, t):
        """(x, z, omega) at round t."""
        z, omega = [[Fraction(y)] * s.size["n"] for y in (0, 1)]
        x = lambda: [y / w for y, w in zip(z, omega)]
        for r in range(t):
            z, omega = (times([row], s.at(r))[0] for row in (add(z, s.slopes(r, x()), -s.gamma), omega))
            need(max(y.denominator.bit_length() for y in z + omega) < LARGE, "fractions grew too large", ArithmeticError)
        return x(), z, omega
    best = lambda s, first, stop: min((s.loss(lambda t: [y] * s.size["n"], first, stop), abs(y), y) for y in {*flat(s.b), Fraction(0)})
    regret = lambda s, first, stop: s.loss(lambda t: s.play(t)[0], first, stop) - s.best(first, stop)[0]
    centre = lambda s, t: sum(s.play(t)[1]) / (1 if s.options.get("centre") == "sum" else s.size["n"])
    off = lambda s, t: [y - s.centre(t) for y in s.play(t)[0]]
    slope = lambda s, t: s.slopes(t, s.play(t)[0])
    reach = lambda s, t: [s.best(1, t + 1)[2], *flat([[*s.play(r)[0], s.centre(r)] for r in range(t + 2)])]
    gain = lambda s, first, stop, best: (s.centre(first) - best[2]) ** 2 - (s.centre(stop) - best[2]) ** 2
    names = Rows.names | {
        "gamma": lambda s: s.gamma, "G": lambda s: max(map(abs, flat(s.g))), "sigma2": lambda s: 0, "reach2": lambda s, t: (max(s.reach(t)) - min(s.reach(t))) ** 2,
        "regret": lambda s, t: s.regret(1, t + 1), "regret_from_0": lambda s, t: s.regret(0, t), "radius2": lambda s, t: s.best(1, t + 1)[1] ** 2,
        "radius2_from_0": lambda s, t: s.best(0, t)[1] ** 2, "smallest_weight": lambda s, t: min(s.play(t + 1)[2]),
        "deviations": lambda s, t: sum(sq(s.off(r + 1)) for r in range(t + 1)), "gradients2": lambda s, t: sum(sq(s.slope(r)) for r in range(t + 1)),
        "slopes2_from_1": lambda s, t: sum(sq(s.slope(r)) for r in range(1, t + 1)), "gain": lambda s, t: s.gain(t, t + 1, s.best(0, t + 1)),
        "network_terms": lambda s, t: sum(dot(s.slope(r), s.off(r)) for r in range(1, t + 1)), "gains": lambda s, t: s.gain(1, t + 1, s.best(1, t + 1)),
        "average_term": lambda s, t: sum(s.slope(t)) * (s.centre(t) - s.best(0, t + 1)[2]), "scaled_error": lambda s, t: max(abs((1 - s.gamma) * y) for y in s.off(t + 1))}

checker.FAMILIES |= {"row-matrices": Rows, "push-sum": PushSum}
if __name__ == "__main__":
    sys.exit(checker.main(*sys.argv[1:]))
