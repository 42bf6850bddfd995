"""Small exact linear algebra."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["inverse"]


def inverse(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Of a small nonsingular matrix, by Gauss and Jordan."""
    n = len(rows)
    A = [[*row, *(Fraction(int(i == j)) for j in range(n))] for i, row in enumerate(rows)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if A[i][k])
        A[k], A[pivot] = A[pivot], A[k]
        A[k] = [x / A[k][k] for x in A[k]]
        for i in range(n):
            if i != k and A[i][k]:
                A[i] = [x - A[i][k] * y for x, y in zip(A[i], A[k])]
    return [row[n:] for row in A]
