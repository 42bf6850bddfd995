"""Losses on the line in pieces, against their definitions: the integral of the curvature, and the lowest point."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mixproof.bounds.kernel.line import Line, absolute, combined, dented, huber, kinked, rounded, two_sided
from mixproof.bounds.kernel.text import Undefined

X = st.fractions(-4, 4, max_denominator=3)
UP = st.fractions(Fraction(1, 3), 4, max_denominator=3)
SHARE = st.fractions(0, 1, max_denominator=3)


def _kinked(told: list[tuple[Any, Any, Any]], left: Fraction) -> Line:
    places, rises, taken = (list(column) for column in zip(*told))
    return kinked(places, rises, left, taken)


LINES = st.one_of(
    st.builds(two_sided, UP, UP, X),
    st.builds(huber, UP, X, UP),
    st.builds(absolute, UP, X),
    st.builds(_kinked, st.lists(st.tuples(X, UP, SHARE), min_size=1, max_size=3), SHARE),
    st.builds(
        lambda a, c, told: rounded(a, c, *zip(*told)),
        UP,
        X,
        st.lists(st.tuples(X, UP), min_size=1, max_size=3),
    ),
    st.builds(dented, UP, X, st.lists(st.tuples(X, UP, X), min_size=1, max_size=2)),
)
GRID = [Fraction(k, 6) for k in range(-60, 61)]


@given(LINES, X, X)
def test_a_loss_is_the_integral_of_its_derivative(line: Line, x: Fraction, y: Fraction) -> None:
    ends = sorted({min(x, y), max(x, y), *(place for place in line.places if min(x, y) < place < max(x, y))})
    middles = [(b - a) * line.derivative((a + b) / 2) for a, b in itertools.pairwise(ends)]
    assert line.height(max(x, y)) - line.height(min(x, y)) == sum(middles)  # F' is linear between places


@given(st.lists(st.tuples(LINES, SHARE), min_size=1, max_size=3), X)
def test_a_sum_is_the_sum(told: list[tuple[Line, Fraction]], w: Fraction) -> None:
    lines, weights = zip(*told)
    both = combined(lines, weights)
    assert both.derivative(w) == sum(p * line.derivative(w) for line, p in told)
    assert both.height(w) - both.height(Fraction(0)) == sum(
        p * (line.height(w) - line.height(Fraction(0))) for line, p in told
    )


@given(LINES, X)
def test_nothing_lies_below_the_least_value_and_no_minimizer_is_nearer(line: Line, near: Fraction) -> None:
    try:
        left = line.lowest()
    except Undefined:  # flat to the left for ever
        left = None
    nearest = line.lowest(near)
    assert line.above(nearest) == 0
    for w in [*GRID, near]:
        assert line.above(w) >= 0
        if line.above(w) == 0:
            assert abs(w - near) >= abs(nearest - near)
            assert left is None or left <= w


def test_bends_by_hand() -> None:
    # F'' is 1 below 1 and 3 beyond, F'(0) = 0: F'(2) = 1 + 3, F(2) = 1/2 + (1 + 4)/2
    line = rounded(Fraction(1), Fraction(0), [Fraction(1)], [Fraction(3)])
    assert (line.derivative(Fraction(2)), line.above(Fraction(2)), line.curvatures()) == (4, 3, [1, 3])


@pytest.mark.parametrize("line", [Line(Fraction(1), Fraction(0), {}), Line(Fraction(0), Fraction(-1), {})])
def test_what_has_no_least_value(line: Line) -> None:
    with pytest.raises(Undefined):
        line.lowest(Fraction(0))


@given(LINES)
def test_a_kink_takes_a_subgradient(line: Line) -> None:
    assume(not any(bend for _, _, bend in line.corners.values()))
    for x in line.places:
        assert (
            line.derivative(x - Fraction(1, 10**6))
            <= line.derivative(x)
            <= line.derivative(x + Fraction(1, 10**6))
        )
