"""dawo, remarks under Assumption 3 (W' = W, W1 = 1, rho(E W_hat^2) < 1).

`eigenvalues`: |lambda_i(W)| <= 1: true for W >= 0, which "symmetric doubly stochastic" includes and "i.e., W' = W, W1
= 1" does not (`signed`: pair weights of any sign). `strict`: the assumption "requires |lambda_i(W)| < 1 for all i !=
1": false, lossy links can mix where W alone does not: a ring of four clients with weights 1/2 has lambda_4 = -1, and
with p = 1/2 rho(E W_hat^2) < 1. `network-graph`: "always true if the underlying graph of the communication network is
connected and non-bipartite": false, W = I is allowed on any network. `weights-graph`: the graph of W, loops included,
is connected and non-bipartite: then |lambda_i(W)| < 1 is true (Perron and Frobenius: W is primitive). It is not what
Assumption 3 asks: `weights-graph-moment`, false where links of probability 0 carry the weights; `working-links`: true
where every link works with positive probability, as p = exp(-r d^v) does: with positive probability all work at once,
and then W_hat = W shrinks every u orthogonal to 1.
`repaired`: positive self-weights and a connected graph of the pairs with w_ij p_ij > 0 give rho(E W_hat^2) < 1, in fact
at most 1 - 2 own (1 - lambda_2(E W_hat)) (`dawo.proposition-2:lazy-general`).
"""

from ...families.lossy_learning import lossy
from ...families.projection import PROJECTION
from ...theorem import Theorem, Variant
from ...verdict import Severity

_WORKING = """
bound: rho2 <= 1 - none_lost + none_lost*lam**2
  by y_attains, all_work(y), fixed(y), y_length times 1 - none_lost, y_length times none_lost*lam**2
less: lam**2 < 1 by perron, lam >= 0
kept: none_lost*(1 - lam**2) > 0 by less, some_chance
claim by bound, kept
"""
# The eigenvalues of W_hat lie in [2 own - 1, 1], y is the vector of rho2.
MIXES = """
let l = dot(y, W_mean(y))
top: l <= lam2 by second(y), y_length times lam2
shrunk: rho2 <= 2*own*l - 2*own + 1 by own_spectrum(y), y_attains, y_length times 2*own - 1
below: l < 1 by top, connected
lost: own*(1 - l) > 0 by below, own > 0
claim by shrunk, lost
"""

ASSUMPTION_3 = Theorem(
    id="dawo.assumption-3",
    title="eigenvalues of W and the graph",
    place="dawo, remarks under Assumption 3",
    statement="|lambda_i(W)| <= 1; Assumption 3 requires < 1 for i != 1, true on connected non-bipartite graphs",
    family=lossy(),
    first=None,
    variants=(
        Variant(
            "eigenvalues",
            "lam <= 1",
            statement="|lambda_i(W)| <= 1 for nonnegative W",
            derivation="claim by lam <= 1",
        ),
        Variant(
            "signed",
            "magnitude <= 1",
            statement="|lambda_i(W)| <= 1 for W' = W, W1 = 1",
            family=PROJECTION,
            severity=Severity.MISSING,
            remains="True for weights in [0, 1].",
        ),
        Variant(
            "strict",
            "lam < 1",
            statement="rho(E W_hat^2) < 1 requires rho(W) < 1",
            assume=("rho2 < 1",),
            family=lossy(clients=(2, 3, 4)),
            examples=(
                {
                    **{"K": 4, "S": 1},
                    "W": [
                        [
                            [0, "1/2", 0, "1/2"],
                            ["1/2", 0, "1/2", 0],
                            [0, "1/2", 0, "1/2"],
                            ["1/2", 0, "1/2", 0],
                        ]
                    ],
                    "P": [
                        [0, "1/2", 0, "1/2"],
                        ["1/2", 0, "1/2", 0],
                        [0, "1/2", 0, "1/2"],
                        ["1/2", 0, "1/2", 0],
                    ],
                },
            ),
            severity=Severity.MISSING,
            remains="True on a connected graph of the weights with some positive self-weight.",
        ),
        Variant(
            "network-graph",
            "lam < 1",
            statement="rho(W) < 1 if the graph of the links is connected and non-bipartite",
            assume=("links_primitive == 1",),
            severity=Severity.MISSING,
            remains="The graph of the weights has to be connected, not only that of the network.",
        ),
        Variant(
            "weights-graph",
            "lam < 1",
            statement="rho(W) < 1 if the graph of W is connected and non-bipartite",
            assume=("weights_primitive == 1",),
            derivation="claim by perron",
        ),
        Variant(
            "weights-graph-moment",
            "rho2 < 1",
            statement="rho(E W_hat^2) < 1 if the graph of W is connected and non-bipartite",
            assume=("weights_primitive == 1",),
            severity=Severity.MISSING,
            remains="True with p_ij < 1 on some cycle or a positive self-weight.",
        ),
        Variant(
            "working-links",
            "rho2 < 1",
            statement="the same where every p_ij > 0",
            assume=("weights_primitive == 1", "unreliable < 1"),
            derivation=_WORKING,
        ),
        Variant(
            "repaired",
            "rho2 < 1",
            statement="rho(E W_hat^2) < 1 if self-weights are positive and the pairs with w_ij p_ij > 0 connect "
            "all clients",
            assume=("own > 0", "mean_connected == 1"),
            derivation=MIXES,
        ),
    ),
)
