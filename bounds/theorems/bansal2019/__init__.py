"""Bansal and Gupta 2019: potential functions of gradient methods."""

from ...theorem import Theorem
from .potential import POTENTIAL

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (POTENTIAL,)
