"""Positive semidefinite and the numbers of proofs: what decides them, beside a second route to each."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.checker import psd
from mixproof.bounds.checker.psd import NotACertificate

ENTRIES = st.lists(st.integers(-2, 2), min_size=6, max_size=6)
VECTORS = st.lists(st.fractions(-3, 3, max_denominator=3), min_size=2, max_size=2)


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


@settings(max_examples=300, deadline=None)
@given(ENTRIES)
def test_positive_as_told_by_all_principal_minors(entries: list[int]) -> None:
    A = symmetric(entries)
    exact = [[Fraction(x) for x in row] for row in A]
    assert psd.positive(exact) == (min(minors(A)) >= 0)
    assert psd.positive(exact, strictly=True) == (min(minors(A)) > 0)
    assert exact == A  # what is asked of is not changed


@settings(max_examples=50, deadline=None)
@given(ENTRIES, st.lists(VECTORS, min_size=3, max_size=3), st.lists(VECTORS, min_size=3, max_size=3), VECTORS)
def test_a_quadratic_form_has_the_value_of_its_sum(entries, left, right, v) -> None:
    def at(row: list[Fraction]) -> Fraction:
        return sum((a * x for a, x in zip(row, v)), Fraction(0))

    Q = [[Fraction(x) for x in row] for row in symmetric(entries)]
    A = psd.quadratic(Q, left, right)
    assert [list(column) for column in zip(*A)] == A
    value = sum(A[p][q] * v[p] * v[q] for p in range(2) for q in range(2))
    assert value == sum(Q[i][j] * at(a) * at(b) for i, a in enumerate(left) for j, b in enumerate(right))


def test_sums_and_forms_of_matrices_by_hand() -> None:
    one, other = [[Fraction(1), Fraction(2)]], [[Fraction(5), Fraction(-6)]]
    assert psd.add(one, other) == [[6, -4]] and psd.add(one, other, 3) == [[16, -16]]
    assert psd.negative(other) == [[-5, 6]]
    assert psd.quadratic([[Fraction(2)]], one, other) == [[10, 4], [4, -24]]  # 2 (x + 2 y)(5 x - 6 y)
    assert psd.quadratic([], [], []) == []


def test_a_matrix_of_sums_of_squares_at_a_point() -> None:
    """S0(nu) + (4 - nu^2) S1(nu), S0 of blocks nu^0, nu^1 and nu^2, S1 of one block."""
    blocks = [[Fraction(10 * i + j) for j in range(6)] for i in range(6)]
    one, nu = [[Fraction(1), Fraction(2)], [Fraction(3), Fraction(5)]], Fraction(3)
    found = psd.gram_at(blocks, one, 2, nu, lambda x: 4 - x * x)
    for p in range(2):
        for q in range(2):
            of_blocks = sum(nu ** (a + b) * blocks[2 * a + p][2 * b + q] for a in range(3) for b in range(3))
            assert found[p][q] == of_blocks - 5 * one[p][q]


@pytest.mark.parametrize(
    "rows",
    [None, [], [["1"]], [["1"], ["2"]], [["1"], ["2", "3"], ["4"]], [["1", "0"], ["2", "3"]], [[1], 2]],
)
def test_what_is_no_lower_triangle_of_two_rows(rows: object) -> None:
    assert psd.triangle("Q", [["1/2"], ["-2", 3]], 2) == [[Fraction(1, 2), -2], [-2, 3]]
    with pytest.raises(NotACertificate):
        psd.triangle("Q", rows, 2)


@pytest.mark.parametrize(
    "value",
    [1.0, True, None, "", "1/0", "1/00", "1.5", "1e5", "+1", " 1", "1/-2", "٣", "1" * 2001, 1 << 7999],
)
def test_what_is_no_number_of_a_proof(value: object) -> None:
    assert psd.number("x", "-3/6") == Fraction(-1, 2) and psd.number("x", 7) == 7
    assert psd.number("x", "1" * 2000) == int("1" * 2000) and psd.number("x", 1 << 7998) == 1 << 7998
    with pytest.raises(NotACertificate, match="x is not a fraction"):
        psd.number("x", value)
