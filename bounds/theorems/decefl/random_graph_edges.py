"""DeceFL, supplement: a connected Erdos-Renyi graph "with p n (n-1)/2 edges".

p n (n-1)/2 is the mean number of edges of an Erdos-Renyi graph. The experiments take connected ones, and those have
more: at n = 4 and p = .3, the sparsest printed, 3.38 instead of 1.8, where three edges are needed to connect
(`connected`). Of the labelled graphs on four nodes with 3, 4, 5 and 6 edges 16, 15, 6 and 1 are connected: all but the
four triangles, as any four edges reach every node and leave no two pairs apart.

`repaired`: the mean is at least p n (n-1)/2, and at least n - 1. Proof: to be connected and the number of edges both
increase with every edge added, so given independent edges they are positively correlated (Harris 1960); a connected
graph has n - 1 edges or more.
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_CHANCES = {
    "three": "16*p**3*(1 - p)**3",
    "four": "15*p**4*(1 - p)**2",
    "five": "6*p**5*(1 - p)",
    "six": "p**6",
    "edges": "(3*three + 4*four + 5*five + 6*six)/(three + four + five + six)",
}

_REPAIRED_PROOF = """
let u = 1 - p
left: u >= 0
all: 16*u**3 + 15*p*u**2 + 6*p**2*u + p**3 > 0 by left, p >= 0
m: edges >= 3 by left, p >= 0
more: 48*u**4 + 12*p*u**3 >= 0 by left, p >= 0 with u, u**2
n: edges >= 6*p by more
both: max(6*p, 3) <= edges by cases max(6*p, 3) == 6*p, max(6*p, 3) == 3
  case
    max(6*p, 3) <= edges by case, n
  case
    max(6*p, 3) <= edges by case, m
claim by both
"""

RANDOM_GRAPH_EDGES = Theorem(
    id="decefl.random-graph-edges",
    title="edges of a connected random graph",
    place="DeceFL, supplement, experiments",
    statement="a connected Erdos-Renyi graph has p n (n-1)/2 edges in the mean",
    family=scalars(p=UNIT),
    first=None,
    variants=(
        Variant(
            "connected",
            "edges == 6*p",
            statement="n = 4: the mean number of edges, given that the graph is connected, is 6 p",
            assume=("0 < p < 1",),
            where=_CHANCES,
            severity=Severity.CONSTANT,
            remains="6 p is the mean over all graphs, connected or not, and a lower bound here (`repaired`)",
            examples=({"p": "3/10"},),
        ),
        Variant(
            "repaired",
            "max(6*p, 3) <= edges",
            statement="n = 4: the mean, given that the graph is connected, is at least 6 p and at least 3",
            assume=("0 < p <= 1",),
            where=_CHANCES,
            derivation=_REPAIRED_PROOF,
        ),
    ),
)
