"""Cao, Spielman and Yeh 2006: accelerated gossip, averaging with a shift register."""

from ...theorem import Theorem
from .shift_register import SHIFT_REGISTER

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (SHIFT_REGISTER,)
