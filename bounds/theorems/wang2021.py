"""Wang, Charles, Xu, Joshi, McMahan and others 2021, the step behind Lemma 1 (progress in a round of federated
averaging).

Setting. M clients with equal shares, convex and L-smooth losses, tau local steps of size eta between averages; xbar
the clients' mean at every step (the shadow sequence), gradient noise of variance at most sigma^2.

Statement. Each step, for eta <= 1/(4L): E F(xbar+) - F* <= (E||xbar - x*||^2 - E||xbar+ - x*||^2)/(2 eta) + eta
sigma^2/M + (L/M) sum_i E||x_i - xbar||^2 (`main`). Lemma 1 is its mean over the tau steps of a round. 1/(2L) is
enough (`sharp`).

Idea. Smoothness between xbar+ and x_i, convexity between x_i and x*; what ||xbar+ - xbar||^2 costs, L - 1/(2 eta)
makes up for.
"""

from ..families.federated import federated
from ..theorem import Theorem, Variant

_DERIVED = """
let m = J(x), v = J(y)
short: 2*eta*L <= 1 by assume1
value: F(v) <= F(o) + dot(grad(x), v - o) + L/2*sq(v - x) by above(v, x), below(o, x), mu > 0 with x - o
apart: sq(v - x) <= 2*sq(v - m) + 2*sq(m - x) with v + x - 2*m
claim by of_mean, variance, one_client, value, apart, short with v - m
"""
_CLAIM = "gap(t + 1) <= (error2(t) - error2(t + 1))/(2*eta) + eta*sigma2_max/N + L*apart2(t)"

LEMMA_1 = Theorem(
    id="wang2021.lemma-1",
    title="federated averaging: progress of a step",
    place="Wang et al. 2021, the section with a proof, Lemma 1 and its proof, as commonly cited; only the abstract "
    "could be "
    "read",
    statement="E F(xbar+) - F* <= (||xbar - x*||^2 - E||xbar+ - x*||^2)/(2 eta) + eta sigma^2/M + (L/M) sum_i ||x_i "
    "- xbar||^2",
    family=federated(uniform=True, fixed=True),
    rounds=3,
    variants=(
        Variant(
            "main",
            _CLAIM,
            assume=("eta <= 1/(4*L)",),
            derivation=_DERIVED.replace("assume1", "eta <= 1/(4*L)"),
        ),
        Variant(
            "sharp",
            _CLAIM,
            assume=("eta <= 1/(2*L)",),
            derivation=_DERIVED.replace("assume1", "eta <= 1/(2*L)"),
        ),
    ),
)

STATED: tuple[Theorem, ...] = (LEMMA_1,)
