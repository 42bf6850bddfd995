"""Shrink: the same counterexample with fewer clients, dimensions and rounds, and numbers a person can check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from .. import Family, Setting
from .evaluation import Evaluation, Evaluator
from .hunt import simplest

__all__ = ["cost", "shrink"]

Cost = tuple[int, int, int]
_SIMPLE = [Fraction(x) for x in ("0", "1", "-1", "1/2", "2", "-1/2", "3", "1/4", "4")]


def shrink(
    evaluator: Evaluator, setting: Setting, accepts: Callable[[Setting], bool], evaluations: int
) -> Setting:
    """The simplest setting found, within `evaluations` evaluations, that floats and `accepts` say breaks the claim."""
    end = evaluator.count + evaluations
    best, lowest = setting, cost(evaluator, setting)
    improved = True
    while improved and evaluator.count < end:
        improved = False
        for candidate in _simpler(evaluator.family, lambda: best):  # noqa: B023
            if evaluator.count >= end:
                break
            for setting, evaluation in _with_steps(evaluator, candidate, best):
                if evaluation.breaks and (new := _cost(setting, evaluation)) < lowest and accepts(setting):
                    best, lowest, improved = setting, new, True
                    break
    return best


def cost(evaluator: Evaluator, setting: Setting) -> Cost:
    """Sizes, then the round, then the length of the numbers: what makes a witness hard to check by hand."""
    return _cost(setting, evaluator(setting))


def _cost(setting: Setting, evaluation: Evaluation) -> Cost:
    return sum(setting.sizes.values()), evaluation.t, _bits(setting.values.values())


def _with_steps(
    evaluator: Evaluator, candidate: Setting, best: Setting
) -> Iterator[tuple[Setting, Evaluation]]:
    """The candidate as it is, and with simpler steps on or well inside the edge of the assumptions."""
    candidate = evaluator.pinned(candidate)
    yield candidate, evaluator(candidate)
    steps = dict(evaluator.family.steps)
    if not steps:
        return
    others = [name for name in candidate.values if name not in steps]
    smaller = sum(candidate.sizes.values()) < sum(best.sizes.values())
    if not smaller and _bits(candidate.values[n] for n in others) >= _bits(best.values[n] for n in others):
        return
    base = {name: np.array(Fraction(64) ** -direction, dtype=object) for name, direction in steps.items()}
    edge = evaluator(replace(candidate, values={**candidate.values, **base}), fit=True).steps
    for width in (1e-4, 0.5, 9.0, 99.0):
        moved = {}
        for name, x in edge.items():
            inside = x * (1 + width) ** steps[name]
            moved[name] = [simplest(min(x, inside), max(x, inside))]
        setting = evaluator.pinned(evaluator.family.put(candidate, moved))
        yield setting, evaluator(setting)


def _bits(arrays: Iterable[np.ndarray]) -> int:
    """Total length of the numbers, denominators counted twice: people read 3 sooner than 1/3."""
    return sum(
        x.numerator.bit_length() + 2 * (x.denominator.bit_length() - 1) + (x.numerator < 0)
        for array in arrays
        for x in array.reshape(-1)
    )


def _simpler(family: Family, current: Callable[[], Setting]) -> Iterator[Setting]:
    """Candidates made from the setting that is best at the moment each is asked for."""
    yield from family.smaller(current())
    for parameter in family.parameters:
        domain, name = parameter.domain, parameter.name
        shape = family.shape(parameter, current().sizes)
        count = domain.count(shape)

        def rebuilt(coordinates: list[Fraction]) -> Setting:
            array = domain.array(coordinates, shape)  # noqa: B023
            return replace(current(), values={**current().values, name: array})  # noqa: B023

        def coordinates() -> list[Fraction]:
            return domain.disassemble(current().values[name])  # noqa: B023

        if count > 1:
            for value in (Fraction(0), Fraction(1), *coordinates()[:1]):  # the whole array at one value
                yield rebuilt([value] * count)
        for index in range(count):
            if shape != family.shape(parameter, current().sizes):
                return  # a client or dimension went; the caller starts over
            old = coordinates()[index]
            rounded = [old.limit_denominator(n) for n in (1, 2, 3, 4, 8, 16, 64, 1000)]
            powers = [Fraction(10) ** k for k in range(2, 7) if Fraction(10) ** k < abs(old)]
            for value in dict.fromkeys([*_SIMPLE, abs(old), *rounded, *powers, *(-x for x in powers)]):
                if value != coordinates()[index]:
                    changed = coordinates()
                    changed[index] = value
                    yield rebuilt(changed)
