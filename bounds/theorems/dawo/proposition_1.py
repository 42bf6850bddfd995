"""dawo, Proposition 1: the bound (8) increases with rho(E W_hat^2), "since 0 <= rho < 1".

(8) is (A + B G)/(1/2 - 9 G), A = (f_0-f*)/(lambda T) + lambda omega alpha^2/(2M), B = alpha^2 + 9 beta^2. s and s1
stand for the roots of two values of rho, s <= s1 < 1; G0 and G1 are G there.

`in-range`: where the step condition of Theorem 1 holds at both, true. Idea: the quotient increases in G, by (B/2 +
9A)/(1/2 - 9G)^2. `main`: a fixed step and any rho < 1, as the proof says. False: as rho grows past the range of the
step, the denominator of the bound and then that of G change sign, and the bound falls below 0. `derivative`: printed
as (1/2 + 9A)/(1/2 - 9G)^2; B is lost. `repaired`: B/2 + 9A.
"""

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_FAMILY = scalars("M T", "eta omega", s=UNIT, s1=UNIT, start=UNIT, alpha2=UNIT, beta2=UNIT)
_WHERE = {
    "A": "start/(eta*T) + eta*omega*alpha2/(2*M)",
    "B": "alpha2 + 9*beta2",
    "G0": "M*eta**2*omega**2/((1 - s)**2 - 18*M*eta**2*omega**2)",
    "G1": "M*eta**2*omega**2/((1 - s1)**2 - 18*M*eta**2*omega**2)",
}
_LEFT, _RIGHT = "(A + B*G0)/(1/2 - 9*G0)", "(A + B*G1)/(1/2 - 9*G1)"
_QUOTIENT = "B*(1/2 - 9*G0) + 9*(A + B*G0)"  # numerator of the derivative, by the quotient rule
_RANGE = "36*M*(eta*omega)**2 < (1 - s)**2"
_IN_RANGE = """
let m = M*eta**2*omega**2
room: 1 - s1 > 0
gap: s1 - s >= 0
larger: (1 - s)**2 >= (1 - s1)**2 by room, gap
d1: (1 - s1)**2 - 18*m > 0 by assume2
grows: G0 <= G1 by larger, d1
slope: B/2 + 9*A >= 0
apart: (B/2 + 9*A)*(G1 - G0) >= 0 by slope, grows
claim by apart
"""

PROPOSITION_1 = Theorem(
    id="dawo.proposition-1",
    title="the bound increases with rho(E W_hat^2)",
    place="dawo, Proposition 1 and its proof",
    statement="(A + B G)/(1/2 - 9 G) increases with rho on [0, 1)",
    family=_FAMILY,
    first=None,
    variants=(
        Variant(
            "main",
            f"{_LEFT} <= {_RIGHT}",
            statement="for all 0 <= rho < 1 at a step that Theorem 1 allows for the smaller rho",
            assume=("M >= 2", "s <= s1 < 1", _RANGE),
            where=_WHERE,
            severity=Severity.MISSING,
            remains="True as long as the step condition of Theorem 1 holds at the larger rho too.",
            examples=(
                {
                    **{"M": 40, "T": 100, "eta": "1/80", "omega": 1, "s": "1/2", "s1": "3/4"},
                    **{"start": 1, "alpha2": 0, "beta2": 1},
                },
            ),
        ),
        Variant(
            "in-range",
            f"{_LEFT} <= {_RIGHT}",
            statement="while the step condition of Theorem 1 holds",
            assume=("s <= s1 < 1", "36*M*(eta*omega)**2 < (1 - s1)**2"),
            where=_WHERE,
            derivation=_IN_RANGE,
        ),
        Variant(
            "derivative",
            f"{_QUOTIENT} == 1/2 + 9*A",
            statement="the derivative in G is (1/2 + 9A)/(1/2 - 9G)^2",
            assume=("M >= 2", "s < 1", _RANGE),
            where=_WHERE,
            severity=Severity.TYPO,
            remains=(
                "The factor B of G is lost: B/2 + 9A. It is nonnegative, so the conclusion stands on the "
                "step's range."
            ),
            examples=(
                {
                    **{"M": 40, "T": 100, "eta": "1/100", "omega": 1, "s": 0, "s1": 0},
                    **{"start": 1, "alpha2": "1/4", "beta2": "1/4"},
                },
            ),
        ),
        Variant(
            "repaired",
            f"{_QUOTIENT} == B/2 + 9*A",
            statement="the derivative in G is (B/2 + 9A)/(1/2 - 9G)^2",
            assume=("s < 1", _RANGE),
            where=_WHERE,
            derivation="claim",
        ),
    ),
)
