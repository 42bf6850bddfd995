"""Rounds far away, which the checker leaps to where every round does the same."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mixproof.bounds import EXACT, claim
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.checker import NotAWitness, check
from mixproof.bounds.checker.families import FAMILIES
from mixproof.bounds.checker.intervals import Number, rounded
from mixproof.bounds.checker.vectors import flat
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.search.replay import replay, witness

FIXED = gossip(fixed=True, noisy=False)
BENT = FIXED.also[0]
METRICS = ("spread2", "error2", "gap", "gradients2", "local_gaps")


@settings(max_examples=15)
@given(FIXED.strategy(), st.sampled_from([101, 399, 3000, 81920]))
def test_the_checker_and_the_exact_run_meet_at_any_round(setting, t):
    run = FIXED.start(setting.sizes, setting.values, 4, EXACT)
    assume(run.eta * run.L <= 1 + run.own)  # others explode
    ours = FAMILIES["gossip"](setting.to_json(), {})
    for name in METRICS:
        low, high = enclosure(EXACT.number(getattr(run, name)(t)))
        told = ours.metrics[name](ours, t)
        assert low <= told.high and told.low <= high
        assert max(high - low, told.high - told.low) <= Fraction(1, 10**30) * max(1, abs(high))


@settings(max_examples=15)
@given(FIXED.strategy(), st.integers(101, 140))
def test_a_leap_lands_where_single_rounds_do(setting, t):
    ours = FAMILIES["gossip"](setting.to_json(), {})
    x = ours.w0
    for r in range(t):
        x = [[rounded(y) for y in w] for w in ours.moved(x, r)]
    for landed, followed in zip(flat(ours.leap(t)), flat(x)):
        assert landed.low <= followed.high and followed.low <= landed.high


@settings(max_examples=10)
@given(BENT.strategy())
def test_clients_that_bend_are_followed_round_by_round(setting):
    """Their rounds are not linear, so that no leap would be right."""
    ours = FAMILIES["gossip"](setting.to_json(), {})
    run = FIXED.start(setting.sizes, setting.values, 30, EXACT)
    assert ours.rounds == 400
    assert enclosure(EXACT.number(run.spread2(30))) == (ours.metrics["spread2"](ours, 30).low,) * 2


@pytest.mark.parametrize("more", [{"v": [[1], [0]]}, {"S": 2}])
def test_where_rounds_differ_or_noise_adds_up_nothing_is_known_far_away(more):
    W = [[["2/3", "1/3"], ["1/3", "2/3"]]] * more.get("S", 1)
    told = {"K": 2, "d": 1, "S": 1, "W": W, "a": [[1], [1]], "c": [[0], [0]], "w0": [[1], [0]], "eta": "1/2"}
    assert FAMILIES["gossip"]({**told, **more}, {}).rounds == 400
    assert FAMILIES["gossip"]({**told, "W": W[:1]}, {}).rounds > 10**5


def test_a_witness_far_away():
    mine = claim("spread(t) <= spread(0)/2 + (3/4)**t", "eta <= 1/L", "lam < 1", family=FIXED)
    told = {
        **{"K": 2, "d": 1, "S": 1, "W": [[["9999/10000", "1/10000"], ["1/10000", "9999/10000"]]]},
        **{"a": [["1/1000000"]] * 2, "c": [[0], [0]], "s": [0, 0], "w0": [[1], [-1]], "o": [0, 0], "eta": 1},
    }
    setting = FIXED.from_json(told)
    found = replay(mine, mine.variant("claim"), setting, 3000)
    record = dict(witness(mine, mine.variant("claim"), setting, found))
    assert found.refuted and check(record)["refuted"]
    later = replay(mine, mine.variant("claim"), setting, 20_000)
    assert not later.refuted and not check({**record, "t": 20_000})["refuted"]
    with pytest.raises(NotAWitness, match="t is no round"):
        check({**record, "t": 10**6})


@given(st.fractions(Fraction(-3, 2), Fraction(3, 2), max_denominator=50), st.integers(1000, 3000))
def test_far_powers_hold_the_true_ones(x, n):
    told = Number(x) ** n
    assert told.low <= x**n <= told.high
    if abs(x) > 1:
        inverse = Number(x) ** -n
        assert inverse.low <= x**-n <= inverse.high
    assert told.high - told.low <= Fraction(1, 2**200) * max(abs(x**n), Fraction(1, 2**1700))


def test_rounding_goes_outward():
    third = Number(Fraction(1, 3))
    assert rounded(third).low < Fraction(1, 3) < rounded(third).high
    tiny = rounded(Number(Fraction(1, 3**5000)))
    assert tiny.low == 0 < tiny.high and -rounded(-Number(Fraction(1, 3**5000))).low == tiny.high
    assert rounded(Number(Fraction(5, 8))).exact
