"""Yuan, Ling and Yin 2016, strong convexity: with strong convexity the mean model contracts to a floor of order alpha.

Setting and D as in `bounded_gradients`; F mu-strongly convex and L-smooth. c_1 = 1/(mu + L), c_2 = mu L/(mu + L).

Statement. For alpha <= min((1 + lambda_n)/L_h, c_1): ||e(k+1)||^2 <= c_3^2 ||e(k)||^2 + c_4^2, e = xbar - x*, where
for any delta > 0 c_3^2 = 1 - alpha c_2 + alpha delta - alpha^2 delta c_2 and c_4^2 = alpha^3 (alpha + 1/delta)
L_h^2 D^2/(1 - beta)^2. With delta = c_2/(2 (1 - alpha c_2)), c_3^2 = 1 - alpha c_2/2; this is what is judged. Here
mu and L are those of all clients, which F has too.

Proof. e(k+1) = (e - alpha gbar) + alpha (gbar - g). By coercivity, e'gbar >= c_1 ||gbar||^2 + c_2 ||e||^2, so ||e -
alpha gbar||^2 <= (1 - 2 alpha c_2) ||e||^2 for alpha <= 2 c_1. Young's inequality with the weight alpha delta gives
(1 + alpha delta) of this and alpha (alpha + 1/delta) ||gbar - g||^2, where ||gbar - g|| <= alpha L_h D/(1 - beta)
by `bounded_deviation`; and (1 + alpha delta)(1 - 2 alpha c_2) <= (1 + alpha delta)(1 - alpha c_2) = c_3^2. Over all
rounds the floors add up to at most c_4^2/(1 - c_3^2).

`certified-gap`, `certified-spread`, `certified-descent`: without D; `yuan2016.certified` is their proof.
"""

from ...theorem import Theorem, Variant
from .bounded_gradients import CITED, COMMON, STEP, D
from .certified import certified

STRONGLY_CONVEX = Theorem(
    id="yuan2016.strongly-convex",
    title="Decentralized gradient descent: linear convergence to a neighbourhood",
    place=f"Yuan, Ling and Yin 2016, strong convexity, {CITED}",
    statement="||e(k+1)||^2 <= (1 - alpha c_2/2) ||e(k)||^2 + alpha^3 (alpha + 1/delta) L_h^2 D^2/(1 - beta)^2",
    family=COMMON,
    variants=(
        Variant(
            "main",
            "one round, with delta = c_2/(2 (1 - alpha c_2))",
            "error2(t + 1) - (1 - eta*c2/2)*error2(t)",
            "eta**3*(eta + 1/delta_)*L**2*D**2/(1 - lam)**2",
            assume=(*STEP, "eta <= 1/(mu + L)"),
            where={**D, "c2": "mu*L/(mu + L)", "delta_": "c2/(2*(1 - eta*c2))"},
            proved=True,
        ),
        Variant(
            "all-rounds",
            "the same summed over rounds: a floor after linear convergence",
            "error2(t) - (1 - eta*c2/2)**t*error2(0)",
            "2*eta**2*(eta + 1/delta_)*L**2*D**2/(c2*(1 - lam)**2)",
            assume=(*STEP, "eta <= 1/(mu + L)"),
            where={**D, "c2": "mu*L/(mu + L)", "delta_": "c2/(2*(1 - eta*c2))"},
            proved=True,
        ),
        *certified(),
    ),
)
