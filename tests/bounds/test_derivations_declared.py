"""Derivations of declared algorithms: what is over rounds, and what is known of the present round alone."""

from __future__ import annotations

import pytest

from mixproof.bounds import claim
from mixproof.bounds.families.declared import declared
from mixproof.bounds.proofs.derivation import prove

AVERAGING = declared("dgd")
SQUARES = """
late: t > 0 by t >= 1
always I: sum(s < t, spread2(s)) >= 0
  next by I with x - J(x)
"""


def proved(text: str, lines: str, *assume: str) -> bool:
    stated = claim(text, *assume, family=AVERAGING)
    return prove(stated, stated.variants[0], lines).proved


def test_the_mean_over_rounds_lies_between_the_minimum_and_the_maximum() -> None:
    high = "claim by t*max(s < t, spread2(s)) >= sum(s < t, spread2(s))"
    low = "claim by t*min(s < t, spread2(s)) <= sum(s < t, spread2(s))"
    assert proved("mean(s < t, spread2(s)) <= max(s < t, spread2(s))", SQUARES + high, "t >= 1")
    assert proved("min(s < t, spread2(s)) <= mean(s < t, spread2(s))", SQUARES + low, "t >= 1")


@pytest.mark.parametrize(
    "text",
    (
        "max(s < t, spread2(s)) <= mean(s < t, spread2(s))",
        "mean(s < t, spread2(s)) <= min(s < t, spread2(s))",
        "max(s < t, spread2(s)) <= max(s < t, error2(s))",
        "max(s < t, spread2(s)) <= max(1 <= s <= t, spread2(s))",
    ),
)
def test_a_maximum_over_rounds_is_no_more_than_a_name(text: str) -> None:
    assert not proved(text, SQUARES + "claim by I, late", "t >= 1")


def test_a_maximum_over_no_rounds_is_not_read() -> None:
    assert not proved("mean(s < t, spread2(s)) <= max(s < t, spread2(s))", "claim")


def test_a_number_that_is_positive_now_is_not_at_every_round() -> None:
    lines = "late: t > 0 by t >= 1\nalways I: t > 0\n  next by I\nclaim by I"
    assert not proved("t*spread2(t) >= spread2(t)", lines, "t >= 1")


@pytest.mark.parametrize("name", ("dgd", "diging", "extra", "nids", "diffusion"))
def test_what_a_round_adds_to_mixing_is_the_next_model_less_the_mixed_one(name: str) -> None:
    stated = claim("added_spread2(t) >= 0", family=declared(name))
    lines = "equal: added_spread2(t) == sq(next(x) - W(x) - J(next(x) - W(x)))\nclaim by equal"
    first = prove(stated, stated.variants[0], lines).lines[0]
    assert first.status == "proved", first
