"""Declared algorithms as methods: the text that is proved is the text that learns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mixproof.bounds.algorithms import Algorithm, algorithm, initial, step

from .base import Gradient, Method, Round, State, mix
from .words import Words

__all__ = ["declared"]


class _Mixing:
    """W, dense, sparse or one a seed, as something that mixes (..., K, d)."""

    def __init__(self, W: Any):
        self.W, self.shape = W, W.shape

    def __matmul__(self, z: np.ndarray) -> np.ndarray:
        return mix(self.W, z)


def declared(declaration: Algorithm | str, objective: str = "mean", words: Words | None = None) -> Method:
    """The method of a declared algorithm, or of the library's algorithm of that name; for `simulate`.

    Every `grad(...)` of the text meets samples of its own where gradients are of mini-batches. objective: "mean", or
    "samples" where the text weighs clients by their shares m_k/m. words: what its words need beside a mixing matrix
    (push, coins, prox, ...). Raises InputError for an unknown name and for words without what they need.

    >>> declared("DIGing").name
    'diging'
    """
    text = algorithm(declaration) if isinstance(declaration, str) else declaration
    own = words or Words()
    own.check(text)
    lines = [*text.let.values(), *text.next.values()]
    calls = sum(line.count("grad(") for line in lines)
    model, scales = text.states[0], text.scales

    def play(state: State, now: Round) -> State:
        W = None if now.mixing is None else _Mixing(now.mixing)
        more = own.at(state, now.eta) if text.unproved else None
        return step(text, state, W, _in_turn(now.gradients), now.eta, now.shares, more) | own.played(state)

    def models(state: State) -> np.ndarray:
        return state[model] / state[scales[0]] if scales else state[model]

    return Method(
        text.name,
        play,
        objective=objective,
        gossip=any("mix(" in line for line in lines),
        local_steps=max(1, calls),
        start=lambda x: initial(text, x) | own.begin(x),
        models=models,
    )


def _in_turn(gradients: Sequence[Gradient]) -> Gradient:
    """A gradient that answers its n-th call with the n-th of these."""
    waiting: Iterator[Gradient] = iter(gradients)
    return lambda x: next(waiting)(x)
