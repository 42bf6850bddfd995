"""Kovalev, Salim and Richtarik 2020: optimal and practical methods, of which the one without acceleration is judged."""

from ...theorem import Theorem
from .papc import PAPC

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (PAPC,)
