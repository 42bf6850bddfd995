"""Gossip gradient descent on quadratic clients, with exact moments.

    w_k(t+1) = sum_j W_kj(t) w_j(t) - eta_t * scale_k * gradient_k(w_k(t)),    eta_t = delta/(t + Gamma)  or  eta

on the clients of `quadratics`. Everything is affine in w, so the mean and the covariance of the stacked state propagate
exactly, in floats as in rationals. Methods are the metrics at round t (an int; in floats also an integer array) that
theorems name; every expectation is exact. Meant for a few clients in one or two dimensions, not for learning runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ..algorithms.library import DEFED, DGD
from ..arithmetic import EXACT, FLOAT, ball, block_diagonal, precise, solve
from ..family import constant
from ..rounds import at_round
from .averages import Averages
from .dominant import dominant
from .kernel_run import KernelRun
from .mixing import Mixing
from .programmed import Programmed
from .quadratics import Quadratics

__all__ = ["LONG", "REACH", "GossipRun"]

LONG = 100  # rounds from which an exact run is followed in balls
REACH = 399  # rounds that runs are followed at least where that costs little


class GossipRun(Mixing, Averages, Quadratics):
    """Constants and exact moments of one run; values as in `Quadratics` and `Mixing`."""

    def measured(self, text: str) -> Any:
        """The number that a formula over vectors is at a round."""
        return self._over_vectors.measured(text)

    @cached_property
    def _over_vectors(self) -> Any:
        clients = type(self)
        if self._arithmetic is not FLOAT:
            options = {"scaled": True} if self._scaled else {}
            return KernelRun("gossip", self._sizes, self._values, options, self)
        step = "eta" if self.delta is None else "delta/(t + Gamma)"
        return Programmed(
            self._sizes, self._values, self.rounds, DEFED if self._scaled else DGD, step, clients
        )

    # --- the trajectory: mean (rounds + 1, K d) and covariance (rounds + 1, K d, K d) of the stacked state

    @constant
    def _blocks(self) -> np.ndarray:
        """Block-diagonal scale_k H_k, (K d, K d)."""
        return block_diagonal(self.H * self.scale[:, None, None], self._arithmetic)

    @cached_property
    def _moments(self) -> tuple[np.ndarray, np.ndarray | None]:
        if self._leaps and self._arithmetic is FLOAT:
            return self._moments_by_doubling(self._followed)
        pull = self._blocks @ self.c.reshape(-1)
        eye = self._arithmetic.eye(len(self.wstar))
        mixing = [np.kron(W, eye) for W in self.W]
        x = self.w0.reshape(-1)
        noisy = bool(self.v.any())
        jumps = block_diagonal(
            self.v[:, :, None] * self.v[:, None, :] * (self.scale**2)[:, None, None], self._arithmetic
        )
        covariance = self._arithmetic.zeros(len(x), len(x))
        if self._followed > LONG:
            # exact rationals grow by a few digits a round; balls do not, and stay rigorous
            x = self._balls(x)
        means, covariances = [x], [covariance]
        for t in range(self._followed):
            step = self.step(self._arithmetic.number(t))
            A = mixing[self._place(t)] - step * self._blocks
            x = A @ x + step * pull
            means.append(x)
            if noisy:
                covariance = A @ covariance @ A.T + step * step * jumps
                covariances.append(covariance)
        return np.array(means), np.array(covariances) if noisy else None

    @property
    def _followed(self) -> int:
        """Rounds that are followed one by one; in floats, without noise, many at once cost little."""
        if not self._leaps:
            return self.rounds
        quick = self._arithmetic is FLOAT and not self.v.any()
        return REACH if quick else min(self.rounds, LONG)

    @property
    def _leaps(self) -> bool:
        """Whether metrics are known at any round at once: every round does the same."""
        return self.delta is None and len(self.W) == 1

    @property
    def reach(self) -> float:
        """The last round at which metrics are known."""
        return math.inf if self._leaps else self.rounds

    @cached_property
    def _round(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(A, b, Q) of a round with a fixed step: the mean x -> A x + b, the covariance C -> A C A' + Q."""
        step: Any = self.eta
        A = np.kron(self.W[0], self._arithmetic.eye(len(self.wstar))) - step * self._blocks
        jumps = self.v[:, :, None] * self.v[:, None, :] * (self.scale**2)[:, None, None]
        Q = step * step * block_diagonal(jumps, self._arithmetic)
        return A, step * (self._blocks @ self.c.reshape(-1)), Q

    @cached_property
    def _doubled(self) -> list[list[np.ndarray]]:
        """The same of 1, 2, 4, ... rounds, as far as asked for yet."""
        return [[self._balls(array) for array in self._round]]

    def _balls(self, array: np.ndarray) -> np.ndarray:
        return array if self._arithmetic is not EXACT else np.frompyfunc(ball, 1, 1)(array)

    def _long(self, x: np.ndarray, follow: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """The models of all rounds that `follow` makes of a start: of many exact ones in balls that last for them."""
        if self.rounds <= LONG or self._arithmetic is not EXACT:
            return follow(x)
        start = self._balls(x)
        with precise(self.rounds):
            return follow(start)

    def _moments_by_doubling(self, rounds: int) -> tuple[np.ndarray, np.ndarray | None]:
        """Every round up to that one, twice as many at a time."""
        means, covariances = self.w0.reshape(1, -1), np.zeros((1, self.w0.size, self.w0.size))
        noisy = bool(self.v.any())
        for k in range(rounds.bit_length()):
            A, b, Q = self._double(k)
            means = np.concatenate([means, means @ A.T + b])
            if noisy:
                covariances = np.concatenate([covariances, A @ covariances @ A.T + Q])
        return means, covariances if noisy else None

    def _double(self, k: int) -> list[np.ndarray]:
        """(A, b, Q) of 2^k rounds."""
        while k >= len(self._doubled):
            A, b, Q = self._doubled[-1]
            self._doubled.append([A @ A, A @ b + b, A @ Q @ A.T + Q])
        return self._doubled[k]

    @cached_property
    def _leapt(self) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        return {}

    def _leap(self, t: int) -> tuple[np.ndarray, np.ndarray]:
        """Mean and covariance at round t, by repeated squaring."""
        if t in self._leapt:
            return self._leapt[t]
        x, C = (
            self._balls(self.w0.reshape(-1)),
            self._balls(self._arithmetic.zeros(self.w0.size, self.w0.size)),
        )
        for k in range(t.bit_length()):
            if t >> k & 1:
                A, b, Q = self._double(k)
                x, C = A @ x + b, A @ C @ A.T + Q
        self._leapt[t] = x, C
        return x, C

    def _dense(self, rounds: int) -> tuple[np.ndarray, np.ndarray | None]:
        """Every round up to that one and beyond; floats alone ask for many rounds at once."""
        if self._block is None or len(self._block[0]) <= rounds:
            self._block = self._moments_by_doubling(rounds)
        return self._block

    _block: tuple[np.ndarray, np.ndarray | None] | None = None

    def _moments_at(self, at: Any) -> tuple[np.ndarray, np.ndarray | None]:
        """Mean and covariance (None where it is 0) at a round, or at each of an increasing array of them."""
        means, covariances = self._moments
        if np.max(at) <= self._followed:
            return means[at], None if covariances is None else covariances[at]
        if not isinstance(at, np.ndarray):
            mean, covariance = self._leap(at)
            return mean, None if covariances is None else covariance
        if 4 * len(at) > np.max(at):  # most rounds, as a sum over rounds asks for them
            means, covariances = self._dense(int(np.max(at)))
            return means[at], None if covariances is None else covariances[at]
        near, far = at[at <= self._followed], [self._leap(int(t)) for t in at if t > self._followed]
        means = np.concatenate([means[near], np.array([mean for mean, _ in far])])
        if covariances is not None:
            covariances = np.concatenate([covariances[near], np.array([covariance for _, covariance in far])])
        return means, covariances

    def _second(self, t: Any, M: np.ndarray, shift: Any, G: np.ndarray | None = None) -> Any:
        """E y'G y of y = M x(t) + shift (G = identity when None)."""
        means, covariances = self._moments_at(at_round(t))
        y = means @ M.T + shift
        value = (y * (y if G is None else y @ G)).sum(-1)
        if covariances is not None:
            value = value + ((M.T @ (M if G is None else G @ M)) * covariances).sum((-1, -2))
        return value

    @constant
    def _averaging(self) -> np.ndarray:
        """wbar = averaging @ x, (d, K d)."""
        row = self._arithmetic.array([[1] * len(self.w0)]) / self.K
        return np.kron(row, self._arithmetic.eye(len(self.wstar)))

    @constant
    def _spreading(self) -> np.ndarray:
        """x - 1 (x) wbar = spreading @ x."""
        n, d = len(self.w0), len(self.wstar)
        ones = self._arithmetic.array(np.ones((n, n), dtype=int)) / self.K
        return np.kron(self._arithmetic.eye(n) - ones, self._arithmetic.eye(d))

    @constant
    def _hessian(self) -> np.ndarray:
        """Hessian of F, (d, d)."""
        return (self.H * self.share[:, None, None]).sum(0)

    @constant
    def _hessians(self) -> np.ndarray:
        return block_diagonal(self.H, self._arithmetic)

    # --- special starts

    @property
    def at_minimum(self) -> np.ndarray:
        """w* at every client, (K, d)."""
        return np.array([self.wstar] * len(self.w0))

    @property
    def at_own_minima(self) -> np.ndarray:
        """Each client's own minimizer, (K, d)."""
        return self.c

    @property
    def around_minimum(self) -> np.ndarray:
        """The starts moved together until their mean is w*, (K, d): only their spread moves it away."""
        return self.w0 - (self.w0.sum(0) / self.K - self.wstar)

    @property
    def slowest(self) -> np.ndarray:
        """The direction that W(0) shrinks least, an eigenvector as a rule, in every coordinate, (K, d)."""
        n, d = self.w0.shape
        direction = dominant(self.W[0] - 1 / self.K, np.arange(n) ** 2)
        return np.repeat(self._arithmetic.array(direction)[:, None], d, 1)

    @property
    def at_rest(self) -> np.ndarray:
        """The models that a round with a fixed step leaves as they are, (K, d)."""
        A, b, _ = self._round
        return solve(self._arithmetic.eye(len(b)) - A, b).reshape(self.w0.shape)

    # --- metrics at round t (an int, or an integer array in floats)

    def spread2(self, t: Any) -> Any:
        """E||w(t) - 1 (x) wbar(t)||^2."""
        return self._second(t, self._spreading, 0)

    def spread(self, t: Any) -> Any:
        return self._arithmetic.functions["sqrt"](self.spread2(t))

    def error2(self, t: Any) -> Any:
        """E||wbar(t) - w*||^2."""
        return self._second(t, self._averaging, -self.wstar)

    def error(self, t: Any) -> Any:
        return self._arithmetic.functions["sqrt"](self.error2(t))

    def distance2(self, t: Any) -> Any:
        """E||w(t) - 1 (x) w*||^2."""
        eye = self._arithmetic.eye(self.w0.size)
        return self._second(t, eye, -np.concatenate([self.wstar] * len(self.w0)))

    def distance(self, t: Any) -> Any:
        return self._arithmetic.functions["sqrt"](self.distance2(t))

    def gap(self, t: Any) -> Any:
        """E F(wbar(t)) - F(w*)."""
        return self._second(t, self._averaging, -self.wstar, self._hessian) / 2

    def gradients2(self, t: Any) -> Any:
        """sum_k E||grad F_k(w_k(t))||^2."""
        return self._second(t, self._hessians, -self._hessians @ self.c.reshape(-1))

    def local_gaps(self, t: Any) -> Any:
        """sum_k E F_k(w_k(t)) - F_k^*."""
        return self._gaps(t, self._arithmetic.array([1] * len(self.a)))

    def curved_gaps(self, t: Any) -> Any:
        """sum_k 2 mu_k (E F_k(w_k(t)) - F_k^*)."""
        return self._gaps(t, 2 * self.a.min(1))

    def steep_gaps(self, t: Any) -> Any:
        """sum_k 2 L_k (E F_k(w_k(t)) - F_k^*)."""
        return self._gaps(t, 2 * self.a.max(1))

    def tilde_gaps(self, t: Any) -> Any:
        """sum_k E F~_k(w_k(t)) - F~_k^*."""
        return self._gaps(t, self.share)

    def _gaps(self, t: Any, weights: np.ndarray) -> Any:
        """sum_k weights_k (E F_k(w_k(t)) - F_k^*)."""
        weighted = block_diagonal(self.H * weights[:, None, None], self._arithmetic)
        return self._second(t, self._arithmetic.eye(self.w0.size), -self.c.reshape(-1), weighted) / 2

    def F_of_clients(self, t: Any) -> Any:
        """(1/K) sum_k E F(w_k(t)) - F*: the global loss at the clients' own models."""
        n = len(self.w0)
        weighted = np.kron(self._arithmetic.eye(n), self._hessian)
        shift = -np.concatenate([self.wstar] * n)
        return self._second(t, self._arithmetic.eye(self.w0.size), shift, weighted) / (2 * self.K)

    def mean_gradient2(self, t: Any) -> Any:
        """E||h(t)||^2, h = (1/K) sum_k scale_k grad F_k(w_k)."""
        pulled = self._averaging @ self._blocks
        return self._second(t, pulled, -pulled @ self.c.reshape(-1))

    def noise2(self, t: Any) -> Any:
        """E||h(t) - g(t)||^2, g the stochastic counterpart of h."""
        return (self.scale**2 * (self.v * self.v).sum(1)).sum() / self.K**2

    def global_gradient2(self, t: Any) -> Any:
        """E||grad F(wbar(t))||^2."""
        return self._second(t, self._hessian @ self._averaging, -self._hessian @ self.wstar)

    def dissimilarity2(self, t: Any) -> Any:
        """(1/K) sum_k E||grad F_k(wbar(t)) - grad F(wbar(t))||^2."""
        d = len(self.wstar)
        apart = self.H - self._hessian
        shift = (self._hessian @ self.wstar - (self.H @ self.c[:, :, None])[:, :, 0]).reshape(-1)
        return self._second(t, apart.reshape(-1, d) @ self._averaging, shift) / self.K

    def alignment(self, t: Any) -> Any:
        """E g(t)' grad F(wbar(t))."""
        pulled = self._averaging @ self._blocks
        shift = -pulled @ self.c.reshape(-1)
        both = pulled + self._hessian @ self._averaging
        shifts = shift - self._hessian @ self.wstar
        return (self._second(t, both, shifts) - self.mean_gradient2(t) - self.global_gradient2(t)) / 2

    # --- other algorithms on the same clients, for claims that they are the same

    def _federated(self, rounds: int) -> np.ndarray:
        """FedAvg with full participation (DeFed Algorithm 1) from wbar(0), full gradients; (rounds + 1, d)."""
        w = self.w0.sum(0) / self.K
        path = [w]
        for t in range(rounds):
            step = self.step(self._arithmetic.number(t))
            pulls = (self.H @ (w - self.c)[:, :, None])[:, :, 0]
            w = w - step * (pulls * self.share[:, None]).sum(0)
            path.append(w)
        return np.array(path)

    def fedavg_distance2(self, t: Any) -> Any:
        """||wbar(t) - w_FedAvg(t)||^2 (noise-free runs)."""
        at = at_round(t)
        difference = self._moments_at(at)[0] @ self._averaging.T - self._federated(int(np.max(at)))[at]
        return (difference * difference).sum(-1)

    @cached_property
    def eps0(self) -> Any:
        """sum_k F_k(w_k(0)) - F_k^*."""
        return self.local_gaps(0)
