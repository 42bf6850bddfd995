"""Gorbunov, Hanzely and Richtarik 2020, Theorem 4.1: one Lyapunov function for a family of stochastic gradient
methods.

Setting, as numbers of a round: r = E||x - x*||^2, s = E sigma^2 (how far the method's gradient estimators are from
where they settle), d = E f(x) - f*, r2 and s2 those after it. Assumption 4.1 with mu-quasi-strong convexity gives r2
<= (1 - gamma mu) r - 2 gamma d + gamma^2 (2 A d + B s + D1) and s2 <= (1 - rho) s + 2 C d + D2, which are taken as
given.

Statement. V = r + M gamma^2 s with gamma <= 1/(A + C M): V2 <= max(1 - gamma mu, 1 + B/M - rho) V + (D1 + M D2)
gamma^2 (`one-round`; M > B/rho and gamma <= 1/mu, which the theorem asks for too, make the factor lie in [0, 1));
with M = 2B/rho the factor is max(1 - gamma mu, 1 - rho/2) (`twice`). Where V2 <= q V + F, a V that is at most F/(1 -
q) stays so (`floor`): the theorem's limit (D1 + M D2) gamma^2/min(gamma mu, rho - B/M).
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_MODEL = "r2 <= (1 - g*mu)*r - 2*g*d + g**2*(2*A*d + B*s + D1)"
_ESTIMATOR = "s2 <= (1 - rho)*s + 2*C*d + D2"
_ROUND = """
let q = max(1 - g*mu, {factor}), c = {M}*g**2
weigh: c*s2 <= c*((1 - rho)*s + 2*C*d + D2) by {estimator}
spare: 2*g*d*(1 - g*(A + C*({M}))) >= 0
add: r2 + c*s2 <= (1 - g*mu)*r + ({factor})*c*s + (D1 + {M}*D2)*g**2 by {model}, weigh, spare
claim by add, q >= 1 - g*mu, q >= {factor}
"""
_FLOOR = """
under: 1 - q > 0
new: (1 - q)*V2 <= (1 - q)*(q*V + F) by V2 <= q*V + F, under
claim over under
"""


def _round(label: str, statement: str, M: str, factor: str, more: tuple[str, ...]) -> Variant:
    step = f"g <= 1/(A + C*({M}))"
    return Variant(
        label,
        f"r2 + {M}*g**2*s2 <= max(1 - g*mu, {factor})*(r + {M}*g**2*s) + (D1 + {M}*D2)*g**2",
        statement=statement,
        assume=(_MODEL, _ESTIMATOR, *more, step),
        family=scalars("", "r s d r2 s2 g mu A B C D1 D2 M", rho=UNIT),
        derivation=_ROUND.format(M=M, factor=factor, step=step, estimator=_ESTIMATOR, model=_MODEL),
    )


LYAPUNOV = Theorem(
    id="gorbunov2020.theorem-4-1",
    title="unified theory of SGD: a round's Lyapunov inequality",
    place="Gorbunov, Hanzely and Richtarik 2020, Theorem 4.1 and its proof, as commonly cited; the paper itself "
    "could not be "
    "read; the recursions of its assumption taken as given",
    statement="E V^k <= max((1 - gamma mu)^k, (1 + B/M - rho)^k) V^0 + (D1 + M D2) gamma^2/min(gamma mu, rho - B/M)",
    family=scalars("", "V V2 F", q=UNIT),
    first=None,
    variants=(
        _round("one-round", "gamma <= 1/(A + C M)", "M", "1 + B/M - rho", ()),
        _round("twice", "M = 2B/rho", "2*B/rho", "1 - rho/2", ("0 < rho",)),
        Variant(
            "floor",
            "V2 <= F/(1 - q)",
            statement="V <= F/(1 - q) is kept by V2 <= q V + F",
            assume=("V2 <= q*V + F", "V <= F/(1 - q)", "q < 1"),
            derivation=_FLOOR,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (LYAPUNOV,)
