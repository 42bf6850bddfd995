"""Tang, Lian, Yan, Zhang and Liu 2018: D2 does not feel how the clients' data differ.

Setting as in `mean_model`; f_i mu-strongly convex and L-smooth, W without negative eigenvalues, h = (grad f_i(w*))_i.
The paper has noise, losses that need not be convex, and lambda_n > -1/3.

Statement. Without noise D2 converges to a point where the mean of the gradients is 0, whatever the heterogeneity. In
numbers, for every step up to 2/L: ||x(t) - 1 w*||^2 <= max(1 - (2 - gamma L) mu gamma, lambda)^t (||x(0) - 1 w*||^2 +
gamma^2 h'(I - W)^+ h).

Idea. With e = x - 1 w*, v = psi + x - psi' - 1 w* and y+ = y + v from y = gamma (I - W)^+ h, V = ||e||^2 + y'(I - W)y
falls by ||(I - W)y||^2 and by what the gradient step contracts.
"""

from ...theorem import Theorem, Variant
from ..nids.step_range import DUAL
from .mean_model import CITED, D2

_MAIN_PROOF = f"""
let r = x - before, n = x - eta*grad(x) + r
state y: start eta*zh, next y + n - o
let e = x - o, v = n - o, g = grad(x) - grad(o), b = y - W(y)
let V = sq(e) + dot(y, b), top = max(1 - (2 - eta*L)*mu*eta, lam)
{DUAL}\
away: dot(v, v - W(v)) >= 0 by largest(v), lam <= 1 with v - J(v)
loss: dot(v - W(v), W(v)) >= 0 by spectrum(v), away, lam_n >= 0
room: 2 - eta*L >= 0 by eta <= 2/L
short: sq(e - eta*g) <= (1 - (2 - eta*L)*mu*eta)*sq(e) by cocoercive_convex(x, o), monotone(x, o), room
dual: (1 - lam)*dot(y, b) <= sq(b) by largest(y), lam <= 1 with lam*(y - J(y)) - W(y) + J(y), y - J(y)
low: dot(y, b) >= 0 by largest(y), lam <= 1 with y - J(y)
one: next(V) <= (1 - (2 - eta*L)*mu*eta)*sq(e) + lam*dot(y, b) by step, loss, short, dual
both: next(V) <= top*V by one, low, top >= 1 - (2 - eta*L)*mu*eta, top >= lam with e
sure: top >= 0 by top >= lam, lam >= 0
always I: V <= top**t*(distance2(0) + eta**2*tension2)
  start by tension times zh, vanishing(qh) times zh
  next by both, I, sure
claim by I, low
"""

LINEAR_RATE = Theorem(
    id="tang2018.linear-rate",
    title="D2: linear rate to the minimizer",
    place=f"Tang, Lian, Yan, Zhang and Liu 2018, convergence without a term of heterogeneity, {CITED}; in numbers of "
    "our own, without noise, for strongly convex losses and lambda_n >= 0",
    statement="convergence whatever the heterogeneity",
    family=D2,
    variants=(
        Variant(
            "main",
            "distance2(t) <= max(1 - (2 - eta*L)*mu*eta, lam)**t*(distance2(0) + eta**2*tension2)",
            statement="||x(t) - 1 w*||^2 <= rate^t (||x(0) - 1 w*||^2 + gamma^2 h'(I - W)^+ h), rate = max(1 - "
            "(2 - gamma L) mu gamma, lambda), lambda_n >= 0",
            assume=("lam < 1", "lam_n >= 0", "eta <= 2/L"),
            derivation=_MAIN_PROOF,
        ),
    ),
)
