"""Nedic and Olshevsky 2015, products of the column-stochastic matrices of push-sum forget where they started.

Setting. A(t)_ij = 1/d_j(t) where j sends to i, every node to itself as well, d_j the number that j sends to; the
graphs of any B rounds in a row together are strongly connected. W(t) = A(t)' in the names of the library. Judged for B
= 1, and for B = 2 with two matrices in turn.

Statement. There is phi(t) with |[A(t)...A(s)]_ij - phi_i(t)| <= 4 lambda^(t-s), lambda = (1 - n^(-nB))^(1/B). Half
the largest spread within a row is what the best phi leaves.

Proof. For a product P = W(s)...W(t) of m = t - s + 1 factors let tau be half the largest distance of two of its rows,
in sums of moduli; tau of a product is at most the product of the taus, and the spread within a column is at most 2
tau.
(1) B (n - 1) factors: a set of nodes that j has reached, if not all, has an arc that leaves it within B rounds, and
    self-loops keep what is reached; so all entries are at least n^(-B(n-1)), two rows share n times that, and tau <= 1
    - n^(1-B(n-1)) <= (1 - n^(-nB))^(n^(1+B)), by Bernoulli.
(2) m >= B (n - 1): at least m/(2B(n-1)) such blocks, and n^(1+B) >= 2 (n - 1): tau <= (1 - n^(-nB))^(m/B) = lambda^m.
(3) m < B (n - 1): tau <= 1, and lambda^m >= 1 - (n - 1) n^(-nB) >= 1/2. So tau <= 2 lambda^m for every m.  []
"""

from ...families.digraphs import OUT_DEGREE, row_matrices
from ...theorem import Theorem, Variant

CITED = "as commonly cited; only the abstract could be read"
ONE, TWO = row_matrices(OUT_DEGREE, S=(1, 2)), row_matrices(OUT_DEGREE, S=(2,))
# (label, B, family, what the graphs meet)
WINDOWS = (("every-round", "1", ONE, "connected == 1"), ("two-rounds", "2", TWO, "union_connected == 1"))
LAMBDA = {"lamB": "1 - n**(-n*window)"}

PRODUCTS = Theorem(
    id="nedic2015.products",
    title="products of push-sum matrices forget where they started",
    place=f"Nedic and Olshevsky 2015, the corollary on products of A(t), {CITED}",
    statement="|[A(t)...A(s)]_ij - phi_i(t)| <= 4 lambda^(t-s), lambda = (1 - n^(-nB))^(1/B)",
    family=ONE,
    rounds=12,
    variants=tuple(
        Variant(
            label,
            "half_spread(t) <= 4*lamB**(t/window)",
            statement=f"B = {B}, s = 0",
            assume=(meets,),
            where={"window": B, **LAMBDA},
            family=family,
            proved=True,
        )
        for label, B, family, meets in WINDOWS
    ),
)
