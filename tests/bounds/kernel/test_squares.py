"""Squares that are told by their matrix: what is positive semidefinite, and what is read off a line."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.kernel import squares
from mixproof.bounds.kernel.exact import semidefinite
from mixproof.bounds.kernel.formal import Space
from mixproof.bounds.kernel.poly import Poly, poly
from mixproof.bounds.kernel.squares import left_over, positive
from mixproof.bounds.kernel.text import Refused

ENTRIES = st.lists(st.integers(-2, 2), min_size=6, max_size=6)


def symmetric(entries: list[int]) -> list[list[int]]:
    """Of three rows; 2 more on the diagonal, so that many are positive."""
    a, b, c, d, e, f = entries
    return [[a + 2, d, e], [d, b + 2, f], [e, f, c + 2]]


def determinant(A: list[list[int]]) -> int:
    if not A:
        return 1
    rest = [[row[:j] + row[j + 1 :] for row in A[1:]] for j in range(len(A))]
    return sum((-1) ** j * A[0][j] * determinant(minor) for j, minor in enumerate(rest))


def minors(A: list[list[int]]) -> list[int]:
    """All principal minors: >= 0 if and only if A is positive semidefinite, > 0 if and only if definite."""
    rows = [rows for size in (1, 2, 3) for rows in combinations(range(3), size)]
    return [determinant([[A[i][j] for j in taken] for i in taken]) for taken in rows]


def fractions(A: list[list[int]]) -> list[list[F]]:
    return [[F(x) for x in row] for row in A]


@settings(max_examples=300, deadline=None)
@given(ENTRIES)
def test_positive_as_told_by_all_principal_minors(entries: list[int]) -> None:
    A = symmetric(entries)
    assert positive(fractions(A)) == semidefinite(fractions(A)) == (min(minors(A)) >= 0)


@pytest.mark.parametrize(
    ("A", "positive"),
    [
        ([], True),
        ([[0, 0], [0, 0]], True),
        ([[0, 0], [0, 3]], True),
        ([[1 << 200, 1], [1, 1 << 3]], True),
        ([[0, 1], [1, 5]], False),
        ([[5, 1], [1, 0]], False),
        ([[-1, 0], [0, 1]], False),
        ([[10**9, 10**9], [10**9, 10**9 - 1]], False),
        ([[10**30, 10**30], [10**30, 10**30 - 1]], False),
    ],
)
def test_a_rounded_factor_decides_only_what_is_true(A: list[list[int]], positive: bool) -> None:
    assert squares.positive(fractions(A)) == positive


@pytest.mark.parametrize(
    ("A", "R", "dominant"),
    [
        ([[4, 3], [3, 4]], [[0, 0], [0, 0]], True),
        ([[3, 3], [3, 4]], [[0, 0], [0, 0]], False),  # entries of A are up to one unit too small
        ([[4, -3], [-3, 4]], [[0, 0], [0, 0]], True),
        ([[3, -3], [-3, 4]], [[0, 0], [0, 0]], False),
        ([[5, 2], [2, 8]], [[2, 0], [1, 2]], True),  # A - R R' = [[1, 0], [0, 3]]
        ([[5, 3], [3, 8]], [[2, 0], [1, 2]], False),  # [[1, 1], [1, 3]]
        ([[4, 2], [2, 8]], [[2, 0], [1, 2]], False),  # [[0, 0], [0, 3]]
    ],
)
def test_a_row_is_dominant_with_a_unit_to_spare_for_each_entry(A, R, dominant) -> None:
    assert squares._dominant(A, R, 0) == dominant


@pytest.mark.parametrize(("more", "expected"), [(0, True), (F(-1001, 1000), False), (F(-999, 1000), True)])
def test_a_matrix_too_large_to_be_eliminated_has_a_factor(more: F, expected: bool) -> None:
    """min(i, j) has determinant 1, and so has all but its last row: what is added there is to be more than -1."""
    A = fractions([[min(i, j) * 10**9 for j in range(1, 21)] for i in range(1, 21)])
    A[-1][-1] += 10**9 * more
    assert positive(A) == expected


def test_small_matrices_are_eliminated_where_they_are_singular() -> None:
    assert positive(fractions([[1] * 16] * 16))
    assert not positive(fractions([[1] * 17] * 17))  # it is; but not by a factor with room
    assert not positive(fractions([[1] * 15 + [2]] * 15 + [[2] * 16]))


@pytest.mark.parametrize("entry", [0, 1 << 58, 1 << 60])
def test_no_factor_whatever_makes_an_indefinite_matrix_positive(entry: int, monkeypatch) -> None:
    """The first row is dominant for any of the factors, the others are not."""
    monkeypatch.setattr(squares, "semidefinite", lambda A: False)
    monkeypatch.setattr(squares, "_factor", lambda A, shift: [[0] * 3, [0, entry, 0], [0, 0, entry]])
    assert not positive(fractions([[4, 0, 0], [0, 1, 2], [0, 2, 1]]))
    assert positive(fractions([[4, 0, 0], [0, 4, 0], [0, 0, 4]])) == (entry < 1 << 60)


@settings(max_examples=60, deadline=None)
@given(ENTRIES, st.booleans())
def test_a_form_is_read_off_where_it_is_positive_and_refused_where_it_is_not(entries, apart) -> None:
    """Of means and of what is apart of them, in both of which each product stands."""
    space = Space()
    for name in "uvw":
        space.generator(name)
    u = [space.vector(name) for name in "uvw"]
    means = [space.apply("J", v) for v in u]
    blocks = [means, [v - mean for v, mean in zip(u, means)]]
    A = symmetric(entries)
    told = blocks[1] if apart else means
    rest = Poly()
    for i in range(3):
        for j in range(3):
            rest = rest + space.dot(told[i], told[j]) * poly(A[i][j])
    if min(minors(A)) >= 0:
        assert not left_over(space, rest, blocks, [])
        assert not left_over(space, rest, blocks, [[int(apart), 0, 1, str(A[0][1])]])
    else:
        with pytest.raises(Refused, match="not proved positive"):
            left_over(space, rest, blocks, [])


@pytest.mark.parametrize(
    "told",
    [
        [[0, 0, 1, "1"]] * 2,
        [[0, 1, 0, "1"]],
        [[1, 0, 0, "1"]],
        [[0, 0, 0]],
        [0],
        [[0, True, 1, "1"]],
        [[0, 0, 0, "x"]],
    ],
)
def test_entries_of_no_two_vectors_are_refused(told) -> None:
    space = Space()
    for name in "uv":
        space.generator(name)
    with pytest.raises(Refused):
        left_over(space, Poly(), [[space.vector("u"), space.vector("v")]], told)


def test_one_inner_product_of_two_pairs_is_told_by_its_entries() -> None:
    """<u, W W u> is <W u, W u> too."""
    space = Space()
    space.operators["W"] = type(space.operators["J"])()
    space.generator("u")
    u = space.vector("u")
    once, twice = space.apply("W", u), space.apply("W", space.apply("W", u))
    rest = space.dot(once, once)
    assert not left_over(space, rest, [[u, once, twice]], [[0, 1, 1, "1"]])
    assert not left_over(space, rest, [[once]], [])


def test_an_entry_that_is_told_is_not_read_off_again() -> None:
    space = Space()
    u = space.generator("u")
    with pytest.raises(Refused, match="not proved positive"):
        left_over(space, -space.dot(u, u), [[u]], [[0, 0, 0, "-1"]])
    assert not left_over(space, space.dot(u, u), [[u]], [[0, 0, 0, "1"]])
    assert left_over(space, space.dot(u, u) * 2, [[u]], [[0, 0, 0, "1"]]) == space.dot(u, u)


def test_so_many_vectors_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(squares, "LARGEST", 2)
    space = Space()
    u = space.generator("u")
    assert not left_over(space, Poly(), [[u], [u]], [])
    with pytest.raises(Refused, match="too many"):
        left_over(space, Poly(), [[u], [u, u]], [])
