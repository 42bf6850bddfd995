"""Li et al. 2020 (FedProx), Remark 5: rho > 0 asks for gamma B < 1 and B/sqrt(K) < 1.

Here rho of Theorem 4 is cut to its first terms, (1 - gamma B)/mu - B (1 + gamma) sqrt(2)/(mubar sqrt(K)), mubar <= mu;
what is left out is negative. Then even sqrt(2) B/sqrt(K) < 1 (`sampling`).
"""

from ...families.scalars import scalars
from ...theorem import Theorem, Variant
from .theorem_4 import QUOTED

_OPEN = """
let u = sqrt(2)/sqrt(K)
low: u > 0
room: (1 - gamma*B)*mubar > B*(1 + gamma)*u*mu by assume2
"""


def _needs(label: str, left: str, lines: str) -> Variant:
    enough = ("mubar <= mu", "(1 - gamma*B)/mu - B*(1 + gamma)*sqrt(2)/(mubar*sqrt(K)) > 0")
    return Variant(label, f"{left} < 1", enough, derivation=f"{_OPEN}{lines}")


REMARK_5 = Theorem(
    id="li2020b.remark-5",
    title="FedProx: what a round's gain asks for",
    place=f"Li et al. 2020, FedProx, Remark 5, {QUOTED}",
    statement="rho > 0 only if gamma B < 1 and B/sqrt(K) < 1",
    family=scalars("K", "B mu mubar gamma"),
    first=None,
    variants=(
        _needs("work", "gamma*B", "claim work by room, low over mubar > 0\n"),
        _needs(
            "sampling",
            "sqrt(2)*B/sqrt(K)",
            "less: mubar >= B*u*mu by room, low\nwhole: B*u*mu < mu by room, low, assume1\n"
            "claim sampling by whole over mu > 0\n",
        ),
    ),
)
