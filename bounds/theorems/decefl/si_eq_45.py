"""DeceFL, supplement, (45): one round of the consensus error.

E||w(t+1) - 1 wbar(t+1)||^2 <= lambda^2 (1+Y) E||w(t) - 1 wbar(t)||^2 + eta_t^2 (1+1/Y) K chi^2, Y = (1/lambda^2 -
1)/2, so that lambda^2 (1+Y) = (1+lambda^2)/2. Idea: ||a + b||^2 <= (1+Y)||a||^2 + (1+1/Y)||b||^2 for mixing and
gradients, whose shares are at most 1.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ..fixed_step import ROUND
from ..supplement import KNOWN_CHI2

SI_EQ_45 = Theorem(
    id="decefl.si-eq-45",
    title="consensus recursion",
    place="DeceFL, supplement, proof of Theorem 1, (45)",
    statement="E||w(t+1)-1 wbar(t+1)||^2 <= lambda^2 (1+Y) E||w(t)-1 wbar(t)||^2 + eta_t^2 (1+1/Y) K chi^2",
    family=gossip(scaled=True, turned=False),
    variants=(
        Variant(
            "proof",
            "spread2(t + 1) <= lam**2*(1 + Y)*spread2(t) + step(t)**2*(1 + 1/Y)*K*chi2",
            statement="Y = (1/lambda^2 - 1)/2",
            assume=("0 < lam < 1", KNOWN_CHI2),
            where={"Y": "(1/lam**2 - 1)/2"},
            derivation=ROUND + "claim by round, open\n",
        ),
        Variant(
            "factor",
            "lam**2*(1 + Y) == (1 + lam**2)/2",
            assume=("0 < lam < 1",),
            where={"Y": "(1/lam**2 - 1)/2"},
            derivation="claim",
        ),
    ),
)
