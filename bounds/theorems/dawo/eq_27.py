"""dawo, (27): w_ij = p_ij/max{d_i, d_j}, w_ii = 1 - sum_k w_ik, d_i = sum_k p_ik, "symmetric and stochastic".

`main`: true, the self-weights are never negative. PROOF. sum_k p_ik/max(d_i, d_k) <= sum_k p_ik/d_i = 1. They can be
0, and then the baseline may not meet Assumption 3: `assumption-3`, two clients get w = 1 whatever p is, W_hat is a
permutation in every round, and rho(E W_hat^2) = 1.
`repaired`: max{d_i, d_j} + 1 keeps self-weights positive, and connected links then give rho(E W_hat^2) < 1 (proof:
`dawo.assumption-3`, repaired).
"""

from ...families.metropolis import METROPOLIS, metropolis
from ...theorem import Theorem, Variant
from ...verdict import Severity

EQ_27 = Theorem(
    id="dawo.eq-27",
    title="reliability-weighted Metropolis weights",
    place="dawo, (27)",
    statement="w_ij = p_ij/max{d_i, d_j} is symmetric and stochastic",
    family=METROPOLIS,
    first=None,
    variants=(
        Variant("main", "no self-weight is negative", "0", "own", proved=True),
        Variant(
            "assumption-3",
            "rho(E W_hat^2) < 1 where the links connect all clients",
            "rho2",
            "1",
            relation="<",
            assume=("mean_connected == 1",),
            note="The paper does not say so; Theorem 1, under which the baseline is run, asks for it",
            severity=Severity.MISSING,
            remains="True with a positive self-weight or on a graph that is not bipartite.",
        ),
        Variant(
            "repaired",
            "w_ij = p_ij/(1 + max{d_i, d_j}): rho(E W_hat^2) < 1 where the links connect all clients",
            "rho2",
            "1",
            relation="<",
            assume=("mean_connected == 1",),
            family=metropolis(1),
            proved=True,
        ),
    ),
)
