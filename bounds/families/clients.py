"""Clients: their losses, their shares of the data and the least values of their losses, with the constants of these."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from .client_vectors import ClientVectors

__all__ = ["Clients", "Losses"]


class Losses(Protocol):
    """The losses F_k of K clients on R^d, each less its least value.

    minimizers (K, d); flattest, steepest (K,): mu_k and L_k, safe bounds of the curvature (ArithmeticError where a loss
    has none); affine: (H, h) where grad F_k(x) = H_k x + h_k, H (K, d, d), h (K, d), else None
    """

    @property
    def minimizers(self) -> np.ndarray: ...

    @property
    def flattest(self) -> np.ndarray: ...

    @property
    def steepest(self) -> np.ndarray: ...

    @property
    def affine(self) -> tuple[np.ndarray, np.ndarray] | None: ...

    def gradient(self, x: ClientVectors) -> ClientVectors:
        """grad F_k(x_k) of each client."""

    def heights(self, x: ClientVectors) -> Any:
        """E F_k(x_k) - F_k^* of each client, (..., K)."""

    def above(self, x: ClientVectors, shares: np.ndarray, minimizer: np.ndarray) -> Any:
        """E F(x_k) - F* at each of the points, (..., K), F = sum_k shares_k F_k with that minimizer."""

    def minimizer(self, shares: np.ndarray, near: np.ndarray) -> np.ndarray:
        """argmin of sum_k shares_k F_k, (d,); of several the one next to `near`, or another that the class names."""


@dataclass(frozen=True)
class Clients:
    """K clients; samples (K,): m_k, where gradients are scaled by the shares m_k/m of the data (DeFed (5), DeceFL SI
    (1), (2)), and F = sum_k (m_k/m) F_k; None where nothing is scaled and F = (1/K) sum_k F_k.

    least (K,): F_k^*; near (d,): where a minimizer is looked for, if there are several
    """

    losses: Losses
    samples: np.ndarray | None
    least: np.ndarray
    near: np.ndarray

    @cached_property
    def K(self) -> Any:
        """Number of clients."""
        return float(len(self.losses.minimizers))

    @cached_property
    def d(self) -> Any:
        """Dimension of a model."""
        return float(self.losses.minimizers.shape[1])

    @cached_property
    def m(self) -> Any:
        """Samples in all."""
        if self.samples is None:
            raise AttributeError("nothing is scaled by samples")
        return sum(self.samples)

    @cached_property
    def ones(self) -> np.ndarray:
        return self.least * 0 + 1

    @cached_property
    def share(self) -> np.ndarray:
        """Weight of each client in F, (K,): m_k/m, or 1/K."""
        return self.ones / len(self.least) if self.samples is None else self.samples / self.m

    @cached_property
    def scale(self) -> np.ndarray:
        """What multiplies a client's gradient, (K,): m_k/m, or 1."""
        return self.ones if self.samples is None else self.share

    def average(self, x: ClientVectors) -> ClientVectors:
        """The mean of all clients weighted by their shares."""
        return x.mixed(self.share[None])

    def above(self, x: ClientVectors) -> Any:
        """E F(x_k) - F* at each of the points, (..., K)."""
        return self.losses.above(x, self.share, self.wstar)

    @cached_property
    def wstar(self) -> np.ndarray:
        """argmin F, (d,)."""
        return self.losses.minimizer(self.share, self.near)

    def at_best(self) -> ClientVectors:
        """w* at every client."""
        return ClientVectors(np.array([self.wstar] * len(self.least)))

    # --- constants

    @cached_property
    def L(self) -> Any:
        """max_k L_k, the largest curvature of an unscaled client loss."""
        return max(self.losses.steepest)

    @cached_property
    def mu(self) -> Any:
        """min_k mu_k, the smallest curvature of an unscaled client loss."""
        return min(self.losses.flattest)

    @cached_property
    def L_mean(self) -> Any:
        """sum_k share_k L_k, a smoothness constant of F."""
        return (self.share * self.losses.steepest).sum()

    @cached_property
    def mu_mean(self) -> Any:
        """sum_k share_k mu_k, a strong convexity constant of F."""
        return (self.share * self.losses.flattest).sum()

    @cached_property
    def G(self) -> Any:
        """The largest |subgradient| of any client."""
        return self.losses.lipschitz  # type: ignore[attr-defined]  # few losses have one, and say so

    @cached_property
    def sharpest(self) -> Any:
        """Largest curvature that a client's step sees, max_k scale_k L_k."""
        return max(self.scale * self.losses.steepest)

    @cached_property
    def flattest(self) -> Any:
        """Smallest curvature that a client's step sees, min_k scale_k mu_k."""
        return min(self.scale * self.losses.flattest)

    @cached_property
    def gstar(self) -> Any:
        """||(scale_k grad F_k(w*))_k||, what drives the clients apart at the optimum."""
        gradients = self.losses.gradient(self.at_best()).times(self.scale)
        return np.sqrt(gradients.square())

    @cached_property
    def gaps_at_optimum(self) -> np.ndarray:
        """F_k(w*) - F_k^*, (K,)."""
        return self.losses.heights(self.at_best())

    @cached_property
    def Fstar(self) -> Any:
        """F* = sum_k share_k F_k(w*)."""
        return (self.share * (self.gaps_at_optimum + self.least)).sum()

    @cached_property
    def Fstar_mean(self) -> Any:
        """(1/K) sum_k F~_k(w*), the other value that DeFed prints for F*."""
        return self.Fstar / self.K

    @cached_property
    def tilde_minima_sum(self) -> Any:
        """sum_k F~_k^*, F~_k = share_k F_k."""
        return (self.share * self.least).sum()

    @cached_property
    def tilde_minima_max(self) -> Any:
        """max_k F~_k^*."""
        return max(self.share * self.least)

    @cached_property
    def tilde_minima_min(self) -> Any:
        """min_k F~_k^*."""
        return min(self.share * self.least)

    @cached_property
    def minima_sum(self) -> Any:
        """sum_k F_k^*."""
        return self.least.sum()

    @cached_property
    def minima_min(self) -> Any:
        """min_k F_k^*."""
        return min(self.least)

    @cached_property
    def minima_max(self) -> Any:
        """max_k F_k^*."""
        return max(self.least)
