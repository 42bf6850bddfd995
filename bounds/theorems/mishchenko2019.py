"""Mishchenko, Gorbunov, Takac and Richtarik 2019 (DIANA): compressed differences let shifts learn the gradients.

Setting. A client sends Q(g - h) of its gradient g less a shift h, then moves it: h+ = h + alpha Q(g - h), with E Q(z) =
z and E||Q(z)||^2 <= (1 + omega) ||z||^2; g* is its gradient at the minimizer.

Statement. For alpha (1 + omega) <= 1: E||h+ - g*||^2 <= (1 - alpha) ||h - g*||^2 + alpha ||g - g*||^2. In numbers: hh,
gg and hg are the squares of h - g* and g - g* and their inner product, q2 = E||Q(g - h)||^2.

Idea. The left side is hh + 2 alpha (hg - hh) + alpha^2 q2, and ||g - h||^2 = gg - 2 hg + hh.
"""

from ..domains import POSITIVE, REAL
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

SHIFTS = Theorem(
    id="mishchenko2019.shifts",
    title="DIANA: shifts learn the gradients",
    place="Mishchenko, Gorbunov, Takac and Richtarik 2019, the lemma on h, as commonly cited; the paper itself could "
    "not be read",
    statement="E||h+ - g*||^2 <= (1 - alpha) ||h - g*||^2 + alpha ||g - g*||^2",
    family=scalars("", "alpha omega", hg=REAL, **dict.fromkeys(("hh", "gg", "q2"), POSITIVE)),
    first=None,
    variants=(
        Variant(
            "main",
            "hh + 2*alpha*(hg - hh) + alpha**2*q2 <= (1 - alpha)*hh + alpha*gg",
            assume=("alpha*(1 + omega) <= 1", "gg - 2*hg + hh >= 0", "q2 <= (1 + omega)*(gg - 2*hg + hh)"),
            derivation="claim by assume1, assume2, assume3",
        ),
    ),
)

STATED: tuple[Theorem, ...] = (SHIFTS,)
