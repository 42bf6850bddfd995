"""What the steps share: mixing, averaging, and what a round hands to an algorithm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cores import share_out

__all__ = ["Gradient", "Method", "Round", "State", "average", "mix"]

Gradient = Callable[[np.ndarray], np.ndarray]
State = Mapping[str, np.ndarray]  # what a method keeps from round to round, models under "x"


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

    share_out(work, len(x), x.size * W.shape[-1])
    return out


def average(shares: np.ndarray, x: np.ndarray) -> np.ndarray:
    """sum_k shares[k] x_k, with the client axis kept: (..., 1, d)."""
    return (shares[:, None] * x).sum(axis=-2, keepdims=True)


@dataclass(frozen=True, eq=False)
class Round:
    """What one round hands to an algorithm."""

    mixing: Any  # W(t), or None for an algorithm with a server
    gradients: tuple[Gradient, ...]  # one a local step, each on samples of its own
    eta: Any  # a number, or one a repetition, shaped to broadcast
    shares: np.ndarray  # (K,) weights of the clients in the objective
    present: np.ndarray | None = None  # (..., K) who takes part

    @property
    def gradient(self) -> Gradient:
        """That of the first local step, the only one of most algorithms."""
        return self.gradients[0]


def _alone(x: np.ndarray) -> State:
    return {"x": x}


def _models(state: State) -> np.ndarray:
    return state["x"]


@dataclass(frozen=True)
class Method:
    """A step with what a run must know of it. Arrays of a state lead with an axis of repetitions, then of nodes.

    step: (state, round) -> state; it changes no array in place
    objective: "mean" or "samples": which weights of the clients it minimises (`Problem.shares`)
    gossip: True: needs W, and its model is the plain mean; False: a server's weighted mean
    participation: share of the clients drawn in every round; local_steps: gradient steps between two exchanges
    start: models (runs, K, d) -> the state of round 0; models: a state -> the models that count, (runs, K, d)
    """

    name: str
    step: Callable[[State, Round], State]
    objective: str
    gossip: bool
    participation: float = 1.0
    local_steps: int = 1
    start: Callable[[np.ndarray], State] = _alone
    models: Callable[[State], np.ndarray] = _models
