"""Abadi et al. 2016: deep learning with differential privacy."""

from ...theorem import Theorem
from .noise import NOISE

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (NOISE,)
