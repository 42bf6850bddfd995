"""Zeng and Yin 2018, sufficient descent: decentralized gradient descent on losses that need not be convex.

Setting. x(k+1) = W x(k) - alpha grad f(x(k)), W symmetric doubly stochastic, lambda_n its smallest eigenvalue; f_i
L_i-smooth, bounded below, convex or not, L_f = max L_i. L_a(x) = sum_i f_i(x_i) + x'(I - W)x/(2 alpha).

Statement. L_a(x(k+1)) <= L_a(x(k)) - (1/2) ((1 + lambda_n)/alpha - L_f) ||x(k+1) - x(k)||^2. So with alpha < (1 +
lambda_n)/L_f it falls, and the squared moves of all rounds have a finite sum; in numbers (`sum`), at most 2
(L_a(x(0)) - sum_i min f_i)/((1 + lambda_n)/alpha - L_f).

Idea. A step is one of gradient descent on L_a: the descent lemma, and it telescopes.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant

_VALUE = "(local_gaps({0}) + links2({0})/(2*eta))"

_SUM_PROOF = """
let V = local_gaps(t) + links2(t)/(2*eta)
one: ((1 + lam_n)/eta - L)*moved2(t)/2 <= V - next(V) by above(next(x), x), smallest(next(x) - x)
always I: ((1 + lam_n)/eta - L)*sum(s < t, moved2(s)) <= 2*(start(V) - V)
  next by one, I
low: V >= 0 by least(x), largest(x), lam <= 1 with x - J(x)
claim by I, low
"""

DESCENT = Theorem(
    id="zeng2018.descent",
    title="Decentralized gradient descent, losses not convex: sufficient descent",
    place="Zeng and Yin 2018, the lemma on sufficient descent, as commonly cited; only the abstract could be read",
    statement="L_a(x(k+1)) <= L_a(x(k)) - (1/2) ((1 + lambda_n)/alpha - L_f) ||x(k+1) - x(k)||^2",
    family=declared("DGD", "dented", "quadratic", "bent"),
    variants=(
        Variant(
            "main",
            f"((1 + lam_n)/eta - L)*moved2(t)/2 <= {_VALUE.format('t')} - {_VALUE.format('t + 1')}",
            statement="one round, any step",
            derivation="claim by above(next(x), x), smallest(next(x) - x)",
        ),
        Variant(
            "sum",
            f"sum(s < t, moved2(s)) <= 2*{_VALUE.format('0')}/((1 + lam_n)/eta - L)",
            statement="the squared moves of all rounds have a finite sum",
            assume=("eta < (1 + lam_n)/L",),
            derivation=_SUM_PROOF,
        ),
    ),
)
