"""Nedic and Ozdaglar 2009, constant step, (c): the objective at each agent's own average over rounds.

Setting as in `consensus`, (a) and (b); xhat_i(k) = (x_i(0) + ... + x_i(k-1))/k.

Statement. f(xhat_i(k)) <= f* + m dist^2(y(0), X*)/(2 alpha k) + alpha L^2 (C/2 + 2 m C_1) for every agent i.
Divided by m here.

Proof for B = 1. Subgradients are at most L, so F(xhat_i) <= F(yhat) + L mean_h ||x_i(h) - y(h)||, at most 2 alpha
L^2 C_1 more than in (b), by (a).
"""

from ...theorem import Theorem, Variant
from .consensus import CONSTANTS, NEAR, SUBGRADIENT
from .consensus_constants import CITED

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
            proved=True,
        ),
    ),
)
