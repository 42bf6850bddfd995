"""Wang, Charles, Xu, Joshi, McMahan and others 2021: a field guide, with a proof for federated averaging."""

from ...theorem import Theorem
from .lemma_1 import LEMMA_1

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (LEMMA_1,)
