"""Nedic, Olshevsky, Ozdaglar and Tsitsiklis 2009: distributed averaging."""

from ...theorem import Theorem
from .decrease import DECREASE

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (DECREASE,)
