"""Programs and kinds of settings that the library does not have: facts, rules and metrics of their tables."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from mixproof.bounds import Family
from mixproof.bounds.algorithms import Algorithm
from mixproof.bounds.families.declared import declared
from mixproof.bounds.families.gossip import gossip
from mixproof.bounds.kernel.statement import statement
from mixproof.bounds.kernel.text import Refused
from mixproof.spectral.errors import InputError

from ..test_chances_table import FAMILIES as CHANCES
from ..test_words_table import FAMILIES as OF_WORDS
from .test_facts import arrays, told_of

WORDS = ("", "", "", "pull", "push", "paced", "sometimes", "active", "self_mix", "top", "sparse", "backward")
RANDOM = ("changing", "noisy", "lossy", "drawn", "offsets", "common")


def program(random: Random) -> Algorithm:
    """One or two states, and words that are taken of each other."""
    words = [*random.choice((("mix", "grad"), ("mix", "grad"), ("mix",), ("grad",))), random.choice(WORDS)]
    states = ["x", "y"][: random.randint(1, 2)]

    def text(depth: int) -> str:
        if depth <= 0:
            return random.choice(states)
        match random.randrange(3):
            case 0:
                return f"{text(depth - 1)} {random.choice('+-')} eta*({text(depth - 1)})"
        return f"{random.choice([word for word in words if word])}({text(depth - 1)})"

    return Algorithm("drawn", {name: text(2) for name in states}, start={"y": "x"} if "y" in states else {})


def family(random: Random) -> Family:
    told: dict[str, Any] = {name: random.random() < 0.3 for name in RANDOM}
    if random.random() < 0.2:
        own = {name: told[name] for name in ("changing", "noisy", "offsets", "common")}
        return gossip(**own, scaled=random.random() < 0.5, fixed=random.random() < 0.5)
    clients = random.choice(((), ("quadratic",), ("bent",), ("dented",)))
    return declared(program(random), *clients, step=random.choice(("eta", "delta/(t + Gamma)")), **told)


def spoken(form: Family) -> dict[str, Any]:
    """A statement of no assumptions on these settings."""
    parameters = sorted({p.name for one in (form, *form.also) for p in one.parameters})
    sizes = {name: max(choices) for name, choices in form.sizes.items()}
    told = {"family": form.name, "options": dict(form.options or {}), "claim": "0 <= 1", "assume": []}
    return told | {"parameters": parameters, "sizes": sizes, "where": {}, "first": 0}


@pytest.mark.parametrize("seed", range(2))
def test_what_a_table_says_of_a_kind_of_setting_is_true_of_it(seed: int) -> None:
    random, seen = Random(f"combinations {seed}"), Counter[str]()
    while seen["tables"] < 12:
        try:
            form = family(random)
            table = statement(spoken(form)).table
        except (InputError, Refused):  # no such family, or none that has a table
            continue
        seen["tables"] += 1
        for name in told_of(form, table, next(arrays(form, random)), random):
            seen["metrics" if name.endswith("(t)") else "facts"] += 1
    assert seen["facts"] > 100 and seen["metrics"] > 30


KINDS = {**OF_WORDS, **CHANCES}
UNREAD = {
    "pull": {"allocated", "same_pull", "potential", "block_mixing"},  # of a W that is not there
    "push": {"block_mixing"},
    "noisy tracking": {
        "added_spread(t)",
        "added_spread2(t)",
    },  # the noise of one call, which a run has no name for
}


@pytest.mark.parametrize("name", KINDS)
def test_nothing_is_false_of_words_noise_and_links(name: str) -> None:
    random, form, reached = Random(name), KINDS[name], set[str]()
    table = statement(spoken(form)).table
    for setting in arrays(form, random):
        reached.update(told_of(form, table, setting, random))
    known = {*table.facts, *table.rules, *(f"{name}(t)" for name in table.metrics)}
    assert reached == known - UNREAD.get(name, set()), known - reached
