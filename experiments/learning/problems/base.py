"""What every problem offers: client losses, gradients for all clients and seeds at once, safe constants."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import Shown

from .products import product, roundings

__all__ = ["SMALL", "Minimum", "Problem"]

SMALL = 200  # numbers of a problem whose repr makes it again


@dataclass(frozen=True, eq=False)
class Minimum:
    """The minimiser of sum_k a_k F_k, with a certificate: the true one lies within `error` of `w`.

    By strong convexity ||w - w*|| <= ||gradient(w)|| / mu; the gradient is evaluated in extended precision,
    and the rounding of `w` to float64 is added.
    """

    w: np.ndarray  # (d,)
    value: float
    error: float


class Problem(Shown, ABC):
    """K client losses on R^d. `L` and `mu` are (K,) arrays: never below, and never above, the true constants.

    Arrays of models have the shape (..., K, d): any leading axes (seeds), then clients, then coordinates.
    """

    clients: int
    dimension: int
    counts: np.ndarray  # (K,) samples per client, m_k
    dtype: np.dtype = np.dtype(np.float64)  # of the models in a run

    L: np.ndarray
    mu: np.ndarray

    def shown(self) -> list[tuple[str, str]]:
        return [
            ("clients", str(self.clients)),
            ("dimension", str(self.dimension)),
            ("samples", f"{int(np.sum(self.counts))} in all"),
            ("L", f"{float(np.max(self.L)):.6g} at most"),
            ("mu", f"{float(np.min(self.mu)):.6g} at least"),
        ]

    @abstractmethod
    def gradient(self, x: np.ndarray, samples: np.ndarray | None = None) -> np.ndarray:
        """grad F_k at x[..., k, :], shape (..., K, d); `samples` (..., K, b): mini-batch indices."""

    @abstractmethod
    def values(self, x: np.ndarray) -> np.ndarray:
        """F_k at x[..., k, :], shape (..., K)."""

    @abstractmethod
    def hessian(self, w: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """The (d, d) Hessian of sum_k weights[k] F_k at w (d,)."""

    def newton_system(self, w: np.ndarray, weights: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """r (d,) -> about H^-1 r for that Hessian H; what is lost to rounding or tolerance, repetition mends."""
        from scipy.linalg import cho_factor, cho_solve

        factor = cho_factor(self.hessian(w, weights))
        return lambda r: cho_solve(factor, r)

    @abstractmethod
    def gradient_rounding(self, radius: float, dtype: Any = float) -> float:
        """A bound on the rounding error of grad F_k computed in `dtype` at any ||w|| <= radius, first order in eps."""

    @abstractmethod
    def client(self, k: int) -> Problem:
        """The problem of client k alone."""

    def shares(self, objective: str = "mean") -> np.ndarray:
        """The weights a_k of the objective: `mean` (1/K) sum F_k, `samples` sum (m_k/m) F_k."""
        if objective == "mean":
            return np.full(self.clients, 1 / self.clients)
        if objective == "samples":
            return self.counts / self.counts.sum()
        raise InputError("objective", objective, "known: mean, samples")

    def objective(self, models: np.ndarray, objective: str = "mean") -> np.ndarray:
        """F(w) for models (..., d), shape (...)."""
        return self.values(self.everywhere(models)) @ self.shares(objective)

    def everywhere(self, models: np.ndarray) -> np.ndarray:
        """The stacked 1 (x) w: models (..., d) seen by each client, shape (..., K, d)."""
        models = np.asarray(models)
        return np.broadcast_to(models[..., None, :], (*models.shape[:-1], self.clients, self.dimension))

    def minimum(self, objective: str = "mean") -> Minimum:
        """w*, F* of the objective (see `shares`)."""
        if objective not in self._minima:
            self._minima[objective] = newton(self, self.shares(objective))
        return self._minima[objective]

    @cached_property
    def _minima(self) -> dict[str, Minimum]:
        return {}

    @cached_property
    def local_minima(self) -> tuple[Minimum, ...]:
        """w_k^*, F_k^* of every client by itself."""
        return tuple(self.client(k).minimum() for k in range(self.clients))

    def gradients_at(self, w: np.ndarray) -> np.ndarray:
        """grad F_k(w) for each client, (K, d): at w* this is how much the clients disagree.

        w: (d,), one model for all; `gradient` takes models (..., K, d) of their own. Raises InputError.
        """
        if np.shape(w) != (self.dimension,):
            shapes = f"one model, ({self.dimension},); models of their own go to gradient(models)"
            raise InputError("w", f"of shape {np.shape(w)}", shapes)
        return self.gradient(self.everywhere(w))


def newton(problem: Problem, weights: np.ndarray) -> Minimum:
    """Minimise sum_k weights[k] F_k: damped Newton steps, then refinement in extended precision."""
    mu = float(weights @ problem.mu)
    if mu <= 0:
        raise InputError("mu", mu, "a minimum with a certificate needs a strongly convex objective (add l2)")
    w = np.zeros(problem.dimension)
    for _ in range(100):
        gradient = weights @ problem.gradients_at(w)
        solve = problem.newton_system(w, weights)
        step = solve(gradient)
        decrement = float(gradient @ step)
        value = float(weights @ problem.values(problem.everywhere(w)))
        if decrement <= 1e-14 * (abs(value) + decrement):  # below this, values cannot judge a step any more
            break
        length = 1.0
        while (
            weights @ problem.values(problem.everywhere(w - length * step)) > value - length * decrement / 4
        ):
            length /= 2
            if length < 1e-12:
                break
        w = w - length * step
    precise = w.astype(np.longdouble)
    residual, rounding = mean_gradient(problem, weights, precise)
    for _ in range(60):
        trial = precise - solve(residual.astype(float))
        after, around = mean_gradient(problem, weights, trial)
        if norm(after) >= norm(residual):
            break
        precise, residual, rounding = trial, after, around
    w = precise.astype(float)
    error = (norm(residual) + rounding) / mu + norm(precise - w)
    if not error <= 1e-6 * (1 + norm(w)):
        raise ArithmeticError(
            f"Newton's method stopped at error={error:.1e}: the problem is too ill-conditioned"
        )
    return Minimum(w, float(weights @ problem.values(problem.everywhere(w))), error)


def mean_gradient(problem: Problem, weights: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, float]:
    """sum_k weights[k] grad F_k(w) in the precision of w, and a bound on its rounding error."""
    dtype = w.dtype
    gradients = problem.gradients_at(w).astype(dtype, copy=False)  # where the problem is in Fractions
    lengths = np.sqrt((gradients * gradients).sum(axis=1))
    adding = roundings(len(weights), dtype) * float(np.finfo(dtype).eps) * float(weights @ lengths)
    rounding = float(weights.sum()) * problem.gradient_rounding(norm(w), dtype) + adding
    return product(weights.astype(dtype), gradients), rounding


def norm(vector: np.ndarray) -> float:
    return float(np.sqrt(np.sum(vector * vector)))
