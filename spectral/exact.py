"""Exact spectra of small rational matrices: rational eigenvalues exactly, the others in a proven enclosure.

The characteristic polynomial over the rationals (python-flint) gives both: its rational roots, and balls around the
other roots that are proven to contain them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["exact_extreme_eigenvalues", "exact_spectral_norm", "is_doubly_stochastic"]

Matrix = Sequence[Sequence[Fraction]]
Number = Fraction | tuple[Fraction, Fraction]
BITS = 256


def exact_spectral_norm(matrix: Matrix) -> Number:
    """||M - J||_2 with J = 11'/n, for any square rational matrix M (n x n).

    An exact Fraction where the norm is rational, else (low, high), both rational, of width below 2^-128.

    >>> half = Fraction(1, 2)
    >>> exact_spectral_norm([[half, half], [half, half]])
    Fraction(0, 1)
    """
    n = len(matrix)
    A = [[Fraction(x) - Fraction(1, n) for x in row] for row in matrix]
    if all(A[i][j] == A[j][i] for i in range(n) for j in range(i)):
        return max((_absolute(root) for root in _roots(A)), key=_low)
    gram = [[sum(A[k][i] * A[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    return _root(max(_roots(gram), key=_low))


def exact_extreme_eigenvalues(matrix: Matrix) -> tuple[Number, Number]:
    """(smallest, largest) eigenvalue of a symmetric rational matrix, each exact or as (low, high)."""
    roots = _roots([[Fraction(x) for x in row] for row in matrix])
    return min(roots, key=_low), max(roots, key=_low)


def is_doubly_stochastic(matrix: Matrix) -> bool:
    """Whether entries are >= 0 and every row and column sums to exactly 1."""
    lines = [*matrix, *zip(*matrix)]
    return all(x >= 0 for row in matrix for x in row) and all(sum(line) == 1 for line in lines)


def _roots(matrix: list[list[Fraction]]) -> list[Number]:
    """All eigenvalues of a matrix whose eigenvalues are real."""
    import flint

    precision, flint.ctx.prec = flint.ctx.prec, BITS
    try:
        n = len(matrix)
        entries = [flint.fmpq(x.numerator, x.denominator) for row in matrix for x in row]
        found: list[Number] = []
        for factor, multiplicity in flint.fmpq_mat(n, n, entries).charpoly().factor()[1]:
            polynomial = factor.numer() if hasattr(factor, "numer") else factor
            if polynomial.degree() == 1:
                value = Fraction(-int(polynomial[0]), int(polynomial[1]))
                found += [value] * multiplicity
            else:
                found += [_ends(root) for root, _ in polynomial.complex_roots()] * multiplicity
        return found
    finally:
        flint.ctx.prec = precision


def _ends(root: object) -> tuple[Fraction, Fraction]:
    ball = root.real if hasattr(root, "real") else root
    ends = []
    for end in (ball.lower(), ball.upper()):  # type: ignore[attr-defined]
        mantissa, exponent = end.mid().man_exp()
        ends.append(Fraction(int(mantissa)) * Fraction(2) ** int(exponent))
    return ends[0], ends[1]


def _low(value: Number) -> Fraction:
    return value[0] if isinstance(value, tuple) else value


def _absolute(value: Number) -> Number:
    if not isinstance(value, tuple):
        return abs(value)
    low, high = value
    return (low, high) if low >= 0 else (-high, -low) if high <= 0 else (Fraction(0), max(-low, high))


def _root(value: Number) -> Number:
    """Square root of a non-negative number, exact where rational."""
    from math import isqrt

    if not isinstance(value, tuple):
        top, bottom = isqrt(value.numerator), isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
        value = (value, value)
    scale = 4**BITS
    low, high = (max(end, Fraction(0)) for end in value)
    return Fraction(isqrt(int(low * scale)), 2**BITS), Fraction(isqrt(int(high * scale)) + 1, 2**BITS)
