"""What a certificate speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..objectives import Objective

__all__ = ["Subject"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Subject:
    """The part that all certificates share: which objective they bound, and over which weights.

    objective: with its step, labels, groups and target; None while a method is at work. signed: whether weights may be
    negative.
    """

    objective: Objective | None = None
    signed: bool = False
