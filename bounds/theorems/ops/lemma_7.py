"""ops, Lemma 7: products of row-stochastic matrices forget: |[W(t)'...W(s)']_ij - psi_i(t)| <= C q^(t-s), C = 4, q =
1 - n^-n.

A schedule may start anywhere, so s = 0. Left in the refuted variants: half the largest spread within a row of the
printed product, which no choice of psi can beat. `main`, any weights with self-loops: false, weak links forget as
slowly as one likes. `no-self-loops`: false, a permutation never forgets, though its weights are 1. `edges-may-rest`:
false, as for Lemma 6. `uniform`: true, with psi(t) = omega_{t+1}/n for all s at once, from window to window of the N <=
n - 1 rounds of (U1), whose products shrink what two rows are apart by 1 - n^(1-N) <= (1 - n^-n)^N. So q^(t-s+1) is true
too, which Lemma 9 uses with the number of factors in the exponent (`power`), and ||W^k - 1 psi'||_F <= n C q^k
(`frobenius`). `repaired`, any weights: x^((m + 1)/(n - 1) - 1) after m factors, x = 1 - n w_min^(n-1). By the same
windows x^floor(m/(n-1)) is true, a little less at multiples of n - 1; at x = 0, two nodes that average, one factor
forgets all.
"""

from ...families.digraphs import OUT_DEGREE, row_matrices
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lines import FORGETS
from .uniform import GRAPH, UNIFORM_MATRICES

_ERROR = f"""{FORGETS}\
claim uniform by next I, off_of, under, keeps
claim power by next I, off_of, next keeps
"""
_FROBENIUS = f"""{FORGETS}\
positive: tau(V(P)) >= 0 by tau_low(V(P))
sum_of: 4*r**(t + 1) + tau(V(P)) >= 0 by next keeps, positive
squares: tau(V(P))**2 <= 16*(r**(t + 1))**2 by next I, sum_of
times: n*tau(V(P))**2 <= n*16*(r**(t + 1))**2 by squares
enough: n*16*(r**(t + 1))**2 <= n**2*16*(r**(t + 1))**2 by n >= 1 with r**(t + 1)
claim frobenius by frobenius_of, times, enough
"""
_ANY_WEIGHTS = """
two: n - 1 > 0 by n >= 2
within: N <= n - 1 by reach_sharp over two
let r = 1 - n*least**(n - 1)
entries: least**(n - 1) <= least**N by shorter_power(least, N, n - 1)
window_rate: 1 - n*least**N <= r by entries
always short: tau(P) <= 2
  start short by tau_first
  next short by short, shorter
always I: tau(P) <= 2*r**((t + 1)/(n - 1) - 1) by windows
  start I by short, shorter_power(r, (t + 1)/(n - 1) - 1, 0)
  less: (1 - n*least**N)*tau(P) <= r*tau(P) by window_rate, tau_low(P)
  held: r*tau(P) <= 2*r**((t + 1)/(n - 1)) by I
  exponent: 2*r**((t + 1)/(n - 1)) <= 2*r**((t + N + 1)/(n - 1) - 1)
    by shorter_power(r, (t + N + 1)/(n - 1) - 1, (t + 1)/(n - 1))
  next I by wide, less, held, exponent
claim by next I, off_of
"""
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
            derivation=_ERROR,
        ),
        Variant(
            "power",
            "error(t) <= 4*q**(t + 1)",
            statement="the same with q^(t-s+1), the number of factors, as Lemma 9 uses it",
            assume=GRAPH,
            where=_Q,
            family=UNIFORM_MATRICES,
            derivation=_ERROR,
        ),
        Variant(
            "frobenius",
            "frobenius2(t) <= (n*4*q**(t + 1))**2",
            statement="||W^k - 1 psi'||_F <= n C q^k, weights 1/(number of out-neighbours), self-loops",
            assume=GRAPH,
            where=_Q,
            family=row_matrices(OUT_DEGREE, S=(1,)),
            derivation=_FROBENIUS,
        ),
        Variant(
            "repaired",
            "error(t) <= (1 - n*least**(n - 1))**((t + 2)/(n - 1) - 1)",
            statement="any weights, self-loops: (1 - n w_min^(n-1))^((m + 1)/(n - 1) - 1) after m factors",
            assume=(*GRAPH, "n >= 2", "n*least**(n - 1) < 1"),
            derivation=_ANY_WEIGHTS,
        ),
    ),
)
