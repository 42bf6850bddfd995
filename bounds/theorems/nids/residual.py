"""Li, Shi and Yan 2019 (NIDS): the residual is o(1/k); in finite numbers, it can be summed over all rounds.

Setting, V_0 and (*) as in `step_range`.

Statement. What successive iterates differ by, squared, is o(1/k) for alpha < 2/L. Here: the violations of
consensus, x(k)'(I - W)x(k), and of optimality, alpha (2/L - alpha) ||grad f(x(k)) - h||^2, have sums over all
rounds of at most 2 V_0 and V_0; the latter bounds K alpha (2/L - alpha) ||(1/n) sum_i grad f_i(x_i(k))||^2.

Idea. (*) telescopes in V; the clients' mean of h is 0, and sqrt(B) x+ = (I - B)(th+ - th).
"""

from ...theorem import Theorem, Variant
from .step_range import CITED, CONSTANTS, FALL, NIDS, ROUND, STEP

_LINES = f"""{ROUND}
{FALL}
links: dot(next(x), next(x) - W(next(x)))/2 <= dot(v, v - W(v))/2 - sq(v - W(v))/4
  by smallest(v - W(v)), lam_n >= -lam, lam <= 1 with v - W(v)
along: sq(J(grad(x))) <= sq(g) with g - J(g)
less: next(V) - sq(next(b)) <= V - sq(b) - eta*(2/L - eta)*sq(J(grad(x))) - links2(t + 1)/2
  by step, links, fall, some, along with next(b)
"""
_SUM_PROOF = f"""{_LINES}always I: sum(s < t, K*eta*(2/L - eta)*mean_gradient2(s) + links2(s + 1)/2) <= V0 - V + sq(b)
  start by tension times zh, tension times W(zh), tension times grad(o), vanishing(qh) times zh,
    vanishing(qh) times W(zh), vanishing(qh) times grad(o)
  next by less, I
claim by I, low with e
"""
_BEST_PROOF = f"""{_LINES}lean: links2(t + 1)/2 <= V - sq(b) - next(V) + sq(next(b)) by less, some with J(grad(x))
always I: sum(1 <= s <= t, links2(s)) <= 2*V0 - 2*V + 2*sq(b)
  start by tension times zh, tension times W(zh), tension times grad(o), vanishing(qh) times zh,
    vanishing(qh) times W(zh), vanishing(qh) times grad(o)
  next by lean, I
below: sum(1 <= s <= t, links2(s)) <= 2*V0 by I, low with e
late: t > 0 by t >= 1
claim best by below, t*min(1 <= s <= t, links2(s)) <= sum(1 <= s <= t, links2(s))
"""

RESIDUAL = Theorem(
    id="nids.residual",
    title="NIDS: violations of consensus and optimality can be summed",
    place=f"Li, Shi and Yan 2019, the rate o(1/k) in finite numbers, {CITED}",
    statement="||z(k) - z(k+1)||^2 = o(1/k)",
    family=NIDS,
    variants=(
        Variant(
            "sum",
            "sum(s < t, K*eta*(2/L - eta)*mean_gradient2(s) + links2(s + 1)/2) <= V0",
            statement="the violations of all rounds, summed, are at most V_0",
            assume=STEP,
            where=CONSTANTS,
            derivation=_SUM_PROOF,
        ),
        Variant(
            "best",
            "min(1 <= s <= t, links2(s)) <= 2*V0/t",
            statement="the smallest violation of consensus in k rounds is at most 2 V_0/k",
            assume=("t >= 1", *STEP),
            where=CONSTANTS,
            derivation=_BEST_PROOF,
        ),
    ),
    first=1,
)
