"""Online Push-Sum's statements: each variant's verdict is the one that was derived by hand."""

from __future__ import annotations

import json

import pytest

from bounds import Outcome, Theorem, Variant
from bounds.theorems.ops import OPS
from experiments import checker, checker_online  # noqa: F401 - adds the families of directed networks
from experiments.search.verify import verify

FALSE = {
    "ops.theorem-2": {"main", "squared-comparator", "squared-any-weights"},
    "ops.theorem-4": {"main", "sum-to-t"},
    "ops.lemma-6": {"main", "main-twice", "uniform", "no-self-loops", "edges-may-rest"},
    "ops.lemma-7": {"main", "no-self-loops", "edges-may-rest"},
    "ops.lemma-9": {"main", "omega", "identity-gamma"},
    "ops.proof-i2": {"sum"},
    "ops.proof-i1-sum": {"main"},
    "ops.proof-alpha": {"any-weights"},
    "ops.proof-combined": {"first-line", "first-line-noise"},
    "ops.corollary-3": {"main", "main-radius", "supplement", "regret"},
    "ops.corollary-5": {"main", "models"},
    "ops.single-node": {"main"},
    "ops.optimal-in-t": {"main", "supplement"},
    "ops.doubly-stochastic": {"asymmetric"},
    "ops.fully-connected": {"printed-q", "any-weights"},
    "ops.linear-in-n": {"printed"},
    "ops.samples": {"main"},
}
ALL = [(theorem, variant) for theorem in OPS for variant in theorem.variants]
REFUTED = [(t, v) for t, v in ALL if v.label in FALSE.get(t.id, ())]


def shown(value: object) -> str:
    return str(getattr(value, "id", getattr(value, "label", "")))


def test_every_false_variant_is_there() -> None:
    assert {t.id: {v.label for u, v in REFUTED if u is t} for t, _ in REFUTED} == FALSE
    assert len({t.id for t in OPS}) == len(OPS)


@pytest.mark.parametrize(("theorem", "variant"), ALL, ids=shown)
def test_verdict(theorem: Theorem, variant: Variant) -> None:
    false = variant.label in FALSE.get(theorem.id, ())
    expected = Outcome.VACUOUS if variant.vacuous else Outcome.REFUTED if false else Outcome.HOLDS
    verdict = verify(theorem, variant, 0.3, 0)
    assert verdict.outcome is expected, verdict.sentence
    assert variant.proved == (expected is Outcome.HOLDS)


@pytest.mark.parametrize(("theorem", "variant"), REFUTED, ids=shown)
@pytest.mark.parametrize("seed", [1, 2])
def test_refuted_under_other_seeds(theorem: Theorem, variant: Variant, seed: int) -> None:
    verdict = verify(theorem, variant, 0.1, seed)
    assert verdict.outcome is Outcome.REFUTED and verdict.witness is not None
    result = checker.check(json.loads(json.dumps(verdict.witness)))
    assert result["refuted"], result["reason"]
