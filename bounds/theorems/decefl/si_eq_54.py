"""DeceFL, supplement, (54), inside the proof of Proposition 1: the consensus error at a fixed step stays below
Xi.

Proof. (45) with eta_t = eta: s(t+1) <= q s(t) + eta^2 K chi^2 (1+lambda^2)/(1-lambda^2) with q =
(1+lambda^2)/2, so s(t) <= s(0) + that/(1-q), and 1 - q = (1-lambda^2)/2.

`sharp`: max{E||w(0) - 1 wbar(0)||^2, eta^2 chi^2/(1-lambda)^2}, at most 1/K of the printed second term and true at
lambda = 0. Idea: the triangle inequality in the norm (E||.||^2)^(1/2), and shares m_k/m that add up to 1, so that
E||G||^2 <= chi^2.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ..fixed_step import SPREAD_PRINTED, SPREAD_SHARP
from ..supplement import KNOWN_CHI2, XI, XI_SHARP

SI_EQ_54 = Theorem(
    id="decefl.si-eq-54",
    title="consensus error at a fixed step",
    place="DeceFL, supplement, proof of Proposition 1, (54)",
    statement=(
        "E||w(t) - 1 wbar(t)||^2 <= E||w(0) - 1 wbar(0)||^2 + 2 eta^2 K chi^2 (1+lambda^2)/(1-lambda^2)^2"
    ),
    family=gossip(scaled=True, fixed=True, turned=False),
    rounds=30,
    variants=(
        Variant(
            "proof",
            "spread2(t) <= Xi",
            assume=("0 < lam < 1", KNOWN_CHI2),
            where={"Xi": XI},
            derivation=SPREAD_PRINTED,
        ),
        Variant(
            "sharp",
            "spread2(t) <= Xi",
            statement="E||w(t) - 1 wbar(t)||^2 <= max{E||w(0) - 1 wbar(0)||^2, eta^2 chi^2/(1-lambda)^2}, lambda < 1",
            assume=("lam < 1", KNOWN_CHI2),
            where={"Xi": XI_SHARP},
            derivation=SPREAD_SHARP,
        ),
    ),
)
