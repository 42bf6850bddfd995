"""Scaman, Bach, Bubeck, Lee and Massoulie 2017: accelerated gossip and dual ascent. Its lower bound is an order, and is
not judged.
"""

from ...theorem import Theorem
from .chebyshev_gossip import CHEBYSHEV_GOSSIP
from .dual_ascent import DUAL_ASCENT
from .eigengap import EIGENGAP

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CHEBYSHEV_GOSSIP, EIGENGAP, DUAL_ASCENT)
