"""No verdict hangs on a seed: every refutation of the library has a setting given that breaks the claim by itself."""

import json

import pytest

from mixproof.bounds import Outcome
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.replay import breaks
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL, theorem
from mixproof.bounds.theorems.found import KEPT, kept

REFUTED = [(t, v) for t in ALL for v in t.variants if v.severity is not None]


def test_every_refuted_variant_has_an_example_that_breaks_it():
    lacking = [
        f"{t.id}:{v.label}"
        for t, v in REFUTED
        if t.family_of(v).parameters and not any(breaks(t, v, example) for example in v.examples)
    ]
    assert not lacking, "run benchmarks/keep_found.py"


def test_what_is_kept_is_a_line_for_a_variant_that_is_there():
    lines = KEPT.read_text(encoding="utf-8").splitlines()[1:-1]
    assert [json.loads("{" + line.rstrip(",") + "}").keys() for line in lines] == [{name} for name in kept()]
    assert kept().keys() <= {f"{t.id}:{v.label}" for t, v in REFUTED}


@pytest.mark.parametrize("first", range(3))
def test_what_is_refuted_is_refuted_under_any_seed_whatever_the_budget(first):
    """Some of them, each under a seed of its own and with the fewest looks there are."""
    for place, (t, v) in enumerate(REFUTED[first::30]):
        verdict = verify(t, v, seconds=0, seed=90_001 + 1000 * first + place)
        assert verdict.outcome is Outcome.REFUTED, f"{t.id}:{v.label}: {verdict.sentence}"
        assert verdict.witness is not None and decide(dict(verdict.witness)).confirmed, f"{t.id}:{v.label}"


@pytest.mark.parametrize("label", ["kept", "sharp"])
def test_assumptions_that_few_drawn_settings_meet_are_met_under_any_seed(label):
    """Under this one none of 624 drawn settings did, and the verdict was "perhaps vacuous"."""
    t = theorem("stich2018.lemma-3-2")
    assert verify(t, t.variant(label), seed=770177).outcome is Outcome.HOLDS
