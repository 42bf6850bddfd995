"""Zeng and Yin 2018: the gradients of decentralized gradient descent stay bounded, on losses that need not be convex.

Setting as in `descent`, all models started at one point, where x'(I - W)x = 0.

Statement. For alpha <= (1 + lambda_n)/L_f, ||grad f(x(k))||^2 <= 2 L_f (sum_i f_i(x(0)) - sum_i min f_i), as for
convex losses (Yuan, Ling and Yin 2016, bounded gradients).

Idea. By `descent` sum_i f_i(x_i(k)) stays below its start, and ||grad f_i||^2 <= 2 L_i (f_i - min f_i), convex or not.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant

_MAIN_PROOF = """
let V = local_gaps(t) + links2(t)/(2*eta)
room: (1 + lam_n)/eta - L >= 0 by assume1
one: next(V) <= V by above(next(x), x), smallest(next(x) - x), room with next(x) - x
always I: V <= start(V)
  next by one, I
low: links2(t) >= 0 by largest(x), lam <= 1 with x - J(x)
claim by I, low, steep(x)
"""

BOUNDED_GRADIENTS = Theorem(
    id="zeng2018.bounded-gradients",
    title="Decentralized gradient descent, losses not convex: bounded gradients",
    place="follows from the descent lemma of Zeng and Yin 2018; whether they state it could not be read",
    statement="||grad f(x(k))||^2 <= 2 L_f (sum_i f_i(x(0)) - sum_i min f_i)",
    family=declared("DGD", "dented", common=True, offsets=True),
    variants=(
        Variant(
            "main",
            "gradients2(t) <= 2*L*eps0",
            statement="for alpha <= (1 + lambda_n)/L_f and a common start",
            assume=("eta <= (1 + lam_n)/L",),
            derivation=_MAIN_PROOF,
        ),
    ),
)
