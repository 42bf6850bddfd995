"""Wang, Sahu, Yang, Joshi and Kar 2019 (MATCHA): consensus by mixing matrices that are drawn anew every round.

Setting. x+ = W(k) x, or x+ = W(k) x - eta g(x) with stochastic gradients g of mean variance sigma^2, independent over
clients; the W(k) are drawn independently, symmetric, doubly stochastic; rho = ||E[W'W] - J|| (`rho2`). MATCHA's W(k)
are those of random matchings; the paper combines after a step.

Statement. E||x(k) - 1 xbar||^2 shrinks by rho each round (`one-round`, `rounds`). With gradients, rho < 1, in numbers
of our own: E||x+ - 1 xbar+||^2 <= rho (2 - rho) E||x - 1 xbar||^2 + (2 - rho)/(1 - rho) eta^2 sum_i E||grad
f_i(x_i)||^2 + eta^2 (n - 1) sigma^2 (`learning`), where rho (2 - rho) = 1 - (1 - rho)^2 < 1.

Idea. W(k) is independent of x(k), so that E||W x - J x||^2 = x'(E[W'W] - J)x; Young's inequality with weight 1 - rho.
"""

from ..algorithms import Algorithm
from ..families.declared import declared
from ..theorem import Theorem, Variant

_ROUNDS = """
one: spread2(t + 1) <= rho2*spread2(t) by links(x)
always I: spread2(t) <= rho2**t*spread2(0)
  next by one, I
claim one-round by one
claim rounds by I
"""
_LEARNING = """
let v = W_hat(x) - J(x), g = grad(x) - J(grad(x)), c = 1 - rho2
room: c > 0 by rho2 < 1
stepped: spread2(t + 1) == sq(v - eta*g) + eta**2*(K - 1)*sigma2 by noise_xi1, mean_xi1
young: c*sq(v - eta*g) <= c*(1 + c)*sq(v) + (1 + c)*eta**2*sq(g) with c*v + eta*g
mixed: (1 + c)*sq(v) <= (1 + c)*rho2*spread2(t) by links(x), room
less: (1 + c)*eta**2*sq(g) <= (1 + c)*eta**2*gradients2(t) by room with eta*J(grad(x))
all: c*sq(v - eta*g) <= c*(1 + c)*rho2*spread2(t) + (1 + c)*eta**2*gradients2(t) by young, mixed, less, room
claim by stepped, all over room
"""

CONSENSUS = Theorem(
    id="wang2019.consensus",
    title="mixing matrices drawn every round: consensus in the mean",
    place="Wang, Sahu, Yang, Joshi and Kar 2019, the convergence analysis by rho, as commonly cited; the paper "
    "itself could not be "
    "read; `learning` in numbers of our own",
    statement="E||x(k) - 1 xbar||^2 <= rho^k ||x(0) - 1 xbar||^2, rho = ||E[W'W] - J||",
    family=declared(Algorithm("averaging", {"x": "mix(x)"}), drawn=True),
    rounds=6,
    variants=(
        Variant("one-round", "spread2(t + 1) <= rho2*spread2(t)", statement="one round", derivation=_ROUNDS),
        Variant("rounds", "spread2(t) <= rho2**t*spread2(0)", statement="k rounds", derivation=_ROUNDS),
        Variant(
            "learning",
            "spread2(t + 1) <= rho2*(2 - rho2)*spread2(t) + (2 - rho2)/(1 - rho2)*eta**2*gradients2(t) "
            "+ eta**2*(K - 1)*sigma2",
            statement="one round of decentralized SGD",
            assume=("rho2 < 1",),
            family=declared("dgd", drawn=True, noisy=True),
            derivation=_LEARNING,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (CONSENSUS,)
