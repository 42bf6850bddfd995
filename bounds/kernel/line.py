"""Losses on the line whose derivatives are linear in pieces, with bends, kinks and dents: one kind, closed under sums.

F'(w) = slope + curvature * w left of every place; at a place x it jumps and F'' changes. Everything is exact: values,
derivatives, the least value and where it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from .text import Undefined, spend

# at a place: how far F' jumps, how much of that it has done there, how much F'' grows
Corner = tuple[Any, Any, Any]


class Line:
    """F, but for a constant, from its corners {place: (jump, taken, bend)}."""

    def __init__(self, slope: Any, curvature: Any, corners: Mapping[Any, Corner]) -> None:
        self.slope, self.curvature = slope, curvature
        self.corners = dict(corners) or {0 * slope: (0 * slope, 0 * slope, 0 * slope)}
        self.places = sorted(self.corners)
        spend(4 * len(self.places))
        self.at: list[Any] = []  # F' there
        self.right: list[tuple[Any, Any, Any]] = []  # just right of it: F less F at the first place, F', F''
        height, pull, bent, x = 0 * slope, slope + curvature * self.places[0], curvature, self.places[0]
        for place in self.places:
            height = height + (place - x) * (pull + (place - x) * bent / 2)
            pull, x = pull + (place - x) * bent, place
            jump, taken, bend = self.corners[place]
            self.at.append(pull + taken)
            pull, bent = pull + jump, bent + bend
            self.right.append((height, pull, bent))

    def _piece(self, w: Any) -> tuple[Any, Any, Any, Any]:
        """(x, F, F', F'') at an end x of the piece that w is in."""
        j = bisect_right(self.places, w) - 1
        if j >= 0:
            return (self.places[j], *self.right[j])
        x = self.places[0]
        return x, self.right[0][0], self.slope + self.curvature * x, self.curvature

    def derivative(self, w: Any) -> Any:
        """F'(w), or the subgradient that is taken there."""
        j = bisect_left(self.places, w)
        if j < len(self.places) and self.places[j] == w:
            return self.at[j]
        x, _, pull, bent = self._piece(w)
        return pull + (w - x) * bent

    def height(self, w: Any) -> Any:
        """F(w) less F at the first place."""
        x, height, pull, bent = self._piece(w)
        return height + (w - x) * (pull + (w - x) * bent / 2)

    def above(self, w: Any) -> Any:
        """F(w) less the least value of F."""
        return self.height(w) - self._least

    @cached_property
    def _least(self) -> Any:
        return min(map(self.height, [*self.places, *self._inside(0)]))

    def lowest(self, near: Any = None) -> Any:
        """Where F is least: of several such points the one next to `near`, or the leftmost."""
        found = [*self.places, *self._inside(near)]
        least = min(map(self.height, found))
        lowest = [w for w in found if self.height(w) == least]
        return min(lowest) if near is None else min(lowest, key=lambda w: abs(w - near))

    def _inside(self, near: Any) -> Iterable[Any]:
        """Points inside of pieces where F' is zero."""
        first, last = self.places[0], self.places[-1]
        spans: list[tuple[Any, Any]] = [(None, first), *pairwise(self.places), (last, None)]
        starts = [(first, self.slope + self.curvature * first, self.curvature)]
        starts += [(x, pull, bent) for x, (_, pull, bent) in zip(self.places, self.right)]
        for (low, high), (x, pull, bent) in zip(spans, starts):
            falling = (low is None and pull > 0) or (high is None and pull < 0)
            if low is None or high is None:
                if bent < 0 or (not bent and falling):
                    raise Undefined("a loss has no least value")
                if not bent and not pull and near is None and low is None:
                    raise Undefined("a loss has no leftmost minimizer")
            zero = x - pull / bent if bent else near if not pull else None
            if zero is not None and (low is None or low < zero) and (high is None or zero < high):
                yield zero

    def moved(self, z: Any, eta: Any) -> Line:
        """eta F(w) + (w - z)^2/2."""
        corners = {
            x: (jump * eta, taken * eta, bend * eta) for x, (jump, taken, bend) in self.corners.items()
        }
        return Line(self.slope * eta - z, self.curvature * eta + 1, corners)

    def curvatures(self) -> list[Any]:
        """F'' on all pieces."""
        return [self.curvature, *(bent for _, _, bent in self.right)]


def combined(lines: Sequence[Line], weights: Sequence[Any]) -> Line:
    """The sum of weights times losses."""
    corners: dict[Any, Corner] = {}
    for line, weight in zip(lines, weights, strict=True):
        for x, corner in line.corners.items():
            now = corners.get(x, (0, 0, 0))
            corners[x] = tuple(old + weight * more for old, more in zip(now, corner))
    slope = sum(weight * line.slope for line, weight in zip(lines, weights))
    return Line(slope, sum(weight * line.curvature for line, weight in zip(lines, weights)), corners)


def two_sided(left: Any, right: Any, c: Any) -> Line:
    """F'' is `left` left of c and `right` beyond; F'(c) = 0."""
    return Line(-left * c, left, {c: (0 * c, 0 * c, right - left)})


def huber(a: Any, c: Any, C: Any) -> Line:
    """F' = a (w - c), held within [-C, C]."""
    return Line(-C, 0 * C, {c - C / a: (0 * C, 0 * C, a), c + C / a: (0 * C, 0 * C, -a)})


def absolute(g: Any, b: Any) -> Line:
    """|g (w - b)|; the subgradient at b is 0."""
    size = abs(g)
    return Line(-size, 0 * size, {b: (2 * size, size, 0 * size)})


def kinked(kinks: Sequence[Any], rises: Sequence[Any], left: Any, taken: Sequence[Any]) -> Line:
    """F' is -left times the sum of the rises, plus every rise that was passed, and at kink j taken_j of it."""
    corners: dict[Any, Corner] = {}
    for x, rise, share in zip(kinks, rises, taken, strict=True):
        jump, done, none = corners.get(x, (0 * rise,) * 3)
        corners[x] = (jump + rise, done + share * rise, none)
    return Line(-left * sum(rises), 0 * left, corners)


def bent(a: Any, c: Any, bends: Sequence[tuple[Any, Any]]) -> Line:
    """F'(c) = 0; F'' is a, and from every place x on grows by the bend there: [(x, bend)], equal places allowed."""
    corners: dict[Any, Corner] = {}
    for x, bend in bends:
        corners[x] = (0 * a, 0 * a, (corners[x][2] if x in corners else 0 * a) + bend)
    line = Line(0 * a, a, corners)
    return Line(-line.derivative(c), a, corners)


def rounded(a: Any, c: Any, bends: Sequence[Any], after: Sequence[Any]) -> Line:
    """F'' is after_j of the largest bend_j <= w (of equal ones the last), a left of all; F'(c) = 0."""
    last = dict(zip(bends, after, strict=True))
    places = sorted(last)
    before = [a, *(last[x] for x in places)]
    return bent(a, c, [(x, last[x] - old) for x, old in zip(places, before)])


def dented(a: Any, c: Any, dents: Iterable[tuple[Any, Any, Any]]) -> Line:
    """F'' is a, plus each dent from its bend over its width: [(bend, width, dent)]; F'(c) = 0."""
    return bent(a, c, [end for x, width, dent in dents for end in ((x, dent), (x + width, -dent))])
