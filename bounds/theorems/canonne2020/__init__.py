"""Canonne, Kamath and Steinke 2020: the discrete Gaussian, and a conversion that accountants use."""

from ...theorem import Theorem
from .conversion import CONVERSION

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONVERSION,)
