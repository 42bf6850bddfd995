"""Hunt: move a drawn setting's numbers uphill in log(left/right) with an evolution strategy (`evolution`).

Drawing alone misses hard cases; the hunt knows nothing of theorems, only coordinates of a family's parameters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from .. import Family, Setting
from ..domains import Domain
from .evolution import minimise
from .look import Look, Looker

__all__ = ["exact_setting", "hunt", "simplest"]

_TO: Mapping[str, Any] = {"log": math.log, "asinh": math.asinh, "share": float}
_FROM: Mapping[str, Any] = {
    "log": lambda x: np.exp(np.clip(x, -12, 12)),
    "asinh": lambda x: np.sinh(np.clip(x, -20, 20)),
    "share": lambda x: x,
}


def hunt(looker: Looker, start: Setting, looks: int, seed: int) -> tuple[Look, Setting] | None:
    """The best setting reached from `start`, made rational; stops at the first that breaks the claim."""
    track = _Track(looker, start)
    if len(track.start) < 2:
        return None
    best = minimise(track.cost, track.start, track.scales, looks, seed, -1e-6)
    setting = track.setting(best)
    return looker(setting, fit=False), setting


class _Track:
    """Hunting coordinates of the settings that have the start's sizes."""

    def __init__(self, looker: Looker, start: Setting):
        self._looker, self._family, self._sizes = looker, looker.family, start.sizes
        self._fixed = {n: np.array(v, dtype=float) for n, v in start.values.items()}
        self._parts: list[tuple[str, Domain, tuple[int, ...], int]] = []
        coordinates: list[float] = []
        scales: list[float] = []
        for parameter in self._family.parameters:
            domain, shape = parameter.domain, self._family.shape(parameter, start.sizes)
            count = domain.count(shape)
            if not domain.moving or not count:
                continue
            values = [float(x) for x in domain.disassemble(start.values[parameter.name])]
            coordinates += [_TO[domain.scale](x) for x in values]
            scales += [0.15 if domain.scale == "share" else 0.7] * count
            self._parts.append((parameter.name, domain, shape, count))
        self.start, self.scales = np.array(coordinates), scales

    def values(self, point: np.ndarray) -> Mapping[str, np.ndarray]:
        values, at = dict(self._fixed), 0
        for name, domain, shape, count in self._parts:
            part = point[at : at + count]
            at += count
            part = _FROM[domain.scale](part)
            values[name] = domain.assemble(domain.retract(part.tolist(), shape), shape).astype(float)
        return values

    def cost(self, point: np.ndarray) -> float:
        return self._looker.floats(self._sizes, self.values(point), fit=True).cost

    def setting(self, point: np.ndarray) -> Setting:
        """The point as exact numbers of bounded denominators, its steps moved to the edge of the assumptions."""
        values = self.values(point)
        steps = self._looker.floats(self._sizes, values, fit=True).steps
        exact = {}
        for parameter in self._family.parameters:
            domain, shape = parameter.domain, self._family.shape(parameter, self._sizes)
            numbers = domain.disassemble(values[parameter.name])
            coordinates = [Fraction(x).limit_denominator(10**6) for x in numbers]
            exact[parameter.name] = domain.assemble(domain.retract(coordinates, shape), shape)
        return exact_setting(self._family, Setting(self._sizes, exact), steps)


def exact_setting(family: Family, setting: Setting, steps: Mapping[str, float]) -> Setting:
    """The setting with each given step at the simplest rational just inside its edge."""
    values, directions = dict(setting.values), dict(family.steps)
    for name, x in steps.items():
        if x != float(values[name].item()):
            inside = x * (1 + 1e-4) ** directions[name]
            values[name] = np.array(simplest(min(x, inside), max(x, inside)), dtype=object)
    return Setting(setting.sizes, values)


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
