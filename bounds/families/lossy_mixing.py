"""Mixing matrices over links that fail at random: exact first and second moments (dawo, (3) to (7), (32) to (36)).

Link ij works in a round with probability p_ij, both ways together, independently of everything else; a weight that is
lost returns to both ends. With the Laplacian Lap(A) = Diag(A 1) - A of pair weights A, and S the 0/1 matrix of the
links that work,

    W_hat = I - Lap(W o S),    E W_hat = I - Lap(W o P),    E W_hat^2 = (E W_hat)^2 + 2 Lap(W o W o P o (1 - P)),

because different links are independent and (a a')^2 = 2 a a' for a = e_i - e_j.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from ..arithmetic import Arithmetic
from .graphs import connected, primitive
from .mixing import Mixing
from .pairs import laplacian

__all__ = ["LossyMatrices", "realizations"]


class LossyMatrices(Mixing):
    """Mixing matrices W (S, K, K) over links P (K, K): W[0] is meant unless a name says `other`, W[1]."""

    def __init__(
        self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, arithmetic: Arithmetic
    ):
        self._sizes, self._values, self.rounds, self._arithmetic = sizes, values, rounds, arithmetic
        self.K = arithmetic.number(len(values["P"]))
        # the learning rate lambda of the paper
        self.eta: Any = values["eta"].item() if "eta" in values else None

    @cached_property
    def _eye(self) -> np.ndarray:
        return self._arithmetic.eye(len(self._values["P"]))

    @cached_property
    def _P(self) -> np.ndarray:
        return self._values["P"]

    @cached_property
    def _start(self) -> np.ndarray:
        """The models before the first round: w0 (K,), or one number `start` for all."""
        if "w0" in self._values:
            return self._values["w0"]
        return self._values["start"].item() + 0 * self._P[0]

    def _spread(self, x: np.ndarray) -> Any:
        return ((x - x.sum() / self.K) ** 2).sum()

    def _mean(self, W: np.ndarray) -> np.ndarray:
        """E W_hat."""
        return self._eye - laplacian(W * self._P)

    def _scatter(self, W: np.ndarray) -> np.ndarray:
        """E W_hat^2 - (E W_hat)^2."""
        return 2 * laplacian(W * W * self._P * (1 - self._P))

    def _second(self, W: np.ndarray) -> Any:
        """lambda_2 of a doubly stochastic W: its largest eigenvalue once that of the vector 1 is moved to -1."""
        return self._ends(W - 2 * (self._eye * 0 + 1) / self.K)[1]

    @cached_property
    def _Wbar(self) -> np.ndarray:
        return self._mean(self.W[0])

    @cached_property
    def _moment(self) -> np.ndarray:
        return self._Wbar @ self._Wbar + self._scatter(self.W[0])

    @cached_property
    def rho_mean(self) -> Any:
        """rho of E W_hat."""
        return self._norm(self._Wbar)

    @cached_property
    def rho_other(self) -> Any:
        """rho of E W_hat for W[1]."""
        return self._norm(self._mean(self.W[1]))

    @cached_property
    def rho2(self) -> Any:
        """rho of E W_hat^2."""
        return self._norm(self._moment)

    @cached_property
    def rho2_other(self) -> Any:
        Wbar = self._mean(self.W[1])
        return self._norm(Wbar @ Wbar + self._scatter(self.W[1]))

    @cached_property
    def rho2_halfway(self) -> Any:
        """rho of E W_hat^2 for (W[0] + W[1])/2."""
        W = (self.W[0] + self.W[1]) / 2
        return self._norm(self._mean(W) @ self._mean(W) + self._scatter(W))

    @cached_property
    def rho_halfway(self) -> Any:
        """rho of E W_hat for (W[0] + W[1])/2."""
        return self._norm(self._mean((self.W[0] + self.W[1]) / 2))

    @cached_property
    def lam2(self) -> Any:
        """lambda_2 of E W_hat."""
        return self._second(self._Wbar)

    @cached_property
    def lam2_other(self) -> Any:
        return self._second(self._mean(self.W[1]))

    @cached_property
    def lam_low(self) -> Any:
        """Smallest eigenvalue of E W_hat."""
        return self._ends(self._Wbar)[0]

    @cached_property
    def scatter_top(self) -> Any:
        """lambda_1 of E W_hat^2 - (E W_hat)^2."""
        return self._ends(self._scatter(self.W[0]))[1]

    @cached_property
    def scatter_max(self) -> Any:
        """Largest diagonal entry of the same."""
        return max(np.diag(self._scatter(self.W[0])))

    @cached_property
    def largest_weight(self) -> Any:
        """Largest w_ij over i != j."""
        return (self.W[0] * (1 - self._eye)).max()

    @cached_property
    def weights_primitive(self) -> Any:
        """1 if the graph of W, loops included, is connected and not bipartite, else 0."""
        return self._arithmetic.number(int(primitive(self.W[0])))

    @cached_property
    def links_primitive(self) -> Any:
        """1 if the graph of the links is connected and not bipartite, else 0."""
        return self._arithmetic.number(int(primitive(self._P)))

    @cached_property
    def unreliable(self) -> Any:
        """Largest 1 - p_ij."""
        return (1 - self._P - self._eye).max()

    @cached_property
    def mean_connected(self) -> Any:
        """1 if the graph of E W_hat is connected, else 0."""
        return self._arithmetic.number(int(connected(self._Wbar)))


def realizations(W: np.ndarray, P: np.ndarray, arithmetic: Arithmetic) -> Iterator[tuple[Any, np.ndarray]]:
    """(probability, W_hat) of every pattern of links that can occur."""
    n = len(P)
    pairs = [(i, j) for i in range(n) for j in range(i) if P[i, j] > 0]
    for pattern in product((0, 1), repeat=len(pairs)):
        probability, up = arithmetic.number(1), arithmetic.zeros(n, n)
        for s, (i, j) in zip(pattern, pairs):
            probability = probability * (P[i, j] if s else 1 - P[i, j])
            up[i, j] = up[j, i] = arithmetic.number(s)
        if probability > 0:
            yield probability, arithmetic.eye(n) - laplacian(W * up)
