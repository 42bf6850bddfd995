"""Nedic and Olshevsky 2015: the weights of push-sum stay away from 0.

Setting as in `products`.

Statement. delta = inf over t and i of [A(t)...A(0) 1]_i is at least n^(-nB).

Proof. After m <= B (n - 1) rounds the self-loops alone leave n^(-m). Later, by (1) of `products`, a node's weight is
a sum of n entries of at least n^(-B(n-1)), the rounds before only averaging.  []
"""

from ...theorem import Theorem, Variant
from .products import CITED, ONE, WINDOWS

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
            f"B = {B}",
            "n**(-n*window)",
            "least_total(t)",
            assume=(meets,),
            where={"window": B},
            family=family,
            proved=True,
        )
        for label, B, family, meets in WINDOWS
    ),
)
