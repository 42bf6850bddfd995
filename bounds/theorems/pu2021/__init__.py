"""Pu and Nedic 2021: distributed stochastic gradient tracking."""

from ...theorem import Theorem
from .mean_model import MEAN_MODEL

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (MEAN_MODEL,)
