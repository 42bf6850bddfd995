"""Symmetric matrices of fractions: reading them from a file, forms made of them, and whether they are positive."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

__all__ = [
    "DIGITS",
    "Matrix",
    "NotACertificate",
    "add",
    "gram_at",
    "need",
    "negative",
    "number",
    "numbers",
    "positive",
    "quadratic",
    "readable",
    "triangle",
]

Matrix = list[list[Fraction]]
DIGITS = 2000  # of a number in a file, so that no file keeps the checker busy
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?", re.ASCII)


class NotACertificate(ValueError):
    """The record is no certificate; one sentence says why."""


def need(condition: object, sentence: str) -> None:
    """Refuse the record, with the sentence, where the condition is not met."""
    if not condition:
        raise NotACertificate(sentence)


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Whatever breaks on a record of odd shape is said in one sentence, and is a NotACertificate too."""
    try:
        yield
    except NotACertificate:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise NotACertificate(f"{what} cannot be read ({type(error).__name__}: {error})") from None


def number(name: str, value: object) -> Fraction:
    """A fraction, written "p" or "p/q", or an integer."""
    if type(value) is int and value.bit_length() < 4 * DIGITS:
        return Fraction(value)
    if isinstance(value, str) and len(value) <= DIGITS and _NUMBER.fullmatch(value):
        return Fraction(value)
    raise NotACertificate(f"{name} is not a fraction p/q of at most {DIGITS} digits")


def numbers(name: str, values: object) -> list[Fraction]:
    if not isinstance(values, list):
        raise NotACertificate(f"{name} is not a list of fractions")
    return [number(name, value) for value in values]


def triangle(name: str, rows: object, size: int) -> Matrix:
    """A symmetric matrix of `size` rows, written as its lower triangle: row i has i + 1 entries."""
    if not isinstance(rows, list) or len(rows) != size:
        raise NotACertificate(f"{name} is not a lower triangle of {size} rows")
    lower = [numbers(name, row) for row in rows]
    if any(len(row) != i + 1 for i, row in enumerate(lower)):
        raise NotACertificate(f"{name} is not a lower triangle of {size} rows")
    return [[lower[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]


def positive(A: Matrix, strictly: bool = False) -> bool:
    """Whether v'A v >= 0 for all v (> 0 for all v != 0 if `strictly`): A = L D L' by exact elimination.

    A zero pivot needs a zero row, else a small step along it makes the form negative.
    """
    A = [list(row) for row in A]
    for k in range(len(A)):
        pivot = A[k][k]
        if pivot < 0 or (pivot == 0 and strictly):
            return False
        if pivot == 0:
            if any(A[k][k:]):
                return False
            continue
        for i in range(k + 1, len(A)):
            factor = A[i][k] / pivot
            if factor:
                for j in range(i, len(A)):  # the upper triangle of what is left ...
                    A[i][j] -= factor * A[k][j]
        for i in range(k + 1, len(A)):  # ... mirrored, as the next column is read below the diagonal
            for j in range(i):
                A[i][j] = A[j][i]
    return True


def add(A: Matrix, B: Matrix, times: Fraction | int = 1) -> Matrix:
    return [[a + times * b for a, b in zip(row, other)] for row, other in zip(A, B)]


def negative(A: Matrix) -> Matrix:
    return [[-a for a in row] for row in A]


def quadratic(Q: Matrix, left: Sequence[Sequence[Fraction]], right: Sequence[Sequence[Fraction]]) -> Matrix:
    """The symmetric matrix of the form sum_ij Q_ij (left_i . v)(right_j . v); rows of `left`, `right` are vectors."""
    size = len(left[0]) if left else 0
    A = [[Fraction(0)] * size for _ in range(size)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            half = Q[i][j] / 2
            for p in range(size):
                for q in range(size):
                    if half and (a[p] or a[q]):
                        A[p][q] += half * (a[p] * b[q] + a[q] * b[p])
    return A


def gram_at(
    G0: Matrix, G1: Matrix, size: int, nu: Fraction, inside: Callable[[Fraction], Fraction]
) -> Matrix:
    """S0(nu) + inside(nu) S1(nu), S(nu) = sum_ij nu^(i+j) G_ij over the blocks of `size` rows of G0 and G1.

    G0, G1 >= 0 make it a matrix >= 0 wherever inside(nu) >= 0: a matrix sum of squares.
    """
    total = [[Fraction(0)] * size for _ in range(size)]
    for G, weight in ((G0, Fraction(1)), (G1, inside(nu))):
        for a in range(len(G) // size):
            for b in range(len(G) // size):
                factor = weight * nu ** (a + b)
                for p in range(size):
                    for q in range(size):
                        total[p][q] += factor * G[size * a + p][size * b + q]
    return total
