"""dawo, Algorithm 1 and Remark 4: power iteration with E W_hat, centred and scaled, ends "naturally" at the
eigenvector of rho(E W_hat).

`main`: where two steps return v to its own direction the iteration is periodic for good, so if it converges to an
eigenvector v must be one already. False as soon as lambda_2 = -lambda_M: the path 1 - 3 - 2 with weights 1/2 has
eigenvalues 1/2 and -1/2, and (1, 0, -1) -> (0, -1, 1) -> (1, 0, -1). This is no corner case: at a minimizer of rho
both ends are equal unless the feasible set decides. `separated`: |lambda_2| != |lambda_M|, true.
If two steps return v, it lies in an eigenspace of (E W_hat)^2, eigenvalue m^2; where only one of m, -m is an
eigenvalue, v is an eigenvector.
`separated` says M <= 3, where no third eigenvalue can tie with these: at M = 4 the eigenvalues 1/2, 1/4 and -1/4
break it. Repair for all cases: iterate with I + E W_hat for lambda_2 and with I - E W_hat for lambda_M, and compare
the quotients.
"""

from ...families.subgradients import subgradient
from ...theorem import Theorem, Variant
from ...verdict import Severity

_PERIODIC = ("norm2 > 0", "turned2 <= 0")

_SEPARATED = """
let both = lam2 + lam_low, turned = W_mean(W_mean(v)), c = dot(turned, v)/sq(v), beside = W_mean(v) - quotient*v
none: both**2*sq(beside) == 0 by vanishing(turned - c*v) times both*beside, planar(v) times both*beside
claim by none over both**2 > 0
"""

ALGORITHM_1 = Theorem(
    id="dawo.algorithm-1",
    title="power iteration converges to an eigenvector",
    place="dawo, Algorithm 1 and Remark 4",
    statement="the output of Algorithm 1 is an eigenvector of rho(E W_hat)",
    family=subgradient(),
    first=None,
    variants=(
        Variant(
            "main",
            "residual2 <= 0",
            statement="a vector to which two steps return is an eigenvector",
            assume=_PERIODIC,
            severity=Severity.SUBSTANCE,
            remains=(
                "Where one of m, -m alone is an eigenvalue the vector is an eigenvector; iterate with I + E "
                "W_hat."
            ),
            examples=(
                {
                    **{"K": 3, "S": 2, "P": [[0, 1, 1], [1, 0, 1], [1, 1, 0]], "v": [1, 0, -1]},
                    "W": [[["1/2", 0, "1/2"], [0, "1/2", "1/2"], ["1/2", "1/2", 0]]] * 2,
                },
            ),
        ),
        Variant(
            "separated",
            "residual2 <= 0",
            statement="the same where lambda_2 and -lambda_M differ, M <= 3",
            assume=(*_PERIODIC, "lam2 + lam_low != 0", "K <= 3"),
            derivation=_SEPARATED,
        ),
    ),
)
