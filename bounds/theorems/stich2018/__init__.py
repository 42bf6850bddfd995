"""Stich, Cordonnier and Jaggi 2018: sparsified SGD with memory (Mem-SGD), its operators, its lemmas."""

from ...theorem import Theorem
from .contraction import CONTRACTION
from .lemma_3_1 import LEMMA_3_1
from .lemma_3_2 import LEMMA_3_2
from .lemma_3_3 import LEMMA_3_3
from .unbiased import UNBIASED

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONTRACTION, UNBIASED, LEMMA_3_1, LEMMA_3_2, LEMMA_3_3)
