"""Bottou, Curtis and Nocedal 2018: stochastic gradients on strongly convex losses."""

from ...theorem import Theorem
from .descent import DESCENT
from .diminishing_step import DIMINISHING_STEP
from .fixed_step import FIXED_STEP

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (DESCENT, FIXED_STEP, DIMINISHING_STEP)
