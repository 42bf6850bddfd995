"""ALI-DPFL, remarks after Theorem 1: "it is evident that h(0) = h(1) = 0", and h >= 0 by Bernoulli.

With y = eta beta: the sum form is h(x) = ((xi + n)/beta) ((1 + y)^x - 1 - y x), n = 2 sqrt(d) sigma C/B: zero
at 0 and 1, and not negative by Bernoulli's inequality. (11) divides xi in its last term by B: h(1) = eta xi
(1 - 1/B), positive for B > 1 and xi > 0; it stays non-negative, B being at least 1. The repair is the sum
form.
"""

from ...domains import POSITIVE
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_FAMILY = scalars("x B d", xi=POSITIVE, sigma=POSITIVE, C=POSITIVE, eta=POSITIVE, beta=POSITIVE)
_GROWN = "((eta*beta + 1)**{x} - 1)/beta"
_N = "2*sqrt(d)*sigma*C"
_EQ_11 = f"(xi + {_N}/B)*{_GROWN} - eta*((xi + {_N})/B)*{{x}}"
_SUM = f"(xi + {_N}/B)*({_GROWN} - eta*{{x}})"

_SIGN_SUM_PROOF = """
grown: ((eta*beta + 1)**x - 1)/beta - eta*x >= 0 by bernoulli(eta*beta, x)
claim by grown
"""
_SIGN_EQ_11_PROOF = """
grown: ((eta*beta + 1)**x - 1)/beta - eta*x >= 0 by bernoulli(eta*beta, x)
whole: B >= 1
claim by grown, whole, B >= 1
"""

H_AT_ONE = Theorem(
    id="alidpfl.h-at-one",
    title="h at 0 and 1, and its sign",
    place="ALI-DPFL, remarks after Theorem 1",
    statement="h(0) = h(1) = 0, h(x) >= 0 for x = 0, 1, 2, ...",
    family=_FAMILY,
    first=None,
    variants=(
        Variant(
            "eq-11",
            f"{_EQ_11.format(x=1)} == 0",
            statement="h(1) = 0 for h as in (11)",
            severity=Severity.TYPO,
            remains="True for h as summed in the proof (`sum`); (11) divides xi by B",
        ),
        Variant(
            "sum",
            f"{_SUM.format(x=1)} == 0",
            statement="h(1) = 0 for h as summed in the proof",
            derivation="claim",
        ),
        Variant(
            "at-zero",
            f"{_EQ_11.format(x=0)} == 0",
            statement="h(0) = 0 for h as in (11)",
            derivation="claim",
        ),
        Variant(
            "sign-eq-11",
            f"0 <= {_EQ_11.format(x='x')}",
            statement="h(x) >= 0 for h as in (11)",
            derivation=_SIGN_EQ_11_PROOF,
        ),
        Variant(
            "sign-sum",
            f"0 <= {_SUM.format(x='x')}",
            statement="h(x) >= 0 for h as summed in the proof",
            derivation=_SIGN_SUM_PROOF,
        ),
        Variant(
            "bernoulli",
            "eta*beta*x + 1 <= (eta*beta + 1)**x",
            derivation="claim by bernoulli(eta*beta, x)",
        ),
    ),
)
