"""Takezawa, Sato, Bao, Niwa and Yamada 2023: Base-(k+1) graphs average exactly, for any number of nodes.

Setting. Rounds of symmetric W(t) in which a node has at most k neighbours, built for every n and k
(`spectral.base_graph` says how, and has the weights).

Statement. After T <= 2 log_(k+1)(n) + 2 rounds every model is the mean: W(T-1) ... W(0) = 11'/n. Judged is the
product, for n = 3, 5, 6, 7 and one neighbour and for n = 5, 7 and two, no powers of k + 1; each variant names its T.
The authors' repository yukiTakezawa/BaseGraph tests both for n < 100 and k <= 4, in floats.
"""

from fractions import Fraction

import numpy as np

from mixproof.spectral.base_graph import base_graph

from ..domains import given
from ..families.digraphs import ProductsRun
from ..family import Family, Parameter
from ..theorem import Theorem, Variant


def _rounds(n: int, k: int) -> np.ndarray:
    """The matrices of all rounds (T, n, n), in fractions."""
    parts = [np.eye(n) - part.toarray() for part in base_graph(n, k).parts]
    return np.array([[[Fraction(x).limit_denominator(n * n) for x in row] for row in W] for W in parts])


def _family(n: int, k: int) -> Family:
    W = _rounds(n, k)
    return Family(
        "row-matrices",
        {"n": (n,), "S": (len(W),)},
        (Parameter("W", ("S", "n", "n"), given(W)),),
        ProductsRun,
    )


def _exact(n: int, k: int) -> Variant:
    family = _family(n, k)
    length = family.sizes["S"][0]
    return Variant(
        f"{n}-nodes-{k}",
        "error(t) <= 0",
        statement=f"n = {n}, k = {k}: after {length} rounds every model is the mean",
        assume=(f"t == {length - 1}",),
        family=family,
        derivation=f"claim by error_{length - 1}_high\n",
    )


BASE_GRAPH = Theorem(
    id="takezawa2023.base-graph",
    title="Base-(k+1) graphs: exact averaging for any number of nodes",
    place="Takezawa, Sato, Bao, Niwa and Yamada 2023, Theorem 1, as the tests of the authors' repository have it",
    statement="W(T-1) ... W(0) = 11'/n for a T of at most 2 log_(k+1)(n) + 2",
    family=_family(3, 1),
    variants=tuple(_exact(n, k) for n, k in ((3, 1), (5, 1), (6, 1), (7, 1), (5, 2), (7, 2))),
)

STATED: tuple[Theorem, ...] = (BASE_GRAPH,)
