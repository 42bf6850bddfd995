"""Steps that the search moves make another run, and leave the run that they were moved from as it is."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import mixproof as mx
from mixproof.bounds import Family
from mixproof.bounds.families import consensus, declared, gossip
from mixproof.bounds.families.federated import federated
from mixproof.bounds.families.local_steps import local_steps
from mixproof.bounds.families.lossy_learning import bent, curved, learning
from mixproof.bounds.families.subgradients import subgradient
from mixproof.bounds.search.evaluation import Evaluator
from mixproof.bounds.vocabulary import is_number, offered

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
    evaluator, random, moved = Evaluator(stated, stated.variants[0]), Random(5), 0
    for _ in range(60):
        setting = family.sample(random)
        look = evaluator(setting, fit=True)
        steps = {name: np.array(value) for name, value in look.steps.items()}
        values = {name: array.astype(float) for name, array in setting.values.items()}
        again = evaluator.floats(setting.sizes, {**values, **steps}, fit=False)
        moved += any(float(x) != float(values[name]) for name, x in steps.items())
        if look.slack >= 0:
            assert replace(again, steps=look.steps) == look
    assert moved > 20


@pytest.mark.parametrize(
    "family", [form for family in FAMILIES for form in (family, *family.also) if form.drawn]
)
def test_a_run_at_other_steps_is_the_run_of_that_setting(family: Family) -> None:
    random = Random(2)
    for _ in range(6):
        setting = family.sample(random)
        with np.errstate(all="ignore"):
            drawn = family.start(setting.sizes, setting.values, 3)
            if not hasattr(drawn, "at"):
                return
            names = offered(drawn)
            before = {name: _value(drawn, name) for name in names}
            steps = {name: float(setting.values[name].item()) * 3 for name, _ in family.steps}
            run = drawn.at(5, **steps)
            moved = {**setting.values, **{name: np.array(value) for name, value in steps.items()}}
            fresh = family.start(setting.sizes, moved, 5)
            for name in names:
                assert _same(_value(run, name), _value(fresh, name)), name
                assert _same(_value(drawn, name), before[name]), name


def _value(run: object, name: str) -> object:
    try:
        value = getattr(run, name)
        value = value(np.arange(4.0)) if callable(value) else value
    except (ArithmeticError, AttributeError, KeyError, IndexError, TypeError, ValueError):
        return None
    return value if isinstance(value, np.ndarray) or is_number(value) else None


def _same(one: object, other: object) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(np.asarray(one, dtype=float), np.asarray(other, dtype=float), equal_nan=True)


@pytest.mark.parametrize(
    ("assumption", "low", "high"),
    [
        ("eta <= 1/L", 1 - 1e-12, 1 + 1e-12),
        ("1/L >= eta", 1 - 1e-12, 1 + 1e-12),
        ("eta < 1/L", 1 - 1e-5, 1 - 1e-7),
        ("eta <= 2/L - eta", 0.99, 1),  # not solved for the step: the edge is bisected
    ],
)
def test_a_step_that_is_too_long_is_moved_to_the_edge(assumption: str, low: float, high: float) -> None:
    family = gossip(fixed=True, noisy=False)
    stated = mx.claim("gap(t) <= gap(0)", assumption, family=family)
    evaluator, random, moved = Evaluator(stated, stated.variants[0]), Random(2), 0
    for _ in range(40):
        setting = family.sample(random)
        values = {name: array.astype(float) for name, array in setting.values.items()}
        longest = 1 / family.start(setting.sizes, values, 2).L
        if float(values["eta"]) > 2 * longest:
            moved += 1
            assert low <= evaluator(setting, fit=True).steps["eta"] / longest <= high
    assert moved > 5
