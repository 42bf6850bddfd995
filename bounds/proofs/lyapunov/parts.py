"""Positive semidefinite matrices as sums of few short squares, exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from ...arithmetic import solve

__all__ = ["Parts", "fitted", "rounded", "short_rows", "sum_of_squares"]

Parts = list[tuple[Fraction, list[Fraction]]]  # c > 0 and the row v of each part c (v . x)^2
BITS = range(8, 60, 4)


def rounded(A: np.ndarray, bits: int) -> np.ndarray:
    """Fractions of 2^-bits; a square matrix is made symmetric."""
    return fractions((A + A.T) / 2 if A.ndim == 2 else A, bits)


def factor(A: np.ndarray) -> np.ndarray:
    """Upper triangular C with C'C = A but for what of A is below zero."""
    values, vectors = np.linalg.eigh(A)
    return np.asarray(np.linalg.qr((vectors * np.sqrt(np.maximum(values, 0))).T, mode="r"))


def short_rows(A: np.ndarray, bits: int) -> np.ndarray:
    """Rows r of short fractions, the sum of r r' near a positive semidefinite matrix."""
    if not len(A):
        return np.empty((0, 0), dtype=object)
    rows = fractions(factor(A), bits)
    return np.array([row for row in rows if any(row)], dtype=object).reshape(-1, len(A))


def fitted(
    G0: np.ndarray,
    G1: np.ndarray,
    size: int,
    top: int,
    target: Callable[[Fraction], np.ndarray],
    ends: tuple[Fraction, Fraction],
) -> np.ndarray:
    """G0 changed so that S0(nu) + (nu - lo)(hi - nu) S1(nu) = target(nu) exactly, S sums of nu^(a+b) over its blocks.

    What is left of each coefficient of nu goes in equal parts to the blocks of G0 that make it.
    """
    G0, blocks = G0.copy(), top // 2 + 1
    points = [Fraction(k + 1, top + 1) for k in range(top + 1)]  # not 0, where a form may be no number
    rests = []
    for nu in points:
        inside = (nu - ends[0]) * (ends[1] - nu)
        rests.append(target(nu) - squares(G0, size, nu) - inside * squares(G1, size, nu))
    powers = np.array([[nu**k for nu in points] for k in range(top + 1)], dtype=object)
    for power, unit in enumerate(np.eye(top + 1, dtype=int)):
        left = sum(weight * rest for weight, rest in zip(solve(powers, unit), rests))
        cells = [(a, power - a) for a in range(blocks) if 0 <= power - a < blocks]
        for a, b in cells:
            G0[size * a : size * a + size, size * b : size * b + size] += left / Fraction(len(cells))
    return G0


def squares(G: np.ndarray, size: int, nu: Any) -> Any:
    """The sum over the blocks of nu^(a + b) G_ab."""
    blocks = range(len(G) // size)
    parts = (
        nu ** (a + b) * G[size * a : size * a + size, size * b : size * b + size]
        for a in blocks
        for b in blocks
    )
    return sum(parts, start=np.zeros((size, size), dtype=int))


def fractions(A: np.ndarray, bits: int) -> np.ndarray:
    """An array of fractions of 2^-bits, in objects."""
    made = np.empty(A.size, dtype=object)
    made[:] = [Fraction(round(float(v) * 2**bits), 2**bits) for v in A.reshape(-1)]
    return made.reshape(A.shape)


def sum_of_squares(A: np.ndarray) -> Parts | None:
    """The parts of a positive definite matrix of fractions; None where it is none, or too nearly none.

    Short rows make up A but for a small remainder, whose diagonal dominates: |r| (x_i +- x_j)^2 are its parts.
    """
    if not len(A):
        return []
    near = np.array(A, dtype=float)
    least = float(np.linalg.eigvalsh(near)[0])
    if least <= 0:
        return None
    C = factor(near - least / 2 * np.eye(len(A)))
    for bits in BITS:
        rows = fractions(C, bits)
        rest = dominant(A - rows.T @ rows)
        if rest is not None:
            return [(Fraction(1), list(row)) for row in rows if any(row)] + rest
    return None


def dominant(R: np.ndarray) -> Parts | None:
    """The parts of a matrix whose diagonal is at least the sum of the rest of each row; None for another."""
    n, found = len(R), list(_pairs(R))
    for i in range(n):
        left = R[i, i] - sum(abs(R[i, j]) for j in range(n) if j != i)
        if left < 0:
            return None
        if left:
            found.append((left, [Fraction(int(j == i)) for j in range(n)]))
    return found


def _pairs(R: np.ndarray) -> Iterator[tuple[Fraction, list[Fraction]]]:
    n = len(R)
    for i in range(n):
        for j in range(i):
            if R[i, j]:
                row = [Fraction(0)] * n
                row[i], row[j] = Fraction(1), Fraction(1 if R[i, j] > 0 else -1)
                yield Fraction(abs(R[i, j])), row
