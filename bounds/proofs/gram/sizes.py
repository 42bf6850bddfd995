"""Right sides of claims, as conditions on the start that a Gram SDP understands.

A right side is read as the largest of several sums. In a sum of norms each is sqrt(q A) with a rational q and a
quantity A that is linear in the Gram matrix (||w(0) - 1 wbar(0)||^2/K, ...); in a sum of squares each is q A. So
right <= 1 is a condition for each sum: linear for squares. For norms, sqrt(a) + sqrt(b) <= 1 says that (a, b) lies
below a convex curve, so below one of the chords of pieces that cover it: with sqrt(a) from m - h to m + h, the chord is
a/m + b/(1 - m) = 1 + h^2/(m (1 - m)).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from ...kernel.exact import LARGE, STANDARD, bits

__all__ = ["SIZES", "NotAHalfSpace", "Size", "cells", "size"]


class NotAHalfSpace(ArithmeticError):
    """The right side is no maximum of sums; one sentence says why."""


@dataclass(frozen=True)
class Part:
    """q K^power A of a quantity A (`name`; "" is the number one): itself, or under a root."""

    q: Fraction
    power: int
    name: str


@dataclass(frozen=True)
class Size:
    """The largest of `sums`; each adds up its parts, or their roots where `rooted`."""

    sums: tuple[tuple[Part, ...], ...]
    rooted: bool

    @property
    def constant(self) -> Part | None:
        """The only part, where it is of no quantity."""
        parts = self.sums[0]
        return parts[0] if len(self.sums) == len(parts) == 1 and not parts[0].name else None

    def __add__(self, other: object) -> Size:
        if isinstance(other, Fraction) and not other:
            return self
        if not isinstance(other, Size) or self.rooted != other.rooted:
            raise NotAHalfSpace("a norm is added to a square or to a number")
        return Size(
            tuple(_merged((*a, *b), self.rooted) for a, b in product(self.sums, other.sums)), self.rooted
        )

    __radd__ = __add__

    def __sub__(self, other: object) -> Size:
        return self + other * Fraction(-1) if isinstance(other, Size) else self + other

    def __rsub__(self, other: object) -> Size:
        return self * Fraction(-1) + other

    def __mul__(self, other: object) -> Size:
        if isinstance(other, Fraction):
            if other < 0 and (self.rooted or len(self.sums) > 1):
                raise NotAHalfSpace("a norm or a maximum is subtracted")
            factor = other * other if self.rooted else other
            kept = [[Part(p.q * factor, p.power, p.name) for p in parts if factor] for parts in self.sums]
            return Size(tuple(map(tuple, kept)), self.rooted)
        if not isinstance(other, Size):
            return NotImplemented
        one, two = (self, other) if other.constant else (other, self)
        if two.constant is None:
            raise NotAHalfSpace("a product of quantities of the start")
        if two.constant.q < 0 and len(one.sums) > 1:
            raise NotAHalfSpace("a maximum is subtracted")
        if one.rooted != two.rooted:
            one, two = (one, _root_of_square(two)) if one.rooted else (_root_of_square(one), two)
        c = two.constant
        assert c is not None
        sums = tuple(tuple(Part(p.q * c.q, p.power + c.power, p.name) for p in parts) for parts in one.sums)
        return Size(sums, one.rooted)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Size:
        if isinstance(other, Fraction):
            return self * (1 / other)
        return self * _inverse(other) if isinstance(other, Size) else NotImplemented

    def __rtruediv__(self, other: object) -> Size:
        return _inverse(self) * other if isinstance(other, Fraction) else NotImplemented

    def __neg__(self) -> Size:
        return self * Fraction(-1)

    def __pow__(self, exponent: object) -> Size:
        """The square of a norm; no other power is a sum of squares or of norms."""
        if exponent != 2 or not self.rooted or any(len(parts) > 1 for parts in self.sums):
            raise NotAHalfSpace("a power of a quantity of the start")
        return Size(self.sums, False)


def size(name: str, power: int, rooted: bool = False) -> Size:
    """K^power times a quantity, or the root of it."""
    return Size(((Part(Fraction(1), power, name),),), rooted)


def _root_of_square(value: Size) -> Size:
    """A constant c K^p as the root of its square."""
    c = value.constant
    if c is None or c.q < 0:
        raise NotAHalfSpace("a product of a norm and a square")
    return Size(((Part(c.q * c.q, 2 * c.power, ""),),), True)


def _inverse(value: Size) -> Size:
    c = value.constant
    if c is None:
        raise NotAHalfSpace("a quantity of the start in a denominator")
    return Size(((Part(1 / c.q, -c.power, ""),),), value.rooted)


def _merged(parts: Sequence[Part], rooted: bool) -> tuple[Part, ...]:
    """Parts of one quantity added up, where the sum is rational."""
    found: list[Part] = []
    for part in parts:
        for i, other in enumerate(found):
            if (other.power, other.name) == (part.power, part.name):
                root = _root(part.q * other.q) if rooted else Fraction(0)
                if root is not None:
                    found[i] = Part(part.q + other.q + 2 * root, part.power, part.name)
                    break
        else:
            found.append(part)
    return tuple(part for part in found if part.q)


def _root(q: Fraction) -> Fraction | None:
    top, bottom = isqrt(q.numerator), isqrt(q.denominator)
    return Fraction(top, bottom) if top * top == q.numerator and bottom * bottom == q.denominator else None


def _sqrt(value: Any) -> Any:
    if isinstance(value, Fraction):
        root = _root(value) if value >= 0 else None
        return Size(((Part(value, 0, ""),),), True) if root is None else root
    if value.rooted or any(len(parts) > 1 or parts[0].q < 0 for parts in value.sums):
        raise NotAHalfSpace("the root of a sum")
    return Size(value.sums, True)


def _largest(*values: Any) -> Any:
    sizes = [value for value in values if isinstance(value, Size)]
    if not sizes:
        return max(values)
    if len(sizes) < len(values) or len({value.rooted for value in sizes}) > 1:
        raise NotAHalfSpace("a maximum of unlike quantities")
    return Size(tuple(parts for value in sizes for parts in value.sums), sizes[0].rooted)


def _smallest(*values: Any) -> Any:
    if any(isinstance(value, Size) for value in values):
        raise NotAHalfSpace("a minimum")
    return min(values)


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(base, Size) or isinstance(exponent, Size) or exponent.denominator != 1:
        raise NotAHalfSpace("a power")
    if bits(base) * abs(exponent) > LARGE:
        raise NotAHalfSpace("a power of too many digits")
    return base ** int(exponent)


SIZES = replace(
    STANDARD, functions={"sqrt": _sqrt, "max": _largest, "min": _smallest, "abs": abs, "power": _power}
)


def cells(right: Size, finer: int, inside: bool = False) -> Iterator[list[dict[str, Fraction]]]:
    """Lists of conditions sum of coefficient * quantity <= 1, such that right <= 1 implies one of the lists.

    finer: into how many parts s is cut where a sum has two roots; a sum of more roots is bounded by its squares.
    inside: tangents instead of chords, so that each of the lists implies right <= 1 instead
    """
    choices = [list(_halves(parts, right.rooted, finer, inside)) for parts in right.sums]
    for choice in product(*choices):
        yield list(choice)


def _halves(parts: tuple[Part, ...], rooted: bool, finer: int, inside: bool) -> Iterator[dict[str, Fraction]]:
    shares = [[Fraction(1)] * len(parts)]
    if rooted and len(parts) == 2:
        middles = [Fraction(2 * i + 1, 2 * finer) for i in range(finer)]
        h = Fraction(0) if inside else Fraction(1, 2 * finer)
        above = [1 + h**2 / (m * (1 - m)) for m in middles]
        shares = [[m * c, (1 - m) * c] for m, c in zip(middles, above)]
    for share in shares:
        terms: dict[str, Fraction] = {}
        for part, s in zip(parts, share):
            terms[part.name] = terms.get(part.name, Fraction(0)) + part.q / s
        yield terms
