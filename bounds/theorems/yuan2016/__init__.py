"""Yuan, Ling and Yin 2016: on the convergence of decentralized gradient descent."""

from ...theorem import Theorem
from .bounded_deviation import BOUNDED_DEVIATION
from .bounded_gradients import BOUNDED_GRADIENTS
from .convex import CONVEX
from .strongly_convex import STRONGLY_CONVEX

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (BOUNDED_GRADIENTS, BOUNDED_DEVIATION, CONVEX, STRONGLY_CONVEX)
