"""Formulas of the standalone checker: rounds, sums over rounds, and which of two enclosures decides."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import flint
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mixproof.bounds import checker
from mixproof.bounds.checker.formulas import Scope
from mixproof.bounds.checker.intervals import (
    BROKEN,
    PROVED,
    Number,
    exp,
    largest,
    log,
    outward,
    smallest,
    sqrt,
)
from mixproof.bounds.checker.matrices import Matrices

from .known_witness import known_witness

SETTINGS = settings(max_examples=60, deadline=None)


def value(text: str, t: int = 5) -> Fraction:
    found = Scope({"late": "t + 10"}, Matrices({"W": [[["1"]]]}, {}), t).value(text)
    assert found.exact
    return found.low


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum(s < t, s)", 10),
        ("sum(s <= t, s)", 15),
        ("sum(2 <= s <= t, s)", 14),
        ("sum(2 < s < t, s)", 7),
        ("mean(s < t, s**2)", 6),
        ("mean(1 <= s <= 2, 1/s)", Fraction(3, 4)),
        ("max(s < t, 7 - (s - 2)**2)", 7),
        ("min(s <= t, (s - 2)**2 - 7)", -7),
        ("max(1, t, 3) - min(1, t, 3)", 4),
        ("sum(s < 0, s)", 0),
        ("sum(t < s < t, s)", 0),
        ("sum(s < 4, sum(r < s, r*s))", 0 + 0 + 2 + 9),
        ("sum(0 - 2 <= s <= 1, s)", -2),
        ("sum(s < 3, late + s)", 48),
        ("sum(s < 3, smallest(s))", 3),
        ("2*sum(s < t, 1)/t", 2),
        ("abs(0 - t) + abs(t)", 10),
        ("-t**2", -25),
        ("2**(0 - 3)", Fraction(1, 8)),
        ("4**(t/2)", 32),
        ("(4/9)**(0 - 3/2)", Fraction(27, 8)),
        ("0**(1/2)", 0),
    ],
)
def test_values(text: str, expected: Fraction | int) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "text", ["mean(s < 0, s)", "max(s < 0, s)", "min(5 < s < t, s)", "sum(s < 1/2, s)", "sum(s < sqrt(2), s)"]
)
def test_of_no_rounds_or_of_no_range_nothing_is_defined(text: str) -> None:
    with pytest.raises(ArithmeticError):
        value(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sum(t < 3, t)", "t has a meaning already"),
        ("sum(K < 3, K)", "K has a meaning already"),
        ("sum(late < 3, late)", "late has a meaning already"),
        ("sum(max < 3, max)", "max has a meaning already"),
        ("sum(s < 3, sum(s < 2, s))", "s has a meaning already"),
        ("sum(s < 3, 1) + s", "'s' is not defined"),
        ("sum(s < s, 1)", "'s' is not defined"),
        ("sum(3 > s, s)", "is no range"),
        ("sum(0 <= s <= 3 <= 4, s)", "is no range"),
        ("sum(1 < 3, s)", "is no range"),
        ("sqrt(s < 3, s)", "is no range"),
        ("smallest(s < 3, s)", "is no range"),
        ("sum(s < 401, s)", "at most 400"),
        ("sum(s < 3)", "is not part of a formula"),
        ("sum(s < 3, s, s)", "is not part of a formula"),
        ("mean(3, 4)", "takes one number"),
        ("smallest(1, 2)", "takes one number"),
        ("sqrt(1, 2)", "takes one number"),
        ("smallest(s < 2)", "is not part of a formula"),
        ("smallest(t - 6)", "rounds are integers from 0"),
        ("smallest(1/2)", "rounds are integers from 0"),
        ("smallest", "not defined"),
        ("K(0)", "not defined at a round"),
        ("t(0)", "not defined at a round"),
        ("late(0)", "not defined at a round"),
    ],
)
def test_what_has_no_meaning(text: str, sentence: str) -> None:
    with pytest.raises(checker.NotAWitness, match=re.escape(sentence)):
        value(text)


@pytest.mark.parametrize(
    ("assumption", "met"),
    [
        ("t == 2", True),
        ("t < 3", True),
        ("1 <= t", True),
        ("t <= K", True),
        ("t > 2", False),
        ("t != 2", False),
    ],
)
def test_an_assumption_may_say_of_which_rounds_a_claim_speaks(assumption: str, met: bool) -> None:
    record = known_witness()
    result = checker.check(record | {"assume": [*record["assume"], assumption]})
    assert result["refuted"] is met
    assert met or result["reason"] == f"assumption not met: {assumption}"


def test_sums_over_rounds_in_a_witness() -> None:
    """The clients of the known witness are at 1, 1/2 and 7/12, and at the negatives."""
    told = {"left": "sum(s <= t, spread2(s))", "left_value": str(2 + Fraction(1, 2) + Fraction(49, 72))}
    assert checker.check(known_witness() | told)["refuted"]
    assert not checker.check(known_witness() | told | {"left_value": "3"})["refuted"]


# --- which of two enclosures decides

FRACTIONS = st.fractions(-4, 4, max_denominator=4)
PAIRS = st.tuples(FRACTIONS, FRACTIONS).map(sorted).map(lambda ends: Number(*ends))


@SETTINGS
@given(PAIRS, PAIRS)
@example(Number(0, 2), Number(1, 3))
@example(Number(1, 3), Number(0, 2))
@example(Number(0, 1), Number(1, 2))
@example(Number(0, 1), Number(0, 1))
@example(Number(1), Number(1))
def test_a_relation_is_proved_if_and_only_if_it_holds_for_all_numbers_in_the_two_pairs(
    a: Number, b: Number
) -> None:
    ends = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    assert PROVED["<"](a, b) == all(x < y for x, y in ends)
    assert PROVED["<="](a, b) == all(x <= y for x, y in ends)
    assert PROVED[">"](a, b) == all(x > y for x, y in ends)
    assert PROVED[">="](a, b) == all(x >= y for x, y in ends)
    assert PROVED["=="](a, b) == all(x == y for x, y in ends)
    assert PROVED["!="](a, b) == (a.high < b.low or a.low > b.high)
    for relation, broken in BROKEN.items():
        assert not (PROVED[relation](a, b) and PROVED[broken](a, b))


@SETTINGS
@given(PAIRS, PAIRS, FRACTIONS, FRACTIONS)
@example(Number(-3, 2), Number(-1, 4), Fraction(0), Fraction(0))
@example(Number(-3, -1), Number(1, 4), Fraction(0), Fraction(0))
def test_operations_enclose(a: Number, b: Number, p: Fraction, q: Fraction) -> None:
    """Of any points of the two pairs; and of exact numbers they are exact."""

    def inside(pair: Number, share: Fraction) -> Fraction:
        return pair.low + (pair.high - pair.low) * abs(share) / 4

    x, y = inside(a, p), inside(b, q)
    found = [
        (a + b, x + y),
        (a - b, x - y),
        (a * b, x * y),
        (-a, -x),
        (abs(a), abs(x)),
        (a**3, x**3),
        (a**2, x**2),
    ]
    found += [(largest(a, b), max(x, y)), (smallest(a, b), min(x, y)), (3 - a, 3 - x)]
    if b.low > 0 or b.high < 0:
        found += [(a / b, x / y), (1 / b, 1 / y), (b ** Number(-2), y**-2)]
    for pair, point in found:
        assert pair.low <= point <= pair.high
        assert not (a.exact and b.exact) or pair.exact
    if not (b.low > 0 or b.high < 0):
        with pytest.raises(ZeroDivisionError):
            a / b


@pytest.mark.parametrize(
    "x", [Number(-2, 1), Number(-1, 2), Number(-1, 1), Number(-3, -2), Number(0, 2), Number(2, 3)]
)
def test_moduli_are_the_smallest_enclosures(x: Number) -> None:
    low = 0 if x.low <= 0 <= x.high else min(abs(x.low), abs(x.high))
    assert (abs(x).low, abs(x).high) == (low, max(abs(x.low), abs(x.high)))


@SETTINGS
@given(st.fractions(-(10**6), 10**6), st.sampled_from([1, -1]))
def test_rounding_is_outward_and_to_256_bits(x: Fraction, side: int) -> None:
    y = outward(x, side)
    assert side * (y - x) >= 0 and abs(y - x) <= abs(x) / 2**254


@SETTINGS
@given(st.fractions(0, 1000), st.fractions(0, 1000))
def test_roots_enclose(x: Fraction, width: Fraction) -> None:
    root = sqrt(Number(x, x + width))
    assert root.low >= 0 and root.low**2 <= x and x + width <= root.high**2
    assert root.high**2 - root.low**2 <= width + Fraction(2000, 2**200)
    assert sqrt(Number(x * x)).exact and sqrt(Number(x * x)).low == x
    with pytest.raises(ArithmeticError):
        sqrt(Number(-1, x))


@SETTINGS
@given(st.fractions(Fraction(1, 9), 9, max_denominator=9), st.fractions(-3, 3, max_denominator=7))
def test_powers_enclose(x: Fraction, exponent: Fraction) -> None:
    power = Number(x) ** Number(exponent)
    back = power**exponent.denominator  # a whole power, of which no root is taken
    assert back.low <= x**exponent.numerator <= back.high
    assert power.high - power.low <= Fraction(1, 2**200)


@pytest.mark.parametrize(
    ("base", "exponent"), [(-1, Fraction(1, 2)), (-1, Fraction(1, 3)), (0, Fraction(-1, 2))]
)
def test_what_has_no_power_has_none(base: int, exponent: Fraction) -> None:
    with pytest.raises(ArithmeticError):
        Number(base) ** Number(exponent)


def test_exp_and_log_of_pairs_are_those_of_their_ends() -> None:
    x, y = Number(1), Number(2)
    pair = Number(1, 2)
    assert (exp(pair).low, exp(pair).high) == (exp(x).low, exp(y).high)
    assert (log(pair).low, log(pair).high) == (log(x).low, log(y).high)
    assert exp(Number(0)).low <= 1 <= exp(Number(0)).high and log(Number(1)).low <= 0 <= log(Number(1)).high
    for wrong in (Number(0), Number(0, 1), Number(-1)):
        with pytest.raises(ArithmeticError):
            log(wrong)
    with pytest.raises(ArithmeticError):
        exp(Number(20_000))


@SETTINGS
@given(st.fractions(Fraction(1, 1000), 1000).filter(lambda x: x != 1))
@example(Fraction(1, 10**50))
@example(1 + Fraction(1, 10**50))
def test_exp_and_log_hold_those_of_arb_and_not_much_else(x: Fraction) -> None:
    with flint.ctx.workprec(1000):
        ball = flint.arb(flint.fmpq(x.numerator, x.denominator))
        for found, true in ((exp(Number(x)), ball.exp()), (log(Number(x)), ball.log())):
            low, high = (
                flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in (found.low, found.high)
            )
            assert low < true < high
            assert found.high - found.low < Fraction(1, 2**230) * max(abs(found.low), 1)


@pytest.mark.parametrize(
    "compare", [lambda x: x < 1, lambda x: x >= 1, lambda x: x == 1, lambda x: max(x, Number(1))]
)
def test_only_exact_numbers_have_an_order(compare) -> None:
    with pytest.raises(ArithmeticError):
        compare(Number(0, 2))


def test_exact_numbers_are_ordered_as_fractions_are() -> None:
    for x, y in product((Fraction(-1, 3), Fraction(0), Fraction(1, 2)), repeat=2):
        a, b = Number(x), Number(y)
        assert (a < b, a <= b, a > b, a >= b, a == b) == (x < y, x <= y, x > y, x >= y, x == y)


def test_floats_are_no_numbers() -> None:
    with pytest.raises(TypeError):
        Number(1) + 0.5  # type: ignore[operator]


# --- the decisive comparison, of sides that are irrational


@pytest.mark.parametrize(
    ("relation", "left", "right", "refuted"),
    [
        ("<=", "sqrt(2)", "sqrt(2)", False),  # pairs that overlap decide nothing
        ("<", "sqrt(2)", "sqrt(2)", False),
        ("==", "sqrt(2)", "sqrt(2)", False),
        ("<=", "sqrt(2) + 1 - 1", "sqrt(2)", False),
        ("<=", "sqrt(2)*sqrt(2)", "2", False),
        ("<", "sqrt(2)*sqrt(2)", "2", False),
        ("==", "sqrt(2)*sqrt(2)", "2", False),
        ("<=", "sqrt(2) + 1/10**60", "sqrt(2)", True),
        ("<=", "sqrt(2)", "sqrt(2) + 1/10**60", False),
        ("==", "sqrt(2)", "sqrt(2) + 1/10**60", True),
        ("<", "sqrt(2) + 1/10**60", "sqrt(2)", True),
        ("<", "2", "2", True),
        ("<=", "2", "2", False),
        ("==", "2", "2", False),
        ("==", "2", "3", True),
        ("==", "3", "2", True),
    ],
)
def test_which_sides_refute(relation: str, left: str, right: str, refuted: bool) -> None:
    def written(text: str) -> str | list[str]:
        found, scale = Scope({}, Matrices({}, {}), 0).value(text), 10**30
        ends = [
            str(Fraction(found.low * scale // 1, scale)),
            str(Fraction(-(-found.high * scale // 1), scale)),
        ]
        return str(found.low) if found.exact else ends

    record = known_witness() | {"assume": [], "where": {}, "relation": relation, "left": left, "right": right}
    result = checker.check(record | {"left_value": written(left), "right_value": written(right)})
    assert (result["refuted"], result["reason"]) == (refuted, "" if refuted else "the claim is not broken")


@pytest.mark.parametrize(
    ("text", "told", "reason"),
    [
        ("2", "2", ""),
        ("2", ["2", "2"], ""),
        ("2", ["2"], ""),
        ("2", "3", "another number"),
        ("2", ["-1000000000000000000", "1000000000000000000"], "wider than a written number"),
        ("2", ["1", "3"], "wider than a written number"),
        ("2", [f"{2 * 10**30 - 2}/{10**30}", "2"], ""),
        ("2", [f"{2 * 10**18 - 3}/{10**18}", "2"], "wider"),
        ("2", ["3", "1"], "another number"),
        ("2", ["2", "1"], "another number"),
        ("sqrt(2)", "2", "another number"),
        ("sqrt(2)", "1.4142135623730950488", "another number"),
        ("sqrt(2)", ["1.414213562373095048801688724209", "1.414213562373095048801688724210"], ""),
        ("sqrt(2)", ["1.414213562373095", "1.414213562373096"], "wider"),
        (
            "sqrt(2)",
            ["1.414213562373095048801688724210", "1.414213562373095048801688724211"],
            "another number",
        ),
        (
            "10**40*sqrt(2)",
            ["14142135623730950488016887242096980785696", "14142135623730950488016887242096980785697"],
            "",
        ),
        ("sqrt(2)/10**40", ["0", f"1/{10**30}"], ""),
        ("sqrt(2)/10**40", ["0", f"3/{10**30}"], "wider"),
    ],
)
def test_the_recorded_sides_are_those_found_and_as_tight(text: str, told: object, reason: str) -> None:
    right = {"right": f"{text} - 1", "right_value": "0"}
    record = known_witness() | {"assume": [], "where": {}, "left": text, "left_value": told, **right}
    said = checker.check(record)["reason"].partition("right")[0]
    assert (reason in said) if reason else said == ""
