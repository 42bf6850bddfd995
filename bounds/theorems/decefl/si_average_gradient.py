"""DeceFL, supplement, proof of Theorem 1: the averaged gradient against the scaled gaps.

eta^2 ||h||^2 <= (2 eta^2 L/K) sum_k (F~_k(w_k) - F~_k^*), h = (1/K) sum_k grad F~_k(w_k), F~_k = (m_k/m)
F_k. Proof. ||h||^2 <= (1/K) sum ||grad F~_k||^2 (Jensen), and ||grad F~_k||^2 <= 2 (m_k/m) L_k (F~_k -
F~_k^*) by smoothness, m_k <= m.
"""

from ...families.shared import gossip
from ...theorem import Theorem, Variant

SI_AVERAGE_GRADIENT = Theorem(
    id="decefl.si-average-gradient",
    title="averaged gradient against the scaled gaps",
    place="DeceFL, supplement, proof of Theorem 1",
    statement="eta^2 ||h||^2 <= (2 eta^2 L/K) sum_k (F~_k(w_k) - F~_k^*)",
    family=gossip(scaled=True),
    rounds=6,
    variants=(
        Variant(
            "proof",
            "step(t)**2*mean_gradient2(t) <= 2*step(t)**2*L/K*tilde_gaps(t)",
            statement="h = (1/K) sum_k grad F~_k(w_k)",
            derivation="claim by steep(x), sharpest <= L, least(x) with grad(x) - J(grad(x))",
        ),
    ),
)
