"""Boyd et al. 2006, section II: the mean matrix of averaging by random pairs.

Setting. In a round nodes i and j meet and both take their mean: W = I - (e_i - e_j)(e_i - e_j)'/2. The paper has
node i wake with probability 1/n and choose j with P_ij, so that a pair meets with (P_ij + P_ji)/n; here any
probabilities of pairs are allowed.

Statement, as commonly cited. W'W = W, so E W'W = E W (`moment`), and E W is positive semidefinite
(`semidefinite`), so that its second largest eigenvalue, and no modulus of a negative one, decides.

Idea: with a = e_i - e_j, a'a = 2, each W = I - aa'/2 is a projection.
"""

from ...families.random_pairs import RANDOM_PAIRS
from ...theorem import Theorem, Variant

MEAN_MATRIX = Theorem(
    id="boyd2006.mean-matrix",
    title="averaging of a pair is a projection",
    place="Boyd, Ghosh, Prabhakar, Shah 2006, section II; as commonly cited",
    statement="E W'W = E W, positive semidefinite",
    family=RANDOM_PAIRS,
    first=None,
    variants=(
        Variant(
            "moment",
            "moment_error <= 0",
            derivation="claim by moment, meeting times q[i]*dot(a[i], g)*f sum i",
        ),
        Variant(
            "semidefinite",
            "0 <= lam_low",
            statement="E W is positive semidefinite",
            derivation="claim by attains with W(y)",
        ),
    ),
)
