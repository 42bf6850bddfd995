"""ops, experiments: what can be decided without the figures.

`ops.assumption-4`: the logistic loss with (lambda/2)||x||^2, lambda = 10^-4, is to satisfy ||grad F(x)||^2 <= G^2 for
all x. It cannot: the loss is strongly convex, its gradient at distance r from the minimizer is at least lambda r. On a
bounded domain (Assumption 1.6) it does (`domain`): the slope of log(1 + e^(-yAx)) is at most |A|. `ops.samples`:
"Room-Occupancy, 20,566 samples": the repository's three files hold 8,143, 2,665 and 9,752 records (UCI Machine
Learning Repository, Occupancy Detection, data set page: 20,560 instances). `ops.density`: density is (bound on
neighbours)/n, "0.5 <-> 256" for n = 512; and the bounds 32 of n = 128 and 10 of n = 20.
"""

from ...domains import REAL
from ...families.scalars import scalars
from ...families.shared import constants
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .uniform import ANY

_DOMAIN_PROOF = """
let s = 1/(1 + exp(A*x))
up: -A*s <= abs(A) by s >= 0, abs(A) >= A, abs(A) >= -A
down: A*s <= abs(A) by s >= 0, abs(A) >= A, abs(A) >= -A
abs(-A*s + x/10000) <= abs(A) + R/10000
  by cases abs(-A*s + x/10000) == -A*s + x/10000, abs(-A*s + x/10000) == A*s - x/10000
  case
    abs(-A*s + x/10000) <= abs(A) + R/10000 by case, up, assume1, abs(x) >= x
  case
    abs(-A*s + x/10000) <= abs(A) + R/10000 by case, down, assume1, abs(x) >= -x
claim
"""

ASSUMPTION_4 = Theorem(
    id="ops.assumption-4",
    title="bounded gradients of the regularised logistic loss",
    place="ops, Assumption 1.4 and section 5",
    statement="||grad F_{i,t}(x)||^2 <= G^2 for all x, F logistic loss plus (lambda/2)||x||^2",
    family=ANY,
    variants=(
        Variant(
            "everywhere",
            "G <= G",
            statement="for every x in R^d, lambda = 10^-4",
            vacuous="no regularised loss meets it: the gradient at distance r from the minimizer is at least lambda r, "
            "which passes any G at r > G/lambda; on a domain of diameter R it holds",
        ),
        Variant(
            "domain",
            "abs(-A/(1 + exp(A*x)) + x/10000) <= abs(A) + R/10000",
            statement="for |x| <= R, one feature A and label 1: G = |A| + lambda R",
            assume=("abs(x) <= R",),
            family=scalars("", "R", A=REAL, x=REAL),
            derivation=_DOMAIN_PROOF,
        ),
    ),
)

SAMPLES = Theorem(
    id="ops.samples",
    title="size of the Occupancy Detection data",
    place="ops, section 5",
    statement="Room-Occupancy has 20,566 samples",
    family=constants(printed="20566", training="8143", test="2665", test_2="9752"),
    first=None,
    variants=(
        Variant(
            "main",
            "printed == training + test + test_2",
            statement="the three files of the UCI data set together",
            note="The repository lists 20,560 instances",
            severity=Severity.TYPO,
            remains="The data set has 20,560 instances; nothing else depends on the number.",
        ),
    ),
)

DENSITY = Theorem(
    id="ops.density",
    title="density of the networks",
    place="ops, section 5, Figure 4",
    statement="density = (bound on neighbours)/n, 0.5 <-> 256 for n = 512",
    family=constants(density="0.5", neighbours="256", n="512"),
    first=None,
    variants=(Variant("main", "density == neighbours/n", derivation="claim"),),
)
