"""What proofs about the objective `learning` have to know of it; `learning` says what the numbers mean."""

from __future__ import annotations

from typing import Protocol

from ..arrays import Array

__all__ = ["Constants"]


class Constants(Protocol):
    """Its shifts and weight, and what is known of the data."""

    @property
    def convex(self) -> bool:
        """Whether the convex bound below it is meant."""

    @property
    def factor(self) -> Array | None:
        """(n, k) B with M = BB', if data are known."""

    @property
    def name(self) -> str:
        """As `optimize` takes it."""

    @property
    def low(self) -> float:
        """s1."""

    @property
    def top(self) -> float:
        """s2."""

    @property
    def most(self) -> float:
        """What L stays below."""

    @property
    def kappa(self) -> float:
        """Weight of the noise."""
