"""Rounds far away, which the kernel leaps to where every round does the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mixproof.bounds import Setting, claim
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.kernel.exact import STANDARD, Real, ends, power
from mixproof.bounds.kernel.program import FAR
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.setting import ROUNDS
from mixproof.bounds.kernel.witness import opened
from mixproof.bounds.search.replay import replay, witness

from .known import read

FIXED = gossip(fixed=True, noisy=False)
BENT = FIXED.also[0]
METRICS = ("spread2", "error2", "gap", "gradients2", "local_gaps")


@settings(max_examples=4, deadline=None)
@given(FIXED.strategy(), st.sampled_from([101, 399, 3000, 81920]))
def test_the_kernel_and_the_exact_run_meet_at_any_round(setting: Setting, t: int) -> None:
    run = FIXED.exact(setting)
    assume(run.eta * run.L <= 1 + run.own)  # others explode
    ours = opened("gossip", setting.to_json(), {}, STANDARD)
    for name in METRICS:
        low, high = enclosure(getattr(run, name)(t))
        least, most = ends(ours.metrics[name](t))
        assert low <= most and least <= high
        assert max(high - low, most - least) <= Fraction(1, 10**30) * max(1, abs(high))


TRACKING = {
    "let": {},
    "next": {"x": "mix(x) - eta*y", "y": "mix(y) + grad(x) - x"},
    "start": {"y": "x"},
}
TWO = {
    **{"K": 2, "d": 1, "S": 1, "W": [[["3/4", "1/4"], ["1/4", "3/4"]]], "eta": "1/9"},
    **{"a": [[1], ["1/2"]], "c": [[1], [-1]], "w0": [[3], [-2]]},
}


def test_a_leap_lands_where_single_rounds_do() -> None:
    """Of a declared method with two states, at the last round that is followed and at those after it."""
    options = {"program": TRACKING, "step": "eta"}
    for t in (99, 100, 101, 130):
        leapt = read("declared", TWO, f"distance2({t})", **options)
        slow = read("declared", TWO | {"S": 2, "W": TWO["W"] * 2}, f"distance2({t})", **options)
        assert not STANDARD.proved(leapt, "!=", slow)
        assert isinstance(leapt, Real) == (t >= 100)


@settings(max_examples=5, deadline=None)
@given(BENT.strategy())
def test_clients_that_bend_are_followed_round_by_round(setting: Setting) -> None:
    """Their rounds are not linear, so that no leap would be right."""
    ours = opened("gossip", setting.to_json(), {}, STANDARD)
    run = FIXED.exact(setting)
    assert ours.rounds == ROUNDS
    assert enclosure(run.spread2(30)) == (ours.metrics["spread2"](30),) * 2


@pytest.mark.parametrize(
    "more", [{"v": [[1], [0]]}, {"S": 2, "W": TWO["W"] * 2}, {"eta": None, "delta": 1, "Gamma": 9}]
)
def test_where_rounds_differ_or_noise_adds_up_nothing_is_known_far_away(more: dict[str, Any]) -> None:
    told = {name: value for name, value in (TWO | more).items() if value is not None}
    assert opened("gossip", told, {}, STANDARD).rounds == ROUNDS
    assert opened("gossip", TWO | {"v": [[0], [0]]}, {}, STANDARD).rounds == FAR


def test_a_witness_far_away() -> None:
    mine = claim("spread(t) <= spread(0)/2 + (3/4)**t", "eta <= 1/L", "lam < 1", family=FIXED)
    told = {
        **{"K": 2, "d": 1, "S": 1, "W": [[["9999/10000", "1/10000"], ["1/10000", "9999/10000"]]]},
        **{"a": [["1/1000000"]] * 2, "c": [[0], [0]], "s": [0, 0], "w0": [[1], [-1]], "o": [0, 0], "eta": 1},
    }
    setting = FIXED.from_json(told)
    found = replay(mine, mine.variant("claim"), setting, 3000)
    record = dict(witness(mine, mine.variant("claim"), setting, found))
    assert found.refuted and decide(record).confirmed
    later = replay(mine, mine.variant("claim"), setting, 20_000)
    assert not later.refuted and not decide({**record, "t": 20_000}).confirmed


@given(st.fractions(Fraction(-3, 2), Fraction(3, 2), max_denominator=50), st.integers(1000, 3000))
def test_far_powers_hold_the_true_ones(x: Fraction, n: int) -> None:
    low, high = ends(power(Real(x, x), n))
    assert low <= x**n <= high
    assert high - low <= Fraction(1, 2**200) * max(abs(x**n), Fraction(1, 2**3000))
