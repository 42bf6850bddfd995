"""Yu, Yang and Zhu 2019: parallel restarted SGD."""

from ...theorem import Theorem
from .deviation import DEVIATION

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (DEVIATION,)
