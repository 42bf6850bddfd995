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
l2: mx <= my + d by cases my == a*y, my == C
  case
    mx <= my + d by case, mx <= a*x
  case
    mx <= my + d by case, mx <= C
r2: my <= mx + d by cases mx == a*x, mx == C
  case
    my <= mx + d by case, my <= a*y
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

# With g = F'({x}): C (|{x}| - |g|/a) is at most g ({x} - g/a), and at least C |{x} - g/a|.
_SLOPE = """
g{x}_top: g{x} <= abs(g{x})
g{x}_low: -g{x} <= abs(g{x})
at_{x}: C*(a*abs({x}) - abs(g{x})) <= g{x}*(a*{x} - g{x}) by cases g{x} == m{x}, g{x} == -C
  case
    slope: g{x} == m{x} by case
    C*(a*abs({x}) - abs(g{x})) <= g{x}*(a*{x} - g{x}) by cases m{x} == a*{x}, m{x} == C
      case
        here: g{x} == a*{x} by slope, case
        less: a*abs({x}) <= abs(g{x}) by cases abs({x}) == {x}, abs({x}) == -{x}
          case
            a*abs({x}) <= abs(g{x}) by case times a, here, g{x}_top
          case
            a*abs({x}) <= abs(g{x}) by case times a, here, g{x}_low
        C*(a*abs({x}) - abs(g{x})) <= g{x}*(a*{x} - g{x}) by less, C_domain, here times g{x}
      case
        here: g{x} == C by slope, case
        right: a*{x} >= C by m{x} <= a*{x}, case
        sign: {x} >= 0 by right, C_domain over a > 0
        less: abs({x}) <= {x} by cases abs({x}) == {x}, abs({x}) == -{x}
          case
            abs({x}) <= {x} by case
          case
            abs({x}) <= {x} by case, sign
        C*(a*abs({x}) - abs(g{x})) <= g{x}*(a*{x} - g{x})
          by here times a*{x} - g{x} - C, less, g{x}_top, here times C, C_domain
  case
    here: g{x} == -C by case
    low: m{x} <= -C by g{x} >= m{x}, here
    small: a*{x} <= 0 by cases m{x} == a*{x}, m{x} == C
      case
        a*{x} <= 0 by case, low, C_domain
      case
        none: C <= 0 by case, low
        a*{x} <= 0 by none, C_domain, m{x} <= a*{x}, case over C > 0
    sign: -{x} >= 0 by small over a > 0
    less: abs({x}) <= -{x} by cases abs({x}) == {x}, abs({x}) == -{x}
      case
        abs({x}) <= -{x} by case, sign
      case
        abs({x}) <= -{x} by case
    C*(a*abs({x}) - abs(g{x})) <= g{x}*(a*{x} - g{x})
      by here times a*{x} - g{x} + C, less, g{x}_low, here times C, C_domain
right_{x}: a*{x} - g{x} <= a*abs({x}) - abs(g{x}) by cases abs(g{x}) == g{x}, abs(g{x}) == -g{x}
  case
    a*{x} - g{x} <= a*abs({x}) - abs(g{x}) by case, {x} <= abs({x}), a > 0
  case
    kept: abs(g{x}) == -g{x} by case
    a*{x} - g{x} <= a*abs({x}) - abs(g{x}) by cases m{x} == a*{x}, m{x} == C
      case
        a*{x} - g{x} <= a*abs({x}) - abs(g{x}) by case, kept, g{x} >= m{x}, -{x} <= abs({x}), a > 0
      case
        a*{x} - g{x} <= a*abs({x}) - abs(g{x}) by case, kept, g{x} >= m{x}, C_domain, {x} <= abs({x}), a > 0
left_{x}: g{x} - a*{x} <= a*abs({x}) - abs(g{x}) by cases abs(g{x}) == g{x}, abs(g{x}) == -g{x}
  case
    kept: abs(g{x}) == g{x} by case
    g{x} - a*{x} <= a*abs({x}) - abs(g{x}) by cases g{x} == m{x}, g{x} == -C
      case
        g{x} - a*{x} <= a*abs({x}) - abs(g{x}) by case, kept, m{x} <= a*{x}, {x} <= abs({x}), a > 0
      case
        g{x} - a*{x} <= a*abs({x}) - abs(g{x}) by case, kept, C_domain, -{x} <= abs({x}), a > 0
  case
    g{x} - a*{x} <= a*abs({x}) - abs(g{x}) by case, -{x} <= abs({x}), a > 0
top_{x}: g{x} <= C by cases g{x} == m{x}, g{x} == -C
  case
    g{x} <= C by case, m{x} <= C
  case
    g{x} <= C by case, C_domain
"""
_RHO_PROOF = f"""
let mx = min(a*x, C), my = min(a*y, C)
{_SLOPE.format(x="x")}{_SLOPE.format(x="y")}steep: x - y <= abs(x - y)
steep2: y - x <= abs(x - y)
low_x: gx >= -C
low_y: gy >= -C
one: Fx - Fy <= gx*(x - y) by at_x, right_y, left_y, low_x, top_x with gx - gy over a > 0
two: Fy - Fx <= gy*(y - x) by at_y, right_x, left_x, low_y, top_y with gx - gy over a > 0
one2: Fx - Fy <= C*abs(x - y) by one, low_x, top_x, steep, steep2
two2: Fy - Fx <= C*abs(x - y) by two, low_y, top_y, steep, steep2
both: abs(Fx - Fy) <= C*abs(x - y) by cases abs(Fx - Fy) == Fx - Fy, abs(Fx - Fy) == Fy - Fx
  case
    abs(Fx - Fy) <= C*abs(x - y) by case, one2
  case
    abs(Fx - Fy) <= C*abs(x - y) by case, two2
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
            derivation=_RHO_PROOF,
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
