"""Derivations of declared algorithms: what is over rounds, and what is known of the present round alone."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from mixproof.bounds import claim
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families.declared import declared
from mixproof.bounds.formula import parse
from mixproof.bounds.proofs.derivation import prove
from mixproof.bounds.theorem import scope

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


STEP = Algorithm("descent", {"x": "x - eta*grad(x)"})
COIN = Algorithm("at times", {"x": "x - sometimes(eta*grad(x))"})
MEANS = (
    (STEP, True, "moved2(t) == eta**2*(gradients2(t) + K*sigma2)", "claim by noise_xi1"),
    (STEP, True, "moved2(t) == eta**2*gradients2(t)", ""),
    (STEP, True, "moved_mean2(t) == eta**2*(mean_gradient2(t) + sigma2/K)", "claim by mean_xi1"),
    (STEP, True, "moved_mean2(t) == eta**2*(mean_gradient2(t) + sigma2)", ""),
    (COIN, False, "moved2(t) == chance*eta**2*gradients2(t)", "claim by tossed(grad(x)) times grad(x)"),
    (COIN, False, "moved2(t) == chance**2*eta**2*gradients2(t)", ""),
    (
        COIN,
        False,
        "moved_mean2(t) == chance*eta**2*mean_gradient2(t)",
        "claim by tossed(J(grad(x))) times grad(x)",
    ),
)


@pytest.mark.parametrize(("algorithm", "noisy", "text", "lines"), MEANS)
def test_noise_and_coins_enter_as_means(algorithm: Algorithm, noisy: bool, text: str, lines: str) -> None:
    """What is proved holds on drawn settings, what no lines are given for neither is nor does."""
    family, random = declared(algorithm, noisy=noisy), Random(text)
    stated = claim(text, family=family)
    facts = "noise_xi1, mean_xi1" if noisy else "tossed(grad(x)) times grad(x)"
    assert prove(stated, stated.variants[0], lines or f"claim by {facts}").proved == bool(lines)
    apart = []
    for _ in range(30):
        drawn = family.sample(random)
        run = family.start(drawn.sizes, drawn.values, 3)
        find = scope(stated.variants[0], partial(getattr, run), 1)
        one = stated.variants[0]
        left, right = (float(parse(side).evaluate(find)) for side in (one.left, one.right))
        apart.append(abs(left - right) / max(1.0, abs(left), abs(right)))
    assert max(apart) < 1e-9 if lines else max(apart) > 1e-3


def test_a_step_may_be_a_formula_of_t_alone_and_updates_divide_by_what_it_makes_positive() -> None:
    method = Algorithm("slower", {"x": "x - (1 - eta)/(1 + 2*eta)*(x - mix(x))"})
    family = declared(method, step="1/(t + 1)")
    stated = claim("spread2(t + 1) <= spread2(t)", family=family)
    lines = """
    let c = (1 - eta)/(1 + 2*eta), y = x - J(x)
    share: c <= 1
    young: sq((1 - c)*y + c*W(y)) <= (1 - c)*sq(y) + c*sq(W(y)) by share, c >= 0 with y - W(y)
    mixed: c*sq(W(y)) <= c*sq(y) by shorter(y), c >= 0
    claim by young, mixed
    """
    assert prove(stated, stated.variants[0], lines).proved
