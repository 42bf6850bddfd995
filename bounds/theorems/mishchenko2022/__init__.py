"""Mishchenko, Malinovsky, Stich and Richtarik 2022: ProxSkip."""

from ...theorem import Theorem
from .scaffnew import SCAFFNEW

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (SCAFFNEW,)
