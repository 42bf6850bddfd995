"""Polynomials in s of a family of proofs, beside the same written out: their values, and where they are positive."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.checker.lyapunov_family import Scaled, _above, _at, _rest, _text
from mixproof.bounds.checker.psd import NotACertificate

SHARES = [F(i, 12) for i in range(1, 13)]
POLYNOMIALS = st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=6)


@settings(max_examples=60)
@given(POLYNOMIALS, st.booleans())
def test_what_is_said_to_be_positive_is(p: list[F], zero: bool) -> None:
    values = [sum(c * s**k for k, c in enumerate(p)) for s in SHARES]
    assert values == [_at(p, s) for s in SHARES]
    assert [1 - value for value in values] == [_at(_rest(p), s) for s in SHARES]
    if _above(p, zero):
        assert min(values) > 0 or (zero and min(values) >= 0)


@pytest.mark.parametrize(
    ("p", "positive", "not_negative"),
    [
        ([1], True, True),
        ([0], False, True),
        ([0, 0], False, True),
        ([0, 1], True, True),  # 0 at s = 0 alone
        ([0, 0, 2, -1], True, True),
        ([1, -1], False, True),
        ([0, 1, -1], False, True),
        ([F(1, 2), -1], False, False),
        ([0, -1], False, False),
        ([1, -1, 1], True, True),
        ([-1, 3], False, False),
    ],
)
def test_polynomials_that_are_positive_are_known(p: list[F], positive: bool, not_negative: bool) -> None:
    assert (_above(list(map(F, p))), _above(list(map(F, p)), zero=True)) == (positive, not_negative)


@pytest.mark.parametrize(
    ("p", "text"),
    [
        ([0], "0"),
        ([0, 0], "0"),
        ([0, 1], "s"),
        ([0, -1], "-s"),
        ([F(-1, 2), 0, 3], "-1/2 + 3 s^2"),
        ([0, 2, -1, 1], "2 s - s^2 + s^3"),
        ([F(1, 2), F(1, 2), F(-1, 2)], "1/2 + 1/2 s - 1/2 s^2"),
    ],
)
def test_a_polynomial_is_written_as_it_is(p: list[F], text: str) -> None:
    assert _text(list(map(F, p))) == text


# 2 + 2 s + s^2 and 1 + 2 s - s^2 beside each other, 1/2 + s/4 between: z'G z + s (1 - s) 2 e_2 e_2', z = (1, s)
G0 = [["2"], ["1/2", "1"], ["1", "0", "1"], ["1/4", "0", "0", "1"]]
G1 = [["0"], ["0", "2"]]
TERMS = [[["2"], ["1/2", "1"]], [["2"], ["1/4", "2"]], [["1"], ["0", "-1"]]]
SUM = {"order": "1", "shift": ["0", "3"], "terms": TERMS, "gram": [G0, G1]}
ONE, ZERO = [["1"], ["0", "1"]], [["0"], ["0", "0"]]
SQUARE = [["1"], ["0", "1"], ["0", "0", "1"], ["0", "0", "0", "1"]]  # of z: 1 + s^2


def test_a_matrix_of_polynomials_has_the_values_that_its_terms_say() -> None:
    scaled = Scaled("Q", SUM, 2)
    for s in SHARES:
        one, two, between = 2 + 2 * s + s * s, 1 + 2 * s - s * s, F(1, 2) + s / 4
        assert scaled.sum(s) == scaled.squares(s) == [[one, between], [between, two]]
        assert scaled.value(s) == [[s * one, s**4 * between], [s**4 * between, s**7 * two]]
    assert scaled.positive(strictly=True) and scaled.degree == 9


@pytest.mark.parametrize(
    ("terms", "gram", "strictly", "positive"),
    [
        (TERMS[:2], [G0, G1], False, False),
        ([*TERMS, ONE], [G0, G1], False, False),
        ([ONE], [ONE, []], True, True),
        ([ONE, ZERO, ZERO], [ONE, []], True, True),
        ([ZERO], [ZERO, []], True, False),
        ([ZERO], [ZERO, []], False, True),
        ([[["-1"], ["0", "1"]]], [[["-1"], ["0", "1"]], []], False, False),
        ([ONE, ONE, [["-1"], ["0", "-1"]]], [ONE, ONE], True, True),
        (
            [ONE, [["-1"], ["0", "-1"]], ONE],
            [ONE, [["-1"], ["0", "-1"]]],
            False,
            False,
        ),  # 1 - s + s^2, but S1 < 0
        # what agrees at s = 0 and 1 only, or at 0, 1 and 2
        ([ONE, ONE], [SQUARE, []], False, False),
        ([ONE], [ONE, ONE], False, False),
        ([ONE, [["2"], ["0", "2"]], [["-3"], ["0", "-3"]], ONE], [ONE, []], False, False),
        # a sum of no squares is 0, and of s (1 - s) alone it is 0 at s = 1
        ([], [[], []], True, False),
        ([], [[], []], False, True),
        ([ZERO, ONE, [["-1"], ["0", "-1"]]], [[], ONE], True, False),
        ([ZERO, ONE, [["-1"], ["0", "-1"]]], [[], ONE], False, True),
    ],
)
def test_terms_are_positive_where_they_are_their_squares(
    terms: list[Any], gram: list[Any], strictly: bool, positive: bool
) -> None:
    assert Scaled("P", SUM | {"terms": terms, "gram": gram}, 2).positive(strictly) == positive


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        *(({"order": order}, "small integers") for order in ("-1", "1/2", "25")),
        *(
            ({"shift": shift}, "small integers")
            for shift in (["0"], ["0", "0", "0"], ["0", "-1"], ["0", "25"])
        ),
        ({"gram": [G0]}, "a pair"),
        ({"gram": [G0, "2"]}, "a pair"),
        ({"gram": [G0[:3], []]}, "blocks of 2"),
        ({"terms": [ZERO] * 26}, "too high a degree"),
        ({"gram": [ZERO, [["0"] * (i + 1) for i in range(26)]]}, "too high a degree"),
        ({"gram": [[["0"] * (i + 1) for i in range(28)], []]}, "too high a degree"),
    ],
)
def test_what_is_no_matrix_of_polynomials_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotACertificate, match=sentence):
        Scaled("P", SUM | change, 2)
