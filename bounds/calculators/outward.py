"""Arithmetic in integers of a fixed binary point, rounded outwards: thousands of rounds in a second, and a proof.

A plain int stands for a number >= 0 rounded upwards, in units of 2^-BITS; an `Interval` for one that both ends enclose.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np

__all__ = ["BITS", "ONE", "UNIT", "Interval", "as_float", "over", "root", "root_of", "times", "up"]

BITS = 80
ONE = 1 << BITS


@dataclass(frozen=True)
class Interval:
    """A number between two integers, in units of 2^-BITS."""

    low: int
    high: int

    @classmethod
    def around(cls, numerator: int, denominator: int = 1) -> Interval:
        low, rest = divmod(numerator << BITS, denominator)
        return cls(low, low + (rest > 0))

    @classmethod
    def of(cls, x: Fraction) -> Interval:
        return cls.around(x.numerator, x.denominator)

    def __mul__(self, other: Interval) -> Interval:
        """Of numbers that are not negative."""
        return Interval(self.low * other.low >> BITS, -(-(self.high * other.high) >> BITS))

    def away(self, centre: Interval) -> int:
        """The largest distance of a number here from one there."""
        return max(abs(centre.high - self.low), abs(self.high - centre.low))


UNIT = Interval(ONE, ONE)


def up(x: Fraction) -> int:
    """x >= 0 in units of 2^-BITS, rounded upwards."""
    return Interval.of(x).high


def root_of(x: Fraction) -> int:
    """The square root of x >= 0 in units of 2^-BITS, rounded upwards."""
    return root(over(x.numerator << 2 * BITS, x.denominator))


def times(a: int, b: int) -> int:
    return -(-(a * b) >> BITS)


def over(a: int, b: int) -> int:
    """a/b, rounded upwards."""
    return -(-a // b)


def root(square: int) -> int:
    """The square root of a number in units of 4^-BITS, rounded upwards."""
    down = isqrt(square)
    return down if down * down == square else down + 1


def as_float(x: int) -> float:
    """The number rounded upwards, infinite beyond the largest float."""
    try:
        return float(np.nextafter(x / ONE, np.inf)) if x else 0.0
    except OverflowError:
        return float("inf")
