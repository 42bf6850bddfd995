"""A sum of squared lengths told by its matrix: sum_ij M_ij <v_i, v_j> with M positive semidefinite.

A record names the vectors, in blocks. It gives those entries of M that the rest of a line does not tell; all others are
read off what the line leaves over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isqrt, lcm
from operator import mul
from typing import Any

from .exact import semidefinite
from .formal import Space
from .poly import Monomial, Poly, Vector, added, poly, short, work
from .text import need, number

Place = tuple[int, int, int]  # block, i, j
BITS, EXACT, LARGEST = (
    60,
    16,
    400,
)  # of a factor's entries; rows of a matrix that is eliminated exactly, and of any


def left_over(space: Space, rest: Poly, blocks: Sequence[Sequence[Vector]], told: Sequence[Any]) -> Poly:
    """The rest less the squares of these vectors that it tells. Refused where a matrix is not proved semidefinite.

    told: entries of the matrices, [block, i, j, number], i <= j; off the diagonal they count twice, as the matrix is
    symmetric
    """
    need(sum(map(len, blocks)) <= LARGEST, "there are too many vectors in a matrix")
    places = [(b, i, j) for b, block in enumerate(blocks) for j in range(len(block)) for i in range(j + 1)]
    products = {(b, i, j): space.dot(blocks[b][i], blocks[b][j]) * poly(1 + (i != j)) for b, i, j in places}
    entries: dict[Place, Fraction] = {}
    for entry in told:
        need(type(entry) is list and len(entry) == 4, "an entry is [block, i, j, number]")
        place = (entry[0], entry[1], entry[2])
        need(all(type(k) is int for k in place) and place in products, "an entry is of no two vectors")
        need(place not in entries, "an entry stands twice")
        entries[place] = number(entry[3])
    left: dict[Monomial, Any] = added([(rest, 1), *((products[place], -c) for place, c in entries.items())])
    unknown = {place: product for place, product in products.items() if product and place not in entries}
    for place, lead in _order(unknown):
        entries[place] = Fraction(left.get(lead, 0)) / Fraction(unknown[place][lead])
        for key, c in unknown[place].items():
            left[key] = left.get(key, 0) - c * entries[place]
    for b, block in enumerate(blocks):
        matrix = [
            [entries.get((b, min(i, j), max(i, j)), Fraction(0)) for j in range(len(block))]
            for i in range(len(block))
        ]
        need(positive(matrix), "a matrix is not proved positive semidefinite")
    return Poly({key: c for key, c in left.items() if c})


def _order(products: Mapping[Place, Poly]) -> Iterator[tuple[Place, Monomial]]:
    """Every product, with a monomial that no later one has as far as there is one."""
    having: dict[Monomial, set[Place]] = {}
    for place, product in products.items():
        for key in product:
            having.setdefault(key, set()).add(place)
    single = [key for key, places in having.items() if len(places) == 1]
    left = dict(products)
    while left:
        while single and not having[single[-1]]:
            single.pop()
        if single:
            lead = single.pop()
            (place,) = having[lead]
        else:
            place, product = next(iter(left.items()))
            lead = min(product, key=lambda key: len(having[key]))
        yield place, lead
        for key in left.pop(place):
            having[key].discard(place)
            if len(having[key]) == 1:
                single.append(key)


def positive(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """True only if the symmetric matrix is positive semidefinite.

    By a rounded Cholesky factor R: scaled by powers of two to a diagonal near one, A, the matrix is semidefinite where
    A - R R' has no entries off its diagonal that are too large for their row, whatever R is; so R may come from floats,
    and numbers do not grow with the size. Small matrices that have no such R are eliminated.
    """
    live = [i for i, row in enumerate(matrix) if any(row)]
    if any(matrix[i][i] <= 0 for i in live):
        return False
    unit = 1
    for entry in (matrix[i][j] for i in live for j in live):
        unit = short(lcm(unit, entry.denominator))
    work(len(live) ** 3 >> 3)
    M = {(i, j): int(matrix[i][j] * unit) for i in live for j in live}
    root = {i: 1 << isqrt(M[i, i]).bit_length() for i in live}
    one = 1 << 2 * BITS
    # A in units of 2^-120, rounded down: each entry is less than one unit too small
    A = [[M[i, j] * one // (root[i] * root[j]) for j in live] for i in live]
    for shift in (1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13):
        R = _factor([[entry / one for entry in row] for row in A], shift)
        if R and all(_dominant(A, R, i) for i in range(len(A))):
            return True
    return not live or (len(live) <= EXACT and semidefinite(matrix))


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
