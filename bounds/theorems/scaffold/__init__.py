"""SCAFFOLD: the lemmas on vectors, samples and convex functions that its analysis (and much later work) rests on.

Lemma 1 and 2 (how to choose steps) state orders, not constants. Control variates beside local steps are in `drift`, for
two local steps of all clients; the one-round progress lemmas, of sampled clients and any number of steps, are not here.
"""

from ...theorem import Theorem
from .client_sampling import CLIENT_SAMPLING
from .drift import DRIFT
from .eq_9 import EQ_9
from .lemma_3 import LEMMA_3
from .lemma_4 import LEMMA_4
from .lemma_5 import LEMMA_5
from .lemma_6 import LEMMA_6

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (LEMMA_3, LEMMA_4, LEMMA_5, LEMMA_6, EQ_9, CLIENT_SAMPLING, DRIFT)
