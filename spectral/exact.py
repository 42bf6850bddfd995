"""Exact spectra of small rational matrices: rational eigenvalues exactly, the others in a proven enclosure.

The characteristic polynomial over the rationals (python-flint) is factored over the integers: a linear factor
is a rational eigenvalue, and the roots of the others are isolated in balls of proven radius (Arb).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from .errors import InputError

__all__ = ["Exact", "exact_extreme_eigenvalues", "exact_spectral_norm", "is_doubly_stochastic"]

Matrix = Sequence[Sequence[Fraction]]
Exact = Fraction | tuple[Fraction, Fraction]
BITS = 128  # enclosures are narrower than 2^-BITS


def exact_spectral_norm(matrix: Matrix) -> Exact:
    """||M - J||_2 with J = 11'/n, for any square rational matrix M (n, n).

    An exact Fraction where the norm is rational, else (low, high), both rational, of width at most 2^-128.
    Raises InputError.

    >>> half = Fraction(1, 2)
    >>> exact_spectral_norm([[half, half], [0, 1]])[0] ** 2 < half
    True
    >>> exact_spectral_norm([[half, half], [half, half]])
    Fraction(0, 1)
    """
    n = len(rows := _rational(matrix))
    centred = [[x - Fraction(1, n) for x in row] for row in rows]
    if _is_symmetric(centred):
        return _largest(_absolute(root) for root in _eigenvalues(centred))
    gram = [[sum((row[i] * row[j] for row in centred), Fraction(0)) for j in range(n)] for i in range(n)]
    return _square_root(_largest(_eigenvalues(gram, 3 * BITS)))


def exact_extreme_eigenvalues(matrix: Matrix) -> tuple[Exact, Exact]:
    """(smallest, largest) eigenvalue of a symmetric rational matrix (n, n), each exact or as (low, high).

    Raises InputError when the matrix is not symmetric.

    >>> exact_extreme_eigenvalues([[Fraction(1, 3), Fraction(2, 3)], [Fraction(2, 3), Fraction(1, 3)]])
    (Fraction(-1, 3), Fraction(1, 1))
    """
    rows = _rational(matrix)
    if not _is_symmetric(rows):
        raise InputError("matrix", "not symmetric", "its eigenvalues need not be real")
    roots = _eigenvalues(rows)
    smallest = _largest(_negative(root) for root in roots)
    return _negative(smallest), _largest(roots)


def is_doubly_stochastic(matrix: Matrix) -> bool:
    """Whether entries are >= 0 and every row and column sums to exactly 1.

    >>> is_doubly_stochastic([[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 2), Fraction(1, 2)]])
    True
    """
    rows = _rational(matrix)
    lines = [*rows, *zip(*rows)]
    return all(x >= 0 for row in rows for x in row) and all(sum(line) == 1 for line in lines)


def _eigenvalues(matrix: Matrix, bits: int = BITS) -> list[Exact]:
    """Distinct eigenvalues of a symmetric matrix, unordered; irrational ones within a width of 2^-bits."""
    import flint

    n = len(matrix)
    entries = [flint.fmpq(x.numerator, x.denominator) for row in matrix for x in row]
    found: list[Exact] = []
    for factor, _ in flint.fmpq_mat(n, n, entries).charpoly().numer().factor()[1]:
        if factor.degree() == 1:
            found.append(Fraction(-int(factor[0]), int(factor[1])))
        else:
            found += _irrational_roots(factor, bits)
    return found


def _irrational_roots(polynomial: Any, bits: int) -> list[tuple[Fraction, Fraction]]:
    import flint

    precision = flint.ctx.prec
    try:
        flint.ctx.prec = 2 * bits
        while True:
            roots = [_ends(root.real) for root, _ in polynomial.complex_roots()]
            if all(high - low <= Fraction(1, 2**bits) for low, high in roots):
                return roots
            flint.ctx.prec *= 2
    finally:
        flint.ctx.prec = precision


def _ends(ball: Any) -> tuple[Fraction, Fraction]:
    """Lower and upper end of a real ball, as rationals."""
    (m, e), (r, f) = ball.mid().man_exp(), ball.rad().man_exp()
    middle = Fraction(int(m)) * Fraction(2) ** int(e)
    radius = Fraction(int(r)) * Fraction(2) ** int(f)
    return middle - radius, middle + radius


def _interval(value: Exact) -> tuple[Fraction, Fraction]:
    return value if isinstance(value, tuple) else (value, value)


def _largest(values: Iterable[Exact]) -> Exact:
    candidates = list(values)
    low = max(_interval(value)[0] for value in candidates)
    high = max(_interval(value)[1] for value in candidates)
    return low if low == high else (low, high)


def _negative(value: Exact) -> Exact:
    return (-value[1], -value[0]) if isinstance(value, tuple) else -value


def _absolute(value: Exact) -> Exact:
    low, high = _interval(value)
    if low < 0 < high:  # irrational, so not zero; only a rational number has an enclosure of width zero
        return Fraction(0), max(-low, high)
    return _negative(value) if low < 0 else value


def _square_root(value: Exact) -> Exact:
    """Square root of a non-negative number, exact where rational."""
    if not isinstance(value, tuple):
        top, bottom = isqrt(value.numerator), isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    scale = 2 ** (BITS + 2)
    low, high = (max(end, Fraction(0)) * scale**2 for end in _interval(value))
    return Fraction(isqrt(int(low)), scale), Fraction(isqrt(int(high)) + 1, scale)


def _is_symmetric(matrix: Matrix) -> bool:
    return all(matrix[i][j] == matrix[j][i] for i in range(len(matrix)) for j in range(i))


def _rational(matrix: Any) -> list[list[Fraction]]:
    """The entries as Fractions; raises InputError unless they are rational numbers that make a square."""
    rows = [list(row) for row in matrix]
    if not rows or any(len(row) != len(rows) for row in rows):
        widths = sorted({len(row) for row in rows})
        raise InputError("matrix", f"{len(rows)} rows of {widths} entries", "a square matrix")
    try:
        return [[Fraction(x) for x in row] for row in rows]
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InputError("matrix", str(error), "rational numbers") from None
