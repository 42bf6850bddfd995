"""Settings to look at: examples, drawn ones, what hunts make of the best, then limits, late rounds and even ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, cycle, zip_longest
from operator import attrgetter, itemgetter
from random import Random
from typing import Any

import numpy as np

from .. import FLOAT, Family, Setting
from .hunt import Hunt, exact_setting, started
from .look import FARTHEST, Look, Looker

__all__ = ["settings"]

# how far inside the edge the last step is put, in turn: the edge is not always worst
INSIDE = (1.0, 8.0, 1.0, 1000.0)
DRAWN = 400  # settings drawn before the hunts, at most
BEST = 8  # drawn settings kept to hunt from, and as many with special starts
SHORT = 100  # looks of a first hunt, at least
STARTED = 1 / 6  # chance of a special start
STRETCHED = 1 / 12  # chance of a setting near a limit
LIMITS = 4  # settings near limits take that part of the budget
WHOLE = 0.7  # chance that all rows of an array are scaled alike
POWERS = (2, 4, 8, 16)  # 1/100 and 100, the ends of what is drawn, become 1e-32 and 1e32
FAR = ((2, 32), (4, 64), (8, 128))  # late looks go that many times as far, with that share of the budget
LEAPS, LEAPT = 10**5, 4  # runs that leap go on to that round, with that part of the budget
EVEN = 0.9  # chance that an array of an even setting has one value
ALIKE = (1, 2)  # which of every four drawn settings are even: both on the edge and inside
WIDE = 4  # settings of wide sizes take that part of the budget
CAMPS = 1 / 2  # chance of a special start where clients stand in two camps
LONG = 6  # a shorter horizon was chosen for its cost: where every round multiplies the paths

Drawn = tuple[Setting, int | None]  # a setting, and the number of its special start, if any
Ranked = tuple[float, int, Drawn]  # its cost, and when it was drawn


def settings(
    looker: Looker, examples: Iterable[Mapping[str, Any]], budget: int, seed: int
) -> Iterator[tuple[Look, Setting]]:
    """Looks at settings that may break the claim, and at the tightest others; most within `budget` looks."""
    for example in examples:
        setting = looker.family.from_json(example)
        yield looker(setting), setting
    random, family = Random(seed), looker.family
    yield from _near(looker, random, budget, seed)
    if not any(parameter.domain.moving for parameter in family.parameters):
        return
    # bounds are often met in a limit
    yield from _breaking(looker, _limits(family, random, budget // LIMITS))
    yield from _late(looker, random, budget, seed)
    yield from _breaking(looker, _even(family, random, budget // 8), INSIDE)
    if family.wide:
        looks = budget // (WIDE if family.steps else 1)  # matrices alone cost little
        before = looker.count
        yield from _breaking(looker, _camps(family, random, looks // 2), INSIDE)
        yield from _near(looker, random, looks - (looker.count - before), seed, wide=True)


def _draw(family: Family, random: Random, wide: bool = False, limit: float = STRETCHED) -> Drawn:
    """A drawn setting, now and then near a limit, or with a special start."""
    drawn = family.sample(random, wide)
    if random.random() < limit:
        drawn = _stretched(family, drawn, random)
    start = None
    if family.starts and random.random() < STARTED:
        start = random.randrange(len(family.starts))
    return drawn, start


def _near(
    looker: Looker, random: Random, budget: int, seed: int, wide: bool = False, limit: float = STRETCHED
) -> Iterator[tuple[Look, Setting]]:
    """Drawn settings, their steps on and inside the edge, then hunts from the best, and from any while looks remain."""
    family = looker.family
    ranked: tuple[list[Ranked], list[Ranked]] = ([], [])  # with starts of their own, with special ones
    end = looker.count + budget
    for number in range(min(budget // 2, DRAWN)):
        drawn, start = _draw(family, random, wide, limit)
        if number % 4 in ALIKE and not wide:
            drawn = _evened(family, drawn, random)
        look = _look(looker, drawn, start, INSIDE[number % len(INSIDE)])
        if look.slack < 0 or look.score is None:
            continue
        best = ranked[start is not None]
        if look.breaks or len(best) < BEST or look.cost < best[-1][0]:
            setting = exact_setting(family, drawn, look.steps, start)
            yield looker(setting), setting
            best[:] = sorted([*best, (look.cost, number, (setting, start))], key=itemgetter(0, 1))[:BEST]
        if not family.parameters:
            return
    # in turn: a hunt from a special start keeps to it, and what is best there is often not best of all
    starts = [entry[1:] for pair in zip_longest(*ranked) for entry in pair if entry]
    # the best may all lie in one limit where the sides agree: what their hunts leave goes to others
    starts += [(budget + number, _draw(family, random, wide)) for number in range(BEST if starts else 0)]
    yield from _hunted(looker, starts, max(SHORT, budget // 12), end, seed)
    if starts:  # where hunts end at once, for no side changes, drawing is all there is
        left = (_draw(family, random, wide) for _ in range(max(0, end - looker.count)))
        yield from _breaking(looker, left, INSIDE)


def _hunted(
    looker: Looker, starts: Iterable[tuple[int, Drawn]], short: int, end: int, seed: int
) -> Iterator[tuple[Look, Setting]]:
    """Short hunts, while half of the looks remain; the others go to those that came farthest, then to other starts.

    Worst cases in ten or twenty numbers take a thousand looks and more, which few of the hunts are worth.
    """
    half = (looker.count + end) // 2
    hunts = (Hunt(looker, drawn, start, seed + number) for number, (drawn, start) in starts)
    begun = []
    for hunt in hunts:
        yield from hunt.until(looker.count + short)
        begun.append(hunt)
        if looker.count >= half:
            break
    for hunt in chain(sorted(begun, key=attrgetter("cost")), hunts):
        if looker.count >= end:
            return
        yield from hunt.until(end)


def _look(looker: Looker, drawn: Setting, start: int | None, inside: float = 1.0) -> Look:
    floats = {name: np.array(array, dtype=float) for name, array in drawn.values.items()}
    values = started(looker.family, drawn.sizes, floats, start)
    return looker.floats(drawn.sizes, values, fit=True, inside=inside)


def _run(family: Family, drawn: Setting) -> Any:
    return family.start(drawn.sizes, drawn.values, 1, FLOAT)


def _stretched(family: Family, drawn: Setting, random: Random) -> Setting:
    """The setting, some of its positive numbers and shares raised to powers: they go to 0 and to infinity."""
    powers = {}
    for p in family.parameters:
        if p.domain.moving and p.domain.scale != "asinh" and random.random() < 0.6:
            power = random.choice(POWERS)
            powers[p.name] = [x**power for x in p.domain.disassemble(drawn.values[p.name])]
    return family.put(drawn, powers)


def _limits(family: Family, random: Random, count: int) -> Iterator[Drawn]:
    """Settings near limits of either kind."""
    for _ in range(count):
        drawn, start = _draw(family, random, limit=0.0)
        yield random.choice((_stretched, _scaled))(family, drawn, random), start


def _scaled(family: Family, drawn: Setting, random: Random) -> Setting:
    """The setting, some of its arrays or rows of them (a client's, a round's) many times as large or as small.

    All by one factor, so that what was alike stays so: units that do not agree, equalities in the limit.
    """
    power = Fraction(10) ** random.choice(POWERS)
    factors = (1 / power, Fraction(1), power)
    values = dict(drawn.values)
    for p in family.parameters:
        if not p.domain.moving or p.domain.scale == "share":
            continue
        shape = family.shape(p, drawn.sizes)
        rows = shape[0] if shape else 1
        chosen = [random.choice(factors)] * rows
        if random.random() >= WHOLE:
            chosen = random.choices(factors, k=rows)
        numbers = p.domain.disassemble(family.moving(p, drawn.values))
        scaled = [x * chosen[k * rows // len(numbers)] for k, x in enumerate(numbers)]
        array = p.domain.array(scaled, shape)
        values[p.name] = family.placed(p, array, values)
    return Setting(drawn.sizes, values)


def _late(looker: Looker, random: Random, budget: int, seed: int) -> Iterator[tuple[Look, Setting]]:
    """Settings looked at over more rounds."""
    near = looker.rounds
    if looker.first is None or near < LONG:
        return
    run = _run(looker.family, looker.family.sample(random))
    if getattr(run, "leaps", False):
        looker.farthest = LEAPS
        yield from _near(looker, random, budget // LEAPT, seed, limit=0.5)
        looker.farthest = FARTHEST
    for times, share in FAR:
        if times == FAR[0][0] or times * near <= FARTHEST:
            looker.rounds = times * near  # while this waits, and whoever decides on what it found, too
            drawn = (_draw(looker.family, random) for _ in range(budget // share))
            yield from _breaking(looker, drawn, INSIDE)
    looker.rounds = near


def _evened(family: Family, drawn: Setting, random: Random) -> Setting:
    """The setting with most arrays at one value each: clients alike, a common start, the plain average.

    Some bounds break only where several of these meet. Numbers drawn one by one hardly ever do, and hunts are drawn
    elsewhere: to where nothing happens in a round, so that a bound with the initial error is nearly an equality.
    """
    values = {}
    for parameter in family.parameters:
        size = parameter.domain.count(family.shape(parameter, drawn.sizes))
        if size > 1 and random.random() < EVEN:
            values[parameter.name] = parameter.domain.disassemble(drawn.values[parameter.name])[:1] * size
    return family.put(drawn, values)


def _even(family: Family, random: Random, count: int) -> Iterator[Drawn]:
    """Even settings."""
    for _ in range(count):
        drawn, start = _draw(family, random)
        yield _evened(family, drawn, random), start


def _camps(family: Family, random: Random, count: int) -> Iterator[Drawn]:
    """Settings of wide sizes whose clients are of two kinds, alike within each: many clients, few numbers.

    Worst cases of sums over clients are of this shape; numbers drawn client by client seldom are.
    """
    for _ in range(count):
        drawn = family.sample(random, wide=True)
        kinds = [random.randrange(2) for _ in range(max(drawn.sizes[name] for name in family.wide))]
        values = {}
        for p in family.parameters:
            shape = family.shape(p, drawn.sizes)
            if p.shape and p.shape[0] in family.wide and p.domain.count(shape) == math.prod(shape):
                # the first of each kind speaks for it
                rows = [kinds.index(kind) for kind in kinds[: shape[0]]]
                values[p.name] = drawn.values[p.name][rows].reshape(-1).tolist()
        if not values:
            return
        special = family.starts and random.random() < CAMPS
        yield family.put(drawn, values), random.randrange(len(family.starts)) if special else None


def _breaking(
    looker: Looker, drawn: Iterator[Drawn], insides: tuple[float, ...] = (1.0,)
) -> Iterator[tuple[Look, Setting]]:
    """Those of the settings that break the claim, their last step on the edge or, in turn, that far inside."""
    for (setting, start), inside in zip(drawn, cycle(insides)):
        look = _look(looker, setting, start, inside)
        if look.breaks:
            exact = exact_setting(looker.family, setting, look.steps, start)
            yield looker(exact), exact
