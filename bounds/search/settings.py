"""Settings to evaluate: examples, drawn ones, what hunts make of the best, then limits, late rounds and even ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, cycle, zip_longest
from operator import attrgetter, itemgetter
from random import Random
from typing import Any

import numpy as np

from .. import Family, Setting
from .critical import critical
from .drawn import STRETCHED, Drawn, camps, draw, even, evened, limits, squared, textbook, weakened
from .evaluation import FARTHEST, LONG, Evaluation, Evaluator
from .hunt import Hunt, exact_setting, simplest, started

__all__ = ["settings"]

# how far inside the edge the last step is put, in turn: the edge is not always worst
INSIDE = (1.0, 8.0, 1.0, 1000.0)
DRAWN = 400  # settings drawn before the hunts, at most
BEST = 8  # drawn settings kept to hunt from, and as many with special starts
SHORT = 100  # evaluations of a first hunt, at least
LIMITS = 4  # settings near limits take that part of the budget
FAR = (
    (2, 32),
    (4, 64),
    (8, 128),
)  # late evaluations go that many times as far, with that share of the budget
LEAPS, LEAPT = 10**5, 4  # runs that reach on without end go on to that round, with that part of the budget
ALIKE = (1, 2)  # which of every four drawn settings are even: both on the edge and inside
NETWORKS = 16  # settings on textbook networks take that part of the budget
EDGES = 16  # settings whose network is on the edge of the assumptions, that part of it; half of their arrays are even
WEAKEST, HALVINGS = Fraction(1, 1000), 12
BETWEEN = tuple(Fraction(n, 8) for n in (7, 6, 5, 4, 3, 2, 1))
NUMBERS = 24  # settings of numbers alone that are moved to edges, kinks and poles
WIDE = 4  # settings of wide sizes take that part of the budget
RARE = 4  # where no more than one of so many settings can be compared, others are drawn till they are allowed
TRIES = 12  # settings drawn for one that is allowed
KEPT = 3  # settings of a shape that are hunted from

Ranked = tuple[float, int, Drawn]  # its cost, and when it was drawn


def settings(
    evaluator: Evaluator, examples: Iterable[Mapping[str, Any]], budget: int, seed: int
) -> Iterator[tuple[Evaluation, Setting]]:
    """Settings that may break the claim, and the tightest others; most within `budget` evaluations."""
    for example in examples:
        setting = evaluator.family.from_json(example)
        yield evaluator(setting), setting
    random, family = Random(seed), evaluator.family
    yield from _breaking(evaluator, textbook(family, Random(seed), budget // NETWORKS), INSIDE)
    for setting in critical(evaluator, Random(seed), NUMBERS):
        if (evaluation := evaluator(setting)).breaks:
            yield evaluation, setting
    yield from _near(evaluator, random, budget, seed)
    if not any(parameter.domain.moving for parameter in family.parameters):
        return
    # bounds are often met in a limit
    yield from _breaking(evaluator, limits(family, random, budget // LIMITS))
    yield from _late(evaluator, random, budget, seed)
    yield from _breaking(evaluator, even(family, random, budget // 8), INSIDE)
    yield from _breaking(evaluator, _edged(evaluator, Random(seed), budget // EDGES), INSIDE, tightest=True)
    if family.wide:
        evaluations = budget // (WIDE if family.steps else 1)  # matrices alone cost little
        before = evaluator.count
        if family.steps:
            networks = textbook(family, Random(seed), budget // NETWORKS, wide=True)
            yield from _breaking(evaluator, networks, INSIDE)
        yield from _shaped(evaluator, camps(family, random, evaluations // 2), evaluations // 2, seed)
        if (left := evaluations - (evaluator.count - before)) >= SHORT:
            yield from _near(evaluator, random, left, seed, wide=True)
    if RARE * evaluator.coverage.settings < evaluator.count:
        yield from _shaped(evaluator, _allowed(evaluator, Random(seed), budget // 8), budget // 8, seed)


def _allowed(evaluator: Evaluator, random: Random, count: int) -> Iterator[Drawn]:
    """Even settings that meet the assumptions which no step can mend, such as gstar == 0: few of those drawn do.

    Where an assumption fixes a step by a root, positive numbers are squares.
    """
    family = evaluator.family
    for number in range(count * TRIES):
        drawn, start = draw(family, random, wide=bool(family.wide) and number % 2 == 0, limit=0.0)
        drawn = evened(family, drawn, random)
        if evaluator.rooted:
            drawn = squared(family, drawn)
        if evaluator.allows(family.started(drawn, start)):
            yield drawn, start
            count -= 1
        if not count:
            return


def _shaped(
    evaluator: Evaluator, drawn: Iterable[Drawn], evaluations: int, seed: int
) -> Iterator[tuple[Evaluation, Setting]]:
    """Settings of a shape, those that break the claim or are the tightest; then hunts from these that keep it."""
    best: list[Ranked] = []
    for number, ((setting, start), inside) in enumerate(zip(drawn, cycle(INSIDE))):
        evaluation = _evaluate(evaluator, setting, start, inside)
        if evaluation.slack < 0 or evaluation.score is None:
            continue
        if evaluation.breaks or len(best) < KEPT or evaluation.cost < best[-1][0]:
            exact = exact_setting(evaluator.family, setting, evaluation.steps, start)
            yield evaluator(exact), exact
            best = sorted([*best, (evaluation.cost, number, (exact, start))], key=itemgetter(0, 1))[:KEPT]
    for _, number, (setting, start) in best:
        hunt = Hunt(evaluator, setting, start, seed + number, tied=True)
        yield from hunt.until(evaluator.count + evaluations // len(best))


def _edged(evaluator: Evaluator, random: Random, count: int) -> Iterator[Drawn]:
    """Settings whose links are as weak, or as strong, as assumptions on the network allow: where lam <= 9/10 is tight.

    An assumption lam == 9/10 is met there alone. Steps are always put on the edge of the assumptions; of a network all
    weights are moved at once.
    """
    for _ in range(count):
        drawn, start = draw(evaluator.family, random, limit=0.0)
        drawn = evened(evaluator.family, drawn, random, 1 / 2)
        low, high = WEAKEST, Fraction(1)
        if weakened(evaluator.family, drawn, low) is None:
            return
        met, other = (_met(evaluator, drawn, share) for share in (high, low))
        if met == other:  # an assumption may have two sides, of which one is broken at either end
            between = next((share for share in BETWEEN if _met(evaluator, drawn, share) != met), None)
            if between is None:
                continue
            low = between
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if _met(evaluator, drawn, middle) == met:
                high = middle
            else:
                low = middle
        ends = (simplest(float(low), float(high)), high if met else low)
        edged = (weakened(evaluator.family, drawn, share) for share in ends)
        yield from ((setting, start) for setting in edged if setting and evaluator.allows(setting))


def _met(evaluator: Evaluator, drawn: Setting, share: Fraction) -> bool:
    """Whether the setting with weights of links that share of theirs meets the assumptions, with <= for ==."""
    weak = weakened(evaluator.family, drawn, share)
    return weak is not None and evaluator.allows(weak, below=True)


def _near(
    evaluator: Evaluator, random: Random, budget: int, seed: int, wide: bool = False, limit: float = STRETCHED
) -> Iterator[tuple[Evaluation, Setting]]:
    """Drawn settings, their steps on and inside the edge, then hunts from the best, then from any within budget."""
    family = evaluator.family
    ranked: tuple[list[Ranked], list[Ranked]] = ([], [])  # with starts of their own, with special ones
    end = evaluator.count + budget
    for number in range(min(budget // 2, DRAWN)):
        drawn, start = draw(family, random, wide, limit)
        if number % 4 in ALIKE and not wide:
            drawn = evened(family, drawn, random)
        evaluation = _evaluate(evaluator, drawn, start, INSIDE[number % len(INSIDE)])
        if evaluation.slack < 0 or evaluation.score is None:
            continue
        best = ranked[start is not None]
        if evaluation.breaks or len(best) < BEST or evaluation.cost < best[-1][0]:
            setting = exact_setting(family, drawn, evaluation.steps, start)
            yield evaluator(setting), setting
            best[:] = sorted([*best, (evaluation.cost, number, (setting, start))], key=itemgetter(0, 1))[
                :BEST
            ]
        if not family.parameters:
            return
    # in turn: a hunt from a special start keeps to it, and what is best there is often not best of all
    starts = [entry[1:] for pair in zip_longest(*ranked) for entry in pair if entry]
    # the best may all lie in one limit where the sides agree: what their hunts leave goes to others
    starts += [(budget + number, draw(family, random, wide)) for number in range(BEST if starts else 0)]
    yield from _hunted(evaluator, starts, max(SHORT, budget // 12), end, seed)
    if starts:  # where hunts end at once, for no side changes, drawing is all there is
        left = (draw(family, random, wide) for _ in range(max(0, end - evaluator.count)))
        yield from _breaking(evaluator, left, INSIDE)


def _hunted(
    evaluator: Evaluator, starts: Iterable[tuple[int, Drawn]], short: int, end: int, seed: int
) -> Iterator[tuple[Evaluation, Setting]]:
    """Short hunts, while half of the budget remains; the rest goes to those that came farthest, then to other starts.

    Worst cases in ten or twenty numbers take a thousand evaluations and more, which few of the hunts are worth.
    """
    half = (evaluator.count + end) // 2
    hunts = (Hunt(evaluator, drawn, start, seed + number) for number, (drawn, start) in starts)
    begun = []
    for hunt in hunts:
        yield from hunt.until(evaluator.count + short)
        begun.append(hunt)
        if evaluator.count >= half:
            break
    for hunt in chain(sorted(begun, key=attrgetter("cost")), hunts):
        if evaluator.count >= end:
            return
        yield from hunt.until(end)


def _evaluate(evaluator: Evaluator, drawn: Setting, start: int | None, inside: float = 1.0) -> Evaluation:
    floats = {name: np.array(array, dtype=float) for name, array in drawn.values.items()}
    values = started(evaluator.family, drawn.sizes, floats, start)
    return evaluator.floats(drawn.sizes, values, fit=True, inside=inside)


def _run(family: Family, drawn: Setting) -> Any:
    return family.start(drawn.sizes, drawn.values, 1)


def _late(
    evaluator: Evaluator, random: Random, budget: int, seed: int
) -> Iterator[tuple[Evaluation, Setting]]:
    """Settings evaluated over more rounds."""
    near = evaluator.rounds
    if evaluator.first is None or near < LONG:
        return
    reach = getattr(_run(evaluator.family, evaluator.family.sample(random)), "reach", near)
    if reach > LEAPS:
        evaluator.farthest = LEAPS
        yield from _near(evaluator, random, budget // LEAPT, seed, limit=0.5)
        evaluator.farthest = FARTHEST
    for times, share in FAR if reach < FARTHEST or evaluator.followed else ():
        if times == FAR[0][0] or times * near <= FARTHEST:
            evaluator.rounds = times * near  # kept while the caller decides on a setting that is yielded
            drawn = (draw(evaluator.family, random) for _ in range(budget // share))
            yield from _breaking(evaluator, drawn, INSIDE)
    evaluator.rounds = near


def _breaking(
    evaluator: Evaluator,
    drawn: Iterator[Drawn],
    insides: tuple[float, ...] = (1.0,),
    tightest: bool = False,
) -> Iterator[tuple[Evaluation, Setting]]:
    """Those of the settings that break the claim, their last step on the edge or, in turn, that far inside.

    tightest: also each that is tighter than those before it.
    """
    least = math.inf
    for (setting, start), inside in zip(drawn, cycle(insides)):
        evaluation = _evaluate(evaluator, setting, start, inside)
        tighter = tightest and evaluation.score is not None and evaluation.cost < least
        if evaluation.breaks or tighter:
            least = min(least, evaluation.cost)
            exact = exact_setting(evaluator.family, setting, evaluation.steps, start)
            yield evaluator(exact), exact
