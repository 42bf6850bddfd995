"""Yuan, Alghunaim, Ying and Sayed 2020: exact diffusion with stochastic gradients.

Setting as in `yuan2019.linear-rate`, each gradient with noise of mean variance sigma^2, independent over clients and
rounds; f_i mu-strongly convex and L-smooth, h = (grad f_i(w*))_i.

Statement. With noise exact diffusion tends linearly to a neighbourhood of w* whose size does not depend on how the
clients differ, which that of diffusion does. The paper's orders are finer; in numbers of our own, for eta <= 1/L:
E||x(t) - 1 w*||^2 <= top^t (||x(0) - 1 w*||^2 + 2 eta^2 h'(I - A)^+ h) + eta^2 n sigma^2/(1 - top), top = max(1 -
eta mu, (1 + lambda)/2).

Idea. As for `nids.linear-rate`: the noise adds eta^2 n sigma^2 to what a round leaves.
"""

from ..families.declared import declared
from ..theorem import Theorem, Variant
from .nids.step_range import ROUND
from .yuan2019.mean_model import ALGORITHM

_STEP = "step: sq(v + b) == sq(e - eta*g)\n  by "
_NOISY = ROUND.replace("eta <= 2/L", "eta <= 1/L").replace(
    _STEP,
    "step: sq(v + b) == sq(e - eta*g) + eta**2*K*sigma2\n"
    "  by noise_xi1, vanishing(r - eta*grad(o) + b) times eta*xi1,\n  ",
)
_PROOF = f"""let r = x - before, n = x - eta*(grad(x) + xi1) + r
{_NOISY}
let c = eta*mu, D = dot(y, y - W(y))
short: eta*L <= 1 by eta <= 1/L
close: sq(e - eta*g) <= (1 - (2 - eta*L)*mu*eta)*sq(e) by cocoercive_convex(x, o), monotone(x, o), room
near: sq(e - eta*g) <= (1 - c)*sq(e) by close, short with e
dual: (1 - lam)*D/4 <= sq(b) by largest(y), lam <= 1 with lam*(y - J(y)) - W(y) + J(y), y - J(y)
low: D >= 0 by largest(y), lam <= 1 with y - J(y)
one: next(V) <= (1 - c)*sq(e) + (1 + lam)/2*D/2 + eta**2*K*sigma2 by step, half, near, dual
both: next(V) <= top*V + eta**2*K*sigma2 by one, low, top >= 1 - eta*mu, top >= (1 + lam)/2 with e
sure: top >= 0 by top >= (1 + lam)/2, lam >= 0
below: 1 - top > 0 by cases top == 1 - eta*mu, top == (1 + lam)/2
  case
    shown: 1 - top > 0 by case, eta*mu > 0
  case
    shown: 1 - top > 0 by case, lam < 1
let f = eta**2*K*sigma2/(1 - top)
down: next(V) - f <= top*(V - f) by both
always I: V - f <= top**t*(distance2(0) + 2*eta**2*tension2 - f)
  start by tension times zh, vanishing(qh) times zh
  next by down, I, sure
total: V <= top**t*(distance2(0) + 2*eta**2*tension2) + f by I
claim by total, low
"""

NOISE = Theorem(
    id="yuan2020.noise",
    title="Exact diffusion with noise: a floor that heterogeneity does not raise",
    place="Yuan, Alghunaim, Ying and Sayed 2020, mean-square convergence of exact diffusion, as commonly cited; the "
    "paper itself could not be read; in numbers of our own",
    statement="linear convergence to a neighbourhood that does not depend on the gradients at w*",
    family=declared(ALGORITHM, noisy=True),
    variants=(
        Variant(
            "main",
            "distance2(t) <= top**t*(distance2(0) + 2*eta**2*tension2) + eta**2*K*sigma2/(1 - top)",
            statement="E||x(t) - 1 w*||^2 <= top^t (||x(0) - 1 w*||^2 + 2 eta^2 h'(I - A)^+ h) + eta^2 n "
            "sigma^2/(1 - top)",
            where={"top": "max(1 - eta*mu, (1 + lam)/2)"},
            assume=("lam < 1", "eta <= 1/L"),
            derivation=_PROOF,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (NOISE,)
