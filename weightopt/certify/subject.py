"""What a certificate speaks of, and what proofs about `learning` have to know of that objective."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from mixproof.spectral.network import Network

from ..arrays import Array

__all__ = ["Bounded", "Constants", "Subject"]


class Bounded(Protocol):
    """An objective, as far as its certificates know it."""

    @property
    def name(self) -> str:
        """As `optimize` takes it."""

    def lower_bound(self, network: Network, certificate: Any, signed: bool = False) -> float:
        """A number that no feasible weights get below."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Subject:
    """The part that all certificates share: which objective they bound, and over which weights.

    objective: with its step, labels, groups and target; None while a method is at work. signed: whether weights may be
    negative.
    """

    objective: Bounded | None = None
    signed: bool = False


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
