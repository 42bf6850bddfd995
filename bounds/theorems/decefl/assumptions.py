"""DeceFL's supplement and DeFed, Assumptions 1 and 2 together: bounded gradients and strong convexity.

Printed, the bound is on E||g_k(w_k(t))||^2 along the run. Read as a bound for every w in R^n (the usual
"standard" assumption, and what "satisfied by l2-regularised regression" needs if it is to hold before a run),
it contradicts strong convexity: ||grad F_k(w)|| >= mu_k ||w - w_k^*|| is unbounded.

`along-run` (one dimension): grad F_k(w_k) = A_k (w_k - w_k^*) with A_k <= L_k, so w_k(t+1) = sum_{j != k} W_kj w_j +
(W_kk - eta p_k A_k) w_k + eta p_k A_k w_k^*, coefficients >= 0 of sum 1: the hull of starts and minimizers is never
left, and the largest |F_k'| on it, hull_slope, is a chi.
"""

from ...families.shared import GOSSIP, gossip
from ...theorem import Theorem, Variant

_HULL = gossip(noisy=False, offsets=False, turned=False)
_IN_THE_HULL = """
short: eta*L <= own by step(0)*sharpest <= own, delta > 0, Gamma > 0, t >= 0
firm: eta*bend[i] <= own by short, bend_high, eta > 0
always high: place[i] <= hull_high and low: place[i] >= hull_low
  start high by start_high
  start low by start_low
  mixed_high: sum(j, weight[i, j]*(hull_high - place[j])) >= own*(hull_high - place[i])
    by weights, high[i == j] sum j
  mixed_low: sum(j, weight[i, j]*(place[j] - hull_low)) >= own*(place[i] - hull_low) by weights, low[i == j] sum j
  kept_high: (own - eta*bend[i])*(hull_high - place[i]) >= 0 by firm, high
  kept_low: (own - eta*bend[i])*(place[i] - hull_low) >= 0 by firm, low
  pull_high: eta*bend[i]*(hull_high - minimizer[i]) >= 0 by bend_low, minimizer_high, eta > 0
  pull_low: eta*bend[i]*(minimizer[i] - hull_low) >= 0 by bend_low, minimizer_low, eta > 0
  next high by mixed_high, kept_high, pull_high, bends times eta
  next low by mixed_low, kept_low, pull_low, bends times eta
most: slope[i] <= hull_slope by slope_high, high, bend_up
least: slope[i] >= -hull_slope by slope_low, low, bend_down
squares: slope[i]**2 <= hull_slope**2 by most, least
claim by slopes, squares sum i
"""


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
                "gradients2(t) <= K*hull_slope**2",
                statement="chi exists along a run: no iterate leaves the hull of starts and minimizers while eta "
                "sharpest <= own self-weight",
                assume=("step(0)*sharpest <= own",),
                family=_HULL,
                derivation=_IN_THE_HULL,
            ),
        ),
    )


DECEFL_ASSUMPTIONS = _assumptions(
    "decefl", "DeceFL, supplement, Assumptions 1 and 2 and the remark after Theorem 1"
)
DEFED_ASSUMPTIONS = _assumptions("defed", "DeFed, Assumptions 1 and 2 and the remark after Theorem 1")
