"""Matrices as lists of rows, of any kind of numbers; eigenvalues, and predicates of graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any

from .exact import BITS, Numbers, cost, exact, semidefinite, sum_of
from .text import Undefined, need, spend

Rows = Sequence[Sequence[Any]]


def dot(u: Sequence[Any], v: Sequence[Any]) -> Any:
    return sum_of(x * y for x, y in zip(u, v, strict=True))


def square(u: Sequence[Any]) -> Any:
    """|u|^2."""
    return dot(u, u)


def flat(A: Rows) -> list[Any]:
    return [x for row in A for x in row]


def transposed(A: Rows) -> list[list[Any]]:
    return [list(column) for column in zip(*A)]


def times(A: Rows, B: Rows) -> list[list[Any]]:
    columns = list(zip(*B))
    spend(len(A) * sum(map(cost, flat(B))))
    return [[dot(row, column) for column in columns] for row in A]


def apply(A: Rows, x: Sequence[Any]) -> list[Any]:
    return [dot(row, x) for row in A]


def entrywise(entry: Callable[..., Any], *matrices: Rows) -> list[list[Any]]:
    """The matrix of entry(i, j, A_ij, B_ij, ...)."""
    n = len(matrices[0])
    return [[entry(i, j, *(A[i][j] for A in matrices)) for j in range(n)] for i in range(n)]


def plus(A: Rows, B: Rows, factor: Any = 1) -> list[list[Any]]:
    """A + factor B."""
    return [[x + factor * y for x, y in zip(a, b, strict=True)] for a, b in zip(A, B, strict=True)]


def identity(n: int, numbers: Numbers) -> list[list[Any]]:
    return [[numbers.rational(int(i == j)) for j in range(n)] for i in range(n)]


def laplacian(A: Rows) -> list[list[Any]]:
    """Diag(A 1) - A, for A with zeros on its diagonal."""
    return entrywise(lambda i, j, x: sum_of(A[i]) if i == j else -x, A)


def mean(rows: Rows) -> list[Any]:
    """The mean row."""
    return [sum_of(column) / len(rows) for column in zip(*rows)]


# --- what a record has to give


def is_symmetric(A: Rows) -> bool:
    return [list(row) for row in A] == transposed(A)


def is_stochastic(A: Rows) -> bool:
    """Rows of shares: not negative, 1 in sum."""
    return min(flat(A)) >= 0 and all(sum_of(row) == 1 for row in A)


def is_doubly(A: Rows) -> bool:
    """Shares whose rows and columns sum to 1."""
    return is_stochastic(A) and is_stochastic(transposed(A))


def is_signed(A: Rows) -> bool:
    """Symmetric, entries of either sign, rows that sum to 1, eigenvalues from -1 to 1."""
    return is_between(A, -1, 1)


def is_between(A: Rows, low: Any, high: Any, strictly: bool = False) -> bool:
    """Whether A is symmetric, A 1 = 1, and its other eigenvalues are from low to high, or inside if strictly."""
    if not is_symmetric(A) or any(sum_of(row) != 1 for row in A):
        return False
    J = sum_of(A[0]) / len(A)  # (A - J) - low (I - J) + J and high (I - J) - (A - J) + J
    above = entrywise(lambda i, j, x: x - low * (int(i == j) - J), A)
    below = entrywise(lambda i, j, x: high * (int(i == j) - J) - x + 2 * J, A)
    return semidefinite(above, strictly) and semidefinite(below, strictly)


def is_hollow(A: Rows) -> bool:
    """Symmetric, 0 on the diagonal: a number for every pair."""
    return is_symmetric(A) and not any(A[i][i] for i in range(len(A)))


def need_links(A: Rows, name: str) -> None:
    """Refuse unless A is symmetric with a zero diagonal and not negative."""
    fits = is_hollow(A) and min(flat(A)) >= 0
    need(fits, f"setting: {name} is not symmetric, not negative, and 0 on its diagonal")


def in_turn(W: Sequence[Any], head: int, t: int) -> Any:
    """W[t] at rounds t < head, then the others in turn."""
    return W[t if t < head else head + (t - head) % (len(W) - head)]


def is_connected(W: Rows) -> bool:
    """Whether the graph of W, a link where an entry is not 0, is connected: (I + |W|)^n > 0."""
    return _reached(entrywise(lambda i, j, x: int(i == j or x != 0), W), len(W))


def is_primitive(W: Rows) -> bool:
    """Whether some power of |W| is positive: then the one of Wielandt's exponent is."""
    return _reached(entrywise(lambda i, j, x: int(x != 0), W), (len(W) - 1) ** 2 + 1)


def distances(W: Rows) -> list[list[int | None]]:
    """Links on the shortest way between nodes, in either direction of W; None where there is no way."""
    n = len(W)
    near = [[j for j in range(n) if i != j and (W[i][j] or W[j][i])] for i in range(n)]
    found: list[list[int | None]] = [[0 if i == j else None for j in range(n)] for i in range(n)]
    for row in found:
        for away in range(1, n):
            for j in [j for j in range(n) if row[j] == away - 1]:
                for k in near[j]:
                    row[k] = away if row[k] is None else row[k]
    return found


def _reached(pattern: Rows, exponent: int) -> bool:
    """Whether a power from this one on is positive, which all of them are or none."""
    power: Any = pattern
    for _ in range((exponent - 1).bit_length()):
        power = [[int(x > 0) for x in row] for row in times(power, power)]
    return bool(min(map(min, power)) > 0)


# --- eigenvalues of symmetric matrices


def top(A: Rows, numbers: Numbers) -> Any:
    """The largest eigenvalue of a symmetric A: exact where it is rational, else within n 2^-BITS.

    B = sA is integer, so det(x - B) is monic with integer coefficients and real roots: a rational root is an integer,
    and x is at least every root exactly where no Taylor coefficient at x is negative.
    """
    told = [[exact(numbers.value(x)) for x in row] for row in A]
    if not is_symmetric(told):
        raise Undefined("eigenvalues are of symmetric matrices")
    scale, n = lcm(*(x.denominator for x in flat(told))), len(told)
    spend(n**4 * (1 + scale.bit_length() // 64))
    B = [[int(x * scale) for x in row] for row in told]
    p = numbers.characteristic(B)
    x = _near(max(sum(map(abs, row)) for row in B), p)
    for root in range(x, x - n - 1, -1):
        if _newton(root, p)[0] == 0 and _above(root, p):
            return numbers.rational(Fraction(root, scale))
    y = _near(x << BITS, [coefficient << BITS * i for i, coefficient in enumerate(p)])
    return numbers.between(Fraction(y - n, scale << BITS), Fraction(y, scale << BITS))


def _newton(x: int, p: list[int]) -> tuple[int, int]:
    """p and p' at x."""
    value = slope = 0
    for coefficient in p:
        value, slope = value * x + coefficient, slope * x + value
    return value, slope


def _near(x: int, p: list[int]) -> int:
    """An integer at most n above the largest root, from one that no root exceeds.

    Right of its n real roots p/p' is from (x - largest)/n to x - largest: Newton's method stays there.
    """
    while True:
        value, slope = _newton(x, p)
        if value == 0 or value < slope:
            return x
        x -= value // slope


def _above(x: int, p: list[int]) -> bool:
    """Whether no Taylor coefficient of p at x is negative, found by repeated division by (y - x)."""
    while p:
        *p, remainder = accumulate(p, lambda value, coefficient: value * x + coefficient)
        if remainder < 0:
            return False
    return True


def bottom(A: Rows, numbers: Numbers) -> Any:
    """The smallest eigenvalue of a symmetric A."""
    return -top([[-x for x in row] for row in A], numbers)


def norm(M: Rows, numbers: Numbers) -> Any:
    """||M - 11'/n||, the spectral norm: of a symmetric M by its own eigenvalues, which may be rational."""
    centred = [[x - numbers.rational(Fraction(1, len(M))) for x in row] for row in M]
    if is_symmetric(centred):
        return numbers.functions["max"](top(centred, numbers), -bottom(centred, numbers))
    gram = times(transposed(centred), centred)
    return numbers.functions["sqrt"](numbers.functions["max"](top(gram, numbers), numbers.rational(0)))


def solved(A: Rows, b: Sequence[Any]) -> list[Any]:
    """x of A x = b, A positive definite, by elimination; Undefined where A is singular."""
    rows = [[*row, y] for row, y in zip(A, b, strict=True)]
    for k in range(len(rows)):
        if rows[k][k] == 0:
            raise Undefined("equations that have not one solution")
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[-1] for row in rows]
