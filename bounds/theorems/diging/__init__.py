"""Nedic, Olshevsky and Shi 2017: geometric convergence over time-varying graphs (DIGing)."""

from ...theorem import Theorem
from .mean_tracker import MEAN_TRACKER
from .rate import RATE

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (MEAN_TRACKER, RATE)
