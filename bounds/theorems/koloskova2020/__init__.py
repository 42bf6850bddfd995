"""Koloskova, Loizou, Boreiri, Jaggi and Stich: a unified theory of decentralized SGD.

x_i <- sum_j W_ij (x_j - eta (grad f_j(x_j) + noise)), n = K clients, one round of gossip a step (tau = 1), W
fixed. What speaks of the mean model alone is the same for the method that mixes first, whose exact moments with
noise the library has. Theorem 2 gives orders; it is judged with constants of our own.
"""

from ...theorem import Theorem
from .consensus_rate import CONSENSUS_RATE
from .descent_convex import DESCENT_CONVEX
from .descent_nonconvex import DESCENT_NONCONVEX
from .step_tuning import STEP_TUNING
from .theorem_2 import THEOREM_2

__all__ = ["STATED"]

STATED: tuple[Theorem, ...] = (CONSENSUS_RATE, DESCENT_CONVEX, DESCENT_NONCONVEX, STEP_TUNING, THEOREM_2)
