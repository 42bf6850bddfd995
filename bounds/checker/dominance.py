"""Positive semidefinite, proved: a rounded Cholesky factor, and a rest that is diagonally dominant."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from operator import mul

__all__ = ["positive"]

BITS = 60


def positive(M: Sequence[Sequence[int]]) -> bool:
    """True only if the symmetric integer matrix M is positive semidefinite.

    M is scaled by powers of two to a diagonal near one, A. If A - R R' has no entry off its diagonal too large for its
    row, it is positive semidefinite, whatever R is; so R may come from floats. Numbers do not grow with the size.
    """
    live = [i for i, row in enumerate(M) if any(row)]  # a row of zeros adds nothing
    if any(M[i][i] <= 0 for i in live) or any(M[i][j] != M[j][i] for i in live for j in live):
        return False
    root = {i: 1 << isqrt(M[i][i]).bit_length() for i in live}
    one = 1 << 2 * BITS
    # A in units of 2^-120, rounded down: each entry is less than one unit too small
    A = [[M[i][j] * one // (root[i] * root[j]) for j in live] for i in live]
    for shift in (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13):
        R = _factor([[entry / one for entry in row] for row in A], shift)
        if R and all(_dominant(A, R, i) for i in range(len(A))):
            return True
    return not live


def _factor(A: list[list[float]], shift: float) -> list[list[int]]:
    """Cholesky's R of A - shift, lower triangular, rounded to 2^-60; empty where there is none."""
    rows: list[list[float]] = []
    for i, given in enumerate(A):
        row: list[float] = []
        for j in range(i):
            row.append((given[j] - sum(map(mul, row, rows[j]))) / rows[j][j])
        left = given[i] - shift - sum(map(mul, row, row))
        if left <= 0:
            return []
        rows.append([*row, left**0.5])
    return [[round(entry * (1 << BITS)) for entry in row] for row in rows]


def _dominant(A: list[list[int]], R: list[list[int]], i: int) -> bool:
    rest = [a - sum(map(mul, R[i], r)) for a, r in zip(A[i], R)]
    return rest[i] >= sum(abs(entry) + 1 for j, entry in enumerate(rest) if j != i)
