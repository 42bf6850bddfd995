"""Karimireddy, Rebjock, Stich and Jaggi 2019: error feedback."""

from ...theorem import Theorem
from .error import ERROR

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (ERROR,)
