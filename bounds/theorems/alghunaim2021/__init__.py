"""Alghunaim, Ryu, Yuan and Sayed 2021: one analysis of decentralized methods that adapt, then combine."""

from ...theorem import Theorem
from .tracking import TRACKING

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (TRACKING,)
