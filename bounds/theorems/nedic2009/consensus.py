"""Nedic and Ozdaglar 2009, constant step, (a): with a constant step every agent stays near the average.

Setting. x_i(k+1) = sum_j a_ij(k) x_j(k) - alpha d_i(k), d_i a subgradient of f_i at x_i(k), ||d_i|| <= L (here G).
Weights as in `consensus_constants`; all ||x_j(0)|| <= alpha L, here at most alpha L from their mean, which a shift
of the origin makes of it. y(k) is the mean of the models.

Statement. ||y(k) - x_i(k)|| <= 2 alpha L C_1, C_1 = 1 + m/(1 - (1 - eta^B0)^(1/B0)) (1 + eta^-B0)/(1 - eta^B0).

Idea. A round pulls the models apart by at most alpha L sqrt(m) and mixing shrinks that, so the distance never exceeds
alpha L sqrt(m) m^2/(8 eta).
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant
from .consensus_constants import B0, C1, CITED, CONNECTED, NEAR_MEAN

SUBGRADIENT = declared("DGD", "linear", changing=True)
NEAR = (*CONNECTED, "farthest(0) <= eta*G")
CONSTANTS = {"B0": B0, "C1": C1}

FAR = f"""{NEAR_MEAN}
roots: sqrt(K) <= K by root, K >= 2
reach: R <= 2*eta*G*K/c by roots, outgrow
scaled: 2*eta*G*C1 >= 2*eta*G*K/c by printed
claim by near, block(y), reach, scaled
"""

CONSENSUS = Theorem(
    id="nedic2009.consensus",
    title="Distributed subgradient method: agents stay near their average",
    place=f"Nedic and Ozdaglar 2009, constant step, (a), {CITED}",
    statement="||y(k) - x_i(k)|| <= 2 alpha L C_1",
    family=SUBGRADIENT,
    variants=(
        Variant(
            "main",
            "farthest(t) <= 2*eta*G*C1",
            assume=NEAR,
            where=CONSTANTS,
            derivation=FAR,
        ),
    ),
)
