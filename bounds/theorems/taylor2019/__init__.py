"""Taylor and Bach 2019: potential functions of first-order methods, found by computer."""

from ...theorem import Theorem
from .potential import POTENTIAL

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (POTENTIAL,)
