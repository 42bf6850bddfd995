"""Shi, Ling, Wu and Yin 2015: EXTRA."""

from ...theorem import Theorem
from .linear_rate import LINEAR_RATE
from .lyapunov import LYAPUNOV
from .mean_model import MEAN_MODEL
from .residual import RESIDUAL

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (MEAN_MODEL, LYAPUNOV, RESIDUAL, LINEAR_RATE)
