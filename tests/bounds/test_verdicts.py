"""Every variant of the library: the search says what is declared of it, and the kernel confirms what it refutes."""

from __future__ import annotations

import json

import pytest

from mixproof.bounds import Outcome, Theorem, Variant
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL

VARIANTS = [pytest.param(t, v, id=f"{t.id}:{v.label}") for t in ALL for v in t.variants]


@pytest.mark.parametrize(("theorem", "variant"), VARIANTS)
def test_what_is_proved_survives_and_all_else_is_refuted(theorem: Theorem, variant: Variant) -> None:
    """Nothing holds by search alone. No drawn setting may meet the assumptions of what a derivation proves."""
    assert variant.holds + bool(variant.vacuous) + (variant.severity is not None) == 1
    verdict = verify(theorem, variant, 0.1, 0)
    if variant.severity is not None:
        assert verdict.outcome is Outcome.REFUTED, verdict.sentence
        result = decide(json.loads(json.dumps(verdict.witness)))
        assert result.confirmed, (result.sentence, verdict.setting)
    elif variant.derivation:
        assert verdict.outcome in (Outcome.HOLDS, Outcome.UNDECIDED), verdict.sentence
    else:
        assert verdict.outcome is (Outcome.VACUOUS if variant.vacuous else Outcome.HOLDS), verdict.sentence
