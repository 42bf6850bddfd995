"""Duchi, Agarwal and Wainwright 2012: distributed dual averaging, what optimization costs and what the network adds.

Setting. z_i(t+1) = sum_j p_ij z_j(t) + g_i(t), x_i(t) = argmin <z_i(t), x> + psi(x)/alpha, g_i a subgradient of f_i at
x_i, ||g_i|| <= L (here G), P symmetric and doubly stochastic; f the mean of the f_i, xhat_i the mean of the first T
models of agent i. Judged for a constant alpha, no constraint and psi(x) = ||x - w0||^2/2, w0 where all start: then
x_i = w0 - alpha z_i, and the method is x(t+1) = P x(t) - alpha g(t).

Statement. Theorem 1, f(xhat_i) - f(x*) <= psi(x*)/(alpha T) + alpha L^2/2 + (2 L/(n T)) sum_t sum_j alpha ||zbar(t) -
z_j(t)|| + (L/T) sum_t alpha ||zbar(t) - z_i(t)||, here with the largest of the distances for each (`basic`). The
network's term: alpha ||zbar(t) - z_i(t)|| <= alpha L sqrt(n)/(1 - sigma_2) (`network`; Theorem 2 prints 2 log(T sqrt
n)/(1 - sigma_2) + 3 for sqrt(n)/(1 - sigma_2)). Together f(xhat_i) - f(x*) <= psi(x*)/(alpha T) + alpha L^2 (1/2 + 3
sqrt(n)/(1 - sigma_2)) (`rate`).

Idea. The mean model takes the steps of one agent; subgradients at other points cost L times how far these are.
"""

from ..families.declared import declared
from ..theorem import Theorem, Variant

_BASIC = """
let y = x - J(x), e = J(x) - o, h = grad(x), c = grad(J(x))
inner: dot(h, x - o) >= F(x) - F(o) by convex(o, x)
down: F(J(x)) - F(x) <= dot(c, -y) by convex(x, J(x))
near: far(y) >= 0 by block_sign(y)
G_near: K*far(h)*far(y) <= K*G*far(y) by steps(x), near
c_near: K*far(c)*far(-y) <= K*G*far(y) by steps(J(x)), near, far_even(y) times K*far(c)
above: F(J(x)) - F(o) <= dot(h, e) + 2*K*G*far(y) by inner, down, blockwise(h, y), blockwise(c, -y), G_near, c_near
scaled: 2*eta*(F(J(x)) - F(o)) <= 2*eta*(dot(h, e) + 2*K*G*far(y)) by above
squares: eta**2*sq(J(h)) <= eta**2*K*G**2 by slopes(x) with eta*(h - J(h))
always I: 2*eta*K*sum(s < t, gap(s)) <= K*error2(0) - K*error2(t) + t*eta**2*K*G**2 + 4*eta*K*G*sum(s < t, farthest(s))
  next by I
late: t > 0 by t >= 1
sign: K*error2(t) >= 0 with e
average: 2*eta*K*t*gap_of_average(t) <= 2*eta*K*sum(s < t, gap(s)) by jensen
all: 2*eta*K*t*gap_of_average(t) <= K*error2(0) + t*eta**2*K*G**2 + 4*eta*K*G*sum(s < t, farthest(s))
  by I, average, sign
let v = total - J(total), p = chosen(total)/t, q = J(total)/t
always apart: far(v) <= sum(s < t, farthest(s))
  start apart by far_zero(w0)
  next apart by apart, far_triangle(v, y)
small: far(chosen(v)) >= 0 by block_sign(chosen(v))
bounded: K*far(grad(p))*far(chosen(v)) <= K*G*far(chosen(v)) by steps(p), small
within: K*G*far(chosen(v)) <= K*G*sum(s < t, farthest(s)) by chosen_far(v), apart
moved: t*F(p) - t*F(q) <= dot(grad(p), chosen(v)) by convex(q, p)
extra: K*t*(worst_gap_of_average(t) - gap_of_average(t)) <= K*G*sum(s < t, farthest(s))
  by moved, blockwise(grad(p), chosen(v)), bounded, within
basic: worst_gap_of_average(t) <= error2(0)/(2*eta*t) + eta*G**2/2 + 3*G*mean(s < t, farthest(s))
  by all over 2*eta*K*t > 0
"""
_NETWORK = """
let z = x - J(x), g = grad(x) - J(grad(x)), R = eta*G*sqrt(K)/(1 - lam)
pulled: sq(g) <= K*G**2 by slopes(x) with J(grad(x))
pull: norm(g) <= sqrt(K)*G by root, pulled
mixed: norm(W(x) - J(x)) <= lam*norm(z) by root, mixing(x)
always held: norm(z) <= R
  next held by held, mixed, pull, triangle(W(x) - J(x), -eta*g)
network: farthest(t) <= R by held, block(z)
"""
_RATE = """
always sums: sum(s < t, farthest(s)) <= t*R
  next by sums, network
term: 3*G*mean(s < t, farthest(s)) <= 3*G*R over t > 0
claim by basic, term
"""

DUAL_AVERAGING = Theorem(
    id="duchi2012.dual-averaging",
    title="distributed dual averaging: optimization and network terms",
    place="Duchi, Agarwal and Wainwright 2012, Theorems 1 and 2, as commonly cited; of the paper only the abstract "
    "could be read",
    statement="f(xhat_i(T)) - f(x*) <= psi(x*)/(alpha T) + alpha L^2/2 + (2 L/(n T)) sum_t sum_j alpha ||zbar - z_j|| "
    "+ (L/T) sum_t alpha ||zbar - z_i||",
    family=declared("DGD", "linear", common=True),
    first=1,
    variants=(
        Variant(
            "basic",
            "worst_gap_of_average(t) <= error2(0)/(2*eta*t) + eta*G**2/2 + 3*G*mean(s < t, farthest(s))",
            statement="Theorem 1, constant alpha, each distance at most the largest",
            assume=("t >= 1",),
            derivation=f"{_BASIC}claim by basic\n",
        ),
        Variant(
            "network",
            "farthest(t) <= eta*G*sqrt(K)/(1 - lam)",
            statement="the models are within alpha L sqrt(n)/(1 - sigma_2) of their mean",
            assume=("lam < 1",),
            derivation=f"{_NETWORK}claim by network\n",
        ),
        Variant(
            "rate",
            "worst_gap_of_average(t) <= error2(0)/(2*eta*t) + eta*G**2*(1/2 + 3*sqrt(K)/(1 - lam))",
            statement="both together",
            assume=("t >= 1", "lam < 1"),
            derivation=f"{_BASIC}{_NETWORK}{_RATE}",
        ),
    ),
).changing("network", "rate")

STATED: tuple[Theorem, ...] = (DUAL_AVERAGING,)
