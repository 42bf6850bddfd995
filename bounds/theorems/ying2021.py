"""Ying, Yuan, Chen, Hu, Pan and Yin 2021: exponential graphs, one peer a round and static.

Setting. n = 2^tau nodes in a ring, node i next to i + 1. One peer: at round t node i takes half of its own model and
half of the one 2^(t mod tau) places ahead. Static: W has 1/(tau + 1) for the node itself and for those 1, 2, 4, ...,
n/2 places ahead.

Statement. tau rounds of the one-peer graphs average exactly, W(tau-1) ... W(0) = 11'/n (`one-peer-...`), and
||W - 11'/n|| = 1 - 2/(tau + 1) of the static one (`static-...`). Judged for n = 4, 8 and 16.

Idea. (1 + z)(1 + z^2)(1 + z^4) ... is the sum of all powers of z up to n - 1. A character of the ring beside 1 and -1
makes the static sum at most tau - 1 in modulus, and -1 attains that.
"""

from fractions import Fraction

import numpy as np

from ..domains import given
from ..families.digraphs import ProductsRun
from ..family import Family, Parameter
from ..theorem import Theorem, Variant


def _ahead(n: int, places: int) -> np.ndarray:
    return np.array([[Fraction((i + places) % n == j) for j in range(n)] for i in range(n)])


def _family(W: list[np.ndarray]) -> Family:
    parameter = Parameter("W", ("S", "n", "n"), given(np.array(W)))
    return Family("row-matrices", {"n": (len(W[0]),), "S": (len(W),)}, (parameter,), ProductsRun)


def _one_peer(tau: int) -> Variant:
    n = 2**tau
    return Variant(
        f"one-peer-{n}",
        "error(t) <= 0",
        statement=f"n = {n}: after {tau} rounds every model is the mean",
        assume=(f"t == {tau - 1}",),
        family=_family([(_ahead(n, 0) + _ahead(n, 2**k)) / 2 for k in range(tau)]),
        derivation=f"claim by error_{tau - 1}_high\n",
    )


def _static(tau: int) -> Variant:
    n = 2**tau
    return Variant(
        f"static-{n}",
        f"lam == 1 - 2/{tau + 1}",
        statement=f"n = {n}: ||W - 11'/n|| is 1 - 2/(tau + 1)",
        family=_family([sum((_ahead(n, 2**k) for k in range(tau)), _ahead(n, 0)) / (tau + 1)]),
        derivation=f"claim by lam == 1 - 2/{tau + 1}\n",
    )


EXPONENTIAL = Theorem(
    id="ying2021.exponential-graphs",
    title="exponential graphs: exact averaging, and the norm of the static one",
    place="Ying, Yuan, Chen, Hu, Pan and Yin 2021, the results on exact averaging and on the spectral gap, as commonly "
    "cited; the paper itself could not be read",
    statement="W(tau-1) ... W(0) = 11'/n for the one-peer graphs; ||W - 11'/n|| = 1 - 2/(tau + 1) for the static one",
    family=_family([_ahead(4, 0)]),
    variants=(*map(_one_peer, (2, 3, 4)), *map(_static, (2, 3, 4))),
)

STATED: tuple[Theorem, ...] = (EXPONENTIAL,)
