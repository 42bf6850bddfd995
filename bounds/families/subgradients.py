"""Subgradients of rho(E W_hat) and one step of dawo's Algorithm 2, on given vectors: rational wherever the data are.

Weights W[0] on links P, another feasible W[1], and a vector v, centred so that 1'v = 0 (unless centred=False). With
the slopes p_ij (v_i - v_j)^2/|v|^2 on the pairs i < j, v'(E W_hat)v/|v|^2 falls by `gain` = sum of slope * (W[1] -
W[0]) from W[0] to W[1].
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any

import numpy as np

from ..domains import POSITIVE, REAL
from ..family import Family, Parameter
from .links import Links, LossyMatrices
from .mixing_domain import LINKS, MIXING
from .projection import Sequential, sweep
from .starts import dominant

__all__ = ["SubgradientRun", "subgradient"]


def _slopes(P: np.ndarray, v: np.ndarray) -> np.ndarray:
    """p_ij (v_i - v_j)^2/|v|^2."""
    apart = v[:, None] - v
    return P * apart * apart / (v @ v)


class SubgradientRun(LossyMatrices):
    """values: W (2, K, K), P (K, K), v (K,); vr (K,) where a second vector is meant, gamma () for a step."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        centred: bool = True,
        links: Links | None = None,
    ):
        super().__init__(sizes, values, rounds, links)
        self._centred = centred
        self._v = self._centre(values["v"]) if centred else values["v"]
        self.gamma = values["gamma"].item() if "gamma" in values else None

    def at(self, rounds: int, **numbers: float) -> SubgradientRun:
        """The run with another step, on the same links."""
        values = {**self._values, **{name: np.array(x) for name, x in numbers.items()}}
        return SubgradientRun(self._sizes, values, rounds, self._centred, self.links)

    def _centre(self, v: np.ndarray) -> np.ndarray:
        return v - v.sum() / self.K

    @cached_property
    def _vr(self) -> np.ndarray:
        return self._centre(self._values["vr"])

    @cached_property
    def norm2(self) -> Any:
        """|v|^2."""
        return self._v @ self._v

    @cached_property
    def normr2(self) -> Any:
        """|vr|^2."""
        return self._vr @ self._vr

    @cached_property
    def inner(self) -> Any:
        """v'vr."""
        return self._v @ self._vr

    @cached_property
    def form(self) -> Any:
        """v'(E W_hat)v."""
        return self._v @ self.links.expected @ self._v

    @cached_property
    def quotient(self) -> Any:
        """v'(E W_hat)v/|v|^2."""
        return self.form / self.norm2

    @cached_property
    def quotient_other(self) -> Any:
        return self._v @ self.links.mean(self.W[1]) @ self._v / self.norm2

    @cached_property
    def quotientr(self) -> Any:
        return self._vr @ self.links.expected @ self._vr / self.normr2

    def _residual(self, v: np.ndarray, quotient: Any) -> Any:
        return ((self.links.expected @ v - quotient * v) ** 2).sum()

    @cached_property
    def residual2(self) -> Any:
        """|(E W_hat) v - quotient v|^2: 0 for an eigenvector."""
        return self._residual(self._v, self.quotient)

    @cached_property
    def residualr2(self) -> Any:
        """|(E W_hat) vr - quotientr vr|^2: 0 for an eigenvector."""
        return self._residual(self._vr, self.quotientr)

    def _leading(self, v: np.ndarray) -> np.ndarray:
        return np.array(dominant(self.links.expected - 1 / self.K, v))

    @property
    def leading(self) -> np.ndarray:
        """Where Algorithm 1 takes v, (K,): an eigenvector of rho, as a rule."""
        return self._leading(self._v)

    @property
    def leadingr(self) -> np.ndarray:
        """Where Algorithm 1 takes vr, (K,)."""
        return self._leading(self._vr)

    @cached_property
    def turned2(self) -> Any:
        """|y|^2 |v|^2 - (y'v)^2 of y = (E W_hat)^2 v: 0 if two steps of the power iteration return to v."""
        y = self.links.expected @ (self.links.expected @ self._v)
        return (y @ y) * self.norm2 - (y @ self._v) ** 2

    def _pairs(self, array: np.ndarray) -> Any:
        """The sum over i < j."""
        return (array * (1 - self.links.eye)).sum() / 2

    @cached_property
    def gain(self) -> Any:
        """What v'(E W_hat)v/|v|^2 loses to first order from W[0] to W[1]."""
        return self._pairs(_slopes(self.links.P, self._v) * (self.W[1] - self.W[0]))

    @cached_property
    def gainr(self) -> Any:
        """The same at vr."""
        return self._pairs(_slopes(self.links.P, self._vr) * (self.W[1] - self.W[0]))

    @cached_property
    def slope_gap(self) -> Any:
        """|g - gr|^2 over ordered pairs."""
        return 2 * self._pairs((_slopes(self.links.P, self._v) - _slopes(self.links.P, self._vr)) ** 2)

    @cached_property
    def slope_ratio(self) -> Any:
        """max_ij (g_ij - gr_ij)^2/p_ij^2, 0 where no link is."""
        ones = self.links.eye * 0 + 1
        return ((_slopes(ones, self._v) - _slopes(ones, self._vr)) ** 2 * (self.links.P > 0)).max()

    @cached_property
    def p2(self) -> Any:
        """sum_ij p_ij^2 over ordered pairs."""
        return (self.links.P * self.links.P).sum()

    @cached_property
    def slope2(self) -> Any:
        """|g|^2 over the pairs i < j."""
        return self._pairs(_slopes(self.links.P, self._v) ** 2)

    @cached_property
    def apart2(self) -> Any:
        """|W[1] - W[0]|^2 over the pairs i < j."""
        return self._pairs((self.W[1] - self.W[0]) ** 2)

    @cached_property
    def _moved(self) -> np.ndarray:
        """W[0] - gamma g, g by (19)."""
        return (self.W[0] + self.gamma * _slopes(self.links.P, self._v)) * (1 - self.links.eye)

    @cached_property
    def moved_apart2(self) -> Any:
        """|W[1] - (W[0] - gamma g)|^2 over the pairs i < j."""
        return self._pairs((self.W[1] - self._moved) ** 2)

    @cached_property
    def shift2(self) -> Any:
        """How far the step and the projection of Algorithm 2 move W[0], squared, over the pairs i < j."""
        return self._pairs((Sequential(self._moved).weights - self.W[0]) ** 2)

    @cached_property
    def own_after(self) -> Any:
        """Smallest self-weight after the step and the projection."""
        return min(Sequential(self._moved).own)

    @cached_property
    def after_apart2(self) -> Any:
        """|W[1] - the next W|^2 over the pairs i < j."""
        return self._pairs((self.W[1] - Sequential(self._moved).weights) ** 2)

    @cached_property
    def sweep_apart2(self) -> Any:
        """|W[1] - (W[0] - gamma g) after a sweep of whole-row projections|^2 over the pairs i < j."""
        return self._pairs((self.W[1] - sweep(self._moved)) ** 2)


_P = Parameter("P", ("K", "K"), LINKS)
_TWO = Parameter("W", ("S", "K", "K"), MIXING)


@cache
def subgradient(
    second: bool = False, step: bool = False, centred: bool = True, clients: tuple[int, ...] = (2, 3)
) -> Family:
    """Two feasible weightings, links and a vector; second: another vector, near which v is drawn; step: a step size."""
    parameters = (
        _TWO,
        _P,
        *((Parameter("vr", ("K",), REAL),) if second else ()),
        Parameter("v", ("K",), REAL, "vr" if second else None),
        *((Parameter("gamma", (), POSITIVE),) if step else ()),
    )
    options = {} if centred else {"centred": False}
    start = ("vr", lambda run: run.leadingr) if second else ("v", lambda run: run.leading)
    steps = (("gamma", -1),) if step else ()
    sizes = {"K": clients, "S": (2,)}
    return Family("subgradient", sizes, parameters, SubgradientRun, steps, options, starts=(start,))
