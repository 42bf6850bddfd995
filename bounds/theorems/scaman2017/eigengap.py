"""Scaman et al. 2017: floor(1/sqrt gamma) exchanges, by Chebyshev's polynomial, leave an eigengap of 1/4 or more.

Setting. A gossip matrix with normalized eigengap gamma in (0, 1], c_1 = (1 - sqrt gamma)/(1 + sqrt gamma), K =
floor(1/sqrt gamma) exchanges combined by P_K, K - 1 of them with Chebyshev weights.

Statement. gamma(P_K(W)) = (1 - 2 c_1^K/(1 + c_1^2K))/(1 + 2 c_1^K/(1 + c_1^2K)) >= 1/4, the first fraction being
((1 - c_1^K)/(1 + c_1^K))^2. Here s = sqrt gamma is a number of its own.

Proof. It says c_1^K <= 1/3, which the tangent of x^K at c_1, read at 1, shows, as K s > 1 - s. Near s =
1/2, from above, the eigengap tends to 1/4: the constant is the best.
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant

CITED = "as commonly cited; only the abstract could be read"

_PROOF = """
all: c1 + k*(1 - c1) > 0
many: k*(1 - c1) >= 2*c1 by assume3
let P = c1**k
power: P <= 1/3 by power_tangent(c1, 1, k), many over all
core: 10*P <= 3 + 3*P**2 by power, P <= 3
claim by core
"""

EIGENGAP = Theorem(
    id="scaman2017.eigengap",
    title="Chebyshev gossip: an eigengap of at least 1/4",
    place=f"Scaman et al. 2017, the multi-step method, {CITED}",
    statement="gamma(P_K(W)) >= 1/4 for K = floor(1/sqrt gamma)",
    family=scalars("k", "s"),
    first=None,
    variants=(
        Variant(
            "main",
            "1/4 <= (1 - a)/(1 + a)",
            statement="1/4 <= (1 - 2 c_1^K/(1 + c_1^2K))/(1 + 2 c_1^K/(1 + c_1^2K))",
            assume=("s <= 1", "k*s <= 1", "(k + 1)*s > 1"),
            where={"c1": "(1 - s)/(1 + s)", "a": "2*c1**k/(1 + c1**(2*k))"},
            examples=({"k": 1, "s": "501/1000"},),
            derivation=_PROOF,
        ),
    ),
)
