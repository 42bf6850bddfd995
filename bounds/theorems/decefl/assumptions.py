"""DeceFL's supplement and DeFed, Assumptions 1 and 2 together: bounded gradients and strong convexity.

Printed, the bound is on E||g_k(w_k(t))||^2 along the run. Read as a bound for every w in R^n (the usual
"standard" assumption, and what "satisfied by l2-regularised regression" needs if it is to hold before a run),
it contradicts strong convexity: ||grad F_k(w)|| >= mu_k ||w - w_k^*|| is unbounded.

Proof of `along-run` (one dimension). grad F_k(w_k) = A_k (w_k - w_k^*) with A_k <= L_k, so w_k(t+1) = sum_{j !=
k} W_kj w_j + (W_kk - eta p_k A_k) w_k + eta p_k A_k w_k^*, coefficients >= 0 of sum 1: the hull of starts and
minimizers is never left, and chi is the largest gradient on it.
"""

from ...families.shared import GOSSIP, gossip
from ...theorem import Theorem, Variant

_HULL = gossip(noisy=False, offsets=False, turned=False)


def _assumptions(paper: str, place: str) -> Theorem:
    return Theorem(
        id=f"{paper}.assumptions",
        title="bounded gradients and strong convexity",
        place=place,
        statement=(
            "E||g_k(w)||^2 <= chi^2 and F_k is mu_k-strongly convex, satisfied by l2-regularised regression"
        ),
        family=GOSSIP,
        rounds=12,
        variants=(
            Variant(
                "everywhere",
                "gradients2(t) <= K",
                statement="||grad F_k(w)||^2 <= chi^2 for every w",
                vacuous=(
                    "no function on R^n is strongly convex and has bounded gradients: ||grad F_k(w)|| >= mu_k "
                    "||w - w_k^*||, which passes any chi at ||w - w_k^*|| > chi/mu_k"
                ),
            ),
            Variant(
                "along-run",
                "gradients2(t) <= K*chi2",
                statement="chi exists along a run: no iterate leaves the hull of starts and minimizers while eta "
                "sharpest <= own self-weight",
                assume=("step(0)*sharpest <= own",),
                family=_HULL,
                proved=True,
            ),
        ),
    )


DECEFL_ASSUMPTIONS = _assumptions(
    "decefl", "DeceFL, supplement, Assumptions 1 and 2 and the remark after Theorem 1"
)
DEFED_ASSUMPTIONS = _assumptions("defed", "DeFed, Assumptions 1 and 2 and the remark after Theorem 1")
