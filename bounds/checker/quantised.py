"""Random rounding of a vector to s levels of its norm: every outcome of every coordinate."""

from __future__ import annotations

import math
from typing import ClassVar

from .intervals import Number, number, sqrt, total
from .setting import Setting, need
from .vectors import Names, Vector, square


class Quantised(Setting):
    """v (d,), not 0; s levels. |v_i| becomes ||v|| l/s, l below or above s |v_i|/||v|| with the mean |v_i|."""

    sizes = frozenset({"d", "s"})
    shapes: ClassVar = {"v": "d"}
    v: Vector

    def complete(self) -> None:
        need("v" in self.given and "s" in self.size, "setting: v or s is lacking")

    def outcomes(self, x: Number) -> list[tuple[Number, int]]:
        """(probability, level) of the two levels around coordinate x."""
        if square(self.v) == 0:
            raise ZeroDivisionError("v = 0 has no direction")
        levels, share = self.size["s"], x * x / square(self.v)
        low = math.isqrt(int((levels * levels * share).low))
        up = levels * sqrt(share) - low
        return [(1 - up, low), (up, low + 1)]

    def expected(self, power: int) -> Number:
        """sum_i E l_i^power s^-power ||v||^power, for power 0 over the levels that are not 0."""
        found = total(p * level**power for x in self.v for p, level in self.outcomes(x) if level)
        return found if power == 0 else found * square(self.v) / self.size["s"] ** 2

    def lost2(self) -> Number:
        """The variance: the second moment less the square of the mean, which is v."""
        return self.expected(2) - square(self.v)

    constants: ClassVar[Names] = {
        "d": lambda s: number(s.size["d"]),
        "s": lambda s: number(s.size["s"]),
        "norm2": lambda s: square(s.v),
        "lost2": lost2,
        "second2": lambda s: s.expected(2),
        "sent": lambda s: s.expected(0),
    }
