"""Taylor, Hendrickx and Glineur 2018: exact worst-case rates of the (proximal) gradient method."""

from ...theorem import Theorem
from .contraction import CONTRACTION

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONTRACTION,)
