"""A claim's text is the whole claim: settings beyond the rounds and sizes that the search looks at do not break it.

Each HOLDS of the library is met with settings that are larger and runs that are longer than any the search draws.
Floats look first; a break counts where the exact replay confirms it, as `check-witness` would.
"""

from dataclasses import replace
from random import Random
from zlib import crc32

import pytest

from mixproof.bounds import Setting, Theorem, Variant
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.search.hunt import exact_setting
from mixproof.bounds.search.replay import replay
from mixproof.bounds.search.verify import verify
from mixproof.bounds.theorems import ALL, theorem

from ..slow import sampled

HOLDS = sampled((pytest.param(t, v, id=f"{t.id}:{v.label}") for t in ALL for v in t.variants if v.holds), 5)
DRAWS = 9
LONGER = 3
LARGEST = 5
AS_IT_IS = {"B"}  # metrics look B rounds ahead, an exact run two
# whose paths grow exponentially: one client, one round more
ENUMERATED = {"federated", "push-sum-noise", "noisy-steps"}


def beyond(stated: Theorem, variant: Variant) -> tuple[Theorem, Variant]:
    """The same claim over larger sizes and more rounds; a size with one choice is part of the claim."""
    family, rounds = stated.family_of(variant), stated.rounds_of(variant)
    largest, rounds = (0, rounds + 1) if family.name in ENUMERATED else (LARGEST, LONGER * max(1, rounds))
    if family.name == "account":  # a printed table has the rows that it has
        rounds = stated.rounds_of(variant)
    sizes = {
        name: choices
        if len(choices) == 1 or name in AS_IT_IS
        else (max(choices), *range(max(choices) + 1, max(max(choices) + 1, largest) + 1))
        for name, choices in family.sizes.items()
    }
    larger = replace(variant, family=replace(family, sizes=sizes), rounds=rounds)
    return replace(stated, variants=(larger,)), larger


def broken(stated: Theorem, variant: Variant, draws: int = DRAWS) -> Setting | None:
    """A drawn setting beyond the search that breaks the claim exactly, if there is one."""
    stated, variant = beyond(stated, variant)
    evaluator = Evaluator(stated, variant)
    random = Random(crc32(f"{stated.id}:{variant.label}".encode()))
    for number in range(draws):
        setting = evaluator.family.sample(random)
        look = evaluator(setting, fit=True)
        setting = exact_setting(evaluator.family, setting, look.steps)
        if number % 3:  # every third on the edge of the assumptions as it is
            look = evaluator(setting)
        if look.breaks and replay(stated, variant, setting, evaluator(setting).t).refuted:
            return setting
        if not any(p.domain.moving for p in evaluator.family.parameters):
            break
    return None


@pytest.mark.parametrize("stated, variant", HOLDS)
def test_what_holds_holds_beyond_the_rounds_and_sizes_of_the_search(
    stated: Theorem, variant: Variant
) -> None:
    assert broken(stated, variant) is None


@pytest.mark.parametrize(
    "id, label, scope",
    [
        ("defed.eq-23", "repaired", "t == 0"),
        ("defed.eq-23", "mean-agreeing", "t == 0"),
        ("defed.recursion", "agreeing", "t == 0"),
        ("decefl.contraction", "main", "t == 0"),
        ("decefl.five-step-product", "matrix", "t == 5"),
        ("alidpfl.lemma-5", "noise-free", "t < tau"),
        ("alidpfl.lemma-6", "noise-free", "t < tau"),
        ("alidpfl.lemma-7", "noise-free", "t < tau"),
        ("decefl.si-remark-3", "assumptions-repaired", "B == 1"),
    ],
)
def test_without_its_scope_a_claim_is_broken_by_such_settings(id: str, label: str, scope: str) -> None:
    """So the test above sees what it is for."""
    stated = theorem(id)
    variant = stated.variant(label)
    assert scope in variant.assume
    unlimited = replace(variant, assume=tuple(text for text in variant.assume if text != scope))
    assert broken(stated, unlimited, draws=150) is not None


def test_the_kernel_knows_the_names_of_the_claims_on_connected_graphs() -> None:
    """Half of the repaired bound's constant more is too much: found, and confirmed by the kernel's own names."""
    stated = theorem("decefl.si-assumption-3-remark")
    for label, old, new in (("repaired", "8*least", "12*least"), ("no-self-weights", "least", "12*least")):
        variant = stated.variant(label)
        wrong = replace(
            variant.with_sides(right=variant.right.replace(old, new)), proved=False, derivation=""
        )
        found = verify(replace(stated, variants=(wrong,)), wrong, seconds=0.2)
        assert found.witness is not None and decide(dict(found.witness)).confirmed
