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
# lambda itself in the place of what weights and connectedness say of it.
NEAR_BY_LAMBDA = """
let y = x - J(x), g = grad(x) - J(grad(x)), y0 = w0 - J(w0), k = 1 - lam, R = eta*sqrt(K)*G/k
pulled: sq(g) <= K*G**2 by slopes(x) with J(grad(x))
pull: norm(g) <= sqrt(K)*G by root, pulled
mixed: norm(W(x) - J(x)) <= lam*norm(y) by root, mixing(x)
begin: norm(y0) <= sqrt(K)*far(y0) by root, blocks(y0), block_sign(y0)
always near: norm(y) <= R
  start near by begin, farthest(0) <= eta*G
  next near by near, mixed, pull, triangle(W(x) - J(x), -eta*g)
"""
BY_LAMBDA = ("lam < 1", "farthest(0) <= eta*G")

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
        Variant(
            "sharp",
            "farthest(t) <= eta*G*sqrt(K)/(1 - lam)",
            statement="by lambda, the largest over rounds: 1 - lambda >= 8 eta/m^2 where W(t) is connected",
            assume=BY_LAMBDA,
            derivation=f"{NEAR_BY_LAMBDA}claim by near, block(y)\n",
        ),
    ),
)
