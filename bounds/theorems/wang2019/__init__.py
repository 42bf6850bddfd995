"""Wang, Sahu, Yang, Joshi and Kar 2019: MATCHA."""

from ...theorem import Theorem
from .consensus import CONSENSUS

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONSENSUS,)
