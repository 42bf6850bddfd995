"""Scaman, Bach, Bubeck, Lee and Massoulie 2017: accelerated gossip, dual ascent, and what its lower bounds rest
on: a chain of quadratics, and the diameter.
"""

from ...theorem import Theorem
from .chebyshev_gossip import CHEBYSHEV_GOSSIP
from .diameter import DIAMETER
from .dual_ascent import DUAL_ASCENT
from .eigengap import EIGENGAP
from .lower_bound import LOWER_BOUND

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CHEBYSHEV_GOSSIP, EIGENGAP, LOWER_BOUND, DUAL_ASCENT, DIAMETER)
