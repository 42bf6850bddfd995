"""What a certificate speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from mixproof.spectral.network import Network

__all__ = ["Bounded", "Subject"]


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
