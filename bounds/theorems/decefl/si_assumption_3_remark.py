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

Idea. x'(I - W)x and x'(I + W)x are sums over links, and what is known of graphs bounds these: `fiedler` and `odd` in
`kernel/tables/networks.py`. W that is not symmetric, self-weights counted: W'W is symmetric, doubly stochastic,
connected, with entries >= omega^2 on every link of W, so that ||W - J||^2 = lambda_2(W'W) <= 1 - 8 omega^2/K^2.
"""

from ...families.shared import matrices
from ...theorem import Theorem, Variant
from ...verdict import Severity

_CONNECTED = "connected == 1"
SWAP = {"K": 2, "S": 1, "W": [[[0, 1], [1, 0]]]}
_REMAINS = "True with self-weights >= omega (`repaired`), or without them on a graph that is not bipartite"
RING = {
    "K": 4,
    "S": 1,
    "W": [[[0, "1/2", 0, "1/2"], ["1/2", 0, "1/2", 0], [0, "1/2", 0, "1/2"], ["1/2", 0, "1/2", 0]]],
}

# y = sum_i a_i e_i has length 1 and W y = s lam y, s = 1 or -1: its products with (I - W)y and (I + W)y are sums over
# links.
_LINKED = """
turned: sum(i, sum(j, w[i, j]*a[j]**2)) == sum(i, sum(j, w[i, j]*a[i]**2)) by w_pairs times a[j]**2 sum i j
rows: sum(i, sum(j, w[i, j]*a[i]**2)) + sum(i, self[i]*a[i]**2) == 1 by row times a[i]**2, y sum i
linked: sum(i, sum(j, w[i, j]*(a[i] - a[j])**2)) >= least*sum(i, sum(j, link[i, j]*(a[i] - a[j])**2))
  by link with a[i] - a[j] sum i j
high: s*lam <= 1 - 8*least/K**2 by attains, turned, rows, linked, fiedler, least, y times least
"""
_EITHER = """
both: lam <= 1 - {c}*least/K**2 by cases s <= 0, s >= 0
  case
    minus: s == -1 by sign over 1 - s > 0
  case
    plus: s == 1 by sign over 1 + s > 0
    here: lam <= 1 - {c}*least/K**2 by high, plus times lam, least
claim by both, least
"""
SELF_WEIGHTS = f"""{_LINKED}
added: sum(i, sum(j, w[i, j]*(a[i] + a[j])**2)) >= 0 by w with a[i] + a[j] sum i j
loops: sum(i, self[i]*a[i]**2) >= least by self, own_least, y times own, y times least with a[i] sum i
square: 8*least/K**2 <= 2*least by K >= 2, least
low: -s*lam <= 1 - 8*least/K**2 by attains, turned, rows, added, loops, square
{_EITHER.format(c=8)}"""
NOT_BIPARTITE = f"""{_LINKED}
added: sum(i, sum(j, w[i, j]*(a[i] + a[j])**2)) >= least*sum(i, sum(j, link[i, j]*(a[i] + a[j])**2))
  by link with a[i] + a[j] sum i j
loops: sum(i, self[i]*a[i]**2) >= least*sum(i, loop[i]*a[i]**2) by loop with a[i] sum i
low: -s*lam <= 1 - least/K**2 by attains, turned, rows, added, loops, odd, least, y times least
{_EITHER.format(c=1)}"""

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
            "lam < 1",
            statement="self-weights may be 0",
            assume=(_CONNECTED,),
            severity=Severity.MISSING,
            remains=_REMAINS,
            examples=(SWAP,),
        ),
        Variant(
            "three-or-more",
            "lam < 1",
            statement="self-weights may be 0, K >= 3",
            assume=(_CONNECTED, "K >= 3"),
            severity=Severity.MISSING,
            remains=_REMAINS,
            examples=(RING,),
        ),
        Variant(
            "repaired",
            "lam <= 1 - 8*least/K**2",
            statement="self-weights count as links: lambda <= 1 - 8 omega/K^2",
            assume=(_CONNECTED, "own > 0"),
            derivation=SELF_WEIGHTS,
        ),
        Variant(
            "no-self-weights",
            "lam <= 1 - least/K**2",
            statement="self-weights may be 0, the graph is not bipartite: lambda <= 1 - omega/K^2",
            assume=(_CONNECTED, "primitive == 1"),
            derivation=NOT_BIPARTITE,
        ),
    ),
)
