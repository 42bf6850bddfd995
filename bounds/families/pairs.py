"""Domains of symmetric arrays that hold one number a pair of clients and zeros on the diagonal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..domains import REAL, UNIT, Domain
from .textbook import adjacencies

__all__ = ["LINKS", "PAIRS", "laplacian"]


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
