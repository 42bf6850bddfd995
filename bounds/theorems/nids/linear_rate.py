"""Li, Shi and Yan 2019 (NIDS): a linear rate in which the losses and the network do not multiply.

Setting and (*) as in `step_range`; f_i mu-strongly convex.

Statement. The rate is max(1 - (2 - alpha L) mu alpha, 1 - c (1 - lambda_2)) for steps below 2/L, c = 1/2 here (and
at best 1/(1 - lambda_n)). In numbers, ||x(k) - x*||^2 <= that^k (||x(0) - x*||^2 + 2 alpha^2 h'(I - W)^+ h), here
with lambda = max(lambda_2, -lambda_n) for lambda_2.

Idea. (*), with a gradient step that contracts by 1 - alpha mu (2 - alpha L) and th in the range of B.
"""

from ...theorem import Theorem, Variant
from .step_range import CITED, NIDS, ROUND, STEP

PROOF = f"""{ROUND}
short: sq(e - eta*g) <= (1 - (2 - eta*L)*mu*eta)*sq(e) by cocoercive_convex(x, o), monotone(x, o), room
dual: (1 - lam)*dot(y, y - W(y))/4 <= sq(b) by largest(y), lam <= 1 with lam*(y - J(y)) - W(y) + J(y), y - J(y)
let top = max(1 - (2 - eta*L)*mu*eta, (1 + lam)/2)
low: dot(y, y - W(y)) >= 0 by largest(y), lam <= 1 with y - J(y)
one: next(V) <= (1 - (2 - eta*L)*mu*eta)*sq(e) + (1 + lam)/2*dot(y, y - W(y))/2 by step, half, short, dual
both: next(V) <= top*V by one, low, top >= 1 - (2 - eta*L)*mu*eta, top >= (1 + lam)/2 with e
sure: top >= 0 by top >= (1 + lam)/2, lam >= 0
always I: V <= top**t*(distance2(0) + 2*eta**2*tension2)
  start by tension times zh, vanishing(qh) times zh
  next by both, I, sure
claim by I, low
"""

LINEAR_RATE = Theorem(
    id="nids.linear-rate",
    title="NIDS: linear rate, the network apart from the losses",
    place=f"Li, Shi and Yan 2019, the theorem on strongly convex losses, {CITED}",
    statement="rate max(1 - (2 - alpha L) mu alpha, 1 - c (1 - lambda_2))",
    family=NIDS,
    variants=(
        Variant(
            "main",
            "distance2(t) <= max(1 - (2 - eta*L)*mu*eta, (1 + lam)/2)**t*(distance2(0) + 2*eta**2*tension2)",
            statement="||x(k) - x*||^2 <= rate^k (||x(0) - x*||^2 + 2 alpha^2 h'(I - W)^+ h), c = 1/2",
            assume=STEP,
            derivation=PROOF,
        ),
    ),
)
