"""Vectors and matrices of exact numbers, as lists, and the largest eigenvalue of a symmetric matrix."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from .intervals import BITS, ONE, ZERO, Number, enclose, largest, outward, sqrt, total

Vector = list[Number]
Matrix = list[Vector]


def dot(u: Sequence[Number], v: Sequence[Number]) -> Number:
    return total(x * y for x, y in zip(u, v))


def square(u: Sequence[Number]) -> Number:
    """|u|^2."""
    return dot(u, u)


def add(u: Vector, v: Vector, factor: Number | int = 1) -> Vector:
    """u + factor v."""
    return [x + factor * y for x, y in zip(u, v)]


def subtract(u: Vector, v: Vector) -> Vector:
    return [x - y for x, y in zip(u, v)]


def mean(rows: Sequence[Vector]) -> Vector:
    return [total(column) / len(rows) for column in zip(*rows)]


def centred(u: Vector) -> Vector:
    average = total(u) / len(u)
    return [x - average for x in u]


def flat(A: Sequence[Vector]) -> Vector:
    return [x for row in A for x in row]


def transposed(A: Matrix) -> Matrix:
    return [list(column) for column in zip(*A)]


def times(A: Matrix, B: Matrix) -> Matrix:
    return [[dot(row, column) for column in zip(*B)] for row in A]


def apply(A: Matrix, x: Vector) -> Vector:
    return [dot(row, x) for row in A]


def plus(A: Matrix, B: Matrix, factor: Number | int = 1) -> Matrix:
    """A + factor B."""
    return [add(a, b, factor) for a, b in zip(A, B)]


def negative(A: Matrix) -> Matrix:
    return [[-x for x in row] for row in A]


def identity(n: int) -> Matrix:
    return [[ONE if i == j else ZERO for j in range(n)] for i in range(n)]


def entrywise(entry: Callable[..., Number], *matrices: Matrix) -> Matrix:
    """The matrix of entry(i, j, A_ij, B_ij, ...)."""
    n = len(matrices[0])
    return [[entry(i, j, *(A[i][j] for A in matrices)) for j in range(n)] for i in range(n)]


def laplacian(A: Matrix) -> Matrix:
    """Diag(A 1) - A, for A with zeros on its diagonal."""
    return entrywise(lambda i, j, x: total(A[i]) if i == j else -x, A)


def below_diagonal(A: Matrix) -> Number:
    return total(A[i][j] for i in range(len(A)) for j in range(i))


def power(A: Matrix, exponent: int) -> Matrix:
    return reduce(times, [A] * exponent)


def is_connected(W: Matrix) -> bool:
    """Whether the graph of W >= 0 is connected: (I + W)^n > 0."""
    return min(flat(power(plus(identity(len(W)), W), len(W)))) > 0


def is_primitive(A: Matrix) -> bool:
    """Whether some power of A >= 0 is positive: then the one of Wielandt's exponent is."""
    pattern = entrywise(lambda i, j, x: ONE if x > 0 else ZERO, A)
    return min(flat(power(pattern, (len(A) - 1) ** 2 + 1))) > 0


def top(A: Matrix) -> Number:
    """Largest eigenvalue of a symmetric A; exact where it is rational: scale * top is then an integer.

    All roots of p(x) = det(x - A) (Faddeev, LeVerrier) are real: right of them p/p' <= x - top <= n p/p', and Newton's
    method stays there.
    """
    n = len(A)
    M, p = [[ZERO] * n for _ in A], [ONE]
    for k in range(1, n + 1):
        M = plus(times(A, M), identity(n), p[-1])
        p.append(-total(map(dot, A, transposed(M))) / k)
    bound = max(total(map(abs, row)) for row in A) + 1
    x, step = bound, bound
    for _ in range(3000):
        value, slope = p[0], ZERO
        for coefficient in p[1:]:
            value, slope = value * x + coefficient, slope * x + value
        step = value / slope if value else ZERO
        if step <= bound / 2 ** (BITS - 16):
            break
        x = Number(outward((x - step).low, 1))
    scale = math.lcm(*(entry.low.denominator for entry in flat(A)))
    exact = Number(Fraction(round(x.low * scale), scale))
    for k in range(n):  # Taylor's coefficients at `exact`: none negative means that no root lies above it
        for i in range(1, n + 1 - k):
            p[i] = p[i] + exact * p[i - 1]
    return exact if p[-1] == 0 and min(p) >= 0 else enclose((x - n * step).low, x.low)


def bottom(A: Matrix) -> Number:
    """Smallest eigenvalue of a symmetric A."""
    return -top(negative(A))


def norm(M: Matrix) -> Number:
    """||M - 11'/n||, the spectral norm."""
    centre = Number(Fraction(1, len(M)))
    A = [[x - centre for x in row] for row in M]
    return sqrt(largest(top(times(transposed(A), A)), ZERO))


def zero(slope: Callable[[Number], Number], points: Sequence[Number]) -> Number:
    """The smallest zero, among and between the points, of a function that rises and is linear between them."""
    points = sorted(points)
    k = next(k for k, x in enumerate(points) if slope(x) >= 0)
    y, at_y = points[k], slope(points[k])
    if k == 0 or at_y == 0:
        return y
    x, at_x = points[k - 1], slope(points[k - 1])
    return x - at_x * (y - x) / (at_y - at_x)


Names = dict[str, Callable[..., Any]]  # what formulas read: name -> function of the setting (and of a round)
