"""Gorbunov, Hanzely and Richtarik 2020: a unified theory of stochastic gradient methods."""

from ...theorem import Theorem
from .lyapunov import LYAPUNOV

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (LYAPUNOV,)
