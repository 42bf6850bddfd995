"""Alistarh, Grubic, Li, Tomioka and Vojnovic 2017: QSGD, gradients rounded at random."""

from ...theorem import Theorem
from .rounding import ROUNDING
from .sgd import SGD
from .theorem_3_2 import VARIANCE

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (ROUNDING, SGD, VARIANCE)
