"""Gossip gradient descent on the line, on clients whose gradients bend: piecewise quadratic losses, without noise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from .gossip import Gossip
from .intervals import ZERO, Number
from .setting import need
from .vectors import Matrix, Vector, flat, zero


class Bends(Gossip):
    """F_k' is 0 at c_k; its slope is after_kj of the largest bend_kj <= w (of equal ones the last), a_k left of all.

    L_k and mu_k are the largest and the smallest of a_k and all after_kj.
    """

    sizes = Gossip.sizes | {"M"}
    shapes: ClassVar = {
        **{name: axes for name, axes in Gossip.shapes.items() if name not in ("s", "v")},
        **{"bend": "K M", "after": "K M"},
    }
    positive = Gossip.positive | {"after"}
    most = 50  # a worst case has two bends for every point of a client

    def complete(self) -> None:
        super().complete()
        self.curves = [a + after for a, after in zip(self.a, self.after)]

    def curvature(self, k: int, w: Number) -> Number:
        """F_k'' at w and just right of it."""
        passed = [(bend, j) for j, bend in enumerate(self.bend[k]) if bend <= w]
        return self.after[k][max(passed)[1]] if passed else self.a[k][0]

    def pieces(self, k: int, w: Number) -> Iterator[tuple[Number, Number]]:
        """(length, F_k'') of the pieces between c_k and w, from c_k on; negative lengths where w < c_k."""
        c = self.c[k][0]
        points = sorted([c, w, *(bend for bend in self.bend[k] if min(c, w) < bend < max(c, w))])
        pieces = [(y - x, self.curvature(k, x)) for x, y in pairwise(points)]
        yield from pieces if w >= c else ((-length, curvature) for length, curvature in reversed(pieces))

    def slopes(self, x: Matrix, centres: Matrix | None = None) -> Matrix:
        """The integral of F_k'' from c_k."""
        found = []
        for k, w in enumerate(flat(x)):
            slope = ZERO
            for length, curvature in self.pieces(k, w):
                slope = slope + length * curvature
            found.append([slope])
        return found

    def losses(self, x: Matrix) -> Vector:
        """The integral of F_k' from c_k, by trapezoids."""
        found = []
        for k, w in enumerate(flat(x)):
            loss = slope = ZERO
            for length, curvature in self.pieces(k, w):
                loss = loss + length * (slope + length * curvature / 2)
                slope = slope + length * curvature
            found.append(loss)
        return found

    def minimizer(self) -> Vector:
        need(len(self.c[0]) == 1, "setting: d is 1 where gradients bend")
        return [zero(lambda w: self.slope([w])[0], flat(self.bend) + flat(self.c))]

    def chi2(self) -> Number:
        """Bounds F_k'(w_k(t))^2 while step(0) * sharpest <= own: models stay between the starts and minima."""
        places = flat(self.w0) + flat(self.c)
        ends = [flat(self.slopes([[x]] * len(self.c))) for x in (min(places), max(places))]
        return max(slope * slope for slope in flat(ends))


Bends.constants = {**Gossip.constants, "chi2": Bends.chi2}
