"""ops, Lemma 6: all entries of products of row-stochastic matrices are at least delta_min >= n^-n.

`main`: for every t, any weights: false, W(0) alone has zeros, or entries as small as one likes. `main-twice`: (3)
prints the last factor twice; read as two factors, false as well. `uniform`: self-loops and weights 1/(number of
out-neighbours): still false for the first t, when no path is long enough. `no-self-loops`: false for all t, a
permutation stays one. `row-sums`: [W(t)'...W(0)' 1]_i >= n^-n for every t, which is what the works cited state: true
under (U), by (U2); the n times as much that Theorem 2 needs is `ops.lemma-9:omega-uniform`. `edges-may-rest`: only the
union of the graphs is strongly connected, which the paper allows ("a node may set W_ij = 0 on an existing edge"):
false, W(t) = I is allowed. `uniform-late`: true from n - 1 factors on: (U1) of `uniform`. `repaired`: any weights w >=
w_min on the arcs, w_min^(n-1) instead of n^-n; the proof of (U1) with w_min for 1/n. The fixed matrix with powers is
the case S = 1 of a sequence.
"""

from ...families.digraphs import OUT_DEGREE, row_matrices
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lines import LEAST_WEIGHT
from .uniform import GRAPH, UNIFORM, UNIFORM_MATRICES

_FLOOR = "n**(-n)"
_RESTING = ("union_connected == 1", "own > 0")
_REMAINS = (
    "With self-loops and positive entries of at least 1/n the entries of n - 1 or more factors "
    "are at least n^-(n-1)."
)


def _late(e: str, ends: str) -> str:
    """Windows of N rounds: from round N on no entry of a product is below e; the last two lines come from `ends`."""
    return f"""
two: n - 1 > 0 by n >= 2
within: N <= n - 1 by reach_sharp over two
always J: lowest(P) >= {e}*(1 - max(0, N - t)) by windows
  start J by N - t >= 1, max(0, N - t) >= N - t, lowest_low
  next J by wide_low, max(0, -t) >= 0
end: max(0, N - t - 1) <= 0 by cases max(0, N - t - 1) == 0, max(0, N - t - 1) == N - t - 1
  case
    max(0, N - t - 1) <= 0 by case
  case
    max(0, N - t - 1) <= 0 by case, within, t >= n - 2
reached: low >= {e} by next J, low_of, end
{ends}
claim by reached, powers
"""


_UNIFORM = _late(
    "n**(-N)", "longer: n**N <= n**n by longer_power(n, N, n)\npowers: n**(-n) <= n**(-N) by longer"
)
_ANY_WEIGHTS = _late("least**N", "powers: least**(n - 1) <= least**N by shorter_power(least, N, n - 1)")
_ENOUGH = ("n >= 2", "t >= n - 2")

LEMMA_6 = Theorem(
    id="ops.lemma-6",
    title="entries of products are bounded away from zero",
    place="ops, supplement, Lemma 6, (3)",
    statement="[W(t)'...W(0)']_ij >= delta_min >= n^-n for every t",
    family=row_matrices(),
    rounds=6,
    variants=(
        Variant(
            "main",
            f"{_FLOOR} <= smallest(t)",
            statement="as printed, every t, any weights",
            assume=GRAPH,
            severity=Severity.MISSING,
            remains=_REMAINS,
        ),
        Variant(
            "main-twice",
            f"{_FLOOR} <= smallest_twice(t)",
            statement="the last factor twice, as (3) prints it",
            assume=GRAPH,
            severity=Severity.MISSING,
            remains=_REMAINS,
        ),
        Variant(
            "uniform",
            f"{_FLOOR} <= smallest(t)",
            statement="weights 1/(number of out-neighbours), self-loops, every t",
            assume=GRAPH,
            family=UNIFORM_MATRICES,
            severity=Severity.MISSING,
            remains="True from n - 1 factors on: fewer need not reach all nodes.",
        ),
        Variant(
            "no-self-loops",
            f"{_FLOOR} <= smallest(t + n - 2)",
            statement="from n - 1 factors on, weights at least 1/n, self-loops not required",
            assume=("connected == 1", "n*least >= 1"),
            examples=({"n": 2, "S": 1, "W": [[[0, 1], [1, 0]]]},),
            severity=Severity.MISSING,
            remains="Self-loops are needed: a permutation never averages.",
        ),
        Variant(
            "edges-may-rest",
            f"{_FLOOR} <= smallest(t + n - 2)",
            statement="from n - 1 factors on, weights at least 1/n, only the union of the graphs strongly connected",
            assume=_RESTING,
            family=row_matrices(OUT_DEGREE, S=(2, 3)),
            severity=Severity.MISSING,
            remains="Every W(t) has to be strongly connected, or windows of them jointly.",
        ),
        Variant(
            "row-sums",
            f"{_FLOOR} <= smallest_weight(t)",
            statement="row sums of the printed product, not entries: weights 1/(number of out-neighbours), "
            "self-loops, every t",
            assume=GRAPH,
            family=UNIFORM,
            derivation=LEAST_WEIGHT,
        ),
        Variant(
            "uniform-late",
            f"{_FLOOR} <= smallest(t)",
            statement="weights 1/(number of out-neighbours), self-loops, from n - 1 factors on",
            assume=(*GRAPH, *_ENOUGH),
            family=row_matrices(OUT_DEGREE, n=(2, 3, 4)),
            derivation=_UNIFORM,
        ),
        Variant(
            "repaired",
            "least**(n - 1) <= smallest(t)",
            statement="self-loops, any weights, from n - 1 factors on: entries at least w_min^(n-1)",
            assume=(*GRAPH, *_ENOUGH),
            derivation=_ANY_WEIGHTS,
        ),
    ),
)
