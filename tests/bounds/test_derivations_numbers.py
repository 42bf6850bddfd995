"""Rules for numbers, on settings with numbers, and texts that read back as what they tell."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from mixproof.bounds import claim
from mixproof.bounds.domains import REAL, UNIT
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.kernel import wording
from mixproof.bounds.kernel.derivation import Book
from mixproof.bounds.kernel.tables import scalars as numbers
from mixproof.bounds.proofs.derivation import prove

POINTS = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2))


def test_a_power_is_above_its_tangents() -> None:
    family = scalars("n", "a b")
    tangent = claim("a**n*(a + n*(b - a)) <= a*b**n", family=family)
    assert prove(tangent, tangent.variants[0], "claim by power_tangent(a, b, n)").proved
    for a, b, n in product(POINTS, POINTS, range(6)):
        assert a * b**n >= a**n * (a + n * (b - a))


@pytest.mark.parametrize(
    "family", [scalars("", "n a b"), scalars("n", "b", a=REAL), scalars("n", "a", b=REAL)]
)
def test_tangents_of_powers_need_whole_exponents_and_signs(family: object) -> None:
    tangent = claim("a**n*(a + n*(b - a)) <= a*b**n", family=family)
    assert not prove(tangent, tangent.variants[0], "claim by power_tangent(a, b, n)").proved


def test_a_power_of_a_power_reads_back_as_it_is_told() -> None:
    book = Book(numbers.scalars({"n": "natural"}))
    value = book.at("now").number("(n**n)**2 - n**n")
    assert not book.space.normal(value - book.at("now").number(wording.brief(book.space, value)))


def test_powers_of_one_are_one() -> None:
    book = Book(numbers.scalars({"n": "natural"}))
    assert book.at("now").number("1**n").constant() == 1


def test_a_running_sum_of_rounds_is_read_as_it_is_written() -> None:
    """What the finder writes of sum(s < t, s) in a record, the kernel reads."""
    positive = claim("sum(s < t, a + s) > 0", "t >= 1", family=scalars(positive="a"), first=1)
    lines = """
    always least: a*t <= sum(s < t, a + s)
      next least by least, t >= 0
    began: t > 0 by t >= 1
    lead: a*t > 0 by began
    claim by least, lead
    """
    assert prove(positive, positive.variants[0], lines).proved


def test_numbers_that_differ_have_a_square_above_0_and_no_order() -> None:
    """What a != b grants, as an assumption and as a line; a < b it does not."""
    zero = claim("x <= 0", "a != b", "(a - b)**2*x <= 0", family=scalars(x=REAL, a=REAL, b=REAL), first=None)
    assert prove(zero, zero.variants[0], "claim by assume2 over (a - b)**2 > 0").proved
    assert not prove(zero, zero.variants[0], "claim by assume2 over a - b > 0").proved
    apart = claim("x <= 0", "a < b", "(a - b)**2*x <= 0", family=scalars(x=REAL, a=REAL, b=REAL), first=None)
    lines = "gap: b - a > 0\nother: a != b by gap\nclaim by assume2 over (a - b)**2 > 0"
    assert prove(apart, apart.variants[0], lines).proved
    equal = claim("x <= 0", "a <= b", "(a - b)**2*x <= 0", family=scalars(x=REAL, a=REAL, b=REAL), first=None)
    assert not prove(equal, equal.variants[0], "other: a != b\nclaim by assume2 over (a - b)**2 > 0").proved


@pytest.mark.parametrize("power", (6, 12, 18))
def test_coefficients_of_very_different_sizes_are_all_found(power: int) -> None:
    text = f"a + b**2/10**{power} <= 1 + 1/10**{power}"
    stated = claim(text, family=scalars(a=UNIT, b=UNIT), first=None)
    assert prove(stated, stated.variants[0], "claim by a <= 1, b <= 1").proved
