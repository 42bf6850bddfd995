"""Taylor, Hendrickx and Glineur 2017 (PESTO): the tight step of stochastic gradient descent that its code states."""

from ...theorem import Theorem
from .sgd_step import SGD_STEP

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (SGD_STEP,)
