"""Quadratic losses, in floats or exactly.

Client k owns F_k(w) = (1/2)(w - c_k)' H_k (w - c_k) on R^d; H_k has the eigenvalues a_k, in two dimensions along axes
turned by the half-angle tangent s_k, so rational numbers give rational Hessians with rational L_k and mu_k.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..arithmetic import solve
from .client_vectors import ClientVectors

__all__ = ["Quadratics"]


@dataclass(frozen=True)
class Quadratics:
    """curvatures a, minimizers c (K, d); turns s (K,), or None where no axes are turned."""

    curvatures: np.ndarray
    minimizers: np.ndarray
    turns: np.ndarray | None = None

    @cached_property
    def H(self) -> np.ndarray:
        """Hessians (K, d, d)."""
        a, s = self.curvatures, self.turns
        K, d = a.shape
        if d != 2 or s is None:
            return a[:, :, None] * np.eye(d, dtype=a.dtype)
        axes = np.zeros((K, 2, 2), dtype=a.dtype)
        cos, sin = (1 - s * s) / (1 + s * s), 2 * s / (1 + s * s)
        axes[:, 0, 0], axes[:, 0, 1], axes[:, 1, 0], axes[:, 1, 1] = cos, -sin, sin, cos
        return (axes * a[:, None, :]) @ np.swapaxes(axes, 1, 2)

    @property
    def flattest(self) -> np.ndarray:
        return self.curvatures.min(1)

    @property
    def steepest(self) -> np.ndarray:
        return self.curvatures.max(1)

    @cached_property
    def affine(self) -> tuple[np.ndarray, np.ndarray]:
        return self.H, -(self.H @ self.minimizers[:, :, None])[:, :, 0]

    def gradient(self, x: ClientVectors) -> ClientVectors:
        return (x - self.minimizers).mapped(self.H)

    def heights(self, x: ClientVectors) -> Any:
        off = x - self.minimizers
        return off.dots(off.mapped(self.H)) / 2

    def above(self, x: ClientVectors, shares: np.ndarray, minimizer: np.ndarray) -> Any:
        off = x - minimizer
        return off.dots(off.mapped(self.hessian(shares))) / 2

    def hessian(self, shares: np.ndarray) -> np.ndarray:
        """Of the sum of shares_k F_k, (d, d)."""
        return (self.H * shares[:, None, None]).sum(0)

    def minimizer(self, shares: np.ndarray, near: np.ndarray) -> np.ndarray:
        return solve(self.hessian(shares), -(shares[:, None] * self.affine[1]).sum(0))
