"""The consensus problem of DeceFL (main text C, SI section 4): min (1/2) sum_k (w - w_k(0))^2, scalars w_k(0).

Every client pulls towards its own start: w_k(t+1) = (mixed value) - eta_t (w_k(t) - w_k(0)). The algorithm is
what is mixed:

    decefl   sum_j W_kj(t) w_j(t)          SI (32)
    literal  sum_j W_kj(t) w_k(t)          main text (9) as printed, with w_k for w_j
    fedavg   (1/K) sum_j w_j(t)            main text (8), SI (17)
    swarm    sum_j p_j w_j(t)              SI (25)

All deterministic, so exact in rationals. w* is the mean of the starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..arithmetic import Arithmetic
from ..rounds import at_round
from .mixing import Mixing

__all__ = ["ConsensusRun"]


class ConsensusRun(Mixing):
    """One run; values: w0 (K,), W (S, K, K) or p (K,) where the algorithm needs them, delta and Gamma, or eta."""

    def __init__(
        self,
        sizes: Mapping[str, int],
        values: Mapping[str, Any],
        rounds: int,
        arithmetic: Arithmetic,
        algorithm: str,
    ):
        self._sizes, self._values, self._arithmetic = sizes, values, arithmetic
        self.rounds, self._algorithm = rounds, algorithm
        self.w0 = values["w0"]
        self.K = arithmetic.number(len(self.w0))
        self.delta, self.Gamma, self.eta = (
            values[name].item() if name in values else None for name in ("delta", "Gamma", "eta")
        )

    def step(self, t: Any) -> Any:
        """eta_t: delta/(t + Gamma), or the fixed eta."""
        return self.eta if self.delta is None else self.delta / (t + self.Gamma)

    def _mixed(self, t: int, w: np.ndarray) -> np.ndarray:
        if self._algorithm == "decefl":
            return self._W(t) @ w
        if self._algorithm == "literal":
            return self._W(t).sum(1) * w
        equal = self._arithmetic.array([1] * len(w)) / self.K
        weights = self._values["p"] if self._algorithm == "swarm" else equal
        return np.array([weights @ w] * len(w))

    @cached_property
    def weights_spread(self) -> Any:
        """max p - min p."""
        return max(self._values["p"]) - min(self._values["p"])

    @cached_property
    def _w(self) -> np.ndarray:
        """The models at every round, (rounds + 1, K)."""
        w, path = self.w0, [self.w0]
        for t in range(self.rounds):
            w = self._mixed(t, w) - self.step(self._arithmetic.number(t)) * (w - self.w0)
            path.append(w)
        return np.array(path)

    @cached_property
    def _complete(self) -> np.ndarray:
        """DeceFL with W(t) = 11'/K."""
        n = len(self.w0)
        values = {**self._values, "W": self._arithmetic.array(np.ones((1, n, n), dtype=int)) / self.K}
        return ConsensusRun({}, values, self.rounds, self._arithmetic, "decefl")._w

    def _norm_of(self, vectors: np.ndarray) -> Any:
        return self._arithmetic.functions["sqrt"]((vectors * vectors).sum(-1))

    def mean_error(self, t: Any) -> Any:
        """wbar(t) - w*, signed."""
        return self._w[at_round(t)].sum(-1) / self.K - self.w0.sum() / self.K

    def spread(self, t: Any) -> Any:
        """||w(t) - 1 wbar(t)||."""
        w = self._w[at_round(t)]
        return self._norm_of(w - w.sum(-1, keepdims=True) / self.K)

    def distance(self, t: Any) -> Any:
        """||w(t) - 1 w*||."""
        return self._norm_of(self._w[at_round(t)] - self.w0.sum() / self.K)

    def swarm_error(self, t: Any) -> Any:
        """p'w(t) - w*, signed."""
        return self._w[at_round(t)] @ self._values["p"] - self.w0.sum() / self.K

    def swarm_spread(self, t: Any) -> Any:
        """||w(t) - 1 p'w(t)||."""
        w = self._w[at_round(t)]
        return self._norm_of(w - (w * self._values["p"]).sum(-1, keepdims=True))

    def complete_distance(self, t: Any) -> Any:
        """Distance between this run and DeceFL with W = 11'/K from the same start."""
        return self._norm_of((self._w - self._complete)[at_round(t)])
