"""Richtarik, Sokolov and Fatkhullin 2021: EF21, error feedback that compresses what gradients changed by."""

from ...theorem import Theorem
from .constants import CONSTANTS
from .lyapunov import LYAPUNOV
from .step import STEP

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONSTANTS, STEP, LYAPUNOV)
