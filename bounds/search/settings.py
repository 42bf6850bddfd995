"""Settings to look at: examples, drawn ones, what hunts make of the best, then limits, late rounds and even ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, cycle, zip_longest
from operator import attrgetter, itemgetter
from random import Random
from typing import Any

import numpy as np

from .. import FLOAT, Family, Setting
from .critical import critical
from .drawn import STRETCHED, Drawn, camps, draw, even, evened, limits, textbook
from .hunt import Hunt, exact_setting, started
from .look import FARTHEST, LONG, Look, Looker

__all__ = ["settings"]

# how far inside the edge the last step is put, in turn: the edge is not always worst
INSIDE = (1.0, 8.0, 1.0, 1000.0)
DRAWN = 400  # settings drawn before the hunts, at most
BEST = 8  # drawn settings kept to hunt from, and as many with special starts
SHORT = 100  # looks of a first hunt, at least
LIMITS = 4  # settings near limits take that part of the budget
FAR = ((2, 32), (4, 64), (8, 128))  # late looks go that many times as far, with that share of the budget
LEAPS, LEAPT = 10**5, 4  # runs that reach on without end go on to that round, with that part of the budget
ALIKE = (1, 2)  # which of every four drawn settings are even: both on the edge and inside
NETWORKS = 16  # settings on textbook networks take that part of the budget
NUMBERS = 24  # settings of numbers alone that are moved to edges, kinks and poles
WIDE = 4  # settings of wide sizes take that part of the budget

Ranked = tuple[float, int, Drawn]  # its cost, and when it was drawn


def settings(
    looker: Looker, examples: Iterable[Mapping[str, Any]], budget: int, seed: int
) -> Iterator[tuple[Look, Setting]]:
    """Looks at settings that may break the claim, and at the tightest others; most within `budget` looks."""
    for example in examples:
        setting = looker.family.from_json(example)
        yield looker(setting), setting
    random, family = Random(seed), looker.family
    yield from _breaking(looker, textbook(family, Random(seed), budget // NETWORKS), INSIDE)
    for setting in critical(looker, Random(seed), NUMBERS):
        if (look := looker(setting)).breaks:
            yield look, setting
    yield from _near(looker, random, budget, seed)
    if not any(parameter.domain.moving for parameter in family.parameters):
        return
    # bounds are often met in a limit
    yield from _breaking(looker, limits(family, random, budget // LIMITS))
    yield from _late(looker, random, budget, seed)
    yield from _breaking(looker, even(family, random, budget // 8), INSIDE)
    if family.wide:
        looks = budget // (WIDE if family.steps else 1)  # matrices alone cost little
        before = looker.count
        yield from _breaking(looker, camps(family, random, looks // 2), INSIDE)
        yield from _near(looker, random, looks - (looker.count - before), seed, wide=True)


def _near(
    looker: Looker, random: Random, budget: int, seed: int, wide: bool = False, limit: float = STRETCHED
) -> Iterator[tuple[Look, Setting]]:
    """Drawn settings, their steps on and inside the edge, then hunts from the best, and from any while looks remain."""
    family = looker.family
    ranked: tuple[list[Ranked], list[Ranked]] = ([], [])  # with starts of their own, with special ones
    end = looker.count + budget
    for number in range(min(budget // 2, DRAWN)):
        drawn, start = draw(family, random, wide, limit)
        if number % 4 in ALIKE and not wide:
            drawn = evened(family, drawn, random)
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
    starts += [(budget + number, draw(family, random, wide)) for number in range(BEST if starts else 0)]
    yield from _hunted(looker, starts, max(SHORT, budget // 12), end, seed)
    if starts:  # where hunts end at once, for no side changes, drawing is all there is
        left = (draw(family, random, wide) for _ in range(max(0, end - looker.count)))
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


def _late(looker: Looker, random: Random, budget: int, seed: int) -> Iterator[tuple[Look, Setting]]:
    """Settings looked at over more rounds."""
    near = looker.rounds
    if looker.first is None or near < LONG:
        return
    reach = getattr(_run(looker.family, looker.family.sample(random)), "reach", near)
    if reach > LEAPS:
        looker.farthest = LEAPS
        yield from _near(looker, random, budget // LEAPT, seed, limit=0.5)
        looker.farthest = FARTHEST
    for times, share in FAR if reach < FARTHEST or looker.sums else ():
        if times == FAR[0][0] or times * near <= FARTHEST:
            looker.rounds = times * near  # while this waits, and whoever decides on what it found, too
            drawn = (draw(looker.family, random) for _ in range(budget // share))
            yield from _breaking(looker, drawn, INSIDE)
    looker.rounds = near


def _breaking(
    looker: Looker, drawn: Iterator[Drawn], insides: tuple[float, ...] = (1.0,)
) -> Iterator[tuple[Look, Setting]]:
    """Those of the settings that break the claim, their last step on the edge or, in turn, that far inside."""
    for (setting, start), inside in zip(drawn, cycle(insides)):
        look = _look(looker, setting, start, inside)
        if look.breaks:
            exact = exact_setting(looker.family, setting, look.steps, start)
            yield looker(exact), exact
