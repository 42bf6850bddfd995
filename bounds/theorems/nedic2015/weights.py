"""Nedic and Olshevsky 2015: the weights of push-sum stay away from 0.

Setting as in `products`.

Statement. delta = inf over t and i of [A(t)...A(0) 1]_i is at least n^(-nB).

Idea: after m <= B (n - 1) rounds the self-loops alone leave n^(-m); later a node's weight is a sum of n entries of at
least n^(-B(n-1)).
"""

from ...theorem import Theorem, Variant
from .products import CITED, ONE, WINDOWS

_PROOFS = {
    "every-round": """
lowest: n**n*sum(i, A[i, j]) >= n by floor
each: n**n*at_least[j]*sum(i, A[i, j]) >= n*at_least[j] by lowest, at_least
all: n**n*least_total(t) >= n by each, at_one sum j
claim by all, n >= 1
""",
    "two-rounds": """
lowest: n**(2*n)*sum(i, A[i, j]) >= n**2 by floor_of_two
each: n**(2*n)*at_least[j]*sum(i, A[i, j]) >= n**2*at_least[j] by lowest, at_least
all: n**(2*n)*least_total(t) >= n**2 by each, at_one sum j
claim by all, n >= 1
""",
}

WEIGHTS = Theorem(
    id="nedic2015.weights",
    title="weights of push-sum stay away from 0",
    place=f"Nedic and Olshevsky 2015, the bound on delta, {CITED}",
    statement="[A(t)...A(0) 1]_i >= n^(-nB)",
    family=ONE,
    rounds=12,
    variants=tuple(
        Variant(
            label,
            "n**(-n*window) <= least_total(t)",
            statement=f"B = {B}",
            assume=(meets,),
            where={"window": B},
            family=family,
            derivation=_PROOFS[label],
        )
        for label, B, family, meets in WINDOWS
    ),
)
