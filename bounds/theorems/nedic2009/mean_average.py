"""Nedic and Ozdaglar 2009, constant step, (b): the objective at the average over rounds of the mean model.

Setting as in `consensus`, (a); f = sum_i f_i = m F, X* its minimizers, yhat(k) = (y(0) + ... + y(k-1))/k.

Statement. f(yhat(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 C/2, C = 1 + 8 m C_1. Divided by m here.

Proof for B = 1. y(k+1) = y(k) - (alpha/m) sum_j d_j and f_j(x_j) + d_j'(z - x_j) <= f_j(z), so for z in X*, dist
||y(k+1) - z||^2 <= ||y(k) - z||^2 - (2 alpha/m) (f(y(k)) - f*) + (4 alpha/m) L sum_j ||y(k) - x_j(k)|| + alpha^2
L^2. Summed and by convexity: F(yhat) - F* <= dist^2/(2 alpha k) + 2 L max ||y - x_j|| + alpha L^2/2. By the proof
of (a) the middle term is at most 4 alpha L^2 B0/x; as C_1 > 1 + B0/x, the printed 4 C_1 exceeds 4 B0/x + 1/2.
"""

from ...theorem import Theorem, Variant
from .consensus import CONSTANTS, NEAR, SUBGRADIENT
from .consensus_constants import CITED

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
            proved=True,
        ),
    ),
)
