"""Yuan, Ying, Zhao and Sayed 2019: exact diffusion, diffusion whose bias is corrected."""

from ...theorem import Theorem
from .linear_rate import LINEAR_RATE
from .mean_model import MEAN_MODEL

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (MEAN_MODEL, LINEAR_RATE)
