"""Lian et al. 2017, Lemma 5: powers of W average.

Statement. W symmetric, doubly stochastic, rho = max(|lambda_2|, |lambda_n|)^2 < 1: ||1/n - W^k e_i||^2 <= rho^k
for every i.

A round multiplies W^k e_i - 1/n by W - J, whose norm is sqrt(rho), and ||e_i - 1/n||^2 = 1 - 1/n: `sharp` keeps that
factor, and holds for products of any such W.
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from .setting import SOURCE

_SHRINKS = """
always I: sq(column - J(column)) <= (1 - 1/K)*(lam**2)**t
  start I by unit, unit_mean times 1/K
  next I by I, mixing(column)
"""

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
            derivation=_SHRINKS + "low: (lam**2)**t >= 0\nclaim by I, low",
        ),
        Variant(
            "sharp",
            "farthest_column2(t) <= (1 - 1/K)*rho**t",
            statement="max_i ||W^t e_i - 1/K||^2 <= (1 - 1/K) rho^t, any W, also one that changes",
            where={"rho": "lam**2"},
            family=matrices(S=(1, 2)),
            derivation=_SHRINKS + "claim by I",
        ),
    ),
)
