"""Federated averaging on the line: local steps, and averages of all clients or of some drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import ClassVar

from .intervals import ONE, ZERO, Number, total
from .matrices import is_stochastic
from .setting import Setting, need
from .vectors import Names, Vector, dot, zero

PATHS = 20_000
# chance, models, their mean before the last draw, sum of earlier means
Path = tuple[Number, Vector, Number, Number]


class TwoSlopes(Setting):
    """F(w) = steepness (w - c)^2/2, the steepness being right where w > c and left elsewhere."""

    positive = frozenset({"left", "right", "eta", "delta", "Gamma", "alpha"})

    @staticmethod
    def steepness(w: Number, left: Number, right: Number, c: Number) -> Number:
        return right if w > c else left


class Federated(TwoSlopes):
    """w_k <- w_k - step (F_k'(w_k) + v_k * a fair sign); every H rounds all clients take the server's average.

    F_k is loss k mod C. sampling `full`: sum_k p_k w_k. `with`: of S clients, drawn one by one with chances p, the
    plain average. `without`: N/S sum of p_k w_k over S clients, every set as likely as any other.
    """

    sizes = frozenset({"N", "C", "H", "S"})
    shapes: ClassVar = {
        **{"left": "C", "right": "C", "c": "C", "p": "N", "v": "N"},
        **{"w0": "", "eta": "", "delta": "", "Gamma": ""},
    }
    choices: ClassVar = {"sampling": ("full", "with", "without")}

    def complete(self) -> None:
        need(("eta" in self.given) != ("delta" in self.given), "setting: the step is one of eta and delta")
        need({"N", "C", "H"} <= self.size.keys(), "setting: N, C or H is lacking")
        n = self.size["N"]
        self.sampling = self.options.get("sampling", "full")
        need(self.sampling == "full" or "S" in self.size, "setting: S is lacking")
        fits = self.sampling != "without" or self.size["S"] <= n
        need(fits, "setting: more clients are drawn than there are")
        self.p = self.get("p", [ONE / n] * n)
        need(is_stochastic([self.p]), "setting: p does not hold shares of 1")
        self.v = self.get("v", [ZERO] * n)
        order = [k % self.size["C"] for k in range(n)]
        self.clients = [(self.left[k], self.right[k], self.c[k]) for k in order]
        self.best = zero(lambda w: dot(self.p, self.slopes([w] * n)), [c for _, _, c in self.clients])
        self.reached: list[list[Path]] = [[(ONE, [self.w0] * n, self.w0, ZERO)]]

    def slopes(self, w: Vector) -> Vector:
        return [self.steepness(x, *client) * (x - client[2]) for x, client in zip(w, self.clients)]

    def loss(self, w: Number) -> Number:
        """F(w)."""
        return total(
            p * self.steepness(w, *client) * (w - client[2]) ** 2 / 2
            for p, client in zip(self.p, self.clients)
        )

    def step(self, t: int) -> Number:
        return self.eta if "eta" in self.given else self.delta / (t + self.Gamma)

    def draws(self, w: Vector) -> Iterator[tuple[Number, Number]]:
        """Chance and value of the server's averages of these models."""
        n, S = len(w), self.size.get("S", 1)
        if self.sampling == "full":
            yield ONE, dot(self.p, w)
        elif self.sampling == "with":
            chances = {ZERO: ONE}  # of the sum of the models drawn so far
            for _ in range(S):
                further: dict[Number, Number] = {}
                for (value, chance), (p, x) in product(chances.items(), zip(self.p, w)):
                    further[value + x] = further.get(value + x, ZERO) + chance * p
                chances = further
            yield from ((chance, value / S) for value, chance in chances.items())
        else:
            sets = list(combinations(range(n), S))
            for chosen in sets:
                yield ONE / len(sets), total(self.p[k] * w[k] for k in chosen) * n / S

    def paths(self, t: int) -> list[Path]:
        for r in range(len(self.reached) - 1, t):
            new: list[Path] = []
            for chance, local, _, past in self.reached[r]:
                slopes, past = self.slopes(local), past + dot(self.p, local)
                signs = list(product(*((1, -1) if v != 0 else (1,) for v in self.v)))
                for sign in signs:
                    w = [x - self.step(r) * (g + s * v) for x, g, s, v in zip(local, slopes, sign, self.v)]
                    before, share = dot(self.p, w), chance / len(signs)
                    if (r + 1) % self.size["H"]:
                        new.append((share, w, before, past))
                    else:
                        new += [(share * q, [x] * len(w), before, past) for q, x in self.draws(w)]
                need(len(new) < PATHS, "too many draws to check")
            self.reached.append(new)
        return self.reached[t]

    def expected(self, t: int, read: Callable[[Vector, Number, Number], Number]) -> Number:
        """E of what is read of the models, their mean before the last draw, and the sum of earlier means."""
        return total(chance * read(w, before, past) for chance, w, before, past in self.paths(t))

    def gap_of_average(self, t: int) -> Number:
        if t < 1:
            raise ArithmeticError("an average of no rounds")
        return self.expected(t, lambda w, before, past: self.loss(past / t)) - self.loss(self.best)

    def apart(self, w: Vector, *_: Number) -> Number:
        middle = dot(self.p, w)
        return dot(self.p, [(x - middle) ** 2 for x in w])

    def largest_gradient2(self, t: int) -> Number:
        """E of a square at each client, and the largest."""
        n = len(self.p)
        squares = [self.expected(t, lambda w, *_, k=k: self.slopes(w)[k] ** 2) for k in range(n)]
        return max(square + v * v for square, v in zip(squares, self.v))

    def bias2(self, t: int) -> Number:
        """By what the mean over draws differs from the mean before them, squared, on the average over the past."""
        found: Number = ZERO
        if t == 0 or t % self.size["H"]:
            return found
        for chance, local, _, _ in self.paths(t - 1):
            slopes = self.slopes(local)
            signs = list(product(*((1, -1) if v != 0 else (1,) for v in self.v)))
            for sign in signs:
                w = [x - self.step(t - 1) * (g + s * v) for x, g, s, v in zip(local, slopes, sign, self.v)]
                off = total(q * x for q, x in self.draws(w)) - dot(self.p, w)
                found = found + chance / len(signs) * off * off
        return found

    constants: ClassVar[Names] = {
        **{name: lambda s, name=name: s.size[name] for name in ("N", "H", "S")},
        **{name: lambda s, name=name: getattr(s, name) for name in ("eta", "delta", "Gamma", "w0")},
        "L": lambda s: max(max(left, right) for left, right, _ in s.clients),
        "mu": lambda s: min(min(left, right) for left, right, _ in s.clients),
        "Fstar": lambda s: s.loss(s.best),
        "sigma2_max": lambda s: max(v * v for v in s.v),
        "sigma2_of_mean": lambda s: total((p * v) ** 2 for p, v in zip(s.p, s.v)),
    }
    constants["sigma2_star"] = lambda s: dot(
        s.p, [g * g + v * v for g, v in zip(s.slopes([s.best] * len(s.p)), s.v)]
    )
    metrics: ClassVar[Names] = {
        "step": step,
        "error2": lambda s, t: s.expected(t, lambda w, *_: (dot(s.p, w) - s.best) ** 2),
        "gap": lambda s, t: s.expected(t, lambda w, *_: s.loss(dot(s.p, w))) - s.loss(s.best),
        "gap_of_average": gap_of_average,
        "apart2": lambda s, t: s.expected(t, s.apart),
        "largest_gradient2": largest_gradient2,
        "noise2": lambda s, t: total((p * v) ** 2 for p, v in zip(s.p, s.v)),
        "pull": lambda s, t: s.expected(t, lambda w, *_: (dot(s.p, w) - s.best) * dot(s.p, s.slopes(w))),
        "bias2": bias2,
        "sampling2": lambda s, t: s.expected(t, lambda w, before, past: (dot(s.p, w) - before) ** 2),
    }
