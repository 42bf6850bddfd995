"""Mironov 2017: Renyi differential privacy."""

from ...theorem import Theorem
from .conversion import CONVERSION

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONVERSION,)
