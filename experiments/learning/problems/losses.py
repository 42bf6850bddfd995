"""Losses of a linear model's scores: value, slope and curvature in the scores, elementwise over samples.

Scores z have the shape (..., C) with C outputs a sample; targets y broadcast to z.shape[:-1].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import scipy  # scipy.special loads when first used

__all__ = ["Logistic", "Loss", "Softmax", "Squared"]


class Loss(Protocol):
    @property
    def outputs(self) -> int: ...
    @property
    def smoothness(self) -> float: ...  # largest eigenvalue of the curvature, anywhere
    @property
    def convexity(self) -> float: ...  # smallest eigenvalue of the curvature, anywhere

    def value(self, z: np.ndarray, y: np.ndarray) -> np.ndarray: ...  # (...)
    def slope(self, z: np.ndarray, y: np.ndarray) -> np.ndarray: ...  # (..., C)
    def curvature(self, z: np.ndarray) -> np.ndarray: ...  # (..., C, C)
    def slope_bound(
        self, score: float, target: float
    ) -> float: ...  # of ||slope||, for |z| <= score, |y| <= target
    def labels(
        self, z: np.ndarray
    ) -> np.ndarray | None: ...  # (...) predicted class, or None when there is none


@dataclass(frozen=True)
class Squared:
    """(z - y)^2 / 2."""

    outputs: int = 1
    smoothness: float = 1.0
    convexity: float = 1.0

    def value(self, z: np.ndarray, y: np.ndarray) -> np.ndarray:
        return (z[..., 0] - y) ** 2 / 2

    def slope(self, z: np.ndarray, y: np.ndarray) -> np.ndarray:
        return z - y[..., None]

    def curvature(self, z: np.ndarray) -> np.ndarray:
        return np.ones((*z.shape, 1))

    def slope_bound(self, score: float, target: float) -> float:
        return score + target

    def labels(self, z: np.ndarray) -> None:
        return None


@dataclass(frozen=True)
class Logistic:
    """Binary cross-entropy log(1 + e^z) - y z with y in {0, 1}; curvature s(1 - s) <= 1/4."""

    outputs: int = 1
    smoothness: float = 0.25
    convexity: float = 0.0

    def value(self, z: np.ndarray, y: np.ndarray) -> np.ndarray:
        return -scipy.special.log_expit(z[..., 0]) + (1 - y) * z[..., 0]

    def slope(self, z: np.ndarray, y: np.ndarray) -> np.ndarray:
        # 1/(1 + e^-z) = (1 + tanh(z/2))/2: no overflow, twice as quick as expit, off by an eps at most
        slope = np.tanh(z / 2)
        slope *= 0.5
        slope += (0.5 - y)[..., None].astype(slope.dtype, copy=False)
        return slope

    def curvature(self, z: np.ndarray) -> np.ndarray:
        return (scipy.special.expit(z) * scipy.special.expit(-z))[..., None]

    def slope_bound(self, score: float, target: float) -> float:
        return 1.0

    def labels(self, z: np.ndarray) -> np.ndarray:
        return (z[..., 0] > 0).astype(int)


@dataclass(frozen=True)
class Softmax:
    """Cross-entropy of C classes, y in {0..C-1}. The curvature diag(p) - p p' has eigenvalues in [0, 1/2]."""

    outputs: int
    smoothness: float = 0.5
    convexity: float = 0.0

    def value(self, z: np.ndarray, y: np.ndarray) -> np.ndarray:
        return scipy.special.logsumexp(z, axis=-1) - np.sum(z * self._one_hot(y, z.dtype), axis=-1)

    def slope(self, z: np.ndarray, y: np.ndarray) -> np.ndarray:
        return scipy.special.softmax(z, axis=-1) - self._one_hot(y, z.dtype)

    def curvature(self, z: np.ndarray) -> np.ndarray:
        p = scipy.special.softmax(z, axis=-1)
        return p[..., None] * np.eye(self.outputs) - p[..., None] * p[..., None, :]

    def slope_bound(self, score: float, target: float) -> float:
        return 2.0**0.5

    def labels(self, z: np.ndarray) -> np.ndarray:
        return z.argmax(axis=-1)

    def _one_hot(self, y: np.ndarray, dtype: np.dtype) -> np.ndarray:
        return (y[..., None] == np.arange(self.outputs)).astype(dtype)
