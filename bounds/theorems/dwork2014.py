"""Dwork and Roth 2014, advanced composition: how small epsilon has to be for a budget over k mechanisms.

Setting. Theorem 3.20: k mechanisms, each (epsilon, delta)-private, are (epsilon', k delta + delta')-private with
epsilon' = sqrt(2k log(1/delta')) epsilon + k epsilon (exp(epsilon) - 1). Here l = log(1/delta'), E = exp(epsilon).

Statement. Corollary 3.21: epsilon = epsilon'/(2 sqrt(2k l)) is enough for epsilon' < 1. Judged is that Theorem 3.20
then gives no more than epsilon', for every epsilon up to that, and for l >= 1/2, which holds where delta' <= .6.

Idea. The first term is at most epsilon'/2. exp(epsilon) - 1 <= epsilon/(1 - epsilon), the tangent of the logarithm, and
epsilon <= 1/2.
"""

from ..families.scalars import scalars
from ..theorem import Theorem, Variant

_PROOF = """
let r = sqrt(2*k*l), e = log(E)
low: e >= 0 by log_below(E), E >= 1
small: 2*r*e <= target by log(E) <= target/(2*sqrt(2*k*l))
large: 1 <= r by root
half: 2*e <= target by small, large, low
tangent: (E - 1)*(1 - e) <= e by log_below(E) over E > 0
grow: E - 1 <= 2*e by tangent, half, target < 1, low, E >= 1
both: 4*r**2*e**2 <= target**2 by small, low
rest: 2*k*e*(E - 1) <= target by grow, both, l >= 1/2, target < 1, low, k >= 1
claim by small, rest
"""

COMPOSITION = Theorem(
    id="dwork2014.corollary-3-21",
    title="advanced composition: epsilon for a budget",
    place="Dwork and Roth 2014, Theorem 3.20 and Corollary 3.21, as commonly cited; the book was not at hand",
    statement="sqrt(2 k l) epsilon + k epsilon (exp(epsilon) - 1) <= epsilon' for epsilon = epsilon'/(2 sqrt(2 k l))",
    family=scalars("k", "target l E"),
    first=None,
    variants=(
        Variant(
            "main",
            "sqrt(2*k*l)*log(E) + k*log(E)*(E - 1) <= target",
            assume=("E >= 1", "target < 1", "l >= 1/2", "log(E) <= target/(2*sqrt(2*k*l))"),
            examples=({"k": "2", "l": "1/2", "E": "6/5", "target": "13/25"},),
            derivation=_PROOF,
        ),
    ),
)

STATED: tuple[Theorem, ...] = (COMPOSITION,)
