"""ALI-DPFL, Definitions 3 and 5: the Renyi loss of one step, and from there to approximate differential
privacy.

Definition 3, (15): the sampled Gaussian mechanism "satisfies (alpha, R)-RDP whenever R <= log(max(A,
B))/(alpha - 1)". The direction is reversed: RDP bounds the divergence from above by R, so any R at least that
much will do (`condition`, `repaired`). Proof of (17): (mu/mu_0)^alpha = (1 - q + q e^((2z-1)/(2
sigma^2)))^alpha by the binomial theorem, and E e^(k (2z-1)/(2 sigma^2)) = e^((k^2-k)/(2 sigma^2)) under mu_0.

A_alpha >= B_alpha is true (`order`; Mironov, Talwar and Zhang, 2019, Theorem 5), here for whole alpha; Definition 5 is
true, and so is `tight` (Canonne, Kamath and Steinke, 2020, Proposition 12), epsilon = R + log(1 - 1/alpha) +
(log(1/delta) - log(alpha))/(alpha - 1): `renyi_lines` says how.
"""

from ...domains import POSITIVE, UNIT
from ...families.mechanism import MECHANISM
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .renyi_lines import ORDER, delta_after

_RATE = "0 < q"
_ORDER_2 = {"A": "1 + q**2*(exp(1/sigma**2) - 1)"}

_REPAIRED_PROOF = """
more: exp(1/sigma**2) >= 1 by exp_tangent(1/sigma**2)
pos: 1 + q**2*(exp(1/sigma**2) - 1) > 0 by more with q
claim by assume2
"""

DEFINITION_3 = Theorem(
    id="alidpfl.definition-3",
    title="Renyi loss of the sampled Gaussian mechanism",
    place="ALI-DPFL, Definition 3, (15) to (17)",
    statement="(alpha, R)-RDP whenever R <= log(max(A, B))/(alpha - 1); A >= B; A as a sum",
    family=MECHANISM,
    first=None,
    variants=(
        Variant(
            "condition",
            "log(A) <= R",
            statement="(15), alpha = 2: every R <= log A bounds the divergence log A",
            assume=(_RATE, "R <= log(A)"),
            where=_ORDER_2,
            family=scalars(q=UNIT, sigma=POSITIVE, R=POSITIVE),
            severity=Severity.TYPO,
            remains="True with >= for <= (`repaired`), which is how the sequel uses it",
            examples=({"q": 1, "sigma": 1, "R": "1/2"},),
        ),
        Variant(
            "repaired",
            "log(A) <= R",
            statement="(15) with R >= log(max(A, B))/(alpha - 1)",
            assume=(_RATE, "R >= log(A)"),
            where=_ORDER_2,
            family=scalars(q=UNIT, sigma=POSITIVE, R=POSITIVE),
            derivation=_REPAIRED_PROOF,
        ),
        Variant(
            "order",
            "log_B <= log_A",
            statement="A_alpha >= B_alpha",
            assume=(_RATE,),
            derivation=ORDER,
        ),
        Variant(
            "eq-17",
            "log_sum == log_A",
            statement="the sum (17) is the integral (16)",
            assume=(_RATE,),
            proved=True,
        ),
    ),
)

DEFINITION_5 = Theorem(
    id="alidpfl.definition-5",
    title="from Renyi to approximate differential privacy",
    place="ALI-DPFL, Definition 5",
    statement="(alpha, eps)-RDP implies (eps + log(1/delta)/(alpha-1), delta)-DP",
    family=MECHANISM,
    first=None,
    variants=(
        Variant(
            "main",
            "delta_after <= delta",
            statement="for T steps of the sampled Gaussian mechanism, whose delta is known (q = 1) or bounded "
            "from below",
            assume=(_RATE, "0 < delta < 1"),
            derivation=delta_after(),
        ),
        Variant(
            "tight",
            "delta_after_tight <= delta",
            statement="the same with log(1 - 1/alpha) - log(alpha)/(alpha - 1) < 0 added to epsilon",
            assume=(_RATE, "0 < delta < 1"),
            derivation=delta_after(tight=True),
        ),
    ),
)
