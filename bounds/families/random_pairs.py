"""Averaging by random pairs (Boyd, Ghosh, Prabhakar, Shah 2006): in a round two nodes meet and both take their mean.

Nodes i and j meet with probability q_ij = R_ij / sum of R over pairs, rounds are independent: x(t+1) = W x(t)
with W = I - (e_i - e_j)(e_i - e_j)'/2. All expectations are exact: with M(t) = E (x - xbar 1)(x - xbar 1)',

    M(t+1) = sum over pairs of q_ij W_ij M(t) W_ij,    E W = I - Lap(q)/2.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..domains import REAL, UNIT
from ..family import Family, Parameter
from ..rounds import each_round
from .mixing_domain import LINKS, laplacian
from .network import extreme_eigenvalues

__all__ = ["RANDOM_PAIRS", "RandomPairsRun"]


class RandomPairsRun:
    """values: R (K, K), how often pairs meet, w0 (K,) the first values, eps, the accuracy asked for."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self._sizes, self._values, self.rounds = sizes, values, rounds
        self.K = float(len(values["R"]))
        self.eps = values["eps"].item()

    @cached_property
    def _pairs(self) -> list[tuple[Any, np.ndarray]]:
        """(probability, matrix) of every pair that may meet; where none does, nothing happens."""
        R, n = self._values["R"], len(self._values["R"])
        all_, eye = R.sum() / 2, np.eye(n)
        found = []
        for i in range(n):
            for j in range(i):
                if R[i, j] > 0:
                    a = eye[i] - eye[j]
                    found.append((R[i, j] / all_, eye - np.outer(a, a) / 2))
        return found or [(1.0, eye)]

    @cached_property
    def _mean(self) -> np.ndarray:
        """E W."""
        R = self._values["R"]
        all_ = R.sum() / 2
        eye = np.eye(len(R))
        return eye - laplacian(R) / (2 * all_) if all_ > 0 else eye

    @cached_property
    def lam2(self) -> Any:
        """Second largest eigenvalue of E W."""
        return extreme_eigenvalues(self._mean - 2 * (self._mean * 0 + 1) / self.K)[1]

    @cached_property
    def lam_low(self) -> Any:
        """Smallest eigenvalue of E W."""
        return extreme_eigenvalues(self._mean)[0]

    @cached_property
    def moment_error(self) -> Any:
        """Largest |entry| of E W'W - E W."""
        return abs(sum(q * (W.T @ W) for q, W in self._pairs) - self._mean).max()

    @cached_property
    def start_norm2(self) -> Any:
        """||x(0)||^2."""
        return (self._values["w0"] ** 2).sum()

    @cached_property
    def _off(self) -> np.ndarray:
        x = self._values["w0"]
        return x - x.sum() / self.K

    @cached_property
    def _seconds(self) -> list[Any]:
        M, path = np.outer(self._off, self._off), []
        for _ in range(self.rounds + 1):
            path.append(np.trace(M))
            M = sum(q * (W @ M @ W) for q, W in self._pairs)
        return path

    @cached_property
    def _means(self) -> list[Any]:
        y, path = self._off, []
        for _ in range(self.rounds + 1):
            path.append((y * y).sum())
            y = self._mean @ y
        return path

    def spread2(self, t: Any) -> Any:
        """E||x(t) - xbar 1||^2."""
        return each_round(t, self._seconds.__getitem__)

    def mean_spread2(self, t: Any) -> Any:
        """||E x(t) - xbar 1||^2."""
        return each_round(t, self._means.__getitem__)


RANDOM_PAIRS = Family(
    "random-pairs",
    {"K": (2, 3, 4, 5)},
    (
        Parameter("R", ("K", "K"), LINKS),
        Parameter("w0", ("K",), REAL),
        Parameter("eps", (), UNIT),
    ),
    RandomPairsRun,
)
