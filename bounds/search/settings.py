"""Settings to look at: examples, drawn ones, what hunts make of the best, then limits, late rounds and even ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random

import numpy as np

from .. import Setting, Variant
from .hunt import exact_setting, hunt
from .look import Look, Looker

__all__ = ["settings"]

# how far inside the edge the last step is put, in turn: the edge is not always worst
INSIDE = (1.0, 8.0, 1.0, 1000.0)
BEST = 8  # drawn settings kept to hunt from
POWERS = (2, 4, 8, 16)  # 1/100 and 100, the ends of what is drawn, become 1e-32 and 1e32
FAR = 2  # late looks go that many times as far
EVEN = 0.9  # chance that an array of an even setting has one value
LONG = 6  # a shorter horizon was chosen for its cost: where every round multiplies the paths


def settings(looker: Looker, variant: Variant, budget: int, seed: int) -> Iterator[tuple[Look, Setting]]:
    """Looks at settings that may break the claim, and at the tightest others; most within `budget` looks."""
    for example in variant.examples:
        setting = looker.family.from_json(example)
        yield looker(setting), setting
    random = Random(seed)
    yield from _near(looker, random, budget, seed)
    yield from _breaking(looker, _limits(looker, random, budget // 16))
    near, drawn = looker.rounds, any(parameter.domain.moving for parameter in looker.family.parameters)
    if drawn and looker.first is not None and near >= LONG:
        looker.rounds = FAR * near  # while this waits, and whoever decides on what it found, too
        yield from _breaking(looker, (looker.family.sample(random) for _ in range(budget // 32)))
        looker.rounds = near
    if drawn:
        yield from _breaking(looker, _even(looker, random, budget // 8), INSIDE)


def _near(looker: Looker, random: Random, budget: int, seed: int) -> Iterator[tuple[Look, Setting]]:
    """Drawn settings, their steps on and inside the edge, then hunts from the best, and from any while looks remain."""
    family = looker.family
    ranked: list[tuple[float, int, Setting]] = []
    for number in range(budget // 2):
        drawn = family.sample(random)
        look = _look(looker, drawn, INSIDE[number % len(INSIDE)])
        if look.slack < 0 or look.score is None:
            continue
        if look.breaks or len(ranked) < BEST or look.cost < ranked[-1][0]:
            setting = exact_setting(family, drawn, look.steps)
            yield looker(setting), setting
            ranked = sorted([*ranked, (look.cost, number, setting)], key=lambda entry: entry[:2])[:BEST]
        if not family.parameters:
            return
    starts = [(number, setting) for _, number, setting in ranked]
    # the best may all lie in one limit where the sides agree: what their hunts leave goes to others
    starts += [(budget + number, family.sample(random)) for number in range(BEST if starts else 0)]
    for number, setting in starts:
        if looker.count >= budget:
            return
        result = hunt(looker, setting, max(100, budget // 4), seed + number)
        if result is None:
            return
        yield result


def _look(looker: Looker, drawn: Setting, inside: float = 1.0) -> Look:
    values = {name: np.array(array, dtype=float) for name, array in drawn.values.items()}
    return looker.floats(drawn.sizes, values, fit=True, inside=inside)


def _limits(looker: Looker, random: Random, count: int) -> Iterator[Setting]:
    """Settings whose positive numbers go to 0 and to infinity at their own rates: bounds are often met in a limit."""
    scaled = [p.name for p in looker.family.parameters if p.domain.scale == "log" and p.domain.moving]
    for _ in range(count if scaled else 0):
        drawn = looker.family.sample(random)
        power = random.choice(POWERS)
        stretched = {name: np.array(drawn.values[name] ** power, dtype=object) for name in scaled}
        yield Setting(drawn.sizes, {**drawn.values, **stretched})


def _even(looker: Looker, random: Random, count: int) -> Iterator[Setting]:
    """Settings with most arrays at one value each: clients alike, a common start, the plain average.

    Some bounds break only where several of these meet. Numbers drawn one by one hardly ever do, and hunts are drawn
    elsewhere: to where nothing happens in a round, so that a bound with the initial error is nearly an equality.
    """
    family = looker.family
    for _ in range(count):
        drawn = family.sample(random)
        values = dict(drawn.values)
        for parameter in family.parameters:
            domain, shape = parameter.domain, family.shape(parameter, drawn.sizes)
            size = domain.count(shape)
            if size > 1 and random.random() < EVEN:
                one = domain.disassemble(values[parameter.name])[0]
                values[parameter.name] = domain.assemble(domain.retract([one] * size, shape), shape)
        yield Setting(drawn.sizes, values)


def _breaking(
    looker: Looker, drawn: Iterator[Setting], insides: tuple[float, ...] = (1.0,)
) -> Iterator[tuple[Look, Setting]]:
    """Those of the settings that break the claim, their last step on the edge or, in turn, that far inside."""
    for setting, inside in zip(drawn, cycle(insides)):
        look = _look(looker, setting, inside)
        if look.breaks:
            setting = exact_setting(looker.family, setting, look.steps)
            yield looker(setting), setting
