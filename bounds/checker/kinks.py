"""Clients on the line, without noise: convex with kinks, or smooth and of any curvature between bounds."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

from .bends import Bends
from .gossip import Gossip
from .intervals import ONE, ZERO, Number, total
from .setting import need
from .vectors import Matrix, Vector, dot, flat


class Kinks(Gossip):
    """F_k' = -left_k R_k + sum_j rise_kj [w > kink_kj], R_k the sum of the rises; at kink j taken_kj of it counts.

    w* is the minimizer of F that is next to the mean of the starts.
    """

    shapes: ClassVar = {
        **{
            name: Gossip.shapes[name]
            for name in ("W", "w0", "start", "o", "samples", "delta", "Gamma", "eta")
        },
        **{"kink": "K M", "rise": "K M", "left": "K", "taken": "K M"},
    }
    sizes = Gossip.sizes | {"M"}
    positive = Gossip.positive | {"rise"}

    def complete(self) -> None:
        need(self.size.get("d", 1) == 1, "setting: d is 1 where gradients jump")
        need(
            all(ZERO <= x <= ONE for x in [*self.left, *flat(self.taken)]),
            "setting: left and taken are shares",
        )
        self.far = [-share * total(rise) for share, rise in zip(self.left, self.rise)]
        self.c = [[min(row, key=partial(self.height_of, k))] for k, row in enumerate(self.kink)]
        self.a = self.c  # told of no client here
        super().complete()
        del self.a, self.curves

    def height_of(self, k: int, w: Number) -> Number:
        """F_k(w) but for a constant."""
        past = [rise * (w - kink) for rise, kink in zip(self.rise[k], self.kink[k]) if w > kink]
        return self.far[k] * w + total(past)

    def slope_of(self, k: int, w: Number) -> Number:
        found = self.far[k]
        for kink, rise, taken in zip(self.kink[k], self.rise[k], self.taken[k]):
            found = found + (rise * taken if w == kink else rise if w > kink else ZERO)
        return found

    def slopes(self, x: Matrix, centres: Matrix | None = None) -> Matrix:
        return [[self.slope_of(k, w)] for k, w in enumerate(flat(x))]

    def losses(self, x: Matrix) -> Vector:
        return [self.height_of(k, w) - self.height_of(k, self.c[k][0]) for k, w in enumerate(flat(x))]

    def minimizer(self) -> Vector:
        """F is least between the first and the last kink where it is least at all, and beyond where it is flat."""
        places = sorted(flat(self.kink))
        lowest = min(self.loss([x]) for x in places)
        least = [x for x in places if self.loss([x]) == lowest]
        x = total(flat(self.w0)) / len(self.w0)
        if x < least[0] and dot(self.share, self.far) != 0:
            return [least[0]]
        near = [total(rise) + far for rise, far in zip(self.rise, self.far)]
        return [least[-1] if x > least[-1] and dot(self.share, near) != 0 else x]

    def steepest(self) -> Number:
        return max(max(-far, total(rise) + far) for far, rise in zip(self.far, self.rise))


class Dents(Bends):
    """F_k'(c_k) = 0; F_k'' is a_k plus each dent_kj from bend_kj to bend_kj + width_kj. w* is the leftmost minimum."""

    shapes: ClassVar = {
        **{name: axes for name, axes in Bends.shapes.items() if name != "after"},
        **{"width": "K M", "dent": "K M"},
    }
    positive = Gossip.positive | {"width"}
    bend: Matrix

    def complete(self) -> None:
        self.dents = [list(zip(b, w, d)) for b, w, d in zip(self.bend, self.width, self.dent)]
        self.bend = [[end for b, w, _ in row for end in (b, b + w)] for row in self.dents]
        self.depths = [ZERO] * len(self.bend)
        for k, row in enumerate(self.bend):
            self.depths[k] = min(self.own_height(k, x) for x in self.candidates(row, partial(self.tilt, k)))
        Gossip.complete(self)
        found = [[self.curvature(k, x) for x in row] for k, row in enumerate(self.bend)]
        self.curves = [[a, *row, max(map(abs, [a, *row]))] for [a], row in zip(self.a, found)]

    def curvature(self, k: int, w: Number) -> Number:
        return self.a[k][0] + total(dent for bend, width, dent in self.dents[k] if bend <= w < bend + width)

    def tilt(self, k: int, w: Number) -> Number:
        """F_k'(w)."""
        return total(length * curvature for length, curvature in self.pieces(k, w))

    def own_height(self, k: int, w: Number) -> Number:
        return super().losses([[w if i == k else c[0]] for i, c in enumerate(self.c)])[k]

    def losses(self, x: Matrix) -> Vector:
        return [loss - lowest for loss, lowest in zip(super().losses(x), self.depths)]

    def candidates(self, bends: Vector, slope: Any) -> Vector:
        """Corners, and zeros of a slope that is linear between them and rises outside."""
        places = sorted(bends)
        unit = [places[0] - 1, *places, places[-1] + 1]  # two points of each outer line tell it
        found, at = list(places), [slope(x) for x in unit]
        for i, (x, y) in enumerate(pairwise(unit)):
            if at[i] != at[i + 1]:
                zero = x - at[i] * (y - x) / (at[i + 1] - at[i])
                outer = (i == 0 and zero <= y) or (i == len(unit) - 2 and zero >= x)
                found += [zero] if outer or x <= zero <= y else []
        return found

    def minimizer(self) -> Vector:
        need(len(self.c[0]) == 1, "setting: d is 1 where gradients bend")
        found = self.candidates(flat(self.bend), lambda w: self.slope([w])[0])
        lowest = min(self.loss([x]) for x in found)
        return [min(x for x in found if self.loss([x]) == lowest)]


Kinks.constants = {**Gossip.constants, "G": Kinks.steepest}
