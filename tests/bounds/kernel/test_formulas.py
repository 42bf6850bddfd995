"""Formulas and numbers of the kernel: rounds, sums over rounds, and which of two enclosures decides."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mixproof.bounds.kernel.exact import (
    STANDARD,
    Real,
    between,
    divide,
    ends,
    exp,
    log,
    power,
    proved,
    rounded,
    sqrt,
)
from mixproof.bounds.kernel.matrix import bottom, norm, times, top
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.text import Refused, Undefined, parse, written
from mixproof.bounds.kernel.witness import offered, opened
from mixproof.bounds.search.replay import written as side

from .known import known_witness

SETTINGS = settings(max_examples=60, deadline=None)
BROKEN = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!="}


def value(text: str, t: int = 5) -> Any:
    setting = opened("matrices", {"W": [[["1"]]]}, {}, STANDARD)
    return offered(setting, t, STANDARD).let({"late": "t + 10"}).read(text)


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
    assert parse(written(parse(text))) == parse(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mean(s < 0, s)", "no rounds"),
        ("max(s < 0, s)", "no rounds"),
        ("sum(s < 1/2, s)", "a round is an integer"),
        ("sum(s < sqrt(2), s)", "irrational"),
        ("smallest(t - 6)", "a metric is read at a round from 0"),
        ("smallest(1/2)", "a round is an integer"),
        ("1/(t - 5)", "division by zero"),
    ],
)
def test_what_is_not_defined(text: str, sentence: str) -> None:
    with pytest.raises(Undefined, match=sentence):
        value(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sum(t < 3, t)", "t has a meaning already"),
        ("sum(K < 3, K)", "K has a meaning already"),
        ("sum(late < 3, late)", "late has a meaning already"),
        ("sum(s < 3, sum(s < 2, s))", "s has a meaning already"),
        ("sum(s < 3, 1) + s", "s is not known"),
        ("sum(s < s, 1)", "s is not known"),
        ("sum(3 > s, s)", "is no range"),
        ("sum(0 <= s <= 3 <= 4, s)", "is no range"),
        ("sum(1 < 3, s)", "names no round"),
        ("sqrt(s < 3, s)", "a comparison stands"),
        ("sum(s < 10001, s)", "at most 10000"),
        ("sum(s < 3)", "is no range"),
        ("sum(s < 3, s, s)", "is no range"),
        ("mean(3, 4)", "mean is not known"),
        ("smallest(1, 2)", "read at one round"),
        ("sqrt(1, 2)", "takes one number"),
        ("smallest", "smallest is not known"),
        ("K(0)", "K is not known"),
        ("t(0)", "t is not known"),
    ],
)
def test_what_has_no_meaning(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
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
    record["claim"]["assume"] = [*record["claim"]["assume"], assumption]
    decision = decide(record)
    assert decision.confirmed is met
    assert met or decision.found.reasons == (f"assumption not met: {assumption}",)


# --- which of two enclosures decides

FRACTIONS = st.fractions(-4, 4, max_denominator=4)
PAIRS = st.tuples(FRACTIONS, FRACTIONS).map(sorted).map(lambda ends: between(*ends))


@SETTINGS
@given(PAIRS, PAIRS)
@example(Real(Fraction(0), Fraction(1)), Real(Fraction(1), Fraction(2)))
@example(Real(Fraction(0), Fraction(1)), Real(Fraction(0), Fraction(1)))
@example(Fraction(1), Fraction(1))
def test_a_relation_is_proved_if_and_only_if_it_holds_for_all_numbers_in_the_two_pairs(
    a: Any, b: Any
) -> None:
    pairs = [(x, y) for x in ends(a) for y in ends(b)]
    assert proved(a, "<", b) == all(x < y for x, y in pairs)
    assert proved(a, "<=", b) == all(x <= y for x, y in pairs)
    assert proved(a, ">", b) == all(x > y for x, y in pairs)
    assert proved(a, ">=", b) == all(x >= y for x, y in pairs)
    assert proved(a, "==", b) == all(x == y for x, y in pairs)
    assert proved(a, "!=", b) == (ends(a)[1] < ends(b)[0] or ends(a)[0] > ends(b)[1])
    for relation, broken in BROKEN.items():
        assert not (proved(a, relation, b) and proved(a, broken, b))


@SETTINGS
@given(PAIRS, PAIRS, FRACTIONS, FRACTIONS)
@example(Real(Fraction(-3), Fraction(2)), Real(Fraction(-1), Fraction(4)), Fraction(0), Fraction(0))
def test_operations_enclose(a: Any, b: Any, p: Fraction, q: Fraction) -> None:
    """Of any points of the two pairs; and of exact numbers they are exact."""

    def inside(pair: Any, share: Fraction) -> Fraction:
        low, high = ends(pair)
        return low + (high - low) * abs(share) / 4

    x, y = inside(a, p), inside(b, q)
    call = STANDARD.functions
    found = [
        (a + b, x + y),
        (a - b, x - y),
        (a * b, x * y),
        (-a, -x),
        (call["abs"](a), abs(x)),
        (power(a, 2), x**2),
    ]
    found += [
        (power(a, 3), x**3),
        (call["max"](a, b), max(x, y)),
        (call["min"](a, b), min(x, y)),
        (3 - a, 3 - x),
    ]
    if ends(b)[0] > 0 or ends(b)[1] < 0:
        found += [(divide(a, b), x / y), (power(b, -2), y**-2)]
    else:
        with pytest.raises(Undefined):
            divide(a, b)
    for pair, point in found:
        assert ends(pair)[0] <= point <= ends(pair)[1]
        assert isinstance(pair, Fraction) or isinstance(a, Real) or isinstance(b, Real)


@SETTINGS
@given(st.fractions(-(10**6), 10**6), st.booleans())
def test_rounding_is_outward_and_to_256_bits(x: Fraction, up: bool) -> None:
    y = rounded(x, up)
    assert (y >= x if up else y <= x) and abs(y - x) <= abs(x) / 2**254


def test_what_is_all_but_nothing_is_rounded_to_nothing_on_one_side() -> None:
    tiny = Fraction(1, 3**9000)
    assert rounded(tiny, False) == 0 < tiny < rounded(tiny, True) == -rounded(-tiny, False)


@SETTINGS
@given(st.fractions(0, 1000), st.fractions(0, 1000))
def test_roots_enclose(x: Fraction, width: Fraction) -> None:
    low, high = ends(sqrt(between(x, x + width)))
    assert low >= 0 and low**2 <= x and x + width <= high**2
    assert high**2 - low**2 <= width + Fraction(2000, 2**200)
    assert sqrt(x * x) == x
    with pytest.raises(Undefined):
        sqrt(Real(Fraction(-1), x))


@SETTINGS
@given(st.fractions(Fraction(1, 9), 9, max_denominator=9), st.fractions(-3, 3, max_denominator=7))
def test_powers_enclose(x: Fraction, exponent: Fraction) -> None:
    found = power(x, exponent)
    low, high = ends(power(found, exponent.denominator))  # a whole power, of which no root is taken
    assert low <= x**exponent.numerator <= high
    assert ends(found)[1] - ends(found)[0] <= Fraction(1, 2**200)


@pytest.mark.parametrize(
    ("base", "exponent"),
    [(-1, Fraction(1, 2)), (-1, Fraction(1, 3)), (0, Fraction(-1, 2)), (2, Fraction(10**7))],
)
def test_what_has_no_power_has_none(base: int, exponent: Fraction) -> None:
    with pytest.raises(Undefined):
        power(Fraction(base), exponent)


@SETTINGS
@given(st.fractions(Fraction(1, 1000), 1000).filter(lambda x: x != 1))
@example(Fraction(1, 10**50))
@example(1 + Fraction(1, 10**50))
def test_exp_and_log_hold_those_of_arb_and_not_much_else(x: Fraction) -> None:
    with flint.ctx.workprec(1000):
        ball = flint.arb(flint.fmpq(x.numerator, x.denominator))
        for found, true in ((exp(x), ball.exp()), (log(x), ball.log())):
            low, high = (flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in ends(found))
            assert low < true < high
            assert ends(found)[1] - ends(found)[0] < Fraction(1, 2**230) * max(abs(ends(found)[0]), 1)


def test_only_exact_numbers_have_an_order() -> None:
    pair = Real(Fraction(0), Fraction(2))
    for compare in (lambda x: x < 1, lambda x: x >= 1, lambda x: x == 1, lambda x: max(x, Fraction(1))):
        with pytest.raises(TypeError):
            compare(pair)


# --- eigenvalues


@settings(max_examples=12, deadline=None)
@given(st.lists(st.fractions(-4, 4, max_denominator=12), min_size=3, max_size=6))
def test_the_largest_eigenvalue_is_exact_where_rational_and_enclosed_elsewhere(drawn: list[Fraction]) -> None:
    n = len(drawn)
    v = [Fraction(i + 1) for i in range(n)]
    length = sum(x * x for x in v)
    reflection = [[(i == j) - 2 * v[i] * v[j] / length for j in range(n)] for i in range(n)]
    diagonal = [[drawn[i] * (i == j) for j in range(n)] for i in range(n)]
    turned = times(reflection, times(diagonal, reflection))
    assert (top(turned, STANDARD), bottom(turned, STANDARD)) == (max(drawn), min(drawn))
    low, high = ends(
        top([[Fraction(0), drawn[0]], [drawn[0], Fraction(1)]], STANDARD)
    )  # (1 + sqrt(1 + 4 x^2))/2
    for end, sign in ((low, 1), (high, -1)):
        assert sign * ((2 * end - 1) ** 2 - 1 - 4 * drawn[0] ** 2) <= 0 and end >= 1
    assert high - low < Fraction(1, 2**250)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.lists(st.fractions(0, 1, max_denominator=9), min_size=4, max_size=4), min_size=4, max_size=4)
)
def test_the_norm_is_numpys(M: list[list[Fraction]]) -> None:
    low, _ = ends(norm(M, STANDARD))
    assert float(low) == pytest.approx(np.linalg.norm(np.array(M, dtype=float) - 1 / 4, 2), abs=1e-9)


# --- the decisive comparison, of sides that are irrational


def of_numbers(claim: str, left: list[str], right: list[str]) -> Any:
    return decide(known_witness(assume=[], where={}, claim=claim) | {"left": left, "right": right}).found


@pytest.mark.parametrize(
    ("relation", "left", "right", "refuted"),
    [
        ("<=", "sqrt(2)", "sqrt(2)", False),  # pairs that overlap decide nothing
        ("<", "sqrt(2)", "sqrt(2)", False),
        ("==", "sqrt(2)", "sqrt(2)", False),
        ("<=", "sqrt(2)*sqrt(2)", "2", False),
        ("==", "sqrt(2)*sqrt(2)", "2", False),
        ("<=", "sqrt(2) + 1/10**60", "sqrt(2)", True),
        ("<=", "sqrt(2)", "sqrt(2) + 1/10**60", False),
        (">=", "sqrt(2)", "sqrt(2) + 1/10**60", True),
        ("==", "sqrt(2)", "sqrt(2) + 1/10**60", True),
        ("<", "2", "2", True),
        (">", "2", "2", True),
        ("<=", "2", "2", False),
        ("==", "2", "3", True),
        ("==", "3", "2", True),
    ],
)
def test_which_sides_refute(relation: str, left: str, right: str, refuted: bool) -> None:
    told = [x if isinstance(x, list) else [x] for x in (side(value(left)), side(value(right)))]
    found = of_numbers(f"{left} {relation} {right}", *told)
    assert found.reasons == (() if refuted else ("the claim is not broken",))


@pytest.mark.parametrize(
    ("text", "told", "reason"),
    [
        ("2", ["2"], ""),
        ("2", ["2", "2"], ""),
        ("2", ["3"], "another number"),
        ("2", ["1", "3"], "wider than a written number"),
        ("2", [f"{2 * 10**30 - 2}/{10**30}", "2"], ""),
        ("2", [f"{2 * 10**18 - 3}/{10**18}", "2"], "wider"),
        ("2", ["3", "1"], "another number"),
        ("2", ["2", "1"], "another number"),
        ("sqrt(2)", ["2"], "another number"),
        ("sqrt(2)", [f"{14142135623730950488}/{10**19}"], "another number"),
        (
            "10**40*sqrt(2)",
            ["14142135623730950488016887242096980785696", "14142135623730950488016887242096980785697"],
            "",
        ),
        ("sqrt(2)/10**40", ["0", f"1/{10**30}"], ""),
        ("sqrt(2)/10**40", ["0", f"3/{10**30}"], "wider"),
        ("2", [], "neither a number"),
        ("2", ["1", "2", "3"], "neither a number"),
    ],
)
def test_the_recorded_sides_are_those_found_and_as_tight(text: str, told: list[str], reason: str) -> None:
    record = known_witness(assume=[], where={}, claim=f"{text} <= 0 - 1") | {"left": told, "right": ["-1"]}
    decision = decide(record)
    assert decision.confirmed == (reason == "") and reason in decision.sentence
