"""Li et al. 2020, Lemma 1: one step of FedAvg, all clients taking part.

Statement. F_k L-smooth and mu-strongly convex, eta_t <= 1/(4L), wbar_t = sum_k p_k w_k(t), gbar_t = sum_k p_k
grad F_k(w_k(t)), g_t its stochastic counterpart, Gamma = F* - sum_k p_k F_k^*: E||wbar_(t+1) - w*||^2 <= (1 -
eta mu) E||wbar_t - w*||^2 + eta^2 E||g_t - gbar_t||^2 + 6 L eta^2 Gamma + 2 E sum_k p_k ||wbar_t - w_k(t)||^2.

Proof. It follows from `sharper`, as Gamma >= 0.

The bound is not tight: `sharper`, which the paper does not state, needs no Gamma and 3/8 of V. Idea: as in
`khaled2020.convexity`; at eta <= 1/(4L) the factor of the gap is at most -eta.
"""

from ...families.federated import federated
from ...theorem import Theorem, Variant
from ..local_rounds import STEP
from .setting import SOURCE

_SHORT = f"{STEP}\nshort: 4*L*eta <= 1 by eta <= 1/(4*L)"
_END = "claim by stepped, pulled, climb, above_zero, short, L > 0, eta > 0"

LEMMA_1 = Theorem(
    id="li2020.lemma-1",
    title="one step of FedAvg",
    place=f"Lemma 1; {SOURCE}",
    statement=(
        "E||wbar_(t+1) - w*||^2 <= (1 - eta mu)E||wbar_t - w*||^2 + eta^2 E||g_t - gbar_t||^2 + 6 L eta^2 "
        "Gamma + 2 E sum p_k ||wbar_t - w_k||^2"
    ),
    family=federated(fixed=True),
    rounds=3,
    variants=(
        Variant(
            "main",
            "error2(t + 1) - (1 - eta*mu)*error2(t) <= eta**2*noise2(t) + 6*L*eta**2*Fstar + 2*apart2(t)",
            statement="the error after a step less (1 - eta mu) times the error before it",
            assume=("eta <= 1/(4*L)",),
            derivation=f"{_SHORT}\nsome: Fstar >= 0 by least(o)\n{_END}, some with x - m",
        ),
        Variant(
            "sharper",
            "error2(t + 1) - (1 - eta*mu)*error2(t) <= eta**2*noise2(t) + 3*apart2(t)/8",
            statement="without Gamma, and with 3/8 for 2: not in the paper",
            assume=("eta <= 1/(4*L)",),
            derivation=f"{_SHORT}\n{_END} with x - m",
        ),
    ),
)
