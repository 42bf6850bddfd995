"""Mixing matrices over links that fail at random: exact first and second moments (dawo, (3) to (7), (32) to (36)).

Link ij works in a round with probability p_ij, both ways together, independently of everything else; a weight that is
lost returns to both ends. With the Laplacian Lap(A) = Diag(A 1) - A of pair weights A, and S the 0/1 matrix of the
links that work,

    W_hat = I - Lap(W o S),    E W_hat = I - Lap(W o P),    E W_hat^2 = (E W_hat)^2 + 2 Lap(W o W o P o (1 - P)),

because different links are independent and (a a')^2 = 2 a a' for a = e_i - e_j.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any

import numpy as np

from ..family import Family, Parameter
from .mixing_domain import LINKS, MIXING, laplacian
from .model import Composed
from .network import Network, connected, extreme_eigenvalues, norm_off_average, primitive

__all__ = [
    "METROPOLIS",
    "WORSE_LINKS",
    "Links",
    "LossyMatrices",
    "MetropolisRun",
    "WorseLinksRun",
    "metropolis",
    "realizations",
]


@dataclass(frozen=True)
class Links:
    """Mixing matrices W (S, K, K) over links P (K, K): W[0] is meant unless a name says `other`, W[1]."""

    W: np.ndarray
    P: np.ndarray

    @cached_property
    def K(self) -> Any:
        """Number of clients (nodes)."""
        return float(len(self.P))

    @cached_property
    def network(self) -> Network:
        """The matrices, as if every link worked."""
        return Network(self.W)

    @cached_property
    def eye(self) -> np.ndarray:
        return np.eye(len(self.P))

    def mean(self, W: np.ndarray) -> np.ndarray:
        """E W_hat."""
        return self.eye - laplacian(W * self.P)

    def scatter(self, W: np.ndarray) -> np.ndarray:
        """E W_hat^2 - (E W_hat)^2."""
        return 2 * laplacian(W * W * self.P * (1 - self.P))

    def second_eigenvalue(self, W: np.ndarray) -> Any:
        """lambda_2 of a doubly stochastic W: its largest eigenvalue once that of the vector 1 is moved to -1."""
        return extreme_eigenvalues(W - 2 * (self.eye * 0 + 1) / self.K)[1]

    @cached_property
    def expected(self) -> np.ndarray:
        """E W_hat of W[0]."""
        return self.mean(self.W[0])

    @cached_property
    def second_moment(self) -> np.ndarray:
        """E W_hat^2 of W[0]."""
        return self.expected @ self.expected + self.scatter(self.W[0])

    @cached_property
    def rho_mean(self) -> Any:
        """rho of E W_hat."""
        return norm_off_average(self.expected)

    @cached_property
    def rho_other(self) -> Any:
        """rho of E W_hat for W[1]."""
        return norm_off_average(self.mean(self.W[1]))

    @cached_property
    def rho2(self) -> Any:
        """rho of E W_hat^2."""
        return norm_off_average(self.second_moment)

    @cached_property
    def rho2_other(self) -> Any:
        Wbar = self.mean(self.W[1])
        return norm_off_average(Wbar @ Wbar + self.scatter(self.W[1]))

    @cached_property
    def rho2_halfway(self) -> Any:
        """rho of E W_hat^2 for (W[0] + W[1])/2."""
        W = (self.W[0] + self.W[1]) / 2
        return norm_off_average(self.mean(W) @ self.mean(W) + self.scatter(W))

    @cached_property
    def rho_halfway(self) -> Any:
        """rho of E W_hat for (W[0] + W[1])/2."""
        return norm_off_average(self.mean((self.W[0] + self.W[1]) / 2))

    @cached_property
    def lam2(self) -> Any:
        """lambda_2 of E W_hat."""
        return self.second_eigenvalue(self.expected)

    @cached_property
    def lam2_other(self) -> Any:
        return self.second_eigenvalue(self.mean(self.W[1]))

    @cached_property
    def lam_low(self) -> Any:
        """Smallest eigenvalue of E W_hat."""
        return extreme_eigenvalues(self.expected)[0]

    @cached_property
    def scatter_top(self) -> Any:
        """lambda_1 of E W_hat^2 - (E W_hat)^2."""
        return extreme_eigenvalues(self.scatter(self.W[0]))[1]

    @cached_property
    def scatter_max(self) -> Any:
        """Largest diagonal entry of the same."""
        return max(np.diag(self.scatter(self.W[0])))

    @cached_property
    def largest_weight(self) -> Any:
        """Largest w_ij over i != j."""
        return (self.W[0] * (1 - self.eye)).max()

    @cached_property
    def weights_primitive(self) -> Any:
        """1 if the graph of W, loops included, is connected and not bipartite, else 0."""
        return float(int(primitive(self.W[0])))

    @cached_property
    def links_primitive(self) -> Any:
        """1 if the graph of the links is connected and not bipartite, else 0."""
        return float(int(primitive(self.P)))

    @cached_property
    def unreliable(self) -> Any:
        """Largest 1 - p_ij."""
        return (1 - self.P - self.eye).max()

    @cached_property
    def mean_connected(self) -> Any:
        """1 if the graph of E W_hat is connected, else 0."""
        return float(int(connected(self.expected)))


class LossyMatrices(Composed):
    """A setting of matrices over links, and what its runs share; values: W (S, K, K), P (K, K), perhaps eta."""

    def __init__(
        self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, links: Links | None = None
    ):
        self._sizes, self._values, self.rounds = sizes, values, rounds
        self.links = links or Links(self._weights(values), values["P"])
        # the learning rate lambda of the paper
        self.eta: Any = values["eta"].item() if "eta" in values else None

    def _weights(self, values: Mapping[str, Any]) -> np.ndarray:
        """W (S, K, K)."""
        return values["W"]

    @property
    def parts(self) -> tuple[Any, ...]:
        return (self.links, self.links.network)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *super().__dir__()})

    @property
    def W(self) -> np.ndarray:
        return self.links.W

    @cached_property
    def _start(self) -> np.ndarray:
        """The models before the first round: w0 (K,), or one number `start` for all."""
        if "w0" in self._values:
            return self._values["w0"]
        return self._values["start"].item() + 0 * self.links.P[0]

    def _spread(self, x: np.ndarray) -> Any:
        return ((x - x.sum() / self.K) ** 2).sum()


def realizations(W: np.ndarray, P: np.ndarray) -> Iterator[tuple[Any, np.ndarray]]:
    """(probability, W_hat) of every pattern of links that can occur."""
    n = len(P)
    pairs = [(i, j) for i in range(n) for j in range(i) if P[i, j] > 0]
    for pattern in product((0, 1), repeat=len(pairs)):
        probability, up = 1.0, np.zeros((n, n))
        for s, (i, j) in zip(pattern, pairs):
            probability = probability * (P[i, j] if s else 1 - P[i, j])
            up[i, j] = up[j, i] = float(s)
        if probability > 0:
            yield probability, np.eye(n) - laplacian(W * up)


class MetropolisRun(LossyMatrices):
    """Reliability-weighted Metropolis weights (dawo, (27)), W (1, K, K) from P (K, K).

    w_ij = p_ij/(extra + max(d_i, d_j)), d_i = sum_k p_ik; 0 where no link is
    """

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, extra: int = 0):
        self._extra = extra
        super().__init__(sizes, values, rounds)

    def _weights(self, values: Mapping[str, Any]) -> np.ndarray:
        P, d = values["P"], values["P"].sum(1)
        larger = np.where(P > 0, self._extra + np.maximum.outer(d, d), 1.0)
        return (np.eye(len(P)) - laplacian(P / larger))[None]


@cache
def metropolis(extra: int = 0) -> Family:
    """Links alone; extra: what is added to the larger d."""
    options = {"extra": extra} if extra else {}
    return Family(
        "metropolis", {"K": (2, 3, 4)}, (Parameter("P", ("K", "K"), LINKS),), MetropolisRun, options=options
    )


METROPOLIS = metropolis()


class WorseLinksRun(LossyMatrices):
    """The same weights on links that work less often, and the weights that make up for it on the better links.

    values: W (1, K, K), P (K, K), the better links, Y (K, K), the share of P_ij with which a worse link works
    """

    @cached_property
    def _moved(self) -> np.ndarray:
        """Pair weights w_ij p'_ij/p_ij, 0 on the diagonal; a link that never works needs none."""
        return self.W[0] * self._values["Y"] * (self.links.P > 0)

    @cached_property
    def rho_worse(self) -> Any:
        """rho of E W_hat for W over the worse links."""
        return norm_off_average(self.links.eye - laplacian(self.W[0] * self.links.P * self._values["Y"]))

    @cached_property
    def rho_moved(self) -> Any:
        """rho of E W_hat for the moved weights over P."""
        return norm_off_average(self.links.mean(self._moved))

    @cached_property
    def least_moved(self) -> Any:
        """Smallest moved weight, self-weights included."""
        return min(self._moved.min(), (1 - self._moved.sum(1)).min())

    @cached_property
    def largest_link(self) -> Any:
        """Largest p_ij of the better links."""
        return self.links.P.max()


WORSE_LINKS = Family(
    "worse-links",
    {"K": (2, 3, 4), "S": (1,)},
    (
        Parameter("W", ("S", "K", "K"), MIXING),
        Parameter("P", ("K", "K"), LINKS),
        Parameter("Y", ("K", "K"), LINKS),
    ),
    WorseLinksRun,
)
