"""Nedic and Ozdaglar 2009, constant step, (b): the objective at the average over rounds of the mean model.

Setting as in `consensus`, (a); f = sum_i f_i = m F, X* its minimizers, yhat(k) = (y(0) + ... + y(k-1))/k.

Statement. f(yhat(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 C/2, C = 1 + 8 m C_1. Divided by m here.

Idea. y(k+1) = y(k) - (alpha/m) sum_j d_j and f_j(x_j) + d_j'(z - x_j) <= f_j(z): the gaps add up as for one agent, but
for what the models are from their mean, which (a) bounds.
"""

from ...theorem import Theorem, Variant
from .consensus import BY_LAMBDA, CONSTANTS, NEAR, NEAR_BY_LAMBDA, SUBGRADIENT
from .consensus_constants import CITED, NEAR_MEAN

# From norm(y) <= R on.
_SUMS = """
let e = J(x) - o, h = grad(x)
inner: dot(h, x - o) >= F(x) - F(o) by convex(o, x)
down: F(J(x)) - F(x) <= dot(grad(J(x)), -y) by convex(x, J(x))
h_size: norm(h) <= sqrt(K)*G by root, slopes(x)
j_size: norm(grad(J(x))) <= sqrt(K)*G by root, slopes(J(x))
size: R >= 0
short: norm(h)*norm(y) <= norm(h)*R by near, norm(h) >= 0
shorter: norm(h)*R <= sqrt(K)*G*R by h_size, size
apart: dot(h, y) <= sqrt(K)*G*R by cauchy(h, y), short, shorter
short2: norm(grad(J(x)))*norm(y) <= norm(grad(J(x)))*R by near, norm(grad(J(x))) >= 0
shorter2: norm(grad(J(x)))*R <= sqrt(K)*G*R by j_size, size
across: dot(grad(J(x)), -y) <= sqrt(K)*G*R by cauchy(grad(J(x)), -y), short2, shorter2
above: F(J(x)) - F(o) <= dot(h, e) + 2*sqrt(K)*G*R by inner, down, apart, across
scaled: 2*eta*(F(J(x)) - F(o)) <= 2*eta*(dot(h, e) + 2*sqrt(K)*G*R) by above
squares: eta**2*sq(J(h)) <= eta**2*K*G**2 by slopes(x) with eta*(h - J(h))
step: 2*eta*K*gap(t) <= K*error2(t) - K*error2(t + 1) + eta**2*K*G**2 + 4*eta*sqrt(K)*G*R by scaled, squares
always I: 2*eta*K*sum(s < t, gap(s)) <= K*error2(0) - K*error2(t) + t*(eta**2*K*G**2 + 4*eta*sqrt(K)*G*R)
  next by I, step
late: t > 0 by t >= 1
sign: K*error2(t) >= 0 with e
average: 2*eta*K*t*gap_of_average(t) <= 2*eta*K*sum(s < t, gap(s)) by jensen
all: 2*eta*K*t*gap_of_average(t) <= K*error2(0) + t*(eta**2*K*G**2 + 4*eta*sqrt(K)*G*R) by I, average, sign
"""
OF_MEAN = f"""{NEAR_MEAN}{_SUMS}
wider: 4*eta*sqrt(K)*G*R <= 4*eta**2*G**2*K/c by outgrow
inv: 1/c >= 1 by below, half
fitted: eta**2*K*G**2 + 4*eta**2*G**2*K/c <= eta**2*G**2*(1 + 8*K*K/c) by inv, K >= 2
last: eta**2*G**2*(1 + 8*K*K/c) <= eta**2*G**2*(1 + 8*K*C1) by printed
added: eta**2*K*G**2 + 4*eta*sqrt(K)*G*R <= eta**2*G**2*(1 + 8*K*C1) by wider, fitted, last
longer: t*(eta**2*K*G**2 + 4*eta*sqrt(K)*G*R) <= t*eta**2*G**2*(1 + 8*K*C1) by added
most_of_mean: gap_of_average(t) <= error2(0)/(2*eta*t) + eta*G**2*(1 + 8*K*C1)/(2*K) by all, longer over 2*eta*K*t > 0
"""
_BY_LAMBDA = f"""{NEAR_BY_LAMBDA}{_SUMS}
claim sharp by all over 2*eta*K*t > 0
"""

MEAN_AVERAGE = Theorem(
    id="nedic2009.mean-average",
    title="Distributed subgradient method: the objective at averages of the mean model",
    place=f"Nedic and Ozdaglar 2009, constant step, (b), {CITED}",
    statement="f(yhat(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 C/2",
    family=SUBGRADIENT,
    first=1,
    variants=(
        Variant(
            "main",
            "gap_of_average(t) <= error2(0)/(2*eta*t) + eta*G**2*(1 + 8*K*C1)/(2*K)",
            statement="f(yhat(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 C/2, divided by m",
            assume=("t >= 1", *NEAR),
            where=CONSTANTS,
            derivation=OF_MEAN + "claim by most_of_mean",
        ),
        Variant(
            "sharp",
            "gap_of_average(t) <= error2(0)/(2*eta*t) + eta*G**2*(1/2 + 2/(1 - lam))",
            statement="by lambda, the largest over rounds, and no m",
            assume=("t >= 1", *BY_LAMBDA),
            derivation=_BY_LAMBDA,
        ),
    ),
)
