"""Exact arithmetic: what is decided of numbers known only to lie in balls, and what stays rational."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mixproof.bounds.arithmetic import FLOAT, enclosure, flint_numbers, fraction, solve

EXACT = flint_numbers()
SETTINGS = settings(max_examples=30, deadline=None)
POINTS = st.integers(-6, 6).map(lambda k: Fraction(k, 2))
ENDS = st.tuples(POINTS, POINTS).map(sorted).map(tuple)
RELATIONS = ["<", "<=", ">", ">=", "==", "!="]


def number(ends: tuple[Fraction, Fraction]) -> Any:
    """A rational, or a ball around the two ends."""
    return EXACT.between(*ends)


def holds(x: Fraction, relation: str, y: Fraction) -> bool:
    return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "==": x == y, "!=": x != y}[relation]


@SETTINGS
@given(ENDS, ENDS, st.sampled_from(RELATIONS))
@example((Fraction(0), Fraction(2)), (Fraction(1), Fraction(3)), "!=")
@example((Fraction(1), Fraction(3)), (Fraction(0), Fraction(2)), "!=")
@example((Fraction(0), Fraction(1)), (Fraction(2), Fraction(3)), "!=")
@example((Fraction(2), Fraction(3)), (Fraction(0), Fraction(1)), "!=")
@example((Fraction(1), Fraction(1)), (Fraction(1), Fraction(1)), "!=")
@example((Fraction(1), Fraction(1)), (Fraction(2), Fraction(2)), "!=")
def test_a_relation_is_certain_only_if_it_holds_for_all_points(a: tuple, b: tuple, relation: str) -> None:
    everywhere = all(holds(x, relation, y) for x in a for y in b)
    if relation == "!=":
        everywhere = a[1] < b[0] or b[1] < a[0]
    found = EXACT.proved(number(a), relation, number(b))
    assert not found or everywhere
    apart = max(a[0], b[0]) > min(a[1], b[1])
    if apart or (a[0] == a[1] and b[0] == b[1]):  # then balls decide as well
        assert found == everywhere


@SETTINGS
@given(ENDS, ENDS)
@example((Fraction(0), Fraction(2)), (Fraction(1), Fraction(3)))
@example((Fraction(0), Fraction(3)), (Fraction(1), Fraction(2)))
@example((Fraction(1), Fraction(1)), (Fraction(0), Fraction(3)))
def test_extremes_of_overlapping_balls_enclose_those_of_all_points(a: tuple, b: tuple) -> None:
    for name, extreme in (("max", max), ("min", min)):
        low, high = enclosure(EXACT.functions[name](number(a), number(b)))
        assert low <= extreme(a[0], b[0]) and extreme(a[1], b[1]) <= high
        assert high - low <= 2 * (a[1] - a[0] + b[1] - b[0])
        if a[0] == a[1] and b[0] == b[1]:
            assert low == high == extreme(a[0], b[0])


def test_extremes_of_several_numbers() -> None:
    numbers = [EXACT.rational(x) for x in (3, 1, 2)]
    assert EXACT.functions["max"](*numbers) == 3 and EXACT.functions["min"](*numbers) == 1
    assert FLOAT.functions["max"](3.0, 1.0, 2.0) == 3 and FLOAT.functions["min"](3.0, 1.0, 2.0) == 1


def test_roots_of_squares_are_rational_and_others_are_enclosed() -> None:
    flint.ctx.prec = 53  # as a user, or another library, may leave it
    root = EXACT.functions["sqrt"]
    assert fraction(root(EXACT.rational(Fraction(4, 9)))) == Fraction(2, 3)
    assert fraction(root(EXACT.rational(0))) == 0
    for square in (2, Fraction(4, 3), Fraction(3, 4)):
        found = root(EXACT.rational(square))
        low, high = enclosure(found)
        assert fraction(found) is None and low**2 < square < high**2 and high - low < Fraction(1, 2**200)
    with pytest.raises(ArithmeticError, match="negative"):
        root(EXACT.rational(-1))


def test_powers() -> None:
    power = EXACT.functions["power"]
    assert fraction(power(EXACT.rational(Fraction(2, 3)), EXACT.rational(-2))) == Fraction(9, 4)
    low, high = enclosure(power(EXACT.rational(2), EXACT.rational(Fraction(1, 2))))
    assert low**2 < 2 < high**2
    with pytest.raises(ArithmeticError, match="negative"):
        FLOAT.functions["power"](-1.0, 0.5)


def test_numbers() -> None:
    assert fraction(EXACT.rational(0.5)) == Fraction(1, 2)
    assert fraction(EXACT.coarse(1)) is None and enclosure(EXACT.coarse(1)) == (1, 1)
    low, high = enclosure(EXACT.between(Fraction(1, 3), Fraction(2, 3)))
    assert low <= Fraction(1, 3) and high >= Fraction(2, 3) and high - low < Fraction(1, 2)


@pytest.mark.parametrize("entries", [[[0, 2, 1], [1, -1, 0], [3, 0, 4]], [[1, 1, 0], [1, 1, 1], [0, 1, 1]]])
def test_a_linear_system_is_solved_in_any_arithmetic(entries: list[list[int]]) -> None:
    """Both need rows in another order, at the first and at the second step."""
    A, x = np.array(entries), np.array([Fraction(2), Fraction(-1, 3), Fraction(5)])
    assert solve(A * Fraction(1), A @ x).tolist() == x.tolist()
    rough = solve(A.astype(float), np.array([1.0, 2.0, 3.0]))
    assert np.allclose(A @ rough, [1, 2, 3])


def test_a_singular_system_has_no_solution() -> None:
    with pytest.raises(ZeroDivisionError):
        solve(np.array([[1, 2], [2, 4]]), np.array([1, 1]))
