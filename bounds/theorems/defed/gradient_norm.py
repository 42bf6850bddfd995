"""DeFed, (25), inside the proof of Proposition 1: squared local gradients bounded by gaps.

(1/K) sum ||grad F_k(w_k)||^2 <= (1/K) sum 2 mu_k (F_k(w_k) - F_k^*) <= 2 mu (F(w_k(t)) - F*) + 2 mu zeta, zeta
= F* - (1/K) sum F_k^*. The free index k on the right is read as the mean over clients; `second-local` reads
F(w_k) as the client's own F_k(w_k), which makes the step an equality where all mu_k are equal and leaves it
false where they are not. What fails and the repair: see `decefl.gradient-norm`.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant
from ...verdict import Severity
from ..decefl.gradient_norm import FIRST, REPAIRED
from ..supplement import CONNECTED

DEFED_GRADIENT_NORM = Theorem(
    id="defed.gradient-norm",
    title="squared local gradients against gaps",
    place="DeFed, proof of Proposition 1, (25)",
    statement=(
        "(1/K) sum ||grad F_k(w_k)||^2 <= (1/K) sum 2 mu_k (F_k(w_k) - F_k^*) <= 2 mu (F(w_k(t)) - "
        "F*) + 2 mu zeta"
    ),
    family=gossip(scaled=True, fixed=True),
    rounds=0,
    variants=(
        FIRST,
        Variant(
            "second",
            "curved_gaps(t)/K <= 2*mu*F_of_clients(t) + 2*mu*(Fstar - minima_sum/K)",
            statement="the second inequality",
            assume=(CONNECTED,),
            severity=Severity.SUBSTANCE,
            remains="With F_k(w_k) for F(w_k) and one curvature mu_k = mu it is an equality",
        ),
        Variant(
            "second-local",
            "curved_gaps(t)/K <= 2*mu*local_gaps(t)/K",
            statement="the second inequality, (1/K) sum F_k(w_k) for F(w_k)",
            assume=(CONNECTED,),
            severity=Severity.CONSTANT,
            remains="With max_k mu_k for mu on the right",
        ),
        REPAIRED,
    ),
)
