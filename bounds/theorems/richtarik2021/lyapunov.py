"""Richtarik, Sokolov and Fatkhullin 2021 (EF21), Theorems 1 and 2: a round of the Lyapunov function.

Setting, as numbers of a round: f = f(x) - f*, n2 = ||grad f(x)||^2, R2 = ||x+ - x||^2, G the mean squared error of
the clients' gradient estimates, f2 and G2 those after it. With step gamma, f L-smooth, l the quadratic mean of the
clients' constants: f2 <= f - (gamma/2) n2 - (1/(2 gamma) - L/2) R2 + (gamma/2) G, and G2 <= (1 - theta) G + beta l^2
R2 in the mean, which are taken as given (`constants` has theta and beta of the compressor).

Statement. For gamma <= 1/(L + l sqrt(beta/theta)): f2 + gamma/(2 theta) G2 <= f + gamma/(2 theta) G - (gamma/2) n2
(`smooth`, Theorem 1 by its sum over rounds). With n2 >= 2 mu f (Polyak-Lojasiewicz) and gamma <= min(1/(L + l sqrt(2
beta/theta)), theta/(2 mu)): f2 + gamma/theta G2 <= (1 - gamma mu)(f + gamma/theta G) (`linear`, Theorem 2).

Idea. gamma^2 beta l^2/theta + gamma L <= 1 by `step`, so that what R2 adds to G is made up for.
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .constants import CITED

_DESCENT = "f2 <= f - gamma/2*n2 - (1/(2*gamma) - L/2)*R2 + gamma/2*G"
_ERROR = "G2 <= (1 - theta)*G + beta*l**2*R2"
_ROUND = """
let w = l*sqrt({ratio})
short: gamma*(L + w) <= 1 by gamma <= 1/(L + w)
quad: gamma**2*w**2 <= 1 - gamma*L by short
part: {c}*G2 <= {c}*((1 - theta)*G + beta*l**2*R2) by {error}
left: (1/(2*gamma) - L/2)*R2 >= {k}*gamma*beta*l**2/(2*theta)*R2 over gamma > 0, theta > 0
"""
_SMOOTH = (
    _ROUND.format(k="1", ratio="beta/theta", c="gamma/(2*theta)", error=_ERROR)
    + f"claim by {_DESCENT}, part, left"
)
_LINEAR = f"""{_ROUND.format(k="2", ratio="2*beta/theta", c="gamma/theta", error=_ERROR)}\
rest: gamma/theta*G*(theta/2 - gamma*mu) >= 0
claim by {_DESCENT}, part, left, n2 >= 2*mu*f, rest
"""

_MET = {
    **{"f": 1, "f2": "3/4", "n2": 1, "R2": "1/16", "G": "1/10", "G2": "1/10"},
    **{"L": 1, "l": 1, "gamma": "1/4", "theta": "1/2", "beta": 1, "mu": "1/100"},
}

LYAPUNOV = Theorem(
    id="richtarik2021.lyapunov",
    title="EF21: a round of its Lyapunov function",
    place=f"Richtarik, Sokolov and Fatkhullin 2021, Theorems 1 and 2 and their proofs, {CITED}; descent and the "
    f"recursion of "
    "the error taken as given",
    statement="for gamma <= 1/(L + l sqrt(beta/theta)) the mean of ||grad f||^2 over T rounds is at most 2 (f_0 - "
    "f*)/(gamma "
    "T) + G_0/(theta T); linear under the Polyak-Lojasiewicz condition",
    family=scalars("", "f f2 n2 R2 G G2 L l gamma theta beta mu"),
    first=None,
    variants=(
        Variant(
            "smooth",
            "f2 + gamma/(2*theta)*G2 <= f + gamma/(2*theta)*G - gamma/2*n2",
            assume=(_DESCENT, _ERROR, "gamma <= 1/(L + l*sqrt(beta/theta))"),
            derivation=_SMOOTH,
        ),
        Variant(
            "linear",
            "f2 + gamma/theta*G2 <= (1 - gamma*mu)*(f + gamma/theta*G)",
            assume=(
                _DESCENT,
                _ERROR,
                "n2 >= 2*mu*f",
                "gamma <= 1/(L + l*sqrt(2*beta/theta))",
                "gamma <= theta/(2*mu)",
            ),
            examples=(_MET,),
            derivation=_LINEAR,
        ),
    ),
)
