"""Nedic and Ozdaglar 2009, constant step, (a): with a constant step every agent stays near the average.

Setting. x_i(k+1) = sum_j a_ij(k) x_j(k) - alpha d_i(k), d_i a subgradient of f_i at x_i(k), ||d_i|| <= L (here G).
Weights as in `consensus_constants`; all ||x_j(0)|| <= alpha L, here at most alpha L from their mean, which a shift
of the origin makes of it. y(k) is the mean of the models.

Statement. ||y(k) - x_i(k)|| <= 2 alpha L C_1, C_1 = 1 + m/(1 - (1 - eta^B0)^(1/B0)) (1 + eta^-B0)/(1 - eta^B0).

Proof for B = 1. Let b = 1 - x, x = eta^B0. The diameter of the models is at most 2 alpha L at first, every round
adds steps of diameter at most 2 alpha L, and B0 rounds shrink by b, (2) there. So at all rounds it is at most 2
alpha L (1 + 1 + ...), each power of b at most B0 times: 2 alpha L B0/(1 - b) = 2 alpha L B0/x, and a model is no
farther from the mean. As (1 - x)^(1/B0) >= 1 - x, C_1 > m (1 + 1/x)/(x (1 - x)) > m/x^2 > B0/x.
"""

from ...families.declared import declared
from ...theorem import Theorem, Variant
from .consensus_constants import B0, C1, CITED, CONNECTED

SUBGRADIENT = declared("DGD", "linear", changing=True)
NEAR = (*CONNECTED, "farthest(0) <= eta*G")
CONSTANTS = {"B0": B0, "C1": C1}

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
            proved=True,
        ),
    ),
)
