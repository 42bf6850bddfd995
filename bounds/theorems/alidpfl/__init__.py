"""ALI-DPFL: differentially private federated learning with adaptive local iterations.

What has no verdict of its own, and why. Definition 1 is the usual definition; "differ in only a single entry" is read
both ways in `alidpfl.theorem-3`. Definition 2 defines xi, Lemma 1 (F inherits convexity, Lipschitz and smoothness
constants) is the triangle inequality. Definition 4 is Proposition 1 of Mironov (2017), used and proved in
`alidpfl.theorem-3`; the text's "advanced combination" is plain addition. (8) is garbled: its condition t > k tau is
never met inside the interval [(k-1) tau, k tau]; read as its surrounding text says, v starts an interval at w. It
also leaves v's noise undivided by B: a variant of `alidpfl.lemma-4`. (21) is Algorithm 1's average, as is (1); (7)
has the local models of t - 1 where (1) has those of t, which is what renumbering does in "k = k + 1". The accuracies'
causes ("significantly better", "to eliminate the influence of batches") cannot be decided from print: no repetitions,
delta, model, lambda or omega are given.
"""

from ...theorem import Theorem
from .best_tau import BEST_TAU
from .budget import BUDGET, ROUNDS
from .clipping import CLIPPING
from .definition_3 import DEFINITION_3, DEFINITION_5
from .descent import EQ_26, LEMMA_5, LEMMA_6
from .estimates import ESTIMATES
from .h_at_one import H_AT_ONE
from .jensen import EQ_37, JENSEN, MAXIMUM
from .lemma_3 import LEMMA_3, LEMMA_4
from .lemma_7 import EQ_30, LEMMA_7
from .supported_iterations import RESOURCE_RATIOS, SUPPORTED_ITERATIONS
from .tables import TABLES
from .theorem_1 import EQ_25, THEOREM_1
from .theorem_2 import THEOREM_2
from .theorem_2_displays import EQ_33, EQ_34, EQ_35, EQ_36, TELESCOPING
from .theorem_3 import LEMMA_2, THEOREM_3

__all__ = ["ALIDPFL"]

ALIDPFL: tuple[Theorem, ...] = (
    DEFINITION_3,
    DEFINITION_5,
    THEOREM_1,
    EQ_25,
    H_AT_ONE,
    LEMMA_3,
    LEMMA_4,
    THEOREM_2,
    EQ_26,
    LEMMA_5,
    LEMMA_6,
    EQ_30,
    LEMMA_7,
    TELESCOPING,
    EQ_33,
    EQ_34,
    EQ_35,
    EQ_36,
    JENSEN,
    EQ_37,
    MAXIMUM,
    ESTIMATES,
    BEST_TAU,
    THEOREM_3,
    LEMMA_2,
    CLIPPING,
    BUDGET,
    ROUNDS,
    SUPPORTED_ITERATIONS,
    RESOURCE_RATIOS,
    TABLES,
)
