"""Online logistic regression: every round reveals one sample, or none, to every node (ops, section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mixproof.spectral.errors import InputError

from .base import Minimum
from .linear import LinearModel
from .losses import Logistic

__all__ = ["Stream", "stream"]


@dataclass(frozen=True, eq=False)
class Stream:
    """f_{i,t}(x) = log(1 + exp(-y A'x)) + (l2/2) ||x||^2 on the sample (A, y) of node i in round t.

    The rounds hold indices only, so the samples are stored once: 10,000 rounds of 1024 nodes are 41 MB.
    """

    X: np.ndarray  # (m, p)
    y: np.ndarray  # (m,) 0 or 1
    order: np.ndarray  # (T, n) int32: which sample node i meets in round t
    l2: float

    @property
    def rounds(self) -> int:
        return len(self.order)

    @property
    def nodes(self) -> int:
        return self.order.shape[1]

    def gradient(self, t: int, x: np.ndarray) -> np.ndarray:
        """grad f_{i,t} at x[..., i, :], shape (..., n, p)."""
        rows, y = self.X[self.order[t]], self.y[self.order[t]]
        slopes = Logistic().slope((rows * x).sum(axis=-1, keepdims=True), y)
        return slopes * rows + self.l2 * x

    def losses(self, t: int, x: np.ndarray) -> np.ndarray:
        """f_{i,t} at x[..., i, :], shape (..., n)."""
        rows, y = self.X[self.order[t]], self.y[self.order[t]]
        scores = (rows * x).sum(axis=-1, keepdims=True)
        return Logistic().value(scores, y) + self.l2 / 2 * (x * x).sum(axis=-1)

    @cached_property
    def best(self) -> Minimum:
        """x* of the whole stream; its value is the loss per node and round, (1/(n T)) sum_{i,t} f_{i,t}(x*).

        Repeated samples are one sample with a weight, so this is one small Newton iteration.
        """
        times = np.bincount(self.order.ravel(), minlength=len(self.X))
        met = np.flatnonzero(times)
        problem = LinearModel([self.X[met]], [self.y[met]], self.l2, Logistic(), weights=[times[met]])
        return problem.minimum()


def stream(
    X: np.ndarray, y: np.ndarray, nodes: int, rounds: int, stochastic: float, l2: float = 1e-4, seed: int = 0
) -> Stream:
    """The papers' split of data into streams (ops, section 5).

    The share `stochastic` of the samples goes to nodes uniformly at random; the others, the adversarial
    part, are clustered into as many clusters as nodes (k-means), one a node. Each node meets its own samples
    in a random order, again in a new one when they run out: the size of its store does not change the
    number of rounds.

    Raises InputError for labels that are not 0 and 1, a share outside [0, 1], or fewer samples than nodes.

    >>> X, y = np.arange(8.0)[:, None], np.array([0, 1] * 4)
    >>> stream(X, y, nodes=2, rounds=5, stochastic=1.0).order.shape
    (5, 2)
    """
    if not np.isin(y, (0, 1)).all():
        raise InputError("y", str(np.unique(y)[:5]), "a stream needs labels 0 and 1")
    if not 0 <= stochastic <= 1:
        raise InputError("stochastic", stochastic, "a share of the samples lies in [0, 1]")
    for name, value in (("nodes", nodes), ("rounds", rounds)):
        if int(value) != value or value < 1:
            raise InputError(name, value, "an integer >= 1")
    if len(X) < nodes:
        raise InputError("nodes", nodes, f"{len(X)} samples cannot serve more nodes than samples")
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(4,)))
    shuffled = rng.permutation(len(X))
    random, clustered = np.split(shuffled, [round(stochastic * len(X))])
    owner = np.empty(len(X), dtype=np.int64)
    owner[random] = rng.integers(nodes, size=len(random))
    owner[clustered] = _clusters(X[clustered], nodes, seed)
    order = np.empty((rounds, nodes), dtype=np.int32)
    for i in range(nodes):
        own = np.flatnonzero(owner == i)
        if len(own) == 0:  # a node nobody sends to: it meets samples of the whole set
            own = shuffled
        passes = -(-rounds // len(own))
        order[:, i] = np.concatenate([rng.permutation(own) for _ in range(passes)])[:rounds]
    return Stream(X, y, order, l2)


def _clusters(X: np.ndarray, nodes: int, seed: int) -> np.ndarray:
    if len(X) == 0:
        return np.zeros(0, dtype=np.int64)
    from sklearn.cluster import KMeans

    clusters = min(nodes, len(np.unique(X, axis=0)))
    return KMeans(clusters, n_init=1, max_iter=50, random_state=seed).fit_predict(X)
