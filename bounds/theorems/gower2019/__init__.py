"""Gower, Loizou, Qian, Sailanbayev, Shulgin and Richtarik 2019: stochastic gradients, a linear rate to a floor."""

from ...theorem import Theorem
from .theorem_3_1 import THEOREM_3_1

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (THEOREM_3_1,)
