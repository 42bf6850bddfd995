"""Vectors of all clients at one round or at many, random ones too: an inner product is its own expectation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["ClientVectors"]


@dataclass(frozen=True)
class ClientVectors:
    """One vector a client: mean + linear @ noise, the noise of mean 0 and that covariance.

    mean (..., K, d), with leading axes over rounds, K = 1 for a vector that all clients share; linear (..., K, d, n),
    covariance (..., n, n), both None where nothing is random. Vectors that are added have the same noise.
    """

    mean: np.ndarray
    linear: np.ndarray | None = None
    covariance: np.ndarray | None = None

    def __sub__(self, other: ClientVectors | np.ndarray) -> ClientVectors:
        if not isinstance(other, ClientVectors):
            return ClientVectors(self.mean - other, self.linear, self.covariance)
        if self.linear is None or other.linear is None:
            linear = self.linear if other.linear is None else -other.linear
        else:
            linear = self.linear - other.linear
        covariance = other.covariance if self.covariance is None else self.covariance
        return ClientVectors(self.mean - other.mean, linear, covariance)

    def times(self, factors: Any) -> ClientVectors:
        """Times one factor a client (K,) or a round (..., 1)."""
        linear = None if self.linear is None else self.linear * factors[..., None, None]
        return ClientVectors(self.mean * factors[..., None], linear, self.covariance)

    def mixed(self, matrix: np.ndarray) -> ClientVectors:
        """sum_j matrix_kj x_j, matrix (..., rows, K)."""
        if self.linear is None:
            return ClientVectors(matrix @ self.mean)
        *axes, K, d, n = self.linear.shape
        linear = matrix @ self.linear.reshape(*axes, K, d * n)
        return ClientVectors(matrix @ self.mean, linear.reshape(*linear.shape[:-1], d, n), self.covariance)

    def mapped(self, matrices: np.ndarray) -> ClientVectors:
        """matrices_k x_k, matrices (K, d, d) or one for all (d, d)."""
        if self.mean.shape[-1] == 1:  # a product of numbers, which is quicker
            linear = None if self.linear is None else matrices * self.linear
            return ClientVectors(matrices[..., 0] * self.mean, linear, self.covariance)
        linear = None if self.linear is None else matrices @ self.linear
        return ClientVectors((matrices @ self.mean[..., None])[..., 0], linear, self.covariance)

    def dots(self, other: ClientVectors) -> Any:
        """E<x_k, y_k> of each client, (..., K)."""
        products = self.mean * other.mean
        products = products[..., 0] if products.shape[-1] == 1 else products.sum(-1)
        if self.linear is None or other.linear is None or self.covariance is None:
            return products
        scattered = self.linear @ self.covariance[..., None, :, :]
        return products + (scattered * other.linear).sum((-1, -2))

    def dot(self, other: ClientVectors) -> Any:
        """E sum_k <x_k, y_k>."""
        return self.dots(other).sum(-1)

    def squares(self) -> Any:
        """E||x_k||^2 of each client, (..., K)."""
        return self.dots(self)

    def square(self) -> Any:
        """E sum_k ||x_k||^2."""
        if self.covariance is None:
            flat = self.mean.reshape(*self.mean.shape[:-2], -1)
            return (flat * flat).sum(-1)
        return self.squares().sum(-1)

    def averaged(self) -> ClientVectors:
        """The plain mean of all clients, as one vector."""
        clients = self.mean.shape[-2]
        linear = None if self.linear is None else self.linear.sum(-3, keepdims=True) / clients
        return ClientVectors(self.mean.sum(-2, keepdims=True) / clients, linear, self.covariance)

    @property
    def sure(self) -> np.ndarray:
        """The vectors themselves; ArithmeticError where they are random."""
        if self.covariance is not None:
            raise ArithmeticError("of random models this has no exact expectation here")
        return self.mean
