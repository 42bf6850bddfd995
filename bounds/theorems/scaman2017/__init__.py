"""Scaman, Bach, Bubeck, Lee and Massoulie 2017: accelerated gossip, dual ascent, and what its lower bounds say of
communication; as a whole they are orders, and are not judged.
"""

from ...theorem import Theorem
from .chebyshev_gossip import CHEBYSHEV_GOSSIP
from .diameter import DIAMETER
from .dual_ascent import DUAL_ASCENT
from .eigengap import EIGENGAP

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CHEBYSHEV_GOSSIP, EIGENGAP, DUAL_ASCENT, DIAMETER)
