"""Every variant of dawo: its verdict under several seeds, and its witness before the kernel."""

from __future__ import annotations

import json

import pytest

from mixproof.bounds import Outcome, Theorem, Variant
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL

DAWO = [theorem for theorem in ALL if theorem.paper == "dawo"]
REFUTED = {
    "dawo.theorem-1": {"mean-square", "second-moment"},
    "dawo.eq-28": {"summed"},
    "dawo.eq-31": {"main"},
    "dawo.proposition-1": {"main", "derivative"},
    "dawo.remark-1": {"larger-M"},
    "dawo.proposition-2": {"finite", "simplified", "uniform-printed", "any-weights", "order", "minimizer"},
    "dawo.wtilde-spectrum": {"main"},
    "dawo.assumption-3": {"signed", "strict", "network-graph", "weights-graph-moment"},
    "dawo.rho-zero": {"only-if"},
    "dawo.eq-11": {"main"},
    "dawo.eq-12": {"main"},
    "dawo.proposition-3": {"any-eigenvector"},
    "dawo.eq-17": {"main"},
    "dawo.remark-3": {"feasible"},
    "dawo.remark-4": {"sign-19", "sign-21"},
    "dawo.algorithm-1": {"main"},
    "dawo.eq-27": {"assumption-3"},
    "dawo.eq-39": {"c-1", "c-1000"},
    "dawo.eq-42": {"c-1", "c-1000"},
    "dawo.eq-23": {"feasible", "equality"},
    "dawo.eq-24": {"main"},
    "dawo.eq-37": {"nearest", "nonexpansive"},
    "dawo.proposition-4": {"main", "after-projection"},
    "dawo.algorithm-2": {"feasible", "constant-step"},
    "dawo.complexity": {"step-3"},
}
CASES = [(theorem, variant) for theorem in DAWO for variant in theorem.variants]
FALSE = [(t, v) for t, v in CASES if v.label in REFUTED.get(t.id, set())]
TRUE = [(t, v) for t, v in CASES if v.label not in REFUTED.get(t.id, set())]


def name(value: object) -> str:
    return (
        value.id if isinstance(value, Theorem) else value.label if isinstance(value, Variant) else str(value)
    )


def test_every_label_above_exists_and_what_is_not_false_is_proved() -> None:
    assert {
        t.id: {v.label for v in t.variants} >= REFUTED[t.id] for t in DAWO if t.id in REFUTED
    } == dict.fromkeys(REFUTED, True)
    assert all(variant.holds for _, variant in TRUE)
    assert not any(variant.holds for _, variant in FALSE)


@pytest.mark.parametrize(("theorem", "variant"), FALSE, ids=name)
def test_false_variants_have_a_witness_that_the_kernel_accepts(theorem: Theorem, variant: Variant) -> None:
    for seed, seconds in ((0, 0.5), (1, 0.1), (2, 0.1)) if theorem.rounds_of(variant) < 50 else ((0, 0.1),):
        verdict = verify(theorem, variant, seconds, seed)
        assert verdict.outcome is Outcome.REFUTED, (seed, verdict.sentence)
        result = decide(json.loads(json.dumps(verdict.witness)))
        assert result.confirmed, (seed, result.sentence, verdict.setting)


@pytest.mark.parametrize(("theorem", "variant"), TRUE, ids=name)
def test_true_variants_survive(theorem: Theorem, variant: Variant) -> None:
    for seed, seconds in ((0, 0.3), (1, 0.2)):
        verdict = verify(theorem, variant, seconds, seed)
        assert verdict.outcome is Outcome.HOLDS, (seed, verdict.sentence, verdict.setting)
