"""Li, Bao, Zhang and Richtarik 2021 (PAGE), Theorem 1: gradient estimates renewed now and then, one client.

Setting as in `gorbunov2021.theorem-2-1`, but that the estimate is moved by what the gradients of a batch of b samples
changed by, which adds at most (1 - p) (L^2/b) R2 to its error.

Statement. For eta <= 1/(L (1 + sqrt((1 - p)/(p b)))) the mean of ||grad f||^2 over T rounds from an exact estimate is
at most 2 f_0/(eta T): f + eta/(2p) G falls by (eta/2) n2 at least.
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem
from .gorbunov2021 import renewed

PAGE = Theorem(
    id="li2021.theorem-1",
    title="PAGE: a round of its potential",
    place="Li et al. 2021, Theorem 1, as commonly cited; the paper itself could not be read; descent and the "
    "recursion of the error taken as given",
    statement="f + eta/(2p) ||g - grad f||^2 falls by (eta/2) ||grad f||^2 for eta <= 1/(L (1 + sqrt((1 - p)/(p b))))",
    family=scalars("", "f f2 n2 R2 G G2 L eta b", p=UNIT),
    first=None,
    variants=(renewed("main", "batches of b samples", "1/b", "b"),),
)

STATED: tuple[Theorem, ...] = (PAGE,)
