"""Beznosikov, Horvath, Richtarik and Safaryan 2020: gradient descent with biased compression.

Setting. C is in B^3(delta) if E||C(x) - x||^2 <= (1 - 1/delta) ||x||^2; f L-smooth and mu-strongly convex; x+ = x - eta
C(grad f(x)). In numbers of a round: n2 = ||grad f(x)||^2, c = E<C, grad f(x)>, q = E||C||^2, C at the gradient, f and
f2 the gaps to f* before and after it; descent and n2 >= 2 mu f are taken as given.

Statement. An unbiased C with E||C(x)||^2 <= zeta ||x||^2 is, over zeta, in B^3(zeta) (`scaled`). For eta <= 1/L the gap
shrinks by 1 - eta mu/delta a round (`rate`).

Idea. With eta L <= 1 a round gains (eta/2)(n2 - E||C - grad f||^2) >= (eta/(2 delta)) n2.
"""

from ..families.scalars import scalars
from ..theorem import Theorem, Variant

BIASED = Theorem(
    id="beznosikov2020.biased-compression",
    title="gradient descent with biased compression",
    place="Beznosikov, Horvath, Richtarik and Safaryan 2020, the class B^3 and the theorem on it, as commonly cited; "
    "the paper itself could not be read",
    statement="f(x+) - f* <= (1 - eta mu/delta) (f(x) - f*) for eta <= 1/L and C in B^3(delta)",
    family=scalars("", "f f2 n2 c q L mu eta delta"),
    first=None,
    variants=(
        Variant(
            "scaled",
            "n2 - 2*n2/zeta + q/zeta**2 <= (1 - 1/zeta)*n2",
            statement="E||C/zeta - x||^2 <= (1 - 1/zeta) ||x||^2 for E C = x",
            assume=("q <= zeta*n2",),
            family=scalars("", "n2 q zeta"),
            derivation="claim scaled by assume1",
        ),
        Variant(
            "rate",
            "f2 <= (1 - eta*mu/delta)*f",
            assume=(
                "eta <= 1/L",
                "f2 <= f - eta*c + L/2*eta**2*q",
                "n2 - 2*c + q <= (1 - 1/delta)*n2",
                "n2 >= 2*mu*f",
            ),
            derivation="""
less: eta**2*L*q <= eta*q by eta > 0, q > 0
claim rate by assume2, less, assume3, assume4, eta > 0
""",
        ),
    ),
)

STATED: tuple[Theorem, ...] = (BIASED,)
