"""DeceFL, supplement, (52): squared local gradients bounded by gaps.

(1/K) sum ||grad F_k(w_k)||^2 <= (1/K) sum 2 mu_k (F_k(w_k) - F_k^*) <= (2 mu/K)(F(wbar) - F*) + (mu L/K)||w - 1
wbar||^2 + 2 mu zeta.

The first step turns strong convexity around: it gives ||grad F_k||^2 >= 2 mu_k (F_k - F_k^*). The bound from
above is smoothness, ||grad F_k||^2 <= 2 L_k (F_k - F_k^*) (`repaired`; proof: F_k^* <= F_k(w - grad F_k(w)/L_k)
<= F_k(w) - ||grad F_k(w)||^2/(2 L_k)). The second step fails too, as mu_k is not mu and F(wbar) weighs clients
by m_k/m. Read with mu for mu_k and F~_k for F_k throughout (`second-tilde`) it still fails: sum F~_k(w_k)
exceeds F(wbar) by sum <grad F~_k(wbar), w_k - wbar> to first order, the right side by a square.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..supplement import CONNECTED

# DeFed's (25) begins with the same step.
FIRST = Variant(
    "first",
    "gradients2(t)/K <= curved_gaps(t)/K",
    statement="the first inequality",
    assume=(CONNECTED,),
    severity=Severity.CONSTANT,
    remains="True with L_k for mu_k (`repaired`), as for every smooth loss",
)
REPAIRED = Variant(
    "repaired",
    "gradients2(t)/K <= steep_gaps(t)/K",
    derivation="claim by own_steep(x)",
)

_SECOND = "2*mu/K*gap(t) + mu*L/K*spread2(t) + 2*mu*"
_REMAINS = "Proposition 1 itself, which does without this step (`decefl.si-proposition-1:statement-scaled`)"

DECEFL_GRADIENT_NORM = Theorem(
    id="decefl.gradient-norm",
    title="squared local gradients against gaps",
    place="DeceFL, supplement, proof of Proposition 1, (52)",
    statement=(
        "(1/K) sum ||grad F_k(w_k)||^2 <= (1/K) sum 2 mu_k (F_k(w_k) - F_k^*) <= (2 "
        "mu/K)(F(wbar)-F*) + (mu L/K)||w-1 wbar||^2 + 2 mu zeta"
    ),
    family=gossip(scaled=True, fixed=True),
    rounds=0,
    variants=(
        FIRST,
        Variant(
            "second",
            f"curved_gaps(t)/K <= {_SECOND}(Fstar - minima_sum)/K",
            statement="the second inequality, zeta = (F* - Fbar*)/K with Fbar* = sum_k F_k^*",
            assume=(CONNECTED,),
            severity=Severity.SUBSTANCE,
            remains=_REMAINS,
        ),
        Variant(
            "second-scaled",
            f"curved_gaps(t)/K <= {_SECOND}(Fstar - tilde_minima_sum)/K",
            statement="the second inequality, zeta = (F* - Fbar*)/K with Fbar* = sum_k (m_k/m) F_k^*",
            assume=(CONNECTED,),
            severity=Severity.SUBSTANCE,
            remains=_REMAINS,
        ),
        Variant(
            "second-tilde",
            f"2*mu*tilde_gaps(t)/K <= {_SECOND}(Fstar - tilde_minima_sum)/K",
            statement="the same for F~_k = (m_k/m) F_k in place of F_k, and mu in place of mu_k",
            assume=(CONNECTED,),
            severity=Severity.SUBSTANCE,
            remains=_REMAINS,
        ),
        REPAIRED,
    ),
)
