"""Claims on numbers that fail at an edge, a kink, a pole or one integer alone."""

from __future__ import annotations

from random import Random

import pytest

from mixproof.bounds import Outcome, claim, verification
from mixproof.bounds.domains import UNIT
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.search.critical import _grid, critical
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL

NUMBERS = scalars("n", "x y z", q=UNIT)


@pytest.mark.parametrize(
    ("text", "assume"),
    [
        ("x*(8/5 - x) > 0", ("x <= 8/5",)),
        ("x + y < 22/7", ("x <= 15/7", "y <= 1")),
        ("abs(x - 7) > 0", ()),
        ("abs(n - 7) >= 1/2", ()),
        ("max(abs(1 - 2*x), abs(1 - 7*x)) > 5/9", ()),
        ("max(abs(1 - x*y), abs(1 - x*z)) > (z - y)/(z + y)", ("z >= y",)),
        ("(n - 29)**2 > 0", ()),
        ("n**10 <= 2**n", ("n >= 50",)),
        ("1/(n - 9) <= 1/2", ("n != 9",)),
        ("1/(x - y) <= 1000", ("x != y",)),
        ("abs(q - 2/7) > 0", ()),
        ("x > z", ("x == 3*y/7", "z <= y")),
        (
            "(1 - x)**n >= 1 - n*x",
            ("x <= 5/2",),
        ),  # at n = 1 both sides are equal, at n = 7 and x = 5/2 it fails
    ],
)
def test_what_fails_at_one_place_is_refuted(text: str, assume: tuple[str, ...]) -> None:
    mine = claim(text, *assume, family=NUMBERS, first=None)
    for seed in range(3):
        verdict = verify(mine, seconds=0.1, seed=seed)
        assert verdict.outcome is Outcome.REFUTED
        assert verification.check(verdict.witness).refuted


@pytest.mark.parametrize(
    ("text", "assume"),
    [
        ("max(x, 3/x) >= 173/100", ()),
        ("n**10 <= 2**n", ("n >= 60",)),
        ("(1 + 1/n)**n < 3", ()),
        ("q**3*(1 - q) <= 27/256", ()),
        ("x*(8/5 - x) >= 0", ("x <= 8/5",)),
        ("sum(s < n, s) == n*(n - 1)/2", ("n <= 100",)),
    ],
)
def test_what_is_an_equality_there_stands(text: str, assume: tuple[str, ...]) -> None:
    verdict = verify(claim(text, *assume, family=NUMBERS, first=None), seconds=0.1)
    assert verdict.outcome is Outcome.HOLDS


def test_what_no_number_meets_is_undecided() -> None:
    verdict = verify(claim("x <= 1", "x == x + 1", family=NUMBERS, first=None), seconds=0.1)
    assert verdict.outcome is Outcome.UNDECIDED and "none of 200 drawn anew met" in verdict.sentence


def test_a_claim_of_rounds_and_numbers_is_looked_at_far_on() -> None:
    mine = claim("t*q**t*(1 - q) <= 9/25", "t >= 1", family=NUMBERS)
    assert verify(mine, seconds=0.2).outcome is Outcome.REFUTED


def test_a_setting_of_numbers_that_a_run_computes_more_of_is_left_to_the_others() -> None:
    stated = next(t for t in ALL for v in t.variants if t.family_of(v).name == "mechanism")
    variant = next(v for v in stated.variants if stated.family_of(v).name == "mechanism")
    assert not list(critical(Evaluator(stated, variant), Random(0), 3))


def test_a_verdict_says_how_close_the_sides_came() -> None:
    verdict = verify(claim("x*y <= 2*x*y", family=NUMBERS, first=None), seconds=0.05)
    assert verdict.ratio == pytest.approx(0.5)


def test_numbers_that_are_looked_at_lie_in_their_domain() -> None:
    assert {0, 1} <= {*_grid(UNIT)} and all(0 <= x <= 1 for x in _grid(UNIT))
