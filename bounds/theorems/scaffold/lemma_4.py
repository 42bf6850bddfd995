"""SCAFFOLD, Lemma 4: separating mean and variance of a sum of random vectors.

Statement. Xi_1, ..., Xi_tau random in R^d, not necessarily independent, with E Xi_i = xi_i and E||Xi_i -
xi_i||^2 <= sigma^2: E||sum Xi_i||^2 <= ||sum xi_i||^2 + tau^2 sigma^2. If instead E(Xi_i | Xi_(i-1), ..., Xi_1)
= xi_i, so that the Xi_i - xi_i are a martingale difference sequence: E||sum Xi_i||^2 <= 2 E||sum xi_i||^2 + 2
tau sigma^2; the expectation on the right is meant, xi_i being random there.

Idea. With D = sum (Xi_i - xi_i), the first is Lemma 3 of D, and E D = 0; of the second, differences of a martingale
are orthogonal, so E||D||^2 = sum E||Xi_i - xi_i||^2.

Here: any n vectors of m outcomes; and trees of fair signs, where xi_i and the size of the noise depend on the
past.
"""

from ...families.vectors import vectors
from ...theorem import Theorem, Variant
from .setting import SOURCE

_DEPENDENT = """
spread: sq(sum(i, X[i] - M[i])) <= n*sum(i, sq(X[i] - M[i])) with X[i] - M[i] - X[j] + M[j] sum i j
level_sum: sum(i, sq(X[i] - M[i])) <= n*sigma2 by variance sum i
claim by spread, level_sum, mean
"""

_MARTINGALE = """
let m = sum(i, M[i]), D = sum(i, X[i] - M[i])
double: sum2 <= 2*sq(m) + 2*sq(D) with m - D
short: sq(D) <= n*sigma2 by variance sum i and apart sum i j
claim by double, short
"""

LEMMA_4 = Theorem(
    id="scaffold.lemma-4",
    title="separating mean and variance",
    place=f"Lemma 4; {SOURCE}",
    statement=(
        "E||sum Xi_i||^2 <= ||sum xi_i||^2 + tau^2 sigma^2; for martingale differences <= 2||sum xi_i||^2 +"
        " 2 tau sigma^2"
    ),
    family=vectors("random"),
    first=None,
    variants=(
        Variant(
            "dependent",
            "sum2 <= mean_sum2 + n**2*sigma2",
            statement="E||sum Xi_i||^2 <= ||sum xi_i||^2 + n^2 sigma^2",
            derivation=_DEPENDENT,
        ),
        Variant(
            "martingale",
            "sum2 <= 2*mean_sum2 + 2*n*sigma2",
            statement="E||sum Xi_i||^2 <= 2 E||sum xi_i||^2 + 2 n sigma^2, xi_i the conditional means",
            family=vectors("martingale"),
            derivation=_MARTINGALE,
        ),
    ),
)
