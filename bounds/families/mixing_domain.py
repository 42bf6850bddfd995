"""Domains of arrays of pairs of clients: symmetric mixing matrices, with weights of either sign, doubly stochastic ones
that need not be symmetric, one number a pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from ..domains import REAL, SHARES, UNIT, Coordinates, Domain, Shape, objects, size
from ..kernel.exact import semidefinite
from .textbook import adjacencies, rings, weightings

__all__ = ["DOUBLY", "LINKS", "MIXING", "PAIRS", "SIGNED", "laplacian"]


def laplacian(weights: np.ndarray) -> np.ndarray:
    """Diag(weights 1) - weights, for symmetric weights with a zero diagonal.

    >>> laplacian(np.array([[0, 2], [2, 0]])).tolist()
    [[2, -2], [-2, 2]]
    """
    result = -weights
    rows = np.arange(len(weights))
    result[rows, rows] = weights.sum(1)
    return result


def _count(shape: tuple[int, ...]) -> int:
    return shape[0] * (shape[0] - 1) // 2


def _assemble(coordinates: Sequence[Any], shape: tuple[int, ...]) -> np.ndarray:
    n = shape[0]
    kind = type(coordinates[0]) if len(coordinates) else Fraction
    result = np.full((n, n), kind(0), dtype=object)
    lower = np.tril_indices(n, -1)
    for i, j, x in zip(*lower, coordinates):
        result[i, j] = result[j, i] = x
    return result


def _disassemble(array: np.ndarray) -> list[Any]:
    return [array[i, j] for i in range(len(array)) for j in range(i)]


def _drop(array: np.ndarray, axis: int, index: int) -> np.ndarray:
    """Without one client: both axes go together, on the first of the two calls."""
    return array if axis else np.delete(np.delete(array, index, 0), index, 1)


def _domain(name: str, choices: tuple[Fraction, ...], retract: Callable[..., Any], **kind: Any) -> Domain:
    return Domain(name, choices, retract, _count, _assemble, _disassemble, _drop, **kind)


LINKS = _domain(  # probabilities of the links
    "links",
    tuple(map(Fraction, ("1/2", "1", "1/4", "3/4", "1/3", "2/3", "9/10", "0", "1/100"))),
    UNIT.retract,
    special=lambda shape: [[Fraction(x)] * _count(shape) for x in ("1", "1/2")],
    textbook=adjacencies,
)
PAIRS = _domain("pairs", REAL.choices, REAL.retract, scale="asinh")


def _edge_count(shape: Shape) -> int:
    n = shape[-1]
    return size(shape[:-2]) * (n * (n - 1) // 2)


def _edges(coordinates: Coordinates, shape: Shape) -> Coordinates:
    """Edge weights >= 0; where a node's weights exceed 1 in sum, the whole matrix is scaled back."""
    n, result = shape[-1], []
    pairs = [(i, j) for i in range(n) for j in range(i)]
    for start in range(0, len(coordinates), len(pairs) or 1):  # one client has none
        weights = [abs(x) for x in coordinates[start : start + len(pairs)]]
        sums = [0] * n
        for (i, j), weight in zip(pairs, weights):
            sums[i] += weight
            sums[j] += weight
        largest = max(sums)
        result += [w / largest for w in weights] if largest > 1 else weights
    return result


def _mixing(coordinates: Coordinates, shape: Shape) -> np.ndarray:
    """Symmetric doubly stochastic matrices (the last two axes) from their edge weights."""
    n = shape[-1]
    lower = np.tril_indices(n, -1)
    kind = type(coordinates[0]) if coordinates else Fraction
    stack = objects(coordinates, (size(shape[:-2]), len(lower[0])))
    result = np.full((len(stack), n, n), kind(0), dtype=object)
    for matrix, weights in zip(result, stack):
        matrix[lower] = weights
        matrix.T[lower] = weights
        for k in range(n):
            matrix[k, k] = kind(1) - sum(matrix[k], kind(0))
    return result.reshape(shape)


def _edge_weights(array: np.ndarray) -> Coordinates:
    lower = np.tril_indices(array.shape[-1], -1)
    return [x for matrix in array.reshape(-1, *array.shape[-2:]) for x in matrix[lower]]


def _networks(shape: Shape) -> list[Coordinates]:
    """Edge weights of no mixing, of the plain average, of a ring, and of one pair, whose nodes keep nothing."""
    n = shape[-1]
    edges = [(i, j) for i in range(n) for j in range(i)]
    ring = [Fraction(i - j in (1, n - 1)) for i, j in edges]
    pair = [Fraction(edge == (1, 0)) for edge in edges]
    return [[Fraction(0)] * len(edges), [Fraction(1, n)] * len(edges), ring, pair]


def _drop_node(
    array: np.ndarray,
    axis: int,
    index: int,
    take: Callable[..., Any] = _edge_weights,
    retract: Callable[..., Any] = _edges,
    make: Callable[..., Any] = _mixing,
) -> np.ndarray:
    """Without node `index`: what its neighbours gave it returns to their own weight.

    take, retract, make: how the domain takes matrices apart, moves coordinates into it, and puts matrices together.
    """
    if axis < array.ndim - 2:
        return np.delete(array, index, axis)
    if axis == array.ndim - 1:  # both node axes go together, on the first of the two calls
        return array
    kept = np.delete(np.delete(array, index, -1), index, -2)
    return make(retract(take(kept), kept.shape), kept.shape)


def _signed(coordinates: Coordinates, shape: Shape) -> Coordinates:
    """Edge weights of either sign of a W without eigenvalues of modulus above 1.

    Where I - W has one below 0, every pair gets so much more weight that it has none; then W is scaled back.
    """
    n, result = shape[-1], []
    count = n * (n - 1) // 2
    for start in range(0, len(coordinates), count or 1):
        weights = coordinates[start : start + count]
        for correct in (_no_growth, _no_long_step):
            weights = correct(weights, n)
        result += weights
    return result


COARSE = 64  # what is added or scaled is a fraction of at most that denominator: the same on every processor


def _apart(weights: Coordinates, n: int) -> np.ndarray:
    """I - W."""
    return np.eye(n, dtype=int) - _mixing(weights, (1, n, n))[0]


def _positive(matrix: np.ndarray) -> bool:
    """Whether it is semidefinite: for fractions exactly."""
    if all(isinstance(x, Fraction | int) for x in matrix.flat):
        return semidefinite(matrix.tolist())
    return bool(np.linalg.eigvalsh(matrix.astype(float))[0] >= -1e-12)


def _no_growth(weights: Coordinates, n: int) -> Coordinates:
    if min(weights, default=0) >= 0 or _positive(matrix := _apart(weights, n)):
        return weights
    least = float(np.linalg.eigvalsh(matrix.astype(float))[0])
    more = Fraction(int(-least * COARSE / n) + 1, COARSE)
    return [x + more for x in weights]


def _no_long_step(weights: Coordinates, n: int) -> Coordinates:
    matrix = _apart(weights, n)
    if _positive(2 * np.eye(n, dtype=int) - matrix):
        return weights
    largest = float(np.linalg.eigvalsh(matrix.astype(float))[-1])
    less = Fraction(2 * COARSE, int(largest * COARSE) + 1)
    return [x * less for x in weights]


def _signed_networks(shape: Shape) -> list[Coordinates]:
    """Edge weights of no mixing, of the plain average, of twice that less I, and with one weight below 0."""
    count, n = _edge_count(shape[-2:]), shape[-1]
    return [[Fraction(x)] * count for x in (0, Fraction(1, n), Fraction(2, n))] + [
        [Fraction(1, n) - Fraction(k == 0, 2) for k in range(count)]
    ]


def _arc_count(shape: Shape) -> int:
    n = shape[-1]
    return size(shape[:-2]) * n * (n - 1)


def _arcs(array: np.ndarray) -> Coordinates:
    """What is off the diagonal, row by row."""
    beside = ~np.eye(array.shape[-1], dtype=bool)
    return [x for matrix in array.reshape(-1, *array.shape[-2:]) for x in matrix[beside]]


def _with_loops(coordinates: Coordinates, shape: Shape) -> np.ndarray:
    """Matrices whose rows sum to 1 from what is off the diagonal."""
    n, result = shape[-1], np.full((size(shape[:-2]), *shape[-2:]), Fraction(0), dtype=object)
    beside = ~np.eye(n, dtype=bool)
    for k, matrix in enumerate(result):
        matrix[beside] = coordinates[k * n * (n - 1) : (k + 1) * n * (n - 1)]
        for i in range(n):
            matrix[i, i] = 1 - sum(matrix[i])
    return result.reshape(shape)


def _balanced(coordinates: Coordinates, shape: Shape) -> Coordinates:
    """Weights >= 0 of arcs: a node that gives less than it takes gives more to those that take less than they give;
    where a node gives more than 1 in all, the whole matrix is scaled back."""
    n, result = shape[-1], []
    for start in range(0, len(coordinates), n * (n - 1) or 1):
        weights = [abs(x) for x in coordinates[start : start + n * (n - 1)]]
        matrix = _with_loops(weights, (1, n, n))[0] * (1 - np.eye(n, dtype=int))
        given, taken = list(matrix.sum(1)), list(matrix.sum(0))
        for i in range(n):
            for j in range(n):
                if i != j and (more := min(taken[i] - given[i], given[j] - taken[j])) > 0:
                    matrix[i, j] += more
                    given[i] += more
                    taken[j] += more
        largest = max(given)
        result += _arcs(matrix / largest if largest > 1 else matrix)
    return result


def _both_ways(coordinates: Sequence[Any], n: int) -> Coordinates:
    """Arcs of symmetric weights."""
    return _arcs(_mixing([*coordinates], (1, n, n)))


MIXING = Domain(
    "mixing",
    SHARES,
    _edges,
    _edge_count,
    _mixing,
    _edge_weights,
    _drop_node,
    blocks=lambda shape: size(shape[:-2]),
    special=_networks,
    textbook=weightings,
    sparse=True,
)
SIGNED = replace(
    MIXING,
    name="signed mixing",
    choices=(*SHARES, *(-x for x in SHARES[:3])),
    retract=_signed,
    drop=partial(_drop_node, retract=_signed),
    scale="asinh",
    special=_signed_networks,
)
DOUBLY = replace(
    MIXING,
    name="doubly stochastic",
    retract=_balanced,
    count=_arc_count,
    assemble=_with_loops,
    disassemble=_arcs,
    drop=partial(_drop_node, take=_arcs, retract=_balanced, make=_with_loops),
    special=lambda shape: [
        *(_both_ways(block, shape[-1]) for block in _networks(shape[-2:])),
        *(_arcs(W) for W in rings(shape[-1])),
    ],
    textbook=lambda n: [*(_arcs(W) for W in rings(n)), *(_both_ways(block, n) for block in weightings(n))],
)
