"""Tang, Lian, Yan, Zhang and Liu 2018: D2, decentralized training over decentralized data."""

from ...theorem import Theorem
from .linear_rate import LINEAR_RATE
from .mean_model import MEAN_MODEL

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (MEAN_MODEL, LINEAR_RATE)
