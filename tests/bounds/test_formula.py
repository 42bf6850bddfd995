"""The formula language: one text, the same value in every arithmetic, and nothing but formulas."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mixproof.bounds.arithmetic import flint_numbers, fraction
from mixproof.bounds.formula import parse, relations
from mixproof.bounds.kernel.scope import Scope
from mixproof.spectral.errors import InputError

FLINT = flint_numbers()
NUMBERS = st.fractions(min_value=-20, max_value=20, max_denominator=12)


@given(NUMBERS, NUMBERS, st.integers(0, 4))
def test_floats_and_rationals_agree(a, b, n):
    formula = parse("max(a, b)**n - abs(a - b)/(1 + a**2) + min(a, 1/3) - -b")
    told = {name: FLINT.rational(x) for name, x in (("a", a), ("b", b), ("n", n))}
    exact = Scope(told, {}, numbers=FLINT).read(formula.text)
    by_hand = max(a, b) ** n - abs(a - b) / (1 + a**2) + min(a, Fraction(1, 3)) + b
    assert fraction(exact) == by_hand
    floats = formula.evaluate({"a": float(a), "b": float(b), "n": float(n)}.get)
    assert floats == pytest.approx(float(by_hand), rel=1e-9, abs=1e-9)


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
