"""Nedic and Ozdaglar 2009, products of weights: products of the weight matrices approach 1/m geometrically.

Setting. A(0), A(1), ... doubly stochastic, self-weights and links at least eta, every B rounds connected, B0 =
(m-1) B.

Statement. For a product of k - s + 1 of them every entry is within 2 (1 + eta^-B0)/(1 - eta^B0) (1 -
eta^B0)^((k-s)/B0) of 1/m. Judged for B = 1, symmetric matrices, and the smallest entry, which is where a product
that still lacks an entry shows.

Proof. By (2) of `consensus_constants`, with x = eta^B0 and t = k - s + 1 factors, the columns of a product spread
over at most (1 - x)^floor(t/B0) <= (1 - x)^((t-1)/B0 - 1), and 1/m, their mean, lies between their ends. The
printed factor exceeds 2/(1 - x).
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from .consensus_constants import B0, CITED, CONNECTED

PRODUCTS = Theorem(
    id="nedic2009.products",
    title="Products of connected weight matrices approach the average",
    place=f"Nedic and Ozdaglar 2009, products of weights, {CITED}",
    statement="|[Phi(k,s)]_ij - 1/m| <= 2 (1 + eta^-B0)/(1 - eta^B0) (1 - eta^B0)^((k-s)/B0)",
    family=matrices(S=(1, 2, 3), head=(0,), B=(1,)),
    first=1,
    variants=(
        Variant(
            "main",
            "1/K - smallest(t) <= 2*(1 + 1/least**B0)/(1 - least**B0)*(1 - least**B0)**((t - 1)/B0)",
            statement="the smallest entry of a product of t = k - s + 1 matrices",
            assume=("t >= 1", *CONNECTED),
            where={"B0": B0},
            proved=True,
        ),
    ),
)
