"""Losses at a few points, and a few vectors with their random draws: settings of lemmas, with no run."""

from __future__ import annotations

from itertools import combinations, product
from typing import ClassVar

from .federated import TwoSlopes
from .intervals import ONE, ZERO, Number, total
from .matrices import is_stochastic
from .setting import Setting, need
from .vectors import Matrix, Names, Vector, add, centred, dot, flat, mean, square, subtract, transposed, zero


class Points(TwoSlopes):
    """f = (1/N) sum_i f_i, f_i a sum over coordinates of losses with two slopes; points x, y, z and a step eta."""

    sizes = frozenset({"N", "d"})
    shapes: ClassVar = {
        **{"left": "N d", "right": "N d", "c": "N d"},
        **{"x": "d", "y": "d", "z": "d", "eta": ""},
    }

    def gradients(self, w: Vector) -> Matrix:
        """grad f_i(w)."""
        rows = zip(self.left, self.right, self.c)
        return [[self.steepness(x, *told) * (x - told[2]) for x, *told in zip(w, *row)] for row in rows]

    def loss(self, w: Vector) -> Number:
        return total(dot(g, subtract(w, c)) / 2 for g, c in zip(self.gradients(w), self.c)) / len(self.c)

    def best(self) -> Vector:
        found = list(self.x)
        for j, column in enumerate(zip(*self.c)):

            def slope(x: Number, j: int = j) -> Number:
                return mean(self.gradients([*found[:j], x, *found[j + 1 :]]))[j]

            found[j] = zero(slope, list(column))
        return found

    def growth2(self) -> Number:
        apart = zip(self.gradients(self.x), self.gradients(self.best()))
        return total(square(subtract(g, h)) for g, h in apart) / len(self.c)

    def moved2(self) -> Number:
        x, y = (add(w, mean(self.gradients(w)), -self.eta) for w in (self.x, self.y))
        return square(subtract(x, y))

    constants: ClassVar[Names] = {
        "N": lambda s: len(s.c),
        "eta": lambda s: s.eta,
        "L": lambda s: max(flat(s.left) + flat(s.right)),
        "mu": lambda s: min(flat(s.left) + flat(s.right)),
        "gap": lambda s: s.loss(s.x) - s.loss(s.best()),
        "growth2": growth2,
        "pull": lambda s: dot(mean(s.gradients(s.x)), subtract(s.z, s.y)),
        "climb": lambda s: s.loss(s.z) - s.loss(s.y),
        "xy2": lambda s: square(subtract(s.x, s.y)),
        "yz2": lambda s: square(subtract(s.y, s.z)),
        "zx2": lambda s: square(subtract(s.z, s.x)),
        "moved2": moved2,
    }


def added(rows: Matrix) -> Vector:
    return [total(column) for column in zip(*rows)]


class Vectors(Setting):
    """Vectors v with shares p; S of them drawn with replacement (chances p), or every set of S as likely."""

    sizes = frozenset({"n", "S", "d"})
    shapes: ClassVar = {"v": "n d", "p": "n", "alpha": ""}
    positive = frozenset({"alpha"})
    choices: ClassVar = {"kind": ("vectors",)}

    def complete(self) -> None:
        need(is_stochastic([self.p]), "setting: p does not hold shares of 1")
        need("S" in self.size, "setting: S is lacking")

    def weighted(self) -> Vector:
        return [dot(self.p, column) for column in zip(*self.v)]

    def drawn(self, with_replacement: bool) -> Number:
        S, n = self.size["S"], len(self.v)
        need(with_replacement or n >= S, "setting: more vectors are drawn than there are")
        places = product(range(n), repeat=S) if with_replacement else combinations(range(n), S)
        middle = self.weighted() if with_replacement else mean(self.v)
        found = chances = ZERO
        for chosen in places:
            chance = ONE
            for i in chosen if with_replacement else ():
                chance = chance * self.p[i]
            found = found + chance * square(subtract(mean([self.v[i] for i in chosen]), middle))
            chances = chances + chance
        return found / chances

    constants: ClassVar[Names] = {
        "n": lambda s: len(s.v),
        "S": lambda s: s.size["S"],
        "alpha": lambda s: s.alpha,
        "sum2": lambda s: square(added(s.v)),
        "squares": lambda s: square(flat(s.v)),
        "first2": lambda s: square(s.v[0]),
        "second2": lambda s: square(s.v[1]),
        "first_two2": lambda s: square(add(s.v[0], s.v[1])),
        "scatter2": lambda s: total(square(centred(column)) for column in transposed(s.v)),
        "weighted_scatter2": lambda s: dot(s.p, [square(subtract(v, s.weighted())) for v in s.v]),
        "with2": lambda s: s.drawn(True),
        "without2": lambda s: s.drawn(False),
    }


class Random(Setting):
    """Random vectors: their values Xi in each outcome, of chance p."""

    sizes = frozenset({"m", "n", "d"})
    shapes: ClassVar = {"Xi": "m n d", "p": "m"}
    choices: ClassVar = {"kind": ("random",)}

    def complete(self) -> None:
        need(is_stochastic([self.p]), "setting: p does not hold shares of 1")
        self.outcomes = list(zip(self.p, self.Xi))
        n, d = len(self.Xi[0]), len(self.Xi[0][0])
        self.means = [[total(p * Xi[i][j] for p, Xi in self.outcomes) for j in range(d)] for i in range(n)]

    def variance(self, i: int) -> Number:
        return total(p * square(subtract(Xi[i], self.means[i])) for p, Xi in self.outcomes)

    constants: ClassVar[Names] = {
        "n": lambda s: len(s.means),
        "sum2": lambda s: total(p * square(added(Xi)) for p, Xi in s.outcomes),
        "mean_sum2": lambda s: square(added(s.means)),
        "sigma2": lambda s: max(map(s.variance, range(len(s.means)))),
    }


class Martingale(Setting):
    """Xi_i = drift + kick * a fair sign, both of row b; b has the signs before as binary digits (1 for plus)."""

    sizes = frozenset({"n", "B", "d"})
    shapes: ClassVar = {"drift": "n B d", "kick": "n B d"}
    choices: ClassVar = {"kind": ("martingale",)}

    def complete(self) -> None:
        need(2 ** (len(self.drift) - 1) <= len(self.drift[0]), "setting: B is below 2^(n - 1)")

    def expected(self, kicks: int, i: int = 0, b: int = 0, so_far: Vector | None = None) -> Number:
        """E|sum of the drifts and `kicks` times the kicks|^2, from vector i and the row b on."""
        so_far = so_far or [ZERO] * len(self.drift[0][0])
        if i == len(self.drift):
            return square(so_far)
        found = ZERO
        for sign in (0, 1):
            step = add(add(so_far, self.drift[i][b]), self.kick[i][b], kicks * (2 * sign - 1))
            found = found + self.expected(kicks, i + 1, 2 * b + sign, step) / 2
        return found

    constants: ClassVar[Names] = {
        "n": lambda s: len(s.drift),
        "sum2": lambda s: s.expected(1),
        "mean_sum2": lambda s: s.expected(0),
        "sigma2": lambda s: max(
            total(square(kick) for kick in rows[: 2**i]) / 2**i for i, rows in enumerate(s.kick)
        ),
    }


KINDS = {"vectors": Vectors, "random": Random, "martingale": Martingale}
