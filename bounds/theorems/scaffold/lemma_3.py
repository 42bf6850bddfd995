"""SCAFFOLD, Lemma 3: the relaxed triangle inequality.

Statement. For vectors v_1, ..., v_tau of R^d: ||v_i + v_j||^2 <= (1 + a) ||v_i||^2 + (1 + 1/a) ||v_j||^2 for every
a > 0, and ||v_1 + ... + v_tau||^2 <= tau (||v_1||^2 + ... + ||v_tau||^2).

Proof. The first: the right side minus the left is ||sqrt(a) v_i - v_j/sqrt(a)||^2. The second: x -> ||x||^2 is
convex, so ||(1/tau) sum v_i||^2 <= (1/tau) sum ||v_i||^2; times tau^2.
"""

from ...families.vectors import vectors
from ...theorem import Theorem, Variant
from .setting import SOURCE

LEMMA_3 = Theorem(
    id="scaffold.lemma-3",
    title="relaxed triangle inequality",
    place=f"Lemma 3; {SOURCE}",
    statement="||v_i + v_j||^2 <= (1 + a)||v_i||^2 + (1 + 1/a)||v_j||^2, ||sum v_i||^2 <= tau sum ||v_i||^2",
    family=vectors(),
    first=None,
    variants=(
        Variant(
            "two",
            "first_two2 <= (1 + alpha)*first2 + (1 + 1/alpha)*second2",
            derivation="claim with alpha*a - b",
        ),
        Variant(
            "sum",
            "sum2 <= n*squares",
            derivation="claim with v[i] - v[j] sum i j",
        ),
    ),
)
