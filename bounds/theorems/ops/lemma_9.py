"""ops, Lemma 9: Theorem 4 with C = 4, delta_min >= n^-n, q = 1 - n^-n put in, and the steps of its proof.

`main`: both sums to T, as the last line of the proof has them, any weights: false (see `ops.theorem-4`, also for the
sum to t, and for the repair with constants from W). `uniform`: true in the reading (U). `gradients-at-z`: the proof
calls the columns of G_s gradients at z_s^(i) instead of x_s^(i); the inequality is about any vectors, so it holds for
that algorithm too.

Steps. `omega`: omega_{t+1}^(i) >= n delta_min: false for any weights, true under (U) by (U2), n^-(n-1) = n n^-n.
`identity`: ||x_{t+1}^(i) - zbar_{t+1}|| = gamma ||sum_s (G_s W^(t-s+1) e_i/omega_{t+1}^(i) - G_s 1/n)||: true with
zbar the average of the z^(i) (with the supplement's zbar_{t+1} = zbar_t - gamma G_t 1, n times that, it is not: see
`ops.proof-i2:sum`). `identity-gamma`: the middle of that display, gamma ||z_{t+1}^(i)/omega_{t+1}^(i) - zbar_{t+1}||,
has a gamma too many: false unless gamma = 1. The next two displays follow from `omega` (they use n^2 delta_min^2 <=
n^2 delta_min); the bounds on ||W^k - 1 psi'||_F are `ops.lemma-7:frobenius`; the rest is the triangle inequality and
`ops.lemma-8`.
"""

from ...families.digraphs import OUT_DEGREE
from ...families.pushsum_proof import push_sum
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .lines import DISTANCES, LEAST_WEIGHT, UNROLLED
from .theorem_4 import BOTH_SUMS_TO_T, CONSENSUS
from .uniform import ANY, GRAPH, printed

_IDENTITY = f"""{UNROLLED}\
apart_next: sq(x2[i] - next(z) + gamma*next(V[i])) <= 0 by next apart
far_off: norm(x2[i] - next(z)) <= gamma*norm(next(V[i]))
  by root, vanishing(x2[i] - next(z) + gamma*next(V[i])) times gamma*next(V[i]) - x2[i] + next(z)
back: gamma*norm(next(V[i])) <= norm(x2[i] - next(z))
  by root, vanishing(x2[i] - next(z) + gamma*next(V[i])) times x2[i] - next(z) - gamma*next(V[i])
claim identity by norm(x2[i] - next(z)) == gamma*norm(next(V[i])) times at_identity[i] sum i
"""

LEMMA_9 = Theorem(
    id="ops.lemma-9",
    title="sum of squared distances to the average",
    place="ops, supplement, Lemma 9",
    statement="Theorem 4's inequality with C = 4, delta_min = n^-n, q = 1 - n^-n",
    family=ANY,
    rounds=6,
    variants=(
        *BOTH_SUMS_TO_T,
        printed(
            "gradients-at-z",
            "the same for gradients taken at z_s^(i)",
            "deviations(t)",
            CONSENSUS,
            family=push_sum(OUT_DEGREE, point="z", schedule=(1, 2)),
            derivation=DISTANCES,
        ),
        Variant(
            "omega",
            "n*n**(-n) <= smallest_weight(t)",
            statement="omega_{t+1}^(i) >= n delta_min, any weights",
            assume=GRAPH,
            severity=Severity.MISSING,
            remains="True with weights 1/(number of out-neighbours) and self-loops.",
        ),
        Variant(
            "omega-uniform",
            "n*n**(-n) <= smallest_weight(t)",
            statement="omega_{t+1}^(i) >= n delta_min, weights 1/(number of out-neighbours), self-loops",
            assume=GRAPH,
            family=push_sum(OUT_DEGREE, nodes=(1, 2, 3, 4)),
            derivation=LEAST_WEIGHT,
        ),
        Variant(
            "identity",
            "identity_error(t) == 0",
            statement="||x - zbar|| = gamma ||sum_s (G_s W^(t-s+1) e_i/omega - G_s 1/n)||, zbar the average",
            family=push_sum(schedule=(1, 2)),
            derivation=_IDENTITY,
        ),
        Variant(
            "identity-gamma",
            "scaled_error(t) == 0",
            statement="||x - zbar|| = gamma ||z/omega - zbar||",
            assume=GRAPH,
            severity=Severity.TYPO,
            remains="Without the second gamma the display is an identity.",
        ),
    ),
)
