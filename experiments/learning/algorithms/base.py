"""What the steps share: mixing, averaging, and what a round hands to an algorithm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cores import spread

__all__ = ["Algorithm", "Gradient", "Round", "average", "mix"]

Gradient = Callable[[np.ndarray], np.ndarray]


def mix(W: Any, x: np.ndarray) -> np.ndarray:
    """sum_j W_kj x_j for each k: W is (K, K), dense or scipy.sparse, or (seeds, K, K) dense."""
    if isinstance(W, np.ndarray) and x.ndim == 3:
        return _mix_seeds(W, x)
    if isinstance(W, np.ndarray):
        return np.matmul(W, x)
    lead, (nodes, d) = x.shape[:-2], x.shape[-2:]
    flat = np.moveaxis(x, -2, 0).reshape(nodes, -1)
    return np.moveaxis((W @ flat).reshape(nodes, *lead, d), 0, -2)


def _mix_seeds(W: np.ndarray, x: np.ndarray) -> np.ndarray:
    out = np.empty(x.shape, dtype=np.result_type(W, x))

    def work(seeds: slice) -> None:
        np.matmul(W if W.ndim == 2 else W[seeds], x[seeds], out=out[seeds])

    spread(work, len(x), x.size * W.shape[-1])
    return out


def average(shares: np.ndarray, x: np.ndarray) -> np.ndarray:
    """sum_k shares[k] x_k, with the client axis kept: (..., 1, d)."""
    return (shares[:, None] * x).sum(axis=-2, keepdims=True)


@dataclass(frozen=True, eq=False)
class Round:
    """What one round hands to an algorithm."""

    mixing: Any  # W(t), or None for an algorithm with a server
    gradients: tuple[Gradient, ...]  # one a local step, each on samples of its own
    eta: float
    shares: np.ndarray  # (K,) weights of the clients in the objective
    present: np.ndarray | None = None  # (..., K) who takes part

    @property
    def gradient(self) -> Gradient:
        """That of the first local step, the only one of most algorithms."""
        return self.gradients[0]


@dataclass(frozen=True)
class Algorithm:
    """A step with what `simulate` must know of it."""

    name: str
    step: Callable[[np.ndarray, Round], np.ndarray]
    objective: str  # "mean" or "samples": which weights of the clients it minimises (`Problem.shares`)
    gossip: bool  # True: needs W, and its model is the plain mean; False: a server's weighted mean
    participation: float = 1.0  # share of the clients drawn in every round
    local_steps: int = 1  # gradient steps between two exchanges
