"""DeceFL, supplement, Theorem 2: SI Theorem 1 on graphs that change, every W(t) with ||W(t) - J|| <= lambda <
1.

Setting. Algorithm SI (11), Assumptions 1 to 3; everything else as in `si_theorem_1`. "For any t in N_+" in
Assumption 3 may leave out W(0) (`-n-plus`, `lam_later`), doubly stochastic like every W(t).

Proof of `proof` and `statement`. The proof by the energy in `si_theorem_1` takes one round at a time and uses
of W(t) only that it is doubly stochastic with ||W(t) - J|| <= lambda, for a lambda common to all rounds.

Proof of `-n-plus`. `proof-n-plus` is SI Theorem 3 at B = 1, see there. `statement-n-plus`: in round 0, where
||W(0) y|| <= ||y|| is all we know, the terms of y in (E) are at most 2 eta ||y|| (2 ||h|| + ||h*||) <= 6
(delta/Gamma) chi sqrt(s(0)), and X(1) <= (1 - 2a/Gamma) X(0) + 6 (delta/Gamma) chi sqrt(s(0)) + (delta
chi/Gamma)^2. As s(0) <= K (a - 1) R/(2 Gamma^2) and (delta chi)^2 <= (a - 1) R/8, the last two are at most K
(1.07 + 1/16) (a - 1) R/Gamma^2, so X(1)/K <= (R/Gamma) (1 - (2a - 1.7 (a - 1))/Gamma) <= R/(Gamma + 1). From
there on as before.
"""

from dataclasses import replace
from re import sub

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import GAMMA_STATEMENT, MEAN_IMPLICIT, RANGE, ZETA_STATEMENT
from .hard_settings import AGREEING_MINIMA
from .si_theorem_1 import reading


def later(variant: Variant) -> Variant:
    """The variant with lambda over t >= 1; its proof is that of the variant, in prose."""
    where = {name: sub(r"\blam\b", "lam_later", text) for name, text in variant.where.items()}
    assume = tuple(sub(r"\blam\b", "lam_later", text) for text in variant.assume)
    return replace(variant, where=where, assume=assume, derivation="", proved=variant.holds)


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
            within=(*RANGE, GAMMA_STATEMENT),
            proved=True,
        ),
        later(reading("proof-n-plus", "as `proof`, lambda over t >= 1 only", proved=True)),
        later(
            reading(
                "statement-n-plus",
                "as `statement`, lambda over t >= 1 only",
                zeta=ZETA_STATEMENT,
                within=(*RANGE, GAMMA_STATEMENT),
                proved=True,
            )
        ),
        reading(
            "statement-implicit",
            "zeta~ of the statement of SI Theorem 1, defined by itself",
            zeta=ZETA_STATEMENT,
            mean=MEAN_IMPLICIT,
            within=(*RANGE, GAMMA_STATEMENT),
            more=("mu*delta - m > 2*m/K",),
            severity=Severity.TYPO,
            remains="True with zeta for the zeta~ on the right (`statement`)",
            examples=({**AGREEING_MINIMA, "head": 0, "B": 1},),
        ),
    ),
)
