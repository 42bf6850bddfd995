"""Online Push-Sum (ops, Algorithm 1) and the algorithms it is compared with, in floats or exactly.

Node i holds z^(i) and a weight omega^(i), plays x^(i) = z^(i)/omega^(i), suffers f_{i,t}(x^(i); xi), steps, mixes:

    Z_{t+1} = (Z_t - gamma G_t) W(t),   omega_{t+1} = W(t)' omega_t,   Z_0 = 0, omega_0 = 1.

Losses f_{i,t}(x; xi) = |g_{i,t} (x - b_{i,t})| + xi x on the real line: convex, |F'| <= |g| everywhere, and any sum
of them has a minimizer x* (a weighted median), so that Assumption 1 needs no help. They change for P rounds, then
stay: the adversarial component. xi = v_i times a fair sign, independent over nodes and rounds, is the stochastic one;
expectations are sums over all signs. At the kink the subgradient is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..rounds import each_round
from .digraphs import Digraphs

__all__ = ["PushSumRun"]


class _Round(NamedTuple):
    """One round, for every path of the noise: models x, their z and subgradients F', (paths, n); weights omega (n,)."""

    x: np.ndarray
    z: np.ndarray
    omega: np.ndarray
    slopes: np.ndarray


class PushSumRun(Digraphs):
    """One run; values: W (S, n, n), g (P, n), b (P, n), optional v (n,), gamma.

    algorithm: "ops", "dol": the same without the weights, x = z (DOL; on W = 11'/n it is COL), or "mix-first": DOL
        that mixes before it steps, Z_{t+1} = Z_t W(t) - gamma G_t
    point: where gradients are taken, "x", or "z" as one line of the paper has it
    centre: zbar is the "mean" of the z^(i), or their "sum", as the supplement's notation has it
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        algorithm: str = "ops",
        point: str = "x",
        centre: str = "mean",
    ):
        self._sizes, self._values, self.rounds = sizes, values, rounds
        self._algorithm, self._point = algorithm, point
        self._a, self._b = abs(values["g"]), values["b"]
        self._v = values.get("v", np.zeros(self._a.shape[1]))
        self.gamma = values["gamma"].item()
        self._share = 1 / self.n if centre == "mean" else 1.0

    # --- constants

    @cached_property
    def G(self) -> Any:
        """sup of |F'_{i,t}| over nodes, rounds and points."""
        return self._a.max()

    @cached_property
    def sigma2(self) -> Any:
        """max_i E|f' - F'|^2."""
        return (self._v * self._v).max()

    # --- the run

    def _slopes(self, t: int, x: np.ndarray) -> np.ndarray:
        a, b = self._losses_at(t)
        return ((x > b).astype(int) - (x < b).astype(int)) * a

    def _losses_at(self, t: int) -> tuple[np.ndarray, np.ndarray]:
        at = min(t, len(self._a) - 1)
        return self._a[at], self._b[at]

    @cached_property
    def _history(self) -> list[_Round]:
        n = self.W.shape[-1]
        signs = np.array([[0] * n])
        if any(self._v):
            signs = np.array(np.meshgrid(*[[1, -1]] * n)).reshape(n, -1).T
        z, omega, x = np.zeros((1, n)), np.ones(n), np.zeros((1, n))
        history = []
        for t in range(self.rounds + 1):
            slopes = self._slopes(t, x if self._point == "x" else z)
            history.append(_Round(x, z, omega, slopes))
            kicked = (slopes[:, None, :] + signs * self._v).reshape(-1, n)
            before, step = np.repeat(z, len(signs), axis=0), self.gamma * kicked
            first = self._algorithm == "mix-first"
            z = before @ self._W(t) - step if first else (before - step) @ self._W(t)
            omega = omega @ self._W(t)
            x = z / omega if self._algorithm == "ops" else z
        return history

    def _mean(self, values: np.ndarray) -> Any:
        """Over the paths (first axis), which are equally likely; summed over the rest."""
        return values.sum() / len(values)

    def _centre(self, t: int) -> np.ndarray:
        """zbar_t on every path, (paths, 1)."""
        return self._history[t].z.sum(1)[:, None] * self._share

    # --- the comparator

    @cached_property
    def _candidates(self) -> tuple[list[Any], np.ndarray]:
        """Where a sum of losses can be smallest, nearest to 0 first, and there sum over rounds < t, (rounds + 2, .)."""
        points = sorted({*self._b.reshape(-1), 0.0}, key=lambda b: (abs(b), b))
        totals = [np.zeros(len(points))]
        for t in range(self.rounds + 1):
            a, b = self._losses_at(t)
            totals.append(totals[-1] + (a * abs(np.array(points)[:, None] - b)).sum(1))
        return points, np.array(totals)

    def _best(self, first: int, stop: int) -> tuple[Any, Any]:
        """Smallest sum of the losses of rounds first, ..., stop - 1, and the minimizer x* nearest to 0."""
        points, totals = self._candidates
        sums = list(totals[stop] - totals[first])
        index = min(range(len(sums)), key=sums.__getitem__)
        return sums[index], points[index]

    @cached_property
    def _suffered(self) -> np.ndarray:
        """E sum_i f_{i,t}(x_t^(i)) summed over rounds < t, (rounds + 2,)."""
        sums = [0.0]
        for t, now in enumerate(self._history):
            a, b = self._losses_at(t)
            sums.append(sums[-1] + self._mean(a * abs(now.x - b)))
        return np.array(sums)

    # --- metrics; T = t rounds

    def regret(self, t: Any) -> Any:
        """R_T over rounds 1, ..., t, as printed."""
        return each_round(t, lambda t: self._suffered[t + 1] - self._suffered[1] - self._best(1, t + 1)[0])

    def regret_from_0(self, t: Any) -> Any:
        """Regret of the first t rounds that Algorithm 1 plays, 0, ..., t - 1."""
        return each_round(t, lambda t: self._suffered[t] - self._best(0, t)[0])

    def reach2(self, t: Any) -> Any:
        """Largest ||x - y||^2 among models and averages up to round t + 1 and x* of rounds 1, ..., t."""

        def largest(t: int) -> Any:
            points = [self._best(1, t + 1)[1]]
            for s in range(t + 2):
                points += [*self._history[s].x.reshape(-1), *self._centre(s).reshape(-1)]
            return (max(points) - min(points)) ** 2

        return each_round(t, largest)

    def radius2(self, t: Any) -> Any:
        """||x* - x_0||^2 for x* of rounds 1, ..., t."""
        return each_round(t, lambda t: self._best(1, t + 1)[1] ** 2)

    def radius2_from_0(self, t: Any) -> Any:
        """||x* - x_0||^2 for x* of rounds 0, ..., t - 1."""
        return each_round(t, lambda t: self._best(0, t)[1] ** 2)

    def inverse_weights(self, t: Any) -> Any:
        """sum over rounds s < t and nodes of 1/omega_s^(i)."""
        return each_round(t, lambda t: sum((1 / self._history[s].omega).sum() for s in range(t)))

    def least_weight(self, t: Any) -> Any:
        """min_i omega_s^(i) over rounds s <= t."""
        return each_round(t, lambda t: min(now.omega.min() for now in self._history[: t + 1]))

    def smallest_weight(self, t: Any) -> Any:
        """min_i omega_{t+1}^(i)."""
        return each_round(t, lambda t: self._history[t + 1].omega.min())
