"""The states of all rounds of a program, followed one by one."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..algorithms.evaluate import after
from ..algorithms.run import initial, operations
from ..arithmetic import EXACT, ball, precise
from .client_vectors import ClientVectors

if TYPE_CHECKING:
    from .model import Model

__all__ = ["LONG", "Followed", "balls"]

LONG = 100  # rounds from which an exact run is followed in balls


class Followed:
    """The states of rounds 0, 1, ..., (rounds + 1, states, K, d), none of them random."""

    random = False

    def __init__(self, model: Model):
        self._model = model
        self.reach = model.rounds

    @property
    def models(self) -> np.ndarray:
        """(rounds + 1, K, d)."""
        return self.states[:, 0]

    @cached_property
    def states(self) -> np.ndarray:
        model, program = self._model, self._model.program
        losses, number = model.clients.losses, model.arithmetic.number
        exactly = model.arithmetic is EXACT and model.rounds > LONG

        def gradient(x: np.ndarray) -> np.ndarray:
            return losses.gradient(ClientVectors(x)).sure

        state = initial(program, balls(model.start) if exactly else model.start)
        path = [np.array([*state.values()])]
        with precise(model.rounds) if exactly else nullcontext():
            for t in range(model.rounds):
                if not t or model.steps.changes:
                    eta = model.steps.step(number(t))
                if not t or model.network.changes:
                    W = model.network.matrix(t)
                    words = operations(program, W, gradient, model.shares, None)
                state = after(program, state, words, eta, model.arithmetic)
                path.append(np.array([*state.values()]))
        return np.array(path)


def balls(array: np.ndarray) -> np.ndarray:
    """The exact numbers as balls."""
    return np.frompyfunc(ball, 1, 1)(array)
