"""The steps of a run: a fixed one, or of every round its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..arithmetic import Arithmetic
from ..formula import parse

__all__ = ["DECAYING", "Steps"]

DECAYING = "delta/(t + Gamma)"


@dataclass(frozen=True)
class Steps:
    """The step of round t as a formula of numbers and t; numbers: eta, or delta and Gamma, or none."""

    arithmetic: Arithmetic
    numbers: Mapping[str, Any]
    formula: str

    def step(self, t: Any) -> Any:
        """The step of round t."""
        if not self.numbers:
            return self.arithmetic.number(0)
        return parse(self.formula).evaluate({**self.numbers, "t": t}.__getitem__, self.arithmetic)

    @property
    def changes(self) -> bool:
        """Whether rounds have different steps."""
        return bool(self.numbers) and "t" in parse(self.formula).names

    def at(self, **numbers: Any) -> Steps:
        """With other numbers."""
        return replace(self, numbers={**self.numbers, **numbers})

    @property
    def eta(self) -> Any:
        """The fixed step."""
        return self.numbers.get("eta")

    @property
    def delta(self) -> Any:
        """The step of round t is delta/(t + Gamma)."""
        return self.numbers.get("delta")

    @property
    def Gamma(self) -> Any:
        """The step of round t is delta/(t + Gamma)."""
        return self.numbers.get("Gamma")
