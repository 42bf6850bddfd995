"""Hunt: move a drawn setting's numbers uphill in log(left/right) with an evolution strategy (`evolution`).

Drawing alone misses hard cases; the hunt knows nothing of theorems, only coordinates of a family's parameters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from .. import Family, Parameter, Setting
from ..domains import Domain
from .evaluation import Evaluation, Evaluator
from .evolution import generations

__all__ = ["Hunt", "exact_setting", "simplest", "started"]

_TO: Mapping[str, Any] = {"log": math.log, "asinh": math.asinh, "share": float}
_FROM: Mapping[str, Any] = {
    "log": lambda x: np.exp(np.clip(x, -12, 12)),
    "asinh": lambda x: np.sinh(np.clip(x, -20, 20)),
    "share": lambda x: x,
}


class Hunt:
    """A hunt from one drawn setting with that special start; it can be left, and taken up again where it stood.

    tied: what is equal in an array of the drawn setting stays so, and links that are missing stay away: few numbers,
    however many clients

    cost: the lowest so far, as `Evaluation.cost`
    """

    def __init__(
        self, evaluator: Evaluator, drawn: Setting, start: int | None, seed: int, tied: bool = False
    ):
        self._evaluator, self._track = evaluator, _Track(evaluator, drawn, start, tied)
        steps = generations(self._track.cost, self._track.start, self._track.scales, seed, -1e-6)
        self._generations = steps if len(self._track.start) else iter(())
        self.cost = math.inf

    def until(self, count: int) -> Iterator[tuple[Evaluation, Setting]]:
        """Go on until that many evaluations; yields the best setting, made rational, where it is a better one."""
        best = None
        while self._evaluator.count < count and (generation := next(self._generations, None)) is not None:
            lowest, point = generation
            if lowest < self.cost:
                self.cost, best = lowest, point
        if best is not None:
            setting = self._track.setting(best)
            yield self._evaluator(setting, fit=False), setting


class _Track:
    """Hunting coordinates of the settings that have the sizes of the drawn one, and its special start."""

    def __init__(self, evaluator: Evaluator, drawn: Setting, start: int | None, tied: bool):
        self._evaluator, self._family, self._sizes, self._started = (
            evaluator,
            evaluator.family,
            drawn.sizes,
            start,
        )
        self._fixed = {n: np.array(v, dtype=float) for n, v in drawn.values.items()}
        given = None if start is None else self._family.starts[start][0]
        # of each: its first coordinate, and which of them each of its numbers is, -1 where it stays 0
        self._parts: list[tuple[Parameter, Domain, tuple[int, ...], int, np.ndarray]] = []
        coordinates: list[float] = []
        scales: list[float] = []
        for parameter in self._family.parameters:
            domain, shape = parameter.domain, self._family.shape(parameter, drawn.sizes)
            count = domain.count(shape)
            if not domain.moving or not count or parameter.name == given:
                continue
            values = [float(x) for x in domain.disassemble(self._family.moving(parameter, drawn.values))]
            own = [x for x in dict.fromkeys(values) if x or not domain.sparse] if tied else values
            places = [own.index(x) if x in own else -1 for x in values] if tied else range(count)
            self._parts.append((parameter, domain, shape, len(coordinates), np.array(places)))
            coordinates += [_TO[domain.scale](x) for x in own]
            scales += [0.15 if domain.scale == "share" else 0.7] * len(own)
        self.start, self.scales = np.array(coordinates), scales

    def values(self, point: np.ndarray) -> Mapping[str, np.ndarray]:
        values = dict(self._fixed)
        for parameter, domain, shape, first, places in self._parts:
            part = np.where(places < 0, 0.0, _FROM[domain.scale](point)[first + places])
            array = domain.array(part.tolist(), shape).astype(float)
            values[parameter.name] = self._family.placed(parameter, array, values)
        return started(self._family, self._sizes, values, self._started)

    def cost(self, point: np.ndarray) -> float:
        return self._evaluator.floats(self._sizes, self.values(point), fit=True).cost

    def setting(self, point: np.ndarray) -> Setting:
        """The point as exact numbers of bounded denominators, its steps moved to the edge of the assumptions."""
        values = self.values(point)
        steps = self._evaluator.floats(self._sizes, values, fit=True).steps
        exact: dict[str, np.ndarray] = {}
        for parameter in self._family.parameters:
            domain, shape = parameter.domain, self._family.shape(parameter, self._sizes)
            numbers = domain.disassemble(self._family.moving(parameter, values))
            coordinates = [Fraction(x).limit_denominator(10**6) for x in numbers]
            array = domain.array(coordinates, shape)
            exact[parameter.name] = self._family.placed(parameter, array, exact)
        return exact_setting(self._family, Setting(self._sizes, exact), steps, self._started)


def started(
    family: Family, sizes: Mapping[str, int], values: Mapping[str, np.ndarray], start: int | None
) -> Mapping[str, np.ndarray]:
    """The floats with the special start of that number, if any; as they are where it is not defined."""
    if start is None:
        return values
    name, value = family.starts[start]
    with np.errstate(all="ignore"):
        try:
            new = np.array(value(family.start(sizes, values, 1)), dtype=float)
            return {**values, **family.moved(values, name, new)}
        except ArithmeticError:  # near a limit floats may find no such point
            return values


def exact_setting(
    family: Family, setting: Setting, steps: Mapping[str, float], start: int | None = None
) -> Setting:
    """The setting with each given step at the simplest rational just inside its edge, and its special start exact."""
    directions, moved = dict(family.steps), {}
    for name, x in steps.items():
        if x != float(setting.values[name].item()):
            inside = x * (1 + 1e-4) ** directions[name]
            moved[name] = [simplest(min(x, inside), max(x, inside))]
    return family.started(family.put(setting, moved), start)


def simplest(low: float, high: float) -> Fraction:
    """The fraction of smallest denominator in [low, high], 0 < low <= high.

    >>> simplest(0.3, 0.34)
    Fraction(1, 3)
    """
    a, b = Fraction(low), Fraction(high)
    whole: list[int] = []
    while True:
        floor = -(-a.numerator // a.denominator)
        if floor <= b:
            value = Fraction(floor)
            for part in reversed(whole):
                value = part + 1 / value
            return value
        part = a.numerator // a.denominator
        whole.append(part)
        a, b = 1 / (b - part), 1 / (a - part)
