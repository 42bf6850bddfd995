"""Metrics of a run that read its clients' models one by one: the worst client, movement, averages of own models."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, reduce
from typing import Any

import numpy as np

from ..arithmetic import Arithmetic, solve
from ..family import constant
from ..rounds import at_round, each_round

__all__ = ["Iterates"]


class Iterates:
    """Part of a run whose models of all rounds are known."""

    w0: np.ndarray
    wstar: np.ndarray
    W: np.ndarray
    _arithmetic: Arithmetic
    _W: Callable[[Any], np.ndarray]

    @cached_property
    def _models(self) -> np.ndarray:
        """The models of all rounds, (rounds + 1, K, d)."""
        raise NotImplementedError

    def _height(self, x: Any) -> Any:
        """F(x) - F*, x of shape (..., d)."""
        raise NotImplementedError

    def _gradients(self, x: np.ndarray) -> np.ndarray:
        """Each client's gradient at its own model, (K, d)."""
        raise NotImplementedError

    def _largest(self, values: np.ndarray) -> Any:
        """Over the last axis."""
        return reduce(self._arithmetic.functions["max"], np.moveaxis(values, -1, 0))

    def _root(self, square: Any) -> Any:
        return self._arithmetic.functions["sqrt"](square)

    def farthest2(self, t: Any) -> Any:
        """max_k ||w_k(t) - wbar(t)||^2."""
        x = self._models[at_round(t)]
        return self._largest(((x - x.sum(-2, keepdims=True) / self._clients) ** 2).sum(-1))

    def farthest(self, t: Any) -> Any:
        return self._root(self.farthest2(t))

    def worst_gap(self, t: Any) -> Any:
        """max_k F(w_k(t)) - F*."""
        return self._largest(self._height(self._models[at_round(t)]))

    def worst_gap_of_average(self, t: Any) -> Any:
        """max_k F((w_k(0) + ... + w_k(t-1))/t) - F*, t >= 1."""

        def read(n: int) -> Any:
            if not 1 <= n <= len(self._models):
                if isinstance(t, np.ndarray):
                    return np.nan
                raise ArithmeticError(f"no average of {n} rounds")
            return self._largest(self._height(self._totals[n - 1] / self._arithmetic.number(n)))

        return each_round(t, read)

    @cached_property
    def _totals(self) -> np.ndarray:
        return np.add.accumulate(self._models)

    def moved2(self, t: Any) -> Any:
        """||w(t+1) - w(t)||^2."""
        at = at_round(t)
        return ((self._models[at + 1] - self._models[at]) ** 2).sum((-2, -1))

    def moved_mean2(self, t: Any) -> Any:
        """||wbar(t+1) - wbar(t)||^2."""
        at = at_round(t)
        moved = (self._models[at + 1] - self._models[at]).sum(-2) / self._clients
        return (moved**2).sum(-1)

    def added_spread2(self, t: Any) -> Any:
        """||g - 1 gbar||^2 of g = w(t+1) - W(t) w(t), what round t adds to mixing."""

        at = at_round(t)
        g = self._models[at + 1] - self._W(at) @ self._models[at]
        return ((g - g.sum(-2, keepdims=True) / self._clients) ** 2).sum((-2, -1))

    def added_spread(self, t: Any) -> Any:
        return self._root(self.added_spread2(t))

    def links2(self, t: Any) -> Any:
        """sum_k w_k'(w_k - sum_j W_kj w_j) = sum_(i<j) W_ij ||w_i - w_j||^2, all at round t."""

        at = at_round(t)
        x = self._models[at]
        return (x * (x - self._W(at) @ x)).sum((-2, -1))

    @property
    def _clients(self) -> Any:
        return self._arithmetic.number(len(self.w0))

    @constant
    def tension2(self) -> Any:
        """h'(I - W)^+ h of h = (grad F_k(w*))_k and W = W(0), ^+ the pseudo-inverse."""
        n = len(self.w0)
        h = self._gradients(np.array([self.wstar] * n))
        h = h - h.sum(0) / self._clients  # whose sum is not 0 where shares differ, or at a kink
        ones = self._arithmetic.array(np.ones((n, n), dtype=int)) / self._clients
        inverse = self._arithmetic.eye(n) - self.W[0] + ones
        return sum((column @ solve(inverse, column) for column in h.T), self._arithmetic.number(0))
