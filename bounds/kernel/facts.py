"""What is known of a polynomial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fact:
    """value >= 0 (> 0 if strict, = 0 if equal); every: at every round, not at the present one alone.

    of: the givens that it rests on
    """

    value: Any
    strict: bool = False
    every: bool = True
    equal: bool = False
    of: frozenset[str] = frozenset()

    @property
    def turned(self) -> Fact:
        return Fact(-self.value, False, self.every, self.equal, self.of)
