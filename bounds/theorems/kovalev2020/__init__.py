"""Kovalev, Salim and Richtarik 2020: linear rates of the proximal alternating predictor-corrector, accelerated."""

from ...theorem import Theorem
from .apapc import APAPC
from .papc import PAPC

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (PAPC, APAPC)
