"""Results that no paper states: found, and proved, here."""

from ...theorem import Theorem
from .tracking_step import TRACKING_STEP

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (TRACKING_STEP,)
