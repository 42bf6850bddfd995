"""ops, Lemma 7: products of row-stochastic matrices forget: |[W(t)'...W(s)']_ij - psi_i(t)| <= C q^(t-s), C = 4, q =
1 - n^-n.

A schedule may start anywhere, so s = 0. Left in the refuted variants: half the largest spread within a row of the
printed product, which no choice of psi can beat. `main`, any weights with self-loops: false, weak links forget as
slowly as one likes. `no-self-loops`: false, a permutation never forgets, though its weights are 1. `edges-may-rest`:
false, as for Lemma 6. `uniform`: true, with psi(t) = omega_{t+1}/n for all s at once. Proof. Let m = t - s + 1
factors; by (U4) and (U3) of `uniform` the left side is at most r^(m-n+2), r = (1 - n^(2-n))^(1/(n-1)), and at most 1.
(1 - n^-n)^(n-1) >= 1 - (n-1) n^-n >= 1 - n^(2-n), so r <= q; and q^n >= 1 - n n^-n >= 1/2. So it is at most q^m
q^-(n-2) <= 2 q^m for m >= n - 1, and 1 <= 2 q^m for m < n - 1.  [] This proves q^(t-s+1) too, which Lemma 9 uses with
the number of factors in the exponent (`power`), and ||W^k - 1 psi'||_F <= n C q^k (`frobenius`). `repaired`, any
weights: tau(m factors) <= (1 - n w_min^(n-1))^floor(m/(n-1)); stated at multiples of n - 1 factors, no exponent
rounded. The proof is that of (U3), with w_min for 1/n.
"""

from ...families.digraphs import OUT_DEGREE, row_matrices
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .uniform import GRAPH, UNIFORM_MATRICES

_Q = {"q": "1 - n**(-n)"}

LEMMA_7 = Theorem(
    id="ops.lemma-7",
    title="products forget where they started",
    place="ops, supplement, Lemma 7",
    statement="|[W(t)'...W(s)']_ij - psi_i(t)| <= 4 (1 - n^-n)^(t-s)",
    family=row_matrices(n=(2, 3), S=(1, 2)),
    rounds=12,
    variants=(
        Variant(
            "main",
            "half_spread(t) <= 4*q**t",
            statement="any weights, self-loops",
            assume=GRAPH,
            where=_Q,
            severity=Severity.MISSING,
            remains="True with self-loops and positive entries of at least 1/n.",
            examples=({"n": 2, "S": 1, "W": [[["126/127", "1/127"], ["1/80", "79/80"]]]},),
        ),
        Variant(
            "no-self-loops",
            "half_spread(t) <= 4*q**t",
            statement="weights at least 1/n, self-loops not required",
            assume=("connected == 1", "n*least >= 1"),
            where=_Q,
            examples=({"n": 2, "S": 1, "W": [[[0, 1], [1, 0]]]},),
            severity=Severity.MISSING,
            remains="Self-loops are needed: a permutation never averages.",
        ),
        Variant(
            "edges-may-rest",
            "half_spread(t) <= 4*q**t",
            statement="weights at least 1/n, self-loops, only the union of the graphs strongly connected",
            assume=("union_connected == 1", "own > 0"),
            where=_Q,
            family=row_matrices(OUT_DEGREE, n=(2,), S=(2, 10)),
            note="The links may stay away for as long as one likes",
            examples=({"n": 2, "S": 10, "W": [[[1, 0], [0, 1]]] * 9 + [[["1/2", "1/2"], ["1/2", "1/2"]]]},),
            severity=Severity.MISSING,
            remains="Every W(t) has to be strongly connected, or windows of them jointly.",
        ),
        Variant(
            "uniform",
            "error(t) <= 4*q**t",
            statement="weights 1/(number of out-neighbours), self-loops, psi(t) = omega_{t+1}/n",
            assume=GRAPH,
            where=_Q,
            family=UNIFORM_MATRICES,
            proved=True,
        ),
        Variant(
            "power",
            "error(t) <= 4*q**(t + 1)",
            statement="the same with q^(t-s+1), the number of factors, as Lemma 9 uses it",
            assume=GRAPH,
            where=_Q,
            family=UNIFORM_MATRICES,
            proved=True,
        ),
        Variant(
            "frobenius",
            "frobenius2(t) <= (n*4*q**(t + 1))**2",
            statement="||W^k - 1 psi'||_F <= n C q^k, weights 1/(number of out-neighbours), self-loops",
            assume=GRAPH,
            where=_Q,
            family=row_matrices(OUT_DEGREE, S=(1,)),
            proved=True,
        ),
        Variant(
            "repaired",
            "error((t + 1)*(n - 1) - 1) <= (1 - n*least**(n - 1))**(t + 1)",
            statement="any weights, self-loops: (1 - n w_min^(n-1))^k after k (n - 1) factors",
            assume=GRAPH,
            proved=True,
        ),
    ),
)
