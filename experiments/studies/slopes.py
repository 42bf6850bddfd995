"""Rates read off curves: slopes on doubly logarithmic axes, with their range."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

__all__ = ["Slope", "slope"]


@dataclass(frozen=True)
class Slope:
    """`value` is the mean over seeds of the slope on all of x; [low, high] spans the slopes of every seed in
    every window of x. It is a range of what was seen, not a confidence interval."""

    value: float
    low: float
    high: float


def slope(x: np.ndarray, curves: np.ndarray, floor: np.ndarray, windows: int = 4) -> Slope | None:
    """The exponent r of curves ~ x^r, by least squares in log x and log curve.

    x (T,) increases; curves (seeds, T) are positive; points at or below `floor` (T,), where rounding
    decides, are left out. x is cut into `windows` parts of equal length in log x; None if one of them has
    less than three points.

    >>> x = np.arange(1.0, 1001)
    >>> fit = slope(x, 3 / x[None], np.zeros(1000))
    >>> [round(number, 6) for number in (fit.value, fit.low, fit.high)]
    [-1.0, -1.0, -1.0]
    """
    edges = np.geomspace(x[0] * (1 - 1e-12), x[-1] * (1 + 1e-12), windows + 1)
    spans = [(edges[0], edges[-1]), *pairwise(edges)]
    found = np.empty((len(curves), len(spans)))
    for s, curve in enumerate(curves):
        for i, (low, high) in enumerate(spans):
            inside = (x >= low) & (x <= high) & (curve > floor)
            if inside.sum() < 3:
                return None
            found[s, i] = np.polyfit(np.log(x[inside]), np.log(curve[inside]), 1)[0]
    return Slope(float(found[:, 0].mean()), float(found[:, 1:].min()), float(found[:, 1:].max()))
