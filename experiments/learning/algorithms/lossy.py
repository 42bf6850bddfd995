"""Stochastic gradients over links that lose models: what is lost is replaced by the receiver's own (dawo)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mixproof.spectral import MixingMatrix
from mixproof.spectral.checks import count
from mixproof.spectral.links import sample

__all__ = ["UnreliableLinks", "effective"]


def effective(W: np.ndarray, received: np.ndarray) -> np.ndarray:
    """What^(t) = I + W o S - Diag(W S) (dawo (5)): the matrix that mixes a round, (..., K, K).

    `received` (..., K, K) is S, 0 or 1, symmetric where links are reciprocal. The weight of a model that did
    not come goes to the receiver's own.
    """
    identity = np.eye(len(W), dtype=int)
    kept = W * received * (1 - identity)
    return kept + identity * (1 - kept.sum(axis=-1, keepdims=True))


class UnreliableLinks:
    """The mixing matrices of dawo as a schedule for `simulate`: round t -> (seeds, K, K).

    `weights` is W on a network with reliabilities (static), or a function of the round (dynamic: the devices
    move, W may be optimized anew). Each repetition s and round t draws from a stream of its own, spawned
    from (seed, s, t), so a run can be read in any order. Raises InputError for seeds < 1 or seed < 0.
    """

    def __init__(self, weights: MixingMatrix | Callable[[int], MixingMatrix], seeds: int = 1, seed: int = 0):
        self.weights, self.seeds, self.seed = weights, count("seeds", seeds, 1), count("seed", seed)

    def __call__(self, t: int) -> np.ndarray:
        W = self.weights if isinstance(self.weights, MixingMatrix) else self.weights(t)
        draws = [np.random.SeedSequence(self.seed, spawn_key=(s, t, 3)) for s in range(self.seeds)]
        return np.concatenate([sample(W, np.random.default_rng(draw), 1) for draw in draws])
