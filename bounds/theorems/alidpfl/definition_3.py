"""ALI-DPFL, Definitions 3 and 5: the Renyi loss of one step, and from there to approximate differential
privacy.

Definition 3, (15): the sampled Gaussian mechanism "satisfies (alpha, R)-RDP whenever R <= log(max(A,
B))/(alpha - 1)". The direction is reversed: RDP bounds the divergence from above by R, so any R at least that
much will do (`condition`, `repaired`). Proof of (17): (mu/mu_0)^alpha = (1 - q + q e^((2z-1)/(2
sigma^2)))^alpha by the binomial theorem, and E e^(k (2z-1)/(2 sigma^2)) = e^((k^2-k)/(2 sigma^2)) under mu_0.

A_alpha >= B_alpha is true (`order`; Mironov, Talwar and Zhang, 2019, Theorem 5). Proof. Let l = mu_1/mu_0, so
that A = E r^alpha and B = E r^(1-alpha) under mu_0 with r = 1 - q + q l. As z -> 1 - z exchanges mu_0 and
mu_1, E f(l) = E[f(l) + l f(1/l); l > 1] for every f. At l = x > 1 put s = 1/(1 - q + q/x); then r >= s >= 1.
For f = r^alpha - r^(1-alpha) and a = alpha - 1/2, f(x) + x f(1/x) = 2 sqrt(r) sinh(a log r) - 2 x sinh(a log
s)/sqrt(s). It is 0 at a = 1/2, where both terms are q (x - 1), and sinh(a log r)/sinh(a log s) grows with a.

Definition 5 is true. Proof: by Hoelder P(S) <= (e^R Q(S))^(1 - 1/alpha). If e^R Q(S) <=
delta^(alpha/(alpha-1)) this is at most delta, otherwise at most e^R Q(S) delta^(-1/(alpha-1)) = e^(R +
log(1/delta)/(alpha-1)) Q(S).

`tight` (Canonne, Kamath and Steinke, 2020, Proposition 12): epsilon = R + log(1 - 1/alpha) + (log(1/delta) -
log(alpha))/(alpha - 1). Proof: with Y the privacy loss, delta(epsilon) = E(1 - e^(epsilon - Y))_+, and (1 - u)
u^(alpha-1) <= (1 - 1/alpha)^(alpha-1)/alpha on (0, 1), so with u = e^(epsilon - Y) delta(epsilon) is at most (1 -
1/alpha)^(alpha-1)/alpha e^(-(alpha-1) epsilon) E e^((alpha-1) Y), where E e^((alpha-1) Y) <= e^((alpha-1) R): at that
epsilon this is delta.
"""

from ...domains import POSITIVE, UNIT
from ...families.mechanism import MECHANISM
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

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
            proved=True,
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
            proved=True,
        ),
        Variant(
            "tight",
            "delta_after_tight <= delta",
            statement="the same with log(1 - 1/alpha) - log(alpha)/(alpha - 1) < 0 added to epsilon",
            assume=(_RATE, "0 < delta < 1"),
            proved=True,
        ),
    ),
)
