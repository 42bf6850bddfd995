"""Shi, Ling, Wu and Yin 2015: EXTRA. Its linear rate, Theorem 3.7 with the constant of (3.38) and
(3.39), is not stated here yet: the text with these displays could not be read."""

from ...theorem import Theorem
from .lyapunov import LYAPUNOV
from .mean_model import MEAN_MODEL
from .residual import RESIDUAL

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (MEAN_MODEL, LYAPUNOV, RESIDUAL)
