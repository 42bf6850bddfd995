"""DeceFL, supplement, Theorem 2: SI Theorem 1 on graphs that change, every W(t) with ||W(t) - J|| <= lambda <
1.

Setting. Algorithm SI (11), Assumptions 1 to 3; everything else as in `si_theorem_1`. Proof of `proof` and
`statement`. The proof by the energy in `si_theorem_1` takes one round at a time and uses of W(t) only that
it is doubly stochastic with ||W(t) - J|| <= lambda, for a lambda common to all rounds.
"""

from ...families import gossip
from ...theorem import Theorem
from ..supplement import GAMMA_STATEMENT, MEAN_IMPLICIT, ZETA_STATEMENT
from .hard_settings import AGREEING_MINIMA
from .si_theorem_1 import reading

SI_THEOREM_2 = Theorem(
    id="decefl.si-theorem-2",
    title="O(1/t) decay of the mean square error of the mean, graphs connected at every round",
    place="DeceFL, supplement, section 3, Theorem 2",
    statement="E||wbar(t) - w*||^2 <= zeta~/(t + Gamma), zeta~ of SI Theorem 1",
    family=gossip(scaled=True, turned=False, changing=True),
    rounds=30,
    variants=(
        reading("proof", "zeta and zeta~ as in the proof of SI Theorem 1", proved=True),
        reading(
            "statement",
            "zeta as in the statement of SI Theorem 1, zeta~ with 2 zeta m/K",
            zeta=ZETA_STATEMENT,
            gamma=GAMMA_STATEMENT,
            proved=True,
        ),
        reading(
            "statement-implicit",
            "zeta~ of the statement of SI Theorem 1, defined by itself",
            zeta=ZETA_STATEMENT,
            mean=MEAN_IMPLICIT,
            gamma=GAMMA_STATEMENT,
            more=("mu*delta - m > 2*m/K",),
            examples=({**AGREEING_MINIMA, "head": 0, "B": 1},),
        ),
    ),
)
