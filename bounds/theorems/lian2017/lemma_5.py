"""Lian et al. 2017, Lemma 5: powers of W average.

Statement. W symmetric, doubly stochastic, rho = max(|lambda_2|, |lambda_n|)^2 < 1: ||1/n - W^k e_i||^2 <= rho^k
for every i.

Proof. W^k e_i - 1/n = (W - J)^k (e_i - 1/n), J = 11'/n, since W J = J W = J. The norm of W - J is sqrt(rho),
and ||e_i - 1/n||^2 = 1 - 1/n <= 1.
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from .setting import SOURCE

LEMMA_5 = Theorem(
    id="lian2017.lemma-5",
    title="powers of W average",
    place=f"Lemma 5; {SOURCE}",
    statement="||1/n - W^k e_i||^2 <= rho^k",
    family=matrices(),
    rounds=8,
    variants=(
        Variant(
            "main",
            "farthest_column2(t) <= rho**t",
            assume=("lam < 1",),
            where={"rho": "lam**2"},
            proved=True,
        ),
    ),
)
