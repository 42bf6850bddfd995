"""Convex losses read at a few points: what a lemma on smooth and strongly convex functions speaks of.

f = (1/N) sum_i f_i in d dimensions; f_i is a sum over coordinates of the losses of `two_slopes`, so that L is
the largest and mu the smallest slope of any gradient. x, y, z are points, eta a step; x* minimizes f.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

import numpy as np

from ..domains import POSITIVE, REAL
from ..family import Family, Parameter
from .two_slopes import loss, minimizer, slope

__all__ = ["PointsRun", "points"]


class PointsRun:
    """values: left, right, c (N, d), x, y, z (d,), eta ()."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._losses = values["left"], values["right"], values["c"]
        self._x, self._y, self._z = (values[name] for name in "xyz")
        self.eta, self.N = values["eta"].item(), float(sizes["N"])
        self._shares = np.ones(sizes["N"]) / self.N

    def _f(self, w: np.ndarray) -> Any:
        return loss(w, *self._losses).sum() / self.N

    def _gradient(self, w: np.ndarray) -> np.ndarray:
        return slope(w, *self._losses).sum(0) / self.N

    @cached_property
    def L(self) -> Any:
        """Largest slope of the gradient."""
        return max(*self._losses[0].reshape(-1), *self._losses[1].reshape(-1))

    @cached_property
    def mu(self) -> Any:
        """Smallest slope of the gradient."""
        return min(*self._losses[0].reshape(-1), *self._losses[1].reshape(-1))

    @cached_property
    def _best(self) -> np.ndarray:
        left, right, c = (array.T for array in self._losses)
        return np.array([minimizer(*told, self._shares) for told in zip(left, right, c)])

    @cached_property
    def gap(self) -> Any:
        """f(x) - f(x*)."""
        return self._f(self._x) - self._f(self._best)

    @cached_property
    def growth2(self) -> Any:
        """(1/N) sum_i |grad f_i(x) - grad f_i(x*)|^2."""
        apart = slope(self._x, *self._losses) - slope(self._best, *self._losses)
        return (apart * apart).sum() / self.N

    @cached_property
    def pull(self) -> Any:
        """<grad f(x), z - y>."""
        return (self._gradient(self._x) * (self._z - self._y)).sum()

    @cached_property
    def pull_best(self) -> Any:
        """<grad f(x), z - x*>."""
        return (self._gradient(self._x) * (self._z - self._best)).sum()

    @cached_property
    def climb(self) -> Any:
        """f(z) - f(y)."""
        return self._f(self._z) - self._f(self._y)

    @cached_property
    def xy2(self) -> Any:
        """|x - y|^2."""
        return ((self._x - self._y) ** 2).sum()

    @cached_property
    def yz2(self) -> Any:
        """|y - z|^2."""
        return ((self._y - self._z) ** 2).sum()

    @cached_property
    def zx2(self) -> Any:
        """|z - x|^2."""
        return ((self._z - self._x) ** 2).sum()

    @cached_property
    def zo2(self) -> Any:
        """|z - x*|^2."""
        return ((self._z - self._best) ** 2).sum()

    @cached_property
    def moved2(self) -> Any:
        """|x - eta grad f(x) - y + eta grad f(y)|^2."""
        apart = self._x - self._y - self.eta * (self._gradient(self._x) - self._gradient(self._y))
        return (apart * apart).sum()


@cache
def points() -> Family:
    """Settings of `PointsRun`."""
    losses = (("left", POSITIVE), ("right", POSITIVE), ("c", REAL))
    parameters = (
        *(Parameter(name, ("N", "d"), domain) for name, domain in losses),
        *(Parameter(name, ("d",), REAL) for name in "xyz"),
        Parameter("eta", (), POSITIVE),
    )
    return Family("points", {"N": (1, 2), "d": (1, 2)}, parameters, PointsRun, (("eta", -1),))
