"""An assumption that names t limits the rounds a claim speaks of, and nothing else does."""

from mixproof.bounds import Outcome, claim
from mixproof.bounds.families import gossip
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search import verify


def _verdict(text, *assume, rounds=6):
    stated = claim(text, *assume, family=gossip(fixed=True, noisy=False, offsets=False), rounds=rounds)
    return verify(stated, stated.variant("claim"), seconds=0.2)


def test_a_claim_without_scope_speaks_of_every_round():
    found = _verdict("t <= 3", "t >= 0")
    assert found.outcome is Outcome.REFUTED and found.exact["t"] == 4
    assert decide(dict(found.witness)).confirmed


def test_a_claim_with_scope_speaks_of_its_rounds_only():
    assert _verdict("t <= 3", "t < 4").outcome is Outcome.HOLDS
    found = _verdict("t <= 3", "t > 4")
    assert found.outcome is Outcome.REFUTED and found.exact["t"] == 5


def test_a_round_out_of_scope_is_no_counterexample_to_the_kernel():
    found = _verdict("t <= 3", "t > 4")
    outside = decide({**found.witness, "t": 4})
    assert not outside.confirmed and "assumption not met" in outside.sentence


def test_a_scope_that_no_round_meets_is_undecided():
    assert _verdict("t <= 3", "t < 0").outcome is Outcome.UNDECIDED


def test_scope_may_use_definitions_of_the_claim():
    stated = claim("t <= tau", "t < tau", family=gossip(fixed=True), where={"tau": "2"}, rounds=5)
    assert verify(stated, stated.variant("claim"), seconds=0.2).outcome is Outcome.HOLDS


def test_rounds_out_of_scope_are_not_reported_where_nothing_is_tight():
    """The left side is 0 in every round of the scope, so each of them scores minus infinity."""
    found = _verdict("0 <= spread2(t)", "t >= 2")
    assert found.outcome is Outcome.HOLDS and found.sentence.startswith("tightest left/right found 0 over")
