"""DeceFL, supplement 5.2.3: five rounds of pairwise-changing links and their product.

Each round four nodes mix along a path with W' (1/3 and 2/3), the others stand still; paths 3-4-6-7,
1-8-6-7, 1-8-5-2, then as the second and as the first. Printed: the 8 x 8 product to four decimals, "the
lump-sum graph is connected", "every 5 steps the information can flow between any pair". The matrix is right
to its last digit and the union graph is connected, but the product has zeros (nodes 1 and 2, for one): what
node 2 knows has not reached node 1 after five rounds. `repaired`: after 15 rounds every entry is positive, and stays
so, as every row of the next W(t) has a positive entry.
"""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from ...domains import given
from ...families.matrices import MatricesRun
from ...family import Family, Parameter
from ...theorem import Theorem, Variant
from ...verdict import Severity

_PATHS = ((3, 4, 6, 7), (1, 8, 6, 7), (1, 8, 5, 2), (1, 8, 6, 7), (3, 4, 6, 7))
_UPPER = """.4815 0 0 .0370 .1111 .0370 .0370 .2963
.6667 0 0 .3333 0 0 0
.5556 .3333 0 .1111 0 0
.2510 .0370 .1770 .1029 .0617
.3333 .0370 .0370 .1111
.2757 .2634 .0988
.4239 .1358
.2963"""


def _path_matrix(path: tuple[int, ...]) -> np.ndarray:
    W = np.array([[Fraction(int(i == j)) for j in range(8)] for i in range(8)], dtype=object)
    for i, j in pairwise(path):
        W[i - 1, j - 1] = W[j - 1, i - 1] = Fraction(1, 3)
        W[i - 1, i - 1] -= Fraction(1, 3)
        W[j - 1, j - 1] -= Fraction(1, 3)
    return W


def _printed() -> np.ndarray:
    W = np.full((8, 8), Fraction(0), dtype=object)
    for i, row in enumerate(_UPPER.splitlines()):
        for j, entry in enumerate(row.split(), i):
            W[i, j] = W[j, i] = Fraction(entry)
    return W


_FAMILY = Family(
    "matrices",
    {"K": (8,), "S": (5,)},
    (
        Parameter("W", ("S", "K", "K"), given(np.array([_path_matrix(path) for path in _PATHS]))),
        Parameter("printed", ("K", "K"), given(_printed())),
    ),
    MatricesRun,
)

FIVE_STEP_PRODUCT = Theorem(
    id="decefl.five-step-product",
    title="the five-step product and what it lets through",
    place="DeceFL, supplement, 5.2.3",
    statement=(
        "W(4)...W(0) is the printed matrix, the union graph is connected, every 5 steps information"
        " flows between any pair"
    ),
    family=_FAMILY,
    rounds=30,
    first=5,
    variants=(
        Variant(
            "matrix",
            "product_error(t) <= 1/20000",
            statement="the product is the printed matrix to four decimals",
            assume=("t == 5",),
            derivation="claim by product_error_5_high",
        ),
        Variant(
            "union",
            "1 <= union_connected",
            statement="the union graph of the five steps is connected",
            derivation="claim by union_connected_low",
        ),
        Variant(
            "information",
            "0 < smallest(t)",
            statement="every entry of the five-step product is positive",
            assume=("t == 5",),
            severity=Severity.SUBSTANCE,
            remains="After 15 rounds, and ever after, every entry is positive (`repaired`)",
        ),
        Variant(
            "repaired",
            "0 < smallest(t)",
            statement="every entry of the product of 15 or more rounds is positive",
            assume=("t >= 15",),
            derivation="claim by smallest_from_15",
        ),
    ),
)
