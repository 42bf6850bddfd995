"""Steps that the search moves make another run; what no step enters is taken over, and is the same."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

import mixproof as mx
from mixproof.bounds import FLOAT, Family
from mixproof.bounds.families import consensus, declared, gossip
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.local_steps import local_steps
from mixproof.bounds.families.lossy_learning import bent, curved, learning
from mixproof.bounds.families.subgradients import subgradient
from mixproof.bounds.family import constant
from mixproof.bounds.search.look import Looker

FAMILIES = (
    gossip(),
    gossip(fixed=True, scaled=True, changing=True),
    consensus("decefl", fixed=True),
    declared("EXTRA"),
    declared("DGD", "linear", "dented"),
    federated("with"),
    local_steps("path"),
    learning(),
    bent(),
    curved(),
    subgradient(second=True, step=True),
)


@pytest.mark.parametrize(
    ("family", "text", "assume"),
    [
        (gossip(fixed=True, noisy=False), "gap(t) <= gap(0)", ("gap(0) >= 0", "eta <= 1/L")),
        (gossip(noisy=False), "spread(t) <= spread(0)", ("error2(1) >= 0", "Gamma >= delta*L")),
        (declared("NIDS"), "error2(t) <= error2(0)", ("spread2(1) >= 0", "eta <= 1/L")),
        (local_steps(), "gap(t) <= gap(0)", ("smallest_gap >= 0", "beta >= steepest", "eta <= 1/beta")),
    ],
)
def test_a_moved_step_moves_the_trajectory_that_an_assumption_has_read(
    family: Family, text: str, assume: tuple[str, ...]
) -> None:
    stated = mx.claim(text, *assume, family=family)
    looker, random, moved = Looker(stated, stated.variants[0]), Random(5), 0
    for _ in range(60):
        setting = family.sample(random)
        look = looker(setting, fit=True)
        steps = {name: np.array(value) for name, value in look.steps.items()}
        values = {name: array.astype(float) for name, array in setting.values.items()}
        again = looker.floats(setting.sizes, {**values, **steps}, fit=False)
        moved += any(float(x) != float(values[name]) for name, x in steps.items())
        if look.slack >= 0:
            assert replace(again, steps=look.steps) == look
    assert moved > 20


@pytest.mark.parametrize(
    "family", [form for family in FAMILIES for form in (family, *family.also) if form.drawn]
)
def test_constants_taken_over_are_those_of_the_run(family: Family) -> None:
    names = [name for name in dir(family.run) if isinstance(getattr(family.run, name, None), constant)]
    random = Random(2)
    for _ in range(6):
        setting = family.sample(random)
        steps = {name: setting.values[name] * 3 for name, _ in family.steps}
        with np.errstate(all="ignore"):
            drawn = family.start(setting.sizes, setting.values, 3, FLOAT)
            for name in names:
                _value(drawn, name)
            moved = {**setting.values, **steps}
            run = family.start(setting.sizes, moved, 3, FLOAT, like=drawn)
            fresh = family.start(setting.sizes, moved, 3, FLOAT)
            assert {name for name in names if name in vars(run)} == {n for n in names if n in vars(drawn)}
            for name in names:
                assert _same(_value(run, name), _value(fresh, name)), name


def _value(run: object, name: str) -> object:
    try:
        return getattr(run, name)
    except (ArithmeticError, AttributeError, KeyError, IndexError, TypeError):
        return None


def _same(one: object, other: object) -> bool:
    if isinstance(one, (tuple, list)):
        assert isinstance(other, (tuple, list))
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other))
    if isinstance(one, float) and math.isnan(one):
        return _same(np.array(one), np.array(other))
    return one is other or bool(np.array_equal(np.asarray(one), np.asarray(other)))
