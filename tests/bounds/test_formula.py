"""The formula language: one text, the same value in every arithmetic, and nothing but formulas."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds import EXACT, FLOAT
from mixproof.bounds.arithmetic import certainly, enclosure, fraction
from mixproof.bounds.formula import parse, relations
from mixproof.spectral.errors import InputError

NUMBERS = st.fractions(min_value=-20, max_value=20, max_denominator=12)


@given(NUMBERS, NUMBERS, st.integers(0, 4))
def test_floats_and_rationals_agree(a, b, n):
    formula = parse("max(a, b)**n - abs(a - b)/(1 + a**2) + min(a, 1/3) - -b")
    exact = formula.evaluate({"a": EXACT.number(a), "b": EXACT.number(b), "n": EXACT.number(n)}.get, EXACT)
    by_hand = max(a, b) ** n - abs(a - b) / (1 + a**2) + min(a, Fraction(1, 3)) + b
    assert fraction(exact) == by_hand
    floats = formula.evaluate({"a": float(a), "b": float(b), "n": float(n)}.get, FLOAT)
    assert floats == pytest.approx(float(by_hand), rel=1e-9, abs=1e-9)


@given(st.fractions(min_value=0, max_value=50, max_denominator=30))
def test_roots_are_enclosed_and_rational_roots_exact(x):
    root = EXACT.functions["sqrt"](EXACT.number(x))
    low, high = enclosure(root)
    assert low * low <= x <= high * high
    assert fraction(EXACT.functions["sqrt"](EXACT.number(x * x))) == x


def test_balls_that_overlap_decide_nothing():
    two = EXACT.number(2)
    root = EXACT.functions["sqrt"](two)
    for relation in ("<", "<=", ">", ">=", "=="):
        assert not certainly(root * root, relation, two)
    assert certainly(root, "<", EXACT.number(Fraction(3, 2)))


@pytest.mark.parametrize(
    "text",
    [
        "a.b",
        "a[0]",
        "'x'",
        "1.5",
        "lambda: 1",
        "f(x=1)",
        "a if b else c",
        "a and b",
        "__import__('os')",
        "a <",
        "[a]",
    ],
)
def test_anything_else_is_refused(text):
    with pytest.raises(InputError, match="formula="):
        parse(text)


def test_comparisons_are_taken_apart():
    assert [(a.text, r, b.text) for a, r, b in relations("0 < lam <= 1")] == [
        ("0", "<", "lam"),
        ("lam", "<=", "1"),
    ]
    with pytest.raises(InputError, match="not a comparison"):
        relations("lam + 1")
