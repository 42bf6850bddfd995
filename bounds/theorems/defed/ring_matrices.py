"""DeFed, experiments: the mixing matrices of the l-regular rings, W_ij = 1/(l+1) for l nearest neighbours and itself.

Ten clients, l = 2, 4, 6, 8. The printed ranges of indices are garbled in the text at hand; the matrices are what its
words say: circulant, 1/(l+1) at ring distance up to l/2. They meet what the theorems ask of W, 0 < lambda < 1: .8727,
.6472, .3740 and 1/9, the largest of |sin((l+1) pi j/10)/((l+1) sin(pi j/10))|, j = 1, ..., 9.
"""

from fractions import Fraction

import numpy as np

from ...domains import given
from ...families.matrices import MatricesRun
from ...family import Family, Parameter
from ...theorem import Theorem, Variant

_N = 10
_DEGREES = (2, 4, 6, 8)


def _ring(degree: int) -> Family:
    """The ring's one matrix."""
    apart = np.abs(np.subtract.outer(np.arange(_N), np.arange(_N)))
    near = np.minimum(apart, _N - apart) <= degree // 2
    W = np.array([[Fraction(int(x), degree + 1) for x in row] for row in near], dtype=object)
    return Family(
        "matrices", {"K": (_N,), "S": (1,)}, (Parameter("W", ("S", "K", "K"), given(W[None])),), MatricesRun
    )


_BELOW_ONE = """
below: max(lam, 1 - lam) < 1 by cases max(lam, 1 - lam) == lam, max(lam, 1 - lam) == 1 - lam
  case
    max(lam, 1 - lam) < 1 by case, lam_high
  case
    max(lam, 1 - lam) < 1 by case, lam_low
claim by below
"""

RING_MATRICES = Theorem(
    id="defed.ring-matrices",
    title="the rings of the experiments",
    place="DeFed, experiments, topologies",
    statement="W_ij = 1/(l+1) for the l nearest neighbours on a ring of ten and itself: 0 < lambda < 1",
    family=_ring(_DEGREES[0]),
    first=None,
    variants=tuple(
        Variant(
            f"l-{degree}",
            "max(lam, 1 - lam) < 1",
            statement=f"l = {degree}: 0 < lambda < 1, as max(lambda, 1 - lambda) < 1",
            family=_ring(degree),
            derivation=_BELOW_ONE,
        )
        for degree in _DEGREES
    ),
)
