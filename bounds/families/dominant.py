"""Eigenvectors as special starts: where a symmetric matrix takes a vector in many rounds, in small denominators."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

__all__ = ["dominant"]

SQUARINGS = 9  # 512 rounds of the power iteration
DENOMINATORS = 1000


def dominant(matrix: np.ndarray, start: np.ndarray) -> list[Fraction]:
    """The direction (n,) of matrix^512 start, its largest entry 1 or -1, from numbers of either arithmetic.

    An eigenvector for the eigenvalue of largest magnitude, unless one of the opposite sign is as large: exactly, where
    it has small denominators. Rounded so far that every machine gets the same.

    >>> dominant(np.array([[2, 1], [1, 2]]), np.array([3, 0]))
    [Fraction(1, 1), Fraction(1, 1)]
    """
    power = matrix.astype(float)
    for _ in range(SQUARINGS):
        power = power @ power
        power = power / (abs(power).max() or 1.0)
    y = power @ start.astype(float)
    y = y / (abs(y).max() or 1.0)
    return [Fraction(x).limit_denominator(DENOMINATORS) for x in y.tolist()]
