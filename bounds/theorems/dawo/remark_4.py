"""dawo, Remark 4: the vector of Algorithm 1 can be used directly in the subgradient "without the need to identify
whether rho = lambda_2 or rho = -lambda_M".

The two formulas (19) and (21) differ in sign, so one of them without asking is wrong at the other end of the spectrum.
`sign-19`: always (19); `sign-21`: always (21). Two clients with w = 1 on a reliable link have rho = -lambda_2 = 1:
(19) asks for still more weight.
`repaired`: the sign of v'(E W_hat)v, which the last step of Algorithm 1 has at hand (`dawo.eq-19`, `dawo.eq-21`).
Where both ends have the same magnitude Algorithm 1 gives no eigenvector at all: `dawo.algorithm-1`.
"""

from ...families.subgradients import subgradient
from ...theorem import Theorem, Variant
from ...verdict import Severity
from .eq_17 import FALL

_PROOF = f"""{FALL}
either: rho_mean - gain*quotient/abs(quotient) <= rho_other
  by cases abs(quotient) == quotient, abs(quotient) == -quotient
  case
    here: rho_mean - gain*quotient/abs(quotient) <= rho_other
      by cauchy(v, W_other(v)), m, fall, norm2 > 0, case, 1 + abs(quotient) == 1 + rho_mean
  case
    here: rho_mean - gain*quotient/abs(quotient) <= rho_other
      by cauchy(-v, W_other(v)), m, fall, norm2 > 0, case, 1 + abs(quotient) == 1 + rho_mean
claim by either
"""
_EITHER = ("norm2 > 0", "residual2 <= 0", "1 + abs(quotient) == 1 + rho_mean")

REMARK_4 = Theorem(
    id="dawo.remark-4",
    title="no need to know which end of the spectrum rho is",
    place="dawo, Remark 4",
    statement="the eigenvector of rho gives a subgradient whichever end it belongs to",
    family=subgradient(),
    first=None,
    variants=(
        Variant(
            "sign-19",
            "rho_mean - gain <= rho_other",
            statement="by (19) always",
            assume=_EITHER,
            severity=Severity.TYPO,
            remains="The other sign is right.",
        ),
        Variant(
            "sign-21",
            "rho_mean + gain <= rho_other",
            statement="by (21) always",
            assume=_EITHER,
            severity=Severity.TYPO,
            remains="The other sign is right.",
        ),
        Variant(
            "repaired",
            "rho_mean - gain*quotient/abs(quotient) <= rho_other",
            statement="by (19) where v'(E W_hat)v > 0, by (21) where it is negative",
            assume=(*_EITHER, "rho_mean > 0"),
            derivation=_PROOF,
        ),
    ),
)
