"""Stich, Cordonnier and Jaggi 2018, Lemma 3.2: the memory of Mem-SGD stays as small as the steps.

Setting. m+ = m + eta_t g - comp_k(m + eta_t g), which loses at most 1 - k/d of the squared length, so that E||m+||^2 <=
(1 - k/d)((1 + k/(2d)) E||m||^2 + (1 + 2d/k) eta_t^2 G^2); eta_t = 8/(mu (a + t)), m = 0 at first. Here q = k/d.

Statement. For alpha > 4 and a >= (alpha + 1) d/k + rho/(rho + 1), rho = 4 alpha/((alpha - 4)(alpha + 1)^2): E||m_t||^2
<= eta_t^2 (4 alpha/(alpha - 4)) (d/k)^2 G^2. It is shown that a round keeps the bound (`kept`), and that a >= alpha
d/k - 1 is enough (`sharp`).

Idea. (1 - q)(1 + q/2) <= 1 - q/2 and (1 - q)(1 + 2/q) <= 2/q; steps fall by at most the factor 1 - 1/(a + t + 1).
"""

from typing import Any

from ...domains import UNIT
from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .contraction import READ

_PROOF = """
let s = a + t, c = 4*alpha/((alpha - 4)*q**2), v = (8/(mu*(a + t)))**2*G2
half: 1 - q/2 >= 0 by q <= 1
once: m2 <= (1 - q/2)*m + 2/q*v by assume4, m > 0
held: m <= c*v by assume5
scaled: (1 - q/2)*(c*v - m) >= 0 by held, half
then: m2 <= ((1 - q/2)*c + 2/q)*v by once, scaled
core: ((1 - q/2)*c + 2/q)*(s + 1) <= c*(s - 1) over q*q*(alpha - 4) > 0
claim by then, core
"""
_KEPT = """wide: alpha - 4 > 0 by alpha > 4
div: (alpha - 4)*(alpha + 1)**2 > 0 by wide
least: rho/(rho + 1) >= 0
shift: (alpha + 1)/q <= a by assume3, least"""
# few drawn numbers meet all five assumptions
_MET = {"a": "13", "alpha": "5", "mu": "8", "G2": "1", "m": "1/10", "m2": "1/20", "q": "1/2"}
_RHO = {"rho": "4*alpha/((alpha - 4)*(alpha + 1)**2)"}


def _kept(label: str, said: str, start: str, lines: str = "", **more: Any) -> Variant:
    bound = "4*alpha/((alpha - 4)*q**2)*G2"
    recursion = "m2 <= (1 - q)*((1 + q/2)*m + (1 + 2/q)*(8/(mu*(a + t)))**2*G2)"
    return Variant(
        label,
        f"m2 <= (8/(mu*(a + t + 1)))**2*{bound}",
        statement=said,
        assume=("q > 0", "alpha > 4", start, recursion, f"m <= (8/(mu*(a + t)))**2*{bound}"),
        derivation=lines + _PROOF,
        examples=(_MET,),
        **more,
    )


LEMMA_3_2 = Theorem(
    id="stich2018.lemma-3-2",
    title="Mem-SGD: the memory is of the order of the step",
    place=f"Stich, Cordonnier and Jaggi 2018, Lemma 3.2; {READ}; the recursion of its proof taken as given",
    statement="E||m_t||^2 <= eta_t^2 4 alpha/(alpha - 4) (d/k)^2 G^2 for eta_t = 8/(mu (a + t))",
    family=scalars("", "a alpha mu G2 m m2", q=UNIT),
    first=0,
    variants=(
        _kept(
            "kept",
            "a round keeps the bound, a >= (alpha + 1) d/k + rho/(rho + 1)",
            "(alpha + 1)/q + rho/(rho + 1) <= a",
            _KEPT,
            where=_RHO,
        ),
        _kept("sharp", "a round keeps the bound, a >= alpha d/k - 1", "alpha/q - 1 <= a"),
    ),
)
