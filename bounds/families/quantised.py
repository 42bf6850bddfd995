"""Random rounding to s levels (Alistarh, Grubic, Li, Tomioka and Vojnovic 2017, QSGD).

Coordinate v_i is sent as ||v|| sign(v_i) l/s, where l is one of the two integers around s |v_i|/||v||, at random so
that the mean is v_i, coordinates independently.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

from ..arithmetic import FLOAT, Arithmetic, fraction
from ..domains import REAL
from ..family import Family, Parameter

__all__ = ["QUANTISED", "QuantisedRun"]


class QuantisedRun:
    """values: v (d,), not 0; size s, the levels."""

    def __init__(
        self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, arithmetic: Arithmetic
    ):
        self._v, self._arithmetic = abs(values["v"]), arithmetic
        self.d, self.s = (arithmetic.number(sizes[name]) for name in ("d", "s"))

    @cached_property
    def norm2(self) -> Any:
        """||v||^2."""
        square = (self._v**2).sum()
        if square == 0:
            raise ArithmeticError("v = 0 has no direction")
        return square

    @cached_property
    def _places(self) -> list[Any]:
        """s |v_i|/||v||."""
        return [self._arithmetic.functions["sqrt"](self.s**2 * x**2 / self.norm2) for x in self._v]

    def _below(self, x: Any) -> int:
        """The level below s |x|/||v||, from its square, which is rational."""
        square = self.s**2 * x**2 / self.norm2
        exact = Fraction(square) if self._arithmetic is FLOAT else fraction(square)
        assert exact is not None
        return isqrt(exact.numerator // exact.denominator)

    @cached_property
    def lost2(self) -> Any:
        """E||Q(v) - v||^2."""
        up = [place - self._below(x) for place, x in zip(self._places, self._v)]
        return self.norm2 / self.s**2 * sum(p * (1 - p) for p in up)

    @cached_property
    def second2(self) -> Any:
        """E||Q(v)||^2."""
        found = self.norm2 * 0
        for place, x in zip(self._places, self._v):
            low = self._below(x)
            p = place - low
            found = found + p * (low + 1) ** 2 + (1 - p) * low**2
        return self.norm2 / self.s**2 * found

    @cached_property
    def sent(self) -> Any:
        """E of the number of coordinates of Q(v) that are not 0."""
        return sum(self._arithmetic.functions["min"](self.d * 0 + 1, place) for place in self._places)


QUANTISED = Family(
    "quantised",
    {"d": (2, 1, 3, 4), "s": (1, 2, 3)},
    (Parameter("v", ("d",), REAL),),
    QuantisedRun,
    wide={"d": (5, 9, 12)},
)
