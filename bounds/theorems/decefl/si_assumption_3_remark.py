"""DeceFL, supplement, remark on Assumption 3: strongly connected graphs with weights >= omega > 0 where
positive give lambda < 1.

For two clients that swap their models it fails: W = [[0, 1], [1, 0]] is doubly stochastic, strongly connected, its
positive weights are 1, and lambda = 1 (`main`); for K >= 3 on every bipartite graph without self-weights, as the
ring of four with weights 1/2 (`three-or-more`).

Assumption 3 wants one lambda for all rounds, so here is one, from K and omega alone, for symmetric W (omega is
`least`, the smallest positive entry). `repaired`: self-weights count as links, W_kk >= omega: lambda <= 1 - 8
omega/K^2, met by K = 2. `no-self-weights`: W_kk = 0 is allowed, the graph is connected and not bipartite (loops
counted): lambda <= 1 - omega/K^2; where all W_kk are 0 that needs K >= 3. On a connected bipartite graph without
self-weights lambda = 1, so no repair can ask for less.

Proof. Let ||x|| = 1 and sum x_k = 0. (i) x'(I - W)x = sum_{i<j} W_ij (x_i -
x_j)^2 >= omega times the same sum over a connected graph, whose second Laplacian eigenvalue is at least that of the
path, 2 (1 - cos(pi/K)) (Fiedler 1973), at least 8/K^2 for K >= 2, as sin(s) >= s sqrt(8)/pi on [0, pi/4] and 2 (1 -
cos(pi/K)) = 4 sin(pi/(2K))^2. So lambda_2 <= 1 - 8 omega/K^2. (ii) x'(I + W)x = sum_{i<j} W_ij (x_i + x_j)^2 + 2 sum
W_ii x_i^2. If W_ii >= omega throughout, this is at least 2 omega >= 8 omega/K^2. (iii) Otherwise walk from node j to
an odd cycle of c edges, c = 1 a loop, around it and back: d edges twice and c once, d + c <= K. An alternating sum
of x_a + x_b along the walk is 2 x_j, so by Cauchy and Schwarz 4 x_j^2 <= (4 d + c) sum (x_a + x_b)^2 over its
distinct edges, a loop's term (2 x_a)^2 being twice its 2 x_a^2 in (ii): x'(I + W)x >= omega 4 x_j^2/(4 d + c) for c >=
3 and >= omega 4 x_j^2/(4 d + 2) for a loop, at least omega x_j^2/K in both. Summed over j, K x'(I + W)x >= omega/K.

W that is not symmetric, self-weights counted: W'W is symmetric, doubly stochastic, connected, with entries >= omega^2
on every link of W, so (i) gives ||W - J||^2 = lambda_2(W'W) <= 1 - 8 omega^2/K^2.
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lambda_range import SWAP

_CONNECTED = "connected == 1"
_REMAINS = "True with self-weights >= omega (`repaired`), or without them on a graph that is not bipartite"
RING = {
    "K": 4,
    "S": 1,
    "W": [[[0, "1/2", 0, "1/2"], ["1/2", 0, "1/2", 0], [0, "1/2", 0, "1/2"], ["1/2", 0, "1/2", 0]]],
}

SI_ASSUMPTION_3_REMARK = Theorem(
    id="decefl.si-assumption-3-remark",
    title="a sufficient condition for lambda < 1",
    place="DeceFL, supplement, remark after Assumption 3",
    statement="G(t) strongly connected and W_ij(t) >= omega wherever positive imply ||W(t) - J|| < 1",
    family=matrices(K=(2, 3, 4)),
    first=None,
    variants=(
        Variant(
            "main",
            "self-weights may be 0",
            "lam",
            "1",
            relation="<",
            assume=(_CONNECTED,),
            severity=Severity.MISSING,
            remains=_REMAINS,
            examples=(SWAP,),
        ),
        Variant(
            "three-or-more",
            "self-weights may be 0, K >= 3",
            "lam",
            "1",
            relation="<",
            assume=(_CONNECTED, "K >= 3"),
            severity=Severity.MISSING,
            remains=_REMAINS,
            examples=(RING,),
        ),
        Variant(
            "repaired",
            "self-weights count as links: lambda <= 1 - 8 omega/K^2",
            "lam",
            "1 - 8*least/K**2",
            assume=(_CONNECTED, "own > 0"),
            proved=True,
        ),
        Variant(
            "no-self-weights",
            "self-weights may be 0, the graph is not bipartite: lambda <= 1 - omega/K^2",
            "lam",
            "1 - least/K**2",
            assume=(_CONNECTED, "primitive == 1"),
            proved=True,
        ),
    ),
)
