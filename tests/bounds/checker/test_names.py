"""Every name that the standalone checker knows, read by a theorem or not, has the value of the library's exact run."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixproof.bounds import EXACT, Family, Setting
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.checker.families import FAMILIES
from mixproof.bounds.checker.formulas import Scope
from mixproof.bounds.checker.intervals import NotAWitness
from mixproof.bounds.checker.lossy_links import Links
from mixproof.bounds.checker.projection import Projection
from mixproof.bounds.theorems import ALL

NAMED_BY_THE_SETTING = {"account", "constants", "scalars"}
NOT_FOLLOWED = {"shared", "signs"}  # noise of local steps


def widest() -> list[Family]:
    """Of each kind of setting, its clients and its options the family of most sizes and parameters."""
    found: dict[tuple[str, ...], Family] = {}
    families = [theorem.family_of(variant) for theorem in ALL for variant in theorem.variants]
    forms = [form for family in families for form in (family, *family.also) if form.drawn]
    for form in sorted(forms, key=lambda form: (prod(map(len, form.sizes.values())), len(form.parameters))):
        options = {} if form.name == "declared" else form.options or {}  # of all algorithms one
        if form.name in FAMILIES.keys() - NAMED_BY_THE_SETTING and not NOT_FOLLOWED & {*options.values()}:
            found[form.name, form.run.__name__, str(options)] = form
    return list(found.values())


def names(ours: Any, t: int) -> list[tuple[str, int | None]]:
    """Names with the round at which to read them; without those of links where there are links alone, and no P."""
    lacking = {*Links.constants} if isinstance(ours, Projection) else {"S"} - ours.size.keys()
    constants: list[tuple[str, int | None]] = [(name, None) for name in ours.constants.keys() - lacking]
    return sorted(constants) + [(name, t) for name in ours.metrics]


def told(run: Any, name: str, at: int | None) -> Any:
    """What the library's run says; None where the setting gives the name no value."""
    try:
        return getattr(run, name) if at is None else getattr(run, name)(at)
    except (ArithmeticError, AttributeError, LookupError, TypeError):
        return None


def compared(family: Family, setting: Setting, t: int) -> set[str]:
    """The names that have a value in the library's run, each the same in the checker."""
    found = set()
    run = family.start(setting.sizes, setting.values, 7, EXACT)
    ours = FAMILIES[family.name](setting.to_json(), dict(family.options or {}))
    scope = Scope({}, ours, t)
    for name, at in names(ours, t):
        meant = told(run, name, at)
        if meant is not None:
            value = scope.name(name, at)
            low, high = enclosure(EXACT.number(meant))
            assert low <= value.high and value.low <= high, name
            assert value.high - value.low <= Fraction(max(abs(value.low), 1)) / 2**150, name
            found.add(name)
    return found


EVERY_KIND = pytest.mark.parametrize(
    "family", widest(), ids=lambda family: f"{family.name}-{family.run.__name__}"
)


@EVERY_KIND
def test_every_name_of_the_checker_has_the_value_of_the_exact_run(family: Family) -> None:
    seen = set()

    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    @given(family.strategy(), st.sampled_from([0, 1, 2]))
    def agree(setting: Setting, t: int) -> None:
        seen.update(compared(family, setting, t))

    agree()
    assert seen


@EVERY_KIND
def test_so_it_has_where_sizes_are_large(family: Family) -> None:
    """Where several matrices take their turns, clients differ, and an interval ends."""
    sizes = {name: choices[:3][-1:] for name, choices in family.sizes.items()}
    for t in (2, 3):
        assert compared(family, replace(family, sizes=sizes).sample(Random(t)), t)


def test_a_mean_over_links_has_no_value_without_their_probabilities() -> None:
    halves = [["1/2", "1/2"], ["1/2", "1/2"]]
    setting = Projection({"W": [halves], "Y": [[0, "1/2"], ["1/2", 0]]}, {})
    assert Scope({}, setting, 0).name("own_after") == Fraction(1, 2)
    with pytest.raises(NotAWitness, match="P is lacking"):
        Scope({}, setting, 0).name("rho_mean")
