"""Gradient descent over lossy links: x <- W_hat x - eta * (slope + v * a fair sign for each client)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import ClassVar

from .intervals import ONE, ZERO, Number, spend, sqrt, total
from .lossy_links import Links, spread
from .setting import need
from .vectors import (
    Matrix,
    Names,
    Vector,
    add,
    apply,
    entrywise,
    flat,
    identity,
    laplacian,
    plus,
    times,
    transposed,
)

PATTERNS = 5000  # of links over all rounds, at most


class Curved(Links):
    """Slopes a_i (x - c_i): the mean x and the covariance C of the models at every round, exact."""

    shapes: ClassVar = Links.shapes | {"a": "K"}

    def curvatures(self) -> Vector:
        return self.a

    def curvature(self) -> Number:
        """Of the mean of the losses."""
        return total(self.curvatures()) / len(self.c)

    def minimizer(self) -> Number:
        """Of the mean of the losses."""
        return total(a * c for a, c in zip(self.curvatures(), self.c)) / total(self.curvatures())

    def path(self, rounds: int) -> Iterator[tuple[Vector, Matrix]]:
        """(x, C) at rounds 0, ..., rounds - 1."""
        W, n = self.W[0], len(self.W[0])
        x, C = self.x, [[ZERO] * n for _ in W]
        slopes = [[a if i == j else ZERO for j in range(n)] for i, a in enumerate(self.curvatures())]
        A = plus(self.mean(W), slopes, -self.eta)
        noise = [[(self.eta * self.v[i]) ** 2 if i == j else ZERO for j in range(n)] for i in range(n)]
        for _ in range(rounds):
            yield x, C
            failed = entrywise(
                lambda i, j, rate, x=x, C=C: rate * ((x[i] - x[j]) ** 2 + C[i][i] - 2 * C[i][j] + C[j][j]),
                self.rates(W),
            )
            C = plus(plus(times(times(A, C), transposed(A)), laplacian(failed)), noise)
            x = add(apply(A, x), apply(slopes, self.c), self.eta)

    def error2(self, x: Vector, C: Matrix) -> Number:
        """E(mean of the models - w*)^2."""
        off = total(x) / len(x) - self.minimizer()
        return off * off + total(flat(C)) / len(x) ** 2

    def spread2(self, x: Vector, C: Matrix) -> Number:
        """E of the models' summed squared distances to their mean."""
        return spread(x) + total(C[i][i] for i in range(len(x))) - total(flat(C)) / len(x)

    def now(self, f: Callable[[Vector, Matrix], Number], t: int) -> Number:
        *_, state = self.path(t + 1)
        return f(*state)

    def before(self, f: Callable[[Vector, Matrix], Number], t: int) -> Number:
        """Sum over rounds 0, ..., t - 1."""
        return total(f(*state) for state in self.path(t))

    constants: ClassVar[Names] = Links.constants | {
        "omega": lambda s: max(s.curvatures()),
        "mu": lambda s: min(s.curvatures()),
        "gstar": lambda s: sqrt(total((a * (s.minimizer() - c)) ** 2 for a, c in zip(s.curvatures(), s.c))),
        "alpha2": lambda s: max(x * x for x in s.v),
    }
    metrics: ClassVar[Names] = Links.metrics | {
        "gap": lambda s, t: s.curvature() / 2 * s.now(s.error2, t),
        "error2": lambda s, t: s.now(s.error2, t),
        "gradient2": lambda s, t: s.curvature() ** 2 * s.now(s.error2, t),
        "gradients2_before": lambda s, t: s.curvature() ** 2 * s.before(s.error2, t),
        "spread2": lambda s, t: s.now(s.spread2, t),
        "spread2_before": lambda s, t: s.before(s.spread2, t),
    }


class Quadratic(Curved):
    """Slopes a (x - c): one curvature for all."""

    shapes: ClassVar = Links.shapes

    def curvatures(self) -> Vector:
        return [self.a] * len(self.c)

    constants: ClassVar[Names] = Curved.constants | {"beta2": lambda s: s.a * s.a * spread(s.c) / len(s.c)}


class Bent(Links):
    """All clients own the loss with slope a x for x > 0 and b x for x <= 0; every pattern of links is followed."""

    def slope(self, x: Number) -> Number:
        return (self.a if x > 0 else self.b) * x

    def path(self, rounds: int) -> Iterator[list[tuple[Number, Vector]]]:
        """[(probability, models)] at rounds 0, ..., rounds - 1."""
        links = [(i, j) for i in range(len(self.P)) for j in range(i)]
        need(2 ** (len(links) * rounds) < PATTERNS, "too many patterns of links to check")
        states = [(ONE, self.x)]
        for _ in range(rounds):
            yield states
            new = []
            for pattern in product((0, 1), repeat=len(links)):
                spend(len(links))
                up = dict(zip(links, pattern))
                chance = ONE
                for (i, j), works in up.items():
                    chance = chance * (self.P[i][j] if works else 1 - self.P[i][j])
                if not chance:
                    continue
                working = entrywise(lambda i, j, w, up=up: w * up.get((max(i, j), min(i, j)), 0), self.W[0])
                mixing = plus(identity(len(self.P)), laplacian(working), -1)
                for p, x in states:
                    new.append((p * chance, add(apply(mixing, x), [self.slope(y) for y in x], -self.eta)))
            states = new

    def expected(self, f: Callable[[Vector], Number], states: list[tuple[Number, Vector]]) -> Number:
        return total(p * f(x) for p, x in states)

    def now(self, f: Callable[[Vector], Number], t: int) -> Number:
        *_, states = self.path(t + 1)
        return self.expected(f, states)

    def loss(self, x: Vector) -> Number:
        """F(mean x)."""
        average = total(x) / len(x)
        return self.slope(average) * average / 2

    def gradient2(self, x: Vector) -> Number:
        return self.slope(total(x) / len(x)) ** 2

    constants: ClassVar[Names] = Links.constants | {"omega": lambda s: max(s.a, s.b)}
    metrics: ClassVar[Names] = Links.metrics | {
        "gap": lambda s, t: s.now(s.loss, t),
        "spread2": lambda s, t: s.now(spread, t),
        "gradients2_before": lambda s, t: total(s.expected(s.gradient2, states) for states in s.path(t)),
    }
