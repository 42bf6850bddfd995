"""Row-stochastic mixing matrices on directed networks: their domains, their products, their families.

W[i, j] is what node i sends to node j; rows sum to 1. The matrix of round t is W(t), a schedule as in `mixing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ..domains import Coordinates, Domain, Shape, flat, objects, size
from ..family import Family, Parameter
from ..rounds import each_round
from .matrices import Mixing
from .mixing_domain import MIXING
from .textbook import walks, weightings

__all__ = ["AVERAGING", "COLUMNS", "OUT_DEGREE", "ROWS", "Digraphs", "ProductsRun", "row_matrices"]

_SHARES = tuple(
    Fraction(x) for x in ("0", "1", "1/2", "1/3", "1/4", "2", "1/8", "1/32", "1/1000", "1/1000000")
)


def _normalised(array: np.ndarray) -> np.ndarray:
    """Nonnegative rows divided by their sums; an empty row keeps everything to itself."""
    result = array.copy()
    for index in np.ndindex(*array.shape[:-1]):
        row = [abs(x) for x in array[index]]
        total = sum(row)
        result[index] = (
            [x / total for x in row] if total else [type(row[0])(k == index[-1]) for k in range(len(row))]
        )
    return result


def _rows(coordinates: Coordinates, shape: Shape) -> Coordinates:
    return flat(_normalised(objects(coordinates, shape)))


def _average_and_ring(shape: Shape) -> list[Coordinates]:
    """The plain average, and a directed ring whose nodes keep nothing."""
    n = shape[-1]
    ring = [Fraction((i + 1) % n == j) for i in range(n) for j in range(n)]
    return [[Fraction(1, n)] * n**2, ring]


def _textbook(n: int) -> list[Coordinates]:
    """Random walks, and symmetric weights."""
    symmetric = (MIXING.array([*weights], (n, n)) for weights in weightings(n))
    return [*map(list, walks(n)), *map(flat, symmetric)]


def _links(coordinates: Coordinates, shape: Shape) -> Coordinates:
    """0 or 1 for each ordered pair; a node always sends to itself."""
    array = objects([type(x)(x != 0) for x in coordinates], shape)
    for k in range(shape[-1]):
        array[..., k, k] = type(coordinates[0])(1)
    return flat(array)


def _without(array: np.ndarray, axis: int, index: int) -> np.ndarray:
    """Without node `index`: what the others sent it they share out anew."""
    if axis < array.ndim - 2:
        return np.delete(array, index, axis)
    if axis == array.ndim - 1:  # both node axes go together, on the first of the two calls
        return array
    return _normalised(np.delete(np.delete(array, index, -1), index, -2))


def _blocks(shape: Shape) -> int:
    return size(shape[:-2])


ROWS = Domain(
    "rows",
    _SHARES,
    _rows,
    size,
    objects,
    flat,
    _without,
    blocks=_blocks,
    special=_average_and_ring,
    textbook=_textbook,
    sparse=True,
)
COLUMNS = replace(  # of the same matrices, transposed: what a node sends sums to 1
    ROWS,
    name="columns",
    assemble=lambda coordinates, shape: np.swapaxes(objects(coordinates, shape), -1, -2),
    disassemble=lambda array: flat(np.swapaxes(array, -1, -2)),
    drop=lambda array, axis, index: np.swapaxes(_without(np.swapaxes(array, -1, -2), axis, index), -1, -2),
)
OUT_DEGREE = Domain(
    "out-degree",
    (Fraction(0), Fraction(1)),
    _links,
    size,
    lambda coordinates, shape: _normalised(objects(coordinates, shape)),
    lambda array: [type(x)(x != 0) for x in flat(array)],
    _without,
    moving=False,
    blocks=_blocks,
    special=lambda shape: [[Fraction(1)] * shape[-1] ** 2],
)
AVERAGING = Domain(  # COL: W = 11'/n, nothing to draw
    "averaging",
    (),
    lambda coordinates, shape: coordinates,
    lambda shape: 0,
    lambda coordinates, shape: np.full(shape, Fraction(1, shape[-1])),
    lambda array: [],
    _without,
    moving=False,
)


class Digraphs(Mixing):
    """Constants of row-stochastic W (S, n, n)."""

    @cached_property
    def n(self) -> Any:
        return float(self.W.shape[-1])

    @cached_property
    def least(self) -> Any:
        """Smallest positive entry of all W(t)."""
        return min(x for x in self.W.reshape(-1) if x > 0)

    @cached_property
    def forgetting(self) -> Any:
        """Dobrushin's coefficient max_jl sum_i |W_ji - W_li|/2, the largest of all W(t)."""
        return max(abs(W - row).sum(1).max() for W in self.W for row in W) / 2


class ProductsRun(Digraphs):
    """Products A(t) = W(0) W(1) ... W(t) alone, t + 1 factors (ops, Lemmas 6 and 7, print their transposes)."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._sizes, self._values = sizes, values
        self._known = [np.eye(self.W.shape[-1])]

    def _product(self, factors: int) -> np.ndarray:
        while len(self._known) <= factors:
            self._known.append(self._known[-1] @ self._W(len(self._known) - 1))
        return self._known[factors]

    def smallest(self, t: Any) -> Any:
        """Smallest entry of A(t)."""
        return each_round(t, lambda t: self._product(t + 1).min())

    def smallest_twice(self, t: Any) -> Any:
        """Smallest entry of A(t) W(t): the last factor twice, as (3) of Lemma 6 prints it."""
        return each_round(t, lambda t: (self._product(t + 1) @ self._W(t)).min())

    def half_spread(self, t: Any) -> Any:
        """min over psi of max_ij |A(t)_ji - psi_i|: half the largest spread within a column of A(t)."""
        return each_round(t, lambda t: max(max(c) - min(c) for c in self._product(t + 1).T) / 2)

    def error(self, t: Any) -> Any:
        """max_ij |A(t)_ji - psi_i(t)|, psi(t) = A(t)'1/n: the push-sum weights over n."""
        return each_round(t, lambda t: abs(self._off_average(t)).max())

    def frobenius2(self, t: Any) -> Any:
        """||A(t) - 1 psi(t)'||_F^2, psi(t) = A(t)'1/n."""
        return each_round(t, lambda t: (self._off_average(t) ** 2).sum())

    def least_total(self, t: Any) -> Any:
        """Smallest sum of a column of A(t): the least push-sum weight after t + 1 rounds."""
        return each_round(t, lambda t: self._product(t + 1).sum(0).min())

    def _off_average(self, t: int) -> np.ndarray:
        A = self._product(t + 1)
        return A - A.sum(0) / self.n


def row_matrices(domain: Domain = ROWS, **sizes: tuple[int, ...]) -> Family:
    """Row-stochastic matrices alone, of the given domain."""
    parameter = Parameter("W", ("S", "n", "n"), domain)
    wide = {} if "n" in sizes else {"n": (4, 5)}
    return Family("row-matrices", {"n": (2, 3), "S": (1, 2), **sizes}, (parameter,), ProductsRun, wide=wide)
