"""Drawn settings, and those of shapes at which bounds break: near limits, even, in two camps, on textbook networks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from .. import Family, Setting

__all__ = [
    "STRETCHED",
    "Drawn",
    "camps",
    "draw",
    "even",
    "evened",
    "limits",
    "squared",
    "textbook",
    "weakened",
]

STARTED = 1 / 6  # chance of a special start
STRETCHED = 1 / 12  # chance of a setting near a limit
WHOLE = 0.7  # chance that all rows of an array are scaled alike
POWERS = (2, 4, 8, 16)  # 1/100 and 100, the ends of what is drawn, become 1e-32 and 1e32
EVEN = 0.9  # chance that an array of an even setting has one value
MATRICES = 8  # nodes up to which matrices alone are tried
CAMPS = 1 / 2  # chance of a special start where clients stand in two camps

Drawn = tuple[Setting, int | None]  # a setting, and the number of its special start, if any


def draw(family: Family, random: Random, wide: bool = False, limit: float = STRETCHED) -> Drawn:
    """A drawn setting, now and then near a limit, or with a special start."""
    drawn = family.sample(random, wide)
    if random.random() < limit:
        drawn = _stretched(family, drawn, random)
    start = None
    if family.starts and random.random() < STARTED:
        start = random.randrange(len(family.starts))
    return drawn, start


def _stretched(family: Family, drawn: Setting, random: Random) -> Setting:
    """The setting, some of its positive numbers and shares raised to powers: they go to 0 and to infinity."""
    powers = {}
    for p in family.parameters:
        if p.domain.moving and p.domain.scale != "asinh" and random.random() < 0.6:
            power = random.choice(POWERS)
            powers[p.name] = [x**power for x in p.domain.disassemble(drawn.values[p.name])]
    return family.put(drawn, powers)


def limits(family: Family, random: Random, count: int) -> Iterator[Drawn]:
    """Settings near limits of either kind."""
    for _ in range(count):
        drawn, start = draw(family, random, limit=0.0)
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


def evened(family: Family, drawn: Setting, random: Random, chance: float = EVEN) -> Setting:
    """The setting with most arrays at one value each: clients alike, a common start, the plain average.

    Some bounds break only where several of these meet. Numbers drawn one by one hardly ever do, and hunts are drawn
    elsewhere: to where nothing happens in a round, so that a bound with the initial error is nearly an equality.
    """
    values = {}
    for parameter in family.parameters:
        size = parameter.domain.count(family.shape(parameter, drawn.sizes))
        if size > 1 and random.random() < chance:
            values[parameter.name] = parameter.domain.disassemble(drawn.values[parameter.name])[:1] * size
    return family.put(drawn, values)


def weakened(family: Family, drawn: Setting, share: Fraction) -> Setting | None:
    """The setting with all weights of links that share of theirs, W nearer to I; None where a setting has no links."""
    for p in family.parameters:
        if p.domain.textbook and p.domain.moving:
            weights = p.domain.disassemble(drawn.values[p.name])
            return family.put(drawn, {p.name: [share * x for x in weights]})
    return None


def squared(family: Family, drawn: Setting) -> Setting:
    """The setting with its positive numbers squared: their roots are fractions."""
    positive = [p for p in family.parameters if p.domain.moving and p.domain.scale == "log"]
    return family.put(
        drawn, {p.name: [x**2 for x in p.domain.disassemble(drawn.values[p.name])] for p in positive}
    )


def even(family: Family, random: Random, count: int) -> Iterator[Drawn]:
    """Even settings."""
    for _ in range(count):
        drawn, start = draw(family, random)
        yield evened(family, drawn, random), start


def camps(family: Family, random: Random, count: int) -> Iterator[Drawn]:
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


def textbook(family: Family, random: Random, count: int, wide: bool = False) -> Iterator[Drawn]:
    """Settings on textbook networks: on all of them where there is little else to a setting, else on so many.

    Where there are steps, of the usual sizes or of the wide ones: what breaks on few clients is simpler.
    """
    parameter = next((p for p in family.parameters if p.domain.textbook), None)
    if parameter is None or parameter.domain.textbook is None:
        return
    name, largest = parameter.shape[-1], MATRICES if len(family.parameters) == 1 and family.wide else 0
    usual, beyond = family.sizes[name], family.wide.get(name, ())
    told = (beyond if wide else usual) if family.steps else (*usual, *beyond, *range(2, largest + 1))
    sizes = sorted({*told} - {0, 1})
    starts = (None, *range(len(family.starts)))
    networks = [(n, block) for n in sizes for block in parameter.domain.textbook(n)]
    tried = list(product(networks, starts))
    if family.steps or len(family.parameters) > 2:
        tried = random.sample(tried, min(count, len(tried)))
    for (n, block), start in tried:
        drawn = family.sample(random, **{name: n})
        shape = family.shape(parameter, drawn.sizes)
        others = random.choices([b for k, b in networks if k == n], k=parameter.domain.blocks(shape) - 1)
        yield family.put(drawn, {parameter.name: [x for b in (block, *others) for x in b]}), start
