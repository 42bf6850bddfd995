"""Planted errors: one difference each, asking for more; the search finds those in identities."""

import pickle
import random
import runpy
from pathlib import Path

import pytest

from mixproof.bounds import Outcome
from mixproof.bounds.search.mutation import plants
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import theorem

TRUE = [("decefl.contraction", "main"), ("decefl.si-eq-45", "factor"), ("defed.global-constants", "smooth")]


@pytest.mark.parametrize("id, label", TRUE)
def test_plants_change_one_thing_and_can_be_sent(id, label):
    of = theorem(id)
    variant = of.variant(label)
    found = list(plants(of, variant))
    assert found
    for plant in found:
        changed = plant.variant()
        parts = ("left", "right", "assume")
        differ = [p for p in parts if getattr(changed, p) != getattr(variant, p)]
        differ += [n for n in variant.where if changed.where[n] != variant.where[n]]
        assert len(differ) == 1 and not changed.holds and not changed.examples
        assert pickle.loads(pickle.dumps(plant)) == plant


def test_a_weaker_claim_is_no_error():
    of = theorem("decefl.contraction")
    kinds = {(p.kind, p.change) for p in plants(of, of.variant("main"))}
    assert ("factor", "right times 1/2") in kinds
    assert ("factor", "right times 2") not in kinds


def test_the_search_refutes_errors_in_an_identity():
    of = theorem("decefl.si-eq-45")
    found = [p for p in plants(of, of.variant("factor")) if p.kind != "assumption"]
    for plant in random.Random(0).sample(found, 8):
        verdict = verify(of, plant.variant(), 0.5, 1)
        assert verdict.outcome is Outcome.REFUTED, plant.change


def test_nothing_is_planted_where_no_exact_run_could_refute_it():
    of = theorem("alidpfl.definition-3")
    assert not list(plants(of, of.variant("eq-17"))) and list(plants(of, of.variant("repaired")))


def test_what_is_said_to_be_still_true_is_a_plant_and_survives():
    said = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "still_true.py"))["STILL_TRUE"]
    for id, label in sorted({tuple(name.split(": ")[0].split(":")) for name in said})[::9]:
        of = theorem(id)
        assert of.variant(label).holds
        found = {f"{id}:{label}: {p.change}": p for p in plants(of, of.variant(label))}
        first, *others = (name for name in said if name.startswith(f"{id}:{label}: "))
        assert all(name in found for name in others)
        assert verify(of, found[first].variant(), 0.05, 5).outcome is not Outcome.REFUTED, first
