"""Nedic and Ozdaglar 2009, constant step, (c): the objective at each agent's own average over rounds.

Setting as in `consensus`, (a) and (b); xhat_i(k) = (x_i(0) + ... + x_i(k-1))/k.

Statement. f(xhat_i(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 (C/2 + 2 m C_1) for every agent i.
Divided by m here.

Idea. Subgradients are at most L, so F(xhat_i) <= F(yhat) + L mean_h ||x_i(h) - y(h)||, and (a) bounds the last.
"""

from ...theorem import Theorem, Variant
from .consensus import CONSTANTS, NEAR, SUBGRADIENT
from .consensus_constants import CITED
from .mean_average import OF_MEAN

_OF_OWN = f"""{OF_MEAN}\
let v = total - J(total), p = chosen(total)/t, q = J(total)/t
always apart2: norm(v) <= t*R
  next apart2 by apart2, near, triangle(v, y)
p_size: norm(grad(p)) <= sqrt(K)*G by root, slopes(p)
stretch: norm(t*(p - q)) <= sqrt(K)*norm(v) by root, chosen(v)
reached: norm(t*(p - q)) <= sqrt(K)*t*R by stretch, apart2
moved: F(p) - F(q) <= dot(grad(p), p - q) by convex(q, p)
first_part: norm(grad(p))*norm(t*(p - q)) <= norm(grad(p))*sqrt(K)*t*R by reached, norm(grad(p)) >= 0
second_part: norm(grad(p))*sqrt(K)*t*R <= K*G*t*R by p_size
t_moved: t*F(p) - t*F(q) <= dot(grad(p), t*(p - q)) by moved
apart3: t*F(p) - t*F(q) <= K*G*t*R by t_moved, cauchy(grad(p), t*(p - q)), first_part, second_part
roots: sqrt(K) <= K by root, K >= 2
reach: G*R <= 2*eta*G**2*K/c by roots, outgrow
printed2: 2*eta*G**2*K/c <= 2*eta*G**2*C1 by printed
extra: worst_gap_of_average(t) - gap_of_average(t) <= G*R by apart3 over K*t > 0
claim by most_of_mean, extra, reach, printed2
"""

OWN_AVERAGE = Theorem(
    id="nedic2009.own-average",
    title="Distributed subgradient method: the objective at each agent's own average",
    place=f"Nedic and Ozdaglar 2009, constant step, (c), {CITED}",
    statement="f(xhat_i(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 (C/2 + 2 m C_1)",
    family=SUBGRADIENT,
    first=1,
    variants=(
        Variant(
            "main",
            "worst_gap_of_average(t) <= error2(0)/(2*eta*t) + eta*G**2*((1 + 8*K*C1)/2 + 2*K*C1)/K",
            statement="f(xhat_i(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 (C/2 + 2 m C_1), divided by m",
            assume=("t >= 1", *NEAR),
            where=CONSTANTS,
            derivation=_OF_OWN,
        ),
    ),
)
