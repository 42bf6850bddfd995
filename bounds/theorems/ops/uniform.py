"""What the readings of ops share: formulas of the printed constants, and the setting in which they are valid.

Lemmas 6 and 7 print C = 4, q = 1 - n^-n, delta_min = n^-n for "row-stochastic W on a strongly connected graph". No
such numbers can hold for all of those: an entry of W may be as small as one likes, a permutation never averages. The
works cited have self-loops and weights 1/(number of out-neighbours) >= 1/n. This reading is called `uniform`:

    (U) W(t) strongly connected for every t, W_ii(t) > 0, every positive entry at least 1/n.

Under (U), for products A = W(s) ... W(t-1) of m = t - s factors, tau(A) = max_jl sum_i |A_ji - A_li|/2 (Dobrushin),
omega_t = (W(0)...W(t-1))'1:

(U1) m >= n - 1: A_ji >= n^-(n-1). A set of nodes that node j has reached, if not all, has an arc that leaves it, and
     self-loops keep what is reached; so after n - 1 factors all are reached, by a path of n - 1 weights. Further
    factors average rows.
(U2) omega_t^(i) >= n^-(n-1) for every t: for t <= n - 1 by the self-loops, later omega is a column sum of (U1), n
     entries.
(U3) n >= 2: tau(A) <= (1 - n^(2-n))^floor(m/(n-1)): tau is submultiplicative, and with (U1) two rows of n - 1 factors
     share at least n n^-(n-1).
     Hence sum_{m>=1} tau_m <= n - 2 + (n-1)(n^(n-2) - 1) <= (n-1) n^(n-2).
(U4) |A_ji - omega_t^(i)/n| <= tau(A) and sum_i |A_ji - omega_t^(i)/n| <= 2 tau(A): omega_t'/n is an average of rows
     of A, and
     the entries of a difference of two rows sum to 0, so each is at most half the sum of moduli.
(U5) D = A diag(1/omega_t) - 11'/n has sum_ji |D_ji| <= 2 n^n tau(A) and entries <= n^(n-1) tau(A), so ||D||_F <= 2
     n^(n-1/2) tau(A).
     For n = 1 D = 0.
"""

from collections.abc import Mapping
from typing import Any

from ...families.digraphs import OUT_DEGREE, row_matrices
from ...families.pushsum_proof import push_sum
from ...theorem import Variant

__all__ = ["ANY", "C_1", "GRAPH", "PRINTED", "REGRET", "UNIFORM", "UNIFORM_MATRICES", "VALID", "printed"]

GRAPH = ("connected == 1", "own > 0")
PRINTED = {"C": "4", "q": "1 - n**(-n)", "delta": "n**(-n)", "alpha": "2*gamma*C*q/(delta*(1 - q))"}
_FACTORS = {"C1": "8*C*q/(delta*(1 - q)) + 1", "C2": "2*C*q/(delta*(1 - q))"}
C_1 = PRINTED | _FACTORS
# constants of which Lemmas 6 and 7 are true, as they are used: q Dobrushin's coefficient, n delta the least weight
VALID = {"C": "1", "q": "forgetting", "delta": "least_weight(t + 1)/n"} | _FACTORS
REGRET = "G**2*t*n*gamma*C1 + sigma2*t*gamma*(1 + n*C2) + n*{R2}/(2*gamma)"

ANY = push_sum()
UNIFORM = push_sum(OUT_DEGREE)
UNIFORM_MATRICES = row_matrices(OUT_DEGREE)


def printed(
    label: str, statement: str, left: str, right: str, where: Mapping[str, str] = PRINTED, **more: Any
) -> Variant:
    """A variant on strongly connected graphs with self-loops, with the printed constants."""
    return Variant(label, f"{left} <= {right}", statement=statement, assume=GRAPH, where=where, **more)
