"""The library's variants: the search says what is declared of them, and the kernel confirms what it refutes."""

from __future__ import annotations

import json

import pytest

from mixproof.bounds import Outcome, Theorem, Variant
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL

from ..slow import sampled

VARIANTS = [(t, v) for t in ALL for v in t.variants]


def searched() -> list[tuple[Theorem, Variant]]:
    """All that are refuted, and of what holds one for each family of settings: the kernel checks their derivations.

    Every sixth runs by default: the kernel confirms the kept counterexample of every other in
    `kernel/test_library_witnesses`.
    """
    refuted = [(t, v) for t, v in VARIANTS if not v.holds]
    families = {_settings(t, v): (t, v) for t, v in reversed(VARIANTS) if v.holds}
    return [*refuted, *families.values()]


def _settings(stated: Theorem, variant: Variant) -> tuple[str, str]:
    family = stated.family_of(variant)
    return family.name, repr(family.options)


def test_nothing_holds_by_search_alone() -> None:
    for _, v in VARIANTS:
        assert v.holds + bool(v.vacuous) + (v.severity is not None) == 1
        assert not (v.proved and v.derivation)  # prose is the proof where no derivation is


@pytest.mark.parametrize(
    ("theorem", "variant"), sampled((pytest.param(t, v, id=f"{t.id}:{v.label}") for t, v in searched()), 10)
)
def test_what_is_proved_survives_and_all_else_is_refuted(theorem: Theorem, variant: Variant) -> None:
    """No drawn setting may meet the assumptions of what a derivation proves."""
    verdict = verify(theorem, variant, 0.05, 0)
    if variant.severity is not None:
        assert verdict.outcome is Outcome.REFUTED, verdict.sentence
        result = decide(json.loads(json.dumps(verdict.witness)))
        assert result.confirmed, (result.sentence, verdict.setting)
    elif variant.derivation:
        assert verdict.outcome in (Outcome.HOLDS, Outcome.UNDECIDED), verdict.sentence
    else:
        assert verdict.outcome is (Outcome.VACUOUS if variant.vacuous else Outcome.HOLDS), verdict.sentence
