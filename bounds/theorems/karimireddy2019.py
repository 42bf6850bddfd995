"""Karimireddy, Rebjock, Stich and Jaggi 2019, Lemma 3: with error feedback the error stays bounded.

Setting. e+ = p - C(p), p = gamma g + e, where the compressor leaves at most 1 - delta of a squared length, so that
E||e+||^2 <= (1 - delta)((1 + eta) E||e||^2 + (1 + 1/eta) G) for every eta > 0, G = gamma^2 sigma^2 >= gamma^2
E||g||^2; 0 < delta < 1.

Statement. E||e_t||^2 <= 4 (1 - delta)/delta^2 gamma^2 sigma^2. With eta = delta/(2 (1 - delta)) the factors of the
recursion are 1 - delta/2 (`shrinks`) and at most 2 (1 - delta)/delta (`adds`), and the bound is kept from round to
round (`kept`); at first e = 0.
"""

from ..domains import UNIT
from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_OPEN = ("0 < delta", "delta < 1")
_ETA = {"eta": "delta/(2*(1 - delta))"}
_RECURSION = "e2 <= (1 - delta)*((1 + eta)*e + (1 + 1/eta)*G)"
_BOUND = "4*(1 - delta)/delta**2*G"
_SHARP_BOUND = "(r/(1 - r))**2*G"
_SHARP = """
unit: sqrt(1 - delta) <= 1 - delta/2 by root, delta > 0
less: 1 - sqrt(1 - delta) > 0 by unit, delta > 0
some: sqrt(1 - delta) > 0
once: (1 - r)*e2 <= (1 - r)*r*e + r**2*G by assume3, less
held: (1 - r)**2*e <= r**2*G by assume4
scaled: r*(1 - r)**2*e <= r**3*G by held, some
last: (1 - r)**2*e2 <= r**2*G by once, scaled, less
claim by last
"""

ERROR = Theorem(
    id="karimireddy2019.lemma-3",
    title="error feedback: the error stays bounded",
    place="Karimireddy, Rebjock, Stich and Jaggi 2019, Lemma 3, as commonly cited; the paper itself could not be "
    "read; the "
    "recursion of its proof taken as given",
    statement="E||e_t||^2 <= 4 (1 - delta)/delta^2 gamma^2 sigma^2",
    family=scalars(delta=UNIT),
    first=None,
    variants=(
        Variant(
            "shrinks",
            "(1 - delta)*(1 + eta) == 1 - delta/2",
            statement="(1 - delta)(1 + eta) = 1 - delta/2",
            assume=("delta < 1",),
            where=_ETA,
            derivation="claim",
        ),
        Variant(
            "adds",
            "(1 - delta)*(1 + 1/eta) <= 2*(1 - delta)/delta",
            statement="(1 - delta)(1 + 1/eta) <= 2 (1 - delta)/delta",
            assume=_OPEN,
            where=_ETA,
            derivation="claim",
        ),
        Variant(
            "kept",
            f"e2 <= {_BOUND}",
            statement="the bound of a round gives that of the next",
            assume=(*_OPEN, _RECURSION, f"e <= {_BOUND}"),
            where=_ETA,
            family=scalars("", "e e2 G", delta=UNIT),
            derivation=f"under: 1 - delta > 0 by delta < 1\nclaim by {_RECURSION}, e <= {_BOUND}, under",
        ),
        Variant(
            "sharp",
            f"e2 <= {_SHARP_BOUND}",
            statement="`kept` with the best eta, (1 - r)/r: ((1 + r)/2)^2 times the bound, r = sqrt(1 - delta)",
            assume=(*_OPEN, _RECURSION, f"e <= {_SHARP_BOUND}"),
            where={"r": "sqrt(1 - delta)", "eta": "(1 - r)/r"},
            family=scalars("", "e e2 G", delta=UNIT),
            derivation=_SHARP,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (ERROR,)
