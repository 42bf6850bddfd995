"""ALI-DPFL, Algorithm 2: rho_i and beta_i "estimated according to Assumption 1".

rho_i = |F_i(x) - F_i(y)|/||x - y||, beta_i = ||grad F_i(x) - grad F_i(y)||/||x - y|| at x = w_i(t), y = w(t).
Assumption 1 asks for constants that hold for all x and y. `rho-covers`, `beta-covers`: the estimates are such
constants: false, two points of a flat part give less. Then neither h nor the condition eta <= 1/beta of Theorem 2 is
what its proof needs. The same goes for xi_i, taken at w(t) alone where (9) speaks of any w. `rho-below`,
`beta-below`: they are never above the smallest such constants: true, by the definition of these. F_i: Huber's loss of
curvature a and slope C, minimum at 0.
"""

from ...domains import POSITIVE, REAL
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from ...verdict import Severity

_SLOPES = {"gx": "max(min(a*x, C), -C)", "gy": "max(min(a*y, C), -C)"}
_LOSSES = {
    **_SLOPES,
    "Fx": "gx**2/(2*a) + C*(abs(x) - abs(gx)/a)",
    "Fy": "gy**2/(2*a) + C*(abs(y) - abs(gy)/a)",
}
_RHO, _BETA = "abs(Fx - Fy)/abs(x - y)", "abs(gx - gy)/abs(x - y)"
_APART = ("abs(x - y) > 0",)
_SAID = "The paper says estimate; (13) and the condition on eta then use what is estimated"
_FLAT = {"x": 0, "y": "1/2", "a": 1, "C": 1}
_LINEAR = {"x": 2, "y": 3, "a": 1, "C": 1}

_BETA_PROOF = """
let d = a*abs(x - y), mx = min(a*x, C), my = min(a*y, C)
l: a*x <= a*y + d
r: a*y <= a*x + d
l2: mx <= my + d by cases my == a*y, my == C
  case
    mx <= my + d by case, l, mx <= a*x
  case
    mx <= my + d by case, mx <= C
r2: my <= mx + d by cases mx == a*x, mx == C
  case
    my <= mx + d by case, r, my <= a*y
  case
    my <= mx + d by case, my <= C
l3: gx <= gy + d by cases gx == mx, gx == -C
  case
    gx <= gy + d by case, l2, gy >= my
  case
    gx <= gy + d by case, gy >= -C
r3: gy <= gx + d by cases gy == my, gy == -C
  case
    gy <= gx + d by case, r2, gx >= mx
  case
    gy <= gx + d by case, gx >= -C
both: abs(gx - gy) <= d by cases abs(gx - gy) == gx - gy, abs(gx - gy) == gy - gx
  case
    abs(gx - gy) <= d by case, l3
  case
    abs(gx - gy) <= d by case, r3
claim by both
"""

ESTIMATES = Theorem(
    id="alidpfl.estimates",
    title="estimated constants",
    place="ALI-DPFL, Algorithm 2",
    statement="rho_i and beta_i as estimated are constants that Assumption 1 allows",
    family=scalars(x=REAL, y=REAL, a=POSITIVE, C=POSITIVE),
    first=None,
    variants=(
        Variant(
            "rho-covers",
            f"C <= {_RHO}",
            statement="F_i is rho_i-Lipschitz",
            assume=_APART,
            where=_LOSSES,
            severity=Severity.MISSING,
            remains="The estimate is never above the smallest such constant (`rho-below`)",
            examples=(_FLAT,),
            note=_SAID,
        ),
        Variant(
            "beta-covers",
            f"a <= {_BETA}",
            statement="F_i is beta_i-smooth",
            assume=_APART,
            where=_SLOPES,
            severity=Severity.MISSING,
            remains="The estimate is never above the smallest such constant (`beta-below`)",
            examples=(_LINEAR,),
            note=_SAID,
        ),
        Variant(
            "rho-below",
            f"{_RHO} <= C",
            statement="rho_i is at most F_i's smallest Lipschitz constant",
            assume=_APART,
            where=_LOSSES,
            proved=True,
        ),
        Variant(
            "beta-below",
            f"{_BETA} <= a",
            statement="beta_i is at most F_i's smallest smoothness constant",
            assume=_APART,
            where=_SLOPES,
            derivation=_BETA_PROOF,
        ),
    ),
)
