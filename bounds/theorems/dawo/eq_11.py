"""dawo, (11) and (12): lambda_2(E W_hat) = sup{u'(E W_hat)u : ||u|| <= 1, 1'u = 0}, -lambda_M(E W_hat) = sup{-u'(E
W_hat)u : ||u|| <= 1}.

The balls contain u = 0, so the right sides are max(0, lambda_2) and max(0, -lambda_M): false where lambda_2 < 0 (two
clients that swap: lambda_2 = -1) or lambda_M > 0 (`eq-11`, `eq-12`: the value at some u of the ball exceeds the left
side). No harm to rho: lambda_2 < 0 and lambda_M > 0 exclude each other, so rho = max of the two suprema (`rho`), but
then a supremum at u = 0 is no eigenvector.
`repaired`: ||u|| = 1 (Courant and Fischer). (12) needs no 1'u = 0: the vector of ones only gives -1.
"""

from typing import Any

from ...families.subgradients import subgradient
from ...theorem import Theorem, Variant
from ...verdict import Severity

_ZERO = {"K": 2, "S": 2, "P": [[0, 1], [1, 0]], "v": [0, 0]}
_BALL = ("norm2 <= 1",)


_LARGEST = """
claim rho by second(v), second_top, rho_mean >= 0, norm2 <= 1
claim repaired by second(v), norm2 > 0
"""
_LEAST = """
claim rho by least(v), least_bottom, rho_mean >= 0, norm2 <= 1
claim repaired by least(v), norm2 > 0
"""


def _theorem(
    number: str, title: str, statement: str, value: str, end: str, example: dict[str, Any], proof: str
) -> Theorem:
    return Theorem(
        id=f"dawo.eq-{number}",
        title=title,
        place=f"dawo, ({number})",
        statement=statement,
        family=subgradient(),
        first=None,
        variants=(
            Variant(
                "main",
                f"{value} <= {end}",
                statement="no u in the unit ball gives more",
                assume=_BALL,
                severity=Severity.TYPO,
                remains="With ||u|| = 1 for ||u|| <= 1 it is true; where the supremum is negative u = 0 gives more.",
                examples=(example,),
            ),
            Variant(
                "rho",
                f"{value} <= rho_mean",
                statement="no u in the unit ball gives more than rho",
                assume=_BALL,
                derivation=proof,
            ),
            Variant(
                "repaired",
                f"{value}/norm2 <= {end}",
                statement="no u of length 1 gives more",
                assume=("norm2 > 0",),
                derivation=proof,
            ),
        ),
    )


EQ_11 = _theorem(
    "11",
    "lambda_2 as a supremum",
    "lambda_2 = sup{u'(E W_hat)u : ||u|| <= 1, 1'u = 0}",
    "form",
    "lam2",
    {**_ZERO, "W": [[[0, 1], [1, 0]]] * 2},
    _LARGEST,
)
EQ_12 = _theorem(
    "12",
    "-lambda_M as a supremum",
    "-lambda_M = sup{-u'(E W_hat)u : ||u|| <= 1}",
    "-form",
    "-lam_low",
    {**_ZERO, "W": [[[1, 0], [0, 1]]] * 2},
    _LEAST,
)
