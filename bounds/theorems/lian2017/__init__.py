"""Lian, Zhang, Zhang, Hsieh, Zhang and Liu: can decentralized algorithms outperform centralized ones? D-PSGD.

x_i <- sum_j W_ij x_j - gamma (grad f_i(x_i) + noise), all from one start; rho = lambda^2, n = K clients, gamma
= eta. Assumption 1 bounds (1/n) sum_i ||grad f_i(x) - grad f(x)||^2 by zeta^2 at every x; the theorem reads it
at the mean models of the run alone, and so do the statements here, with the least zeta^2 that the run allows.
The theorem on local consensus is left out: its constant A could not be found in print.
"""

from ...theorem import Theorem
from .consensus import CONSENSUS
from .corollary_2 import COROLLARY_2
from .lemma_5 import LEMMA_5
from .theorem_1 import THEOREM_1
from .theorem_3 import THEOREM_3

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (THEOREM_1, COROLLARY_2, THEOREM_3, LEMMA_5, CONSENSUS)
