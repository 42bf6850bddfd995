"""Clients with Huber losses on the line, in floats or exactly: convex, Lipschitz, smooth, with rational minimizers.

F_i'(w) = a_i (w - c_i), held within [-C, C]: C-Lipschitz and a_i-smooth; F = sum_i p_i F_i.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..arithmetic import FLOAT, Arithmetic

__all__ = ["HuberClients"]


class HuberClients:
    """Losses and the constants that theorems name; a, c, p of shape (N,), C a number."""

    _a: np.ndarray
    _c: np.ndarray
    _p: np.ndarray
    _zero: Any
    _arithmetic: Arithmetic
    C: Any

    def _slopes(self, w: Any) -> np.ndarray:
        """F_i'(w_i), for w of shape (..., N)."""
        return np.maximum(np.minimum(self._a * (w - self._c), self.C), -self.C)

    def _loss(self, w: Any) -> Any:
        """F(w) = sum_i p_i F_i(w): s^2/(2a) for the linear part's slope s, plus C times what lies beyond."""
        w = np.asarray(w)[..., None]
        slope = self._slopes(w)
        beyond = abs(w - self._c) - abs(slope) / self._a
        return ((slope * slope / (2 * self._a) + self.C * beyond) * self._p).sum(-1)

    def _slope(self, w: Any) -> Any:
        return (self._slopes(np.asarray(w)[..., None]) * self._p).sum(-1)

    @cached_property
    def _corners(self) -> list[Any]:
        return sorted([*(self._c - self.C / self._a), *(self._c + self.C / self._a)])

    @cached_property
    def wstar(self) -> Any:
        """A minimizer of F, the smallest: where its piecewise linear, increasing derivative crosses zero."""
        # lest floats miss a flat stretch
        rounding = self.C * 1e-12 if self._arithmetic is FLOAT else self._zero
        slopes = [self._slope(x) for x in self._corners]
        k = next(k for k, slope in enumerate(slopes) if slope >= -rounding)
        if k == 0 or slopes[k] <= rounding:
            return self._corners[k]
        low, high = self._corners[k - 1], self._corners[k]
        return low - slopes[k - 1] * (high - low) / (slopes[k] - slopes[k - 1])

    @cached_property
    def steepest(self) -> Any:
        """The smallest beta that Assumption 1 allows, max_i a_i."""
        return max(self._a)

    @cached_property
    def client_xi(self) -> np.ndarray:
        """xi_i = sup_w |F_i'(w) - F'(w)| (9), (N,): piecewise linear, so the largest value is at a corner."""
        values = [abs(self._slopes(np.asarray(x)[..., None]) - self._slope(x)) for x in self._corners]
        return np.array([max(column) for column in zip(*values)], dtype=self._p.dtype)

    @cached_property
    def xi(self) -> Any:
        """sum_i p_i xi_i."""
        return (self._p * self.client_xi).sum()

    @cached_property
    def xi2(self) -> Any:
        """sum_i p_i xi_i^2."""
        return (self._p * self.client_xi**2).sum()

    @cached_property
    def gstar2(self) -> Any:
        """sum_i p_i F_i'(w*)^2."""
        return (self._p * self._slopes(self.wstar + 0 * self._c) ** 2).sum()

    @cached_property
    def overlap(self) -> Any:
        """sum_i p_i^2."""
        return (self._p * self._p).sum()
