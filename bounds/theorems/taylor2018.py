"""Taylor, Hendrickx and Glineur 2018: gradient descent contracts distances and gradients by the same factor.

Setting. Gradient descent with any step gamma on an L-smooth, mu-strongly convex f (here the mean of clients' losses);
no nonsmooth part. rho = max(1 - gamma mu, gamma L - 1).

Statement. ||x(k) - x*|| (`distance`) and ||grad f(x(k))|| (`gradient`) are at most rho^k times those at k = 0; the
paper has the same of f(x(k)) - f*, squared, and shows that all three are exact. For every step, whether or not rho <
1.

Idea. rho = 1 - gamma mu where gamma (L + mu) <= 2: co-coercivity of the strongly convex f, and monotony with what is
left; else smoothness in its place.
"""

from ..theorem import Theorem, Variant
from .nesterov2004.smooth import GRADIENT_DESCENT

_RHO = "max(1 - eta*mu, eta*L - 1)"
_DERIVED = f"""
let r = {_RHO}, low = 1 - eta*mu, high = eta*L - 1
one: NEXT <= r**2*NOW by cases r == low, r == high
  case
    room: eta*(L + mu) <= 2 by case, r >= high
    shorter: NEXT <= low**2*NOW by room, mean_cocoercive(PAIR), monotone(POINTS) over eta > 0
    NEXT <= r**2*NOW by shorter, case times (r + low)*NOW
  case
    room: eta*(L + mu) >= 2 by case, r >= low
    longer: NEXT <= high**2*NOW by room, mean_cocoercive(PAIR), smooth(POINTS) over eta > 0
    NEXT <= r**2*NOW by longer, case times (r + high)*NOW
square: r**2 >= 0 with r
always I: NOW <= {_RHO}**(2*t)*START
  next by one, I, square
claim by I
"""


def _variant(label: str, metric: str, pair: str, points: str) -> Variant:
    derivation = _DERIVED.replace("PAIR", pair).replace("POINTS", points)
    for word, time in (("NEXT", "t + 1"), ("NOW", "t"), ("START", "0")):
        derivation = derivation.replace(word, f"{metric}({time})")
    return Variant(
        label,
        f"{metric}(t) <= {_RHO}**(2*t)*{metric}(0)",
        statement=f"the squared {label} shrinks by rho^2 a step",
        derivation=derivation,
    )


CONTRACTION = Theorem(
    id="taylor2018.contraction",
    title="gradient descent: exact factor of distances and gradients",
    place="Taylor, Hendrickx and Glineur 2018, the rates in distance and in gradient norm without a nonsmooth part, as "
    "commonly cited; the paper itself could not be read",
    statement="factor max(|1 - gamma mu|, |1 - gamma L|) a step",
    family=GRADIENT_DESCENT,
    variants=(
        _variant("distance", "error2", "x, o", "J(x), o"),
        _variant("gradient", "global_gradient2", "x, next(x)", "J(x), J(next(x))"),
    ),
)

STATED: tuple[Theorem, ...] = (CONTRACTION,)
