"""Every name that the kernel knows, read by a theorem or not, has the value of the library's run in floats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mixproof.bounds import Family, Setting
from mixproof.bounds.arithmetic import flint_numbers
from mixproof.bounds.kernel.exact import STANDARD, Numbers
from mixproof.bounds.kernel.text import Refused
from mixproof.bounds.kernel.witness import FAMILIES, offered, opened
from mixproof.bounds.theorems import ALL

from ...slow import sampled

# what floats have: a bound on all rounds, the first of several paths, the step of a method without one
UNDEFINED = (
    "chi2",
    "a random number",
    "vector that is random",
    "an integral",
    "grew too large",
    "eta is not known",
    "not one solution",
)


def widest() -> list[Family]:
    """Of each kind of setting, its clients and its options the family of most sizes and parameters."""
    found: dict[tuple[str, ...], Family] = {}
    families = [theorem.family_of(variant) for theorem in ALL for variant in theorem.variants]
    forms = [form for family in families for form in (family, *family.also) if form.drawn]
    for form in sorted(forms, key=lambda form: (prod(map(len, form.sizes.values())), len(form.parameters))):
        options = {} if form.name == "declared" else form.options or {}  # of all algorithms one
        if form.name in FAMILIES and form.name != "constants":
            found[form.name, form.kind, str(options)] = form
    return list(found.values())


def told(run: Any, name: str, at: int | None) -> Any:
    """What the library's run says; None where the setting gives the name no value."""
    try:
        with np.errstate(all="ignore"):
            found = getattr(run, name) if at is None else getattr(run, name)(at)
        return found if np.isfinite(found) else None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


def compared(family: Family, setting: Setting, t: int, numbers: Numbers = STANDARD) -> Iterable[str]:
    """The names that have a value in the library's run, each the same in the kernel."""
    run = family.start(setting.sizes, setting.values, 7)
    ours = opened(family.name, setting.to_json(), family.record_options, numbers)
    scope = offered(ours, t, numbers)
    for name, at in [*((name, None) for name in ours.constants), *((name, t) for name in ours.metrics)]:
        meant = told(run, name, at)
        if meant is None or (name == "fedavg_distance2" and "v" in setting.values):  # of runs without noise
            continue
        if family.name == "noisy-steps" and at == 0:  # the library's bounds speak of t >= 1
            continue
        try:
            least, most = numbers.ends(scope.read(name if at is None else f"{name}({at})"))
        except Refused as why:
            assert any(text in str(why) for text in UNDEFINED), f"{name}: {why}"
            continue
        assert most - least <= Fraction(max(abs(least), 1)) / 2**150, name
        assert float(meant) == pytest.approx(float(least), rel=1e-6, abs=1e-6), name
        yield name


def private(setting: Setting) -> bool:
    """Of private steps: whether a batch is one, and clipping at C does nothing."""
    told = setting.values
    if not told.keys() >= {"B", "C", "b"}:
        return True
    return bool(told["B"].item() <= told["b"].shape[1] and abs(told["b"]).max() <= told["C"].item())


EVERY_KIND = pytest.mark.parametrize("family", widest(), ids=lambda family: f"{family.name}-{family.kind}")


@EVERY_KIND
def test_every_name_of_the_kernel_has_the_value_of_the_run_in_floats(family: Family) -> None:
    seen: set[str] = set()

    @settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(family.strategy().filter(private), st.sampled_from([0, 1, 2]))
    def agree(setting: Setting, t: int) -> None:
        seen.update(compared(family, setting, t))

    agree()
    assert seen


@pytest.mark.parametrize("family", sampled(widest(), 2), ids=lambda family: f"{family.name}-{family.kind}")
def test_so_it_has_where_sizes_are_large(family: Family) -> None:
    """Where several matrices take their turns, clients differ, and an interval ends; in faster numbers too."""
    sizes = {name: choices[:3][-1:] for name, choices in family.sizes.items()}
    for t in (2, 3):
        settings_ = (replace(family, sizes=sizes).sample(Random(t + k)) for k in range(0, 1000, 10))
        setting = next(filter(private, settings_))
        ours = set(compared(family, setting, t))
        assert ours == set(compared(family, setting, t, flint_numbers())) and ours


def test_a_network_that_does_not_connect_all_has_no_tension() -> None:
    (averaging,) = (f for f in widest() if (f.name, f.kind) == ("declared", "") and "mix" in str(f.options))
    setting = {"K": 3, "S": 1, "W": [[[0, 1, 0], [1, 0, 0], [0, 0, 1]]], "w0": [[1], [2], [4]]}
    scope = offered(opened("declared", setting, averaging.record_options, STANDARD), 0, STANDARD)
    with pytest.raises(Refused, match="not one solution"):
        scope.read("tension2")
