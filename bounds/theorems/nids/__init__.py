"""Li, Shi and Yan 2019: NIDS, a decentralized method with network-independent step sizes."""

from ...theorem import Theorem
from .composite import COMPOSITE
from .linear_rate import LINEAR_RATE
from .residual import RESIDUAL
from .step_range import STEP_RANGE

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (STEP_RANGE, RESIDUAL, LINEAR_RATE, COMPOSITE)
