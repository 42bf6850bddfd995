"""Polynomials of a sparse symmetric matrix, on all unit vectors, a block of columns at a time.

A product with the sparse matrix for each degree, and memory for one block: no matrix of n x n numbers is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import scipy
from numpy.polynomial import chebyshev
from scipy.sparse import csr_array

from mixproof.spectral.clock import check_time
from mixproof.spectral.lanczos import krylov

from ..arrays import Array

__all__ = ["Polynomials", "blocks", "spectrum_ends", "width_of"]

COLUMNS, NUMBERS = 64, 400_000  # at most at a time: columns, at least four, and numbers
MOST_DEGREES = 400
STEPS, EVERY = 150, 10  # of Lanczos' method: at most, and between looks at its ends
CLOSE = 0.01  # residuals of both ends at which it stops


@dataclass(frozen=True, eq=False)
class Polynomials:
    """Chebyshev coefficients (f, degree + 1) of functions on the interval [low, high] of eigenvalues."""

    low: float
    high: float
    coefficients: Array

    @classmethod
    def near(
        cls, low: float, high: float, functions: list[Callable[[Array], Array]], error: float
    ) -> Polynomials:
        """Of least degree with this relative error on a grid."""
        t = np.linspace(low, high, 2001)
        exact = np.array([f(t) for f in functions])
        x = (2 * t - low - high) / (high - low)
        degree = 4
        while True:
            found = np.array(
                [chebyshev.chebinterpolate(partial(_on, f, low, high), degree) for f in functions]
            )
            close = abs(chebyshev.chebval(x, found.T) / exact - 1).max() <= error
            if close or degree >= MOST_DEGREES:
                return cls(low, high, found)
            degree = int(1.15 * degree) + 1

    def with_square(self) -> Polynomials:
        """The square of the first one put in second place."""
        h, *rest = self.coefficients
        square = chebyshev.chebmul(h, h)
        rows = [np.pad(row, (0, len(square) - len(row))) for row in (h, square, *rest)]
        return Polynomials(self.low, self.high, np.array(rows))

    def split(self) -> tuple[Polynomials, Polynomials]:
        """The first one, and the others."""
        first, rest = self.coefficients[:1], self.coefficients[1:]
        return Polynomials(self.low, self.high, first), Polynomials(self.low, self.high, rest)

    def columns(self, L: csr_array) -> Iterator[tuple[slice, Array, Array]]:
        """Blocks of columns of the f matrices, applied to I - J: what `on` returns."""
        n = L.shape[0]
        for part in blocks(n, n):
            start = np.full((n, part.stop - part.start), -1 / n, L.dtype)
            start[np.arange(part.start, part.stop), np.arange(part.stop - part.start)] += 1
            yield part, *self.on(L, start)

    def on(self, L: csr_array, start: Array) -> tuple[Array, Array]:
        """(f, n, k) of centred columns (n, k), in the precision of L; and of what sizes they are the sums, (f,).

        The sizes are sum_k |a_k| |T_k|, times the growth of |T_k| where the interval does not contain the spectrum.
        """
        coefficients = self.coefficients.astype(L.dtype)
        middle = (self.low + self.high) * scipy.sparse.eye_array(L.shape[0], dtype=L.dtype)
        turned = csr_array((2 * L - middle) * (1 / (self.high - self.low)))  # a quotient would be float64
        before, now = start, turned @ start
        first, grown = float(np.linalg.norm(before)), float(np.linalg.norm(now))
        found = coefficients[:, 0, None, None] * before + coefficients[:, 1, None, None] * now
        sizes, most = abs(coefficients[:, 0]) * first + abs(coefficients[:, 1]) * grown, grown
        for a in coefficients.T[2:]:
            before, now = now, 2 * (turned @ now) - before
            grown = float(np.linalg.norm(now))
            sizes, most = sizes + abs(a) * grown, max(most, grown)
            for total, factor in zip(found, a):
                if factor:
                    total += factor * now
        found -= found.mean(axis=1, keepdims=True)
        return found, sizes * max(most / first, 1.0)


def blocks(n: int, columns: int) -> Iterator[slice]:
    """Of columns of n numbers, as many at a time as a step that can be stopped should take."""
    width = width_of(n)
    for first in range(0, columns, width):
        check_time()
        yield slice(first, min(first + width, columns))


def width_of(n: int) -> int:
    """Columns of n numbers in a block."""
    return max(4, min(COLUMNS, NUMBERS // n))


def spectrum_ends(L: csr_array) -> tuple[float, float]:
    """Of the spectrum on the complement of 1, by Lanczos' method: the lower one less its residual."""
    diagonal, beside, most = list[float](), list[float](), min(STEPS, L.shape[0] - 1)
    for _, a, b in krylov(L.__matmul__, L.shape[0]):
        diagonal.append(a)
        beside.append(b)
        if len(diagonal) % EVERY and len(diagonal) < most and b >= 1e-10:
            continue
        values, vectors = scipy.linalg.eigh_tridiagonal(diagonal, beside[:-1])
        low, high = b * abs(vectors[-1, [0, -1]])
        if len(diagonal) == most or (low < CLOSE * values[0] and high < CLOSE):
            break
    return 0.95 * max(float(values[0] - low), 0.0), float(values[-1])


def _on(f: Callable[[Array], Array], low: float, high: float, x: Any) -> Any:
    return f((low + high + (high - low) * np.asarray(x)) / 2)
