"""Yuan, Ling and Yin 2016, bounded deviation: every client stays within alpha D/(1 - beta) of the mean.

Setting and D as in `bounded_gradients`; beta is the second largest modulus of an eigenvalue of W, `lam` here. g and
gbar are the mean of the clients' gradients at their own models and at the mean model.

Statement. ||x_i(k) - xbar(k)|| <= alpha D/(1 - beta), and ||g(k) - gbar(k)|| <= alpha D L_h/(1 - beta).

Proof. From a common start x(k) - 1 xbar(k) = -alpha sum_(s<k) (W^(k-1-s) - J) grad f(x(s)), of norm at most alpha D
(1 + beta + ...) by `bounded_gradients`. The gradients of client i at x_i and at xbar differ by L_h ||x_i - xbar||
or less. The square of ||g - gbar|| is written as ||g||^2 + ||gbar||^2 - 2 g'gbar.
"""

from ...theorem import Theorem, Variant
from .bounded_gradients import CITED, COMMON, STEP, D

REACH = {**D, "reach": "eta*D/(1 - lam)"}

# What a round adds to the distance from the mean, the gradients bounded as in `bounded_gradients`.
STEP_FROM_MEAN = """\
let V = local_gaps(t) + links2(t)/(2*eta)
room: (1 + lam_n)/eta - L >= 0 by eta <= (1 + lam_n)/L
one: next(V) <= V by above(next(x), x), smallest(next(x) - x), room with next(x) - x
always A: V <= start(V)
  next by one, A
low: links2(t) >= 0 by largest(x), lam <= 1 with x - J(x)
grads: norm(grad(x)) <= D by root, A, low, steep(x)
mixed: norm(W(x) - J(x)) <= lam*norm(x - J(x)) by root, mixing(x)
flat: norm(grad(x) - J(grad(x))) <= norm(grad(x)) by root with J(grad(x))
step: norm(next(x) - J(next(x))) <= lam*norm(x - J(x)) + eta*D
  by triangle(W(x) - J(x), -eta*(grad(x) - J(grad(x)))), mixed, flat, grads
"""
DEVIATION = f"""
rise: 2*F(w0) - 2*minima_sum >= 0 by least(w0)
{STEP_FROM_MEAN}\
always B: norm(x - J(x)) <= reach
  next by step, B
"""
_MODELS_PROOF = f"""{DEVIATION}
claim by block(x - J(x)), B
"""
_GRADIENTS_PROOF = f"""{DEVIATION}
near: sq(J(grad(x)) - J(grad(J(x)))) <= L**2*sq(x - J(x)) by lipschitz(x, J(x))
  with grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))
square: sq(x - J(x)) <= reach**2 by B
more: K*reach**2 >= reach**2 by K >= 2, rise
claim by near, square, more with 1 - lam
"""

BOUNDED_DEVIATION = Theorem(
    id="yuan2016.bounded-deviation",
    title="Decentralized gradient descent: bounded deviation from the mean",
    place=f"Yuan, Ling and Yin 2016, bounded deviation, {CITED}",
    statement="||x_i(k) - xbar(k)|| <= alpha D/(1 - beta), ||g(k) - gbar(k)|| <= alpha D L_h/(1 - beta)",
    family=COMMON,
    variants=(
        Variant(
            "models",
            "farthest(t) <= reach",
            assume=STEP,
            where=REACH,
            derivation=_MODELS_PROOF,
        ),
        Variant(
            "gradients",
            "mean_gradient2(t) + global_gradient2(t) - 2*alignment(t) <= (L*reach)**2",
            statement="||g(k) - gbar(k)|| <= alpha D L_h/(1 - beta), squared",
            assume=STEP,
            where=REACH,
            derivation=_GRADIENTS_PROOF,
        ),
    ),
)
