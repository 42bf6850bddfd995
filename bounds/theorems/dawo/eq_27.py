"""dawo, (27): w_ij = p_ij/max{d_i, d_j}, w_ii = 1 - sum_k w_ik, d_i = sum_k p_ik, "symmetric and stochastic".

`main`: true, the self-weights are never negative: sum_k p_ik/max(d_i, d_k) <= sum_k p_ik/d_i = 1. They can be
0, and then the baseline may not meet Assumption 3: `assumption-3`, two clients get w = 1 whatever p is, W_hat is a
permutation in every round, and rho(E W_hat^2) = 1.
`repaired`: max{d_i, d_j} + 1 keeps self-weights positive, and connected links then give rho(E W_hat^2) < 1, as in
`dawo.assumption-3:repaired`.
"""

from ...families.links import METROPOLIS, metropolis
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .assumption_3 import MIXES

_METROPOLIS = """
claim by metropolis
"""
_KEPT = f"""
let u = sum(j, q[j]*s[j])
total: u*(1 + sum(k, q[k])) <= sum(k, q[k]) by chances, shares_top sum j
positive: 1 + sum(k, q[k]) > 0
left: own*(1 + sum(k, q[k])) >= 1 by metropolis times 1 + sum(k, q[k]), total
kept: own*(1 + sum(k, q[k])) > 0 by left
client: own > 0 by kept over positive
{MIXES}"""

EQ_27 = Theorem(
    id="dawo.eq-27",
    title="reliability-weighted Metropolis weights",
    place="dawo, (27)",
    statement="w_ij = p_ij/max{d_i, d_j} is symmetric and stochastic",
    family=METROPOLIS,
    first=None,
    variants=(
        Variant("main", "0 <= own", statement="no self-weight is negative", derivation=_METROPOLIS),
        Variant(
            "assumption-3",
            "rho2 < 1",
            statement="rho(E W_hat^2) < 1 where the links connect all clients",
            assume=("mean_connected == 1",),
            note="The paper does not say so; Theorem 1, under which the baseline is run, asks for it",
            severity=Severity.MISSING,
            remains="True with a positive self-weight or on a graph that is not bipartite.",
        ),
        Variant(
            "repaired",
            "rho2 < 1",
            statement="w_ij = p_ij/(1 + max{d_i, d_j}): rho(E W_hat^2) < 1 where the links connect all clients",
            assume=("mean_connected == 1",),
            family=metropolis(1),
            derivation=_KEPT,
        ),
    ),
)
