"""Chen and Sayed 2012: diffusion adaptation."""

from ...theorem import Theorem
from .diffusion import DIFFUSION

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (DIFFUSION,)
