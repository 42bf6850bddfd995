"""Bun and Steinke 2016: zero-concentrated differential privacy, rho-zCDP."""

from ...theorem import Theorem
from .conversion import CONVERSION

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONVERSION,)
