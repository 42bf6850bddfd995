"""dawo: the introduction calls the minimisation of the bound "a non-convex eigenvalue optimization problem"; Sections
IV and V call (10) convex.

(10) is convex (`mean`), and so is the exact objective rho(E W_hat^2) (`second-moment`), against the introduction:
nothing forces a surrogate.
PROOF. rho(E W_hat) = max over unit u orthogonal to 1 of |u'(E W_hat)u|, and E W_hat is affine in W. rho(E W_hat^2) =
max over the same u of E||W_hat u||^2, and W_hat is affine in W in every pattern of links. Maxima of convex functions
are convex; midpoints are checked.
"""

from ...families.lossy_learning import lossy
from ...theorem import Theorem, Variant

CONVEXITY = Theorem(
    id="dawo.convexity",
    title="both objectives are convex in W",
    place="dawo, introduction, and Sections IV and V",
    statement="min rho(E W_hat) over symmetric doubly stochastic W is a convex problem",
    family=lossy(2),
    first=None,
    variants=(
        Variant("mean", "rho(E W_hat) at a midpoint", "rho_halfway", "(rho_mean + rho_other)/2", proved=True),
        Variant(
            "second-moment",
            "rho(E W_hat^2) at a midpoint",
            "rho2_halfway",
            "(rho2 + rho2_other)/2",
            proved=True,
        ),
    ),
)
