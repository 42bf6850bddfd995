"""Gorbunov, Burlachenko, Li and Richtarik 2021 (MARINA), Theorem 2.1: gradient estimates renewed now and then.

Setting. With the chance p the estimate g of the gradient is exact in the next round, else it is moved by what gradients
changed by, compressed with variance omega over n clients. As numbers of a round, taken as given: f2 <= f - (eta/2) n2 -
(1/(2 eta) - L/2) R2 + (eta/2) G, and G2 <= (1 - p) G + (1 - p) (omega/n) L^2 R2, where f is the gap to the least value,
n2 = ||grad f||^2, R2 = ||x+ - x||^2, G = ||g - grad f||^2, and f2 and G2 are those after the round.

Statement. For eta <= 1/(L (1 + sqrt((1 - p) omega/(p n)))) the mean of ||grad f||^2 over T rounds from an exact
estimate is at most 2 f_0/(eta T): f + eta/(2p) G falls by (eta/2) n2 at least.

Idea. As for EF21 (`richtarik2021.lyapunov`), whose theta is p here and whose beta is (1 - p) omega/n.
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_ROUND = """
let w = L*sqrt((1 - p)*(V)/p)
short: eta*(L + w) <= 1 by assume4
quad: eta**2*w**2 <= 1 - eta*L by short
part: eta/(2*p)*G2 <= eta/(2*p)*((1 - p)*G + (1 - p)*(V)*L**2*R2) by assume3
left: (1/(2*eta) - L/2)*R2 >= eta*(1 - p)*(V)*L**2/(2*p)*R2 over eta > 0, p > 0
claim by assume2, part, left
"""


def renewed(label: str, said: str, v: str, own: str) -> Variant:
    """A round of the potential, where moving the estimate adds at most (1 - p) v L^2 R2 to its error."""
    return Variant(
        label,
        "f2 + eta/(2*p)*G2 <= f + eta/(2*p)*G - eta/2*n2",
        statement=said,
        assume=(
            "0 < p",
            "f2 <= f - eta/2*n2 - (1/(2*eta) - L/2)*R2 + eta/2*G",
            f"G2 <= (1 - p)*G + (1 - p)*({v})*L**2*R2",
            f"eta <= 1/(L*(1 + sqrt((1 - p)*({v})/p)))",
        ),
        family=scalars("", f"f f2 n2 R2 G G2 L eta {own}", p=UNIT),
        derivation=_ROUND.replace("V", v),
    )


MARINA = Theorem(
    id="gorbunov2021.theorem-2-1",
    title="MARINA: a round of its potential",
    place="Gorbunov et al. 2021, Theorem 2.1, as commonly cited; the paper itself could not be read; descent and the "
    "recursion of the error taken as given",
    statement="f + eta/(2p) ||g - grad f||^2 falls by eta/2 ||grad f||^2, eta <= 1/(L (1 + sqrt((1 - p) omega/(p n))))",
    family=scalars("", "f f2 n2 R2 G G2 L eta omega n", p=UNIT),
    first=None,
    variants=(renewed("main", "n clients, compressed differences", "omega/n", "omega n"),),
)

STATED: tuple[Theorem, ...] = (MARINA,)
