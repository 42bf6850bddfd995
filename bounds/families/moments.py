"""The states of all rounds of a program: followed one by one, and their moments where every round is affine.

An affine round sends the states z of all clients to A z + b + N (signs of the noise), so their mean goes to A mean + b
and their covariance to A C A' + N N'. A and b are read off the program, which is run from unit states; where all rounds
do the same, many are made at once by squaring.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..algorithms.evaluate import after
from ..algorithms.run import initial, operations, step
from ..arithmetic import FLOAT
from .client_vectors import ClientVectors

if TYPE_CHECKING:
    from .model import Model

__all__ = ["REACH", "Followed", "Moments", "Round"]

NEAR = 100  # rounds that a random run is followed one by one


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
        losses = model.clients.losses

        def gradient(x: np.ndarray) -> np.ndarray:
            return losses.gradient(ClientVectors(x)).sure

        state = initial(program, model.start)
        path = [np.array([*state.values()])]
        for t in range(model.rounds):
            if not t or model.steps.changes:
                eta = model.steps.step(t)
            if not t or model.network.changes:
                W = model.network.matrix(t)
                words = operations(program, W, gradient, model.shares, None, model.numbers)
            state = after(program, state, words, eta, FLOAT)
            path.append(np.array([*state.values()]))
        return np.array(path)


REACH = 399  # rounds that runs are followed at least where that costs little


@dataclass(frozen=True)
class Round:
    """z -> A z + b + N e, the entries of e uncorrelated, of mean 0 and variance 1; N None without noise."""

    A: np.ndarray
    b: np.ndarray
    Q: np.ndarray | None  # N N'

    def after(self, mean: np.ndarray, covariance: np.ndarray | None) -> tuple[np.ndarray, np.ndarray | None]:
        """Mean (..., n) and covariance (..., n, n) after this round."""
        if covariance is None or self.Q is None:
            return mean @ self.A.T + self.b, None
        return mean @ self.A.T + self.b, self.A @ covariance @ self.A.T + self.Q

    def twice(self) -> Round:
        A, b = self.A, self.b
        return Round(A @ A, A @ b + b, None if self.Q is None else A @ self.Q @ A.T + self.Q)


class Moments:
    """Mean and covariance of the states of an affine program; summed: with a state beside them, the sum of all models
    before."""

    def __init__(self, model: Model, summed: bool = False):
        self._model, self._summed = model, summed
        self._alike = not (model.network.changes or model.steps.changes)
        self._leapt: dict[int, tuple[np.ndarray, np.ndarray | None]] = {}
        self.random = model.noise is not None and bool((model.noise != 0).any())
        self.reach = math.inf if self._alike else model.rounds

    @property
    def _near(self) -> int:
        """Rounds that are followed one by one; without noise, many at once cost little."""
        if not self._alike:
            return self._model.rounds
        return min(self._model.rounds, NEAR) if self.random or self._summed else REACH

    @cached_property
    def _start(self) -> tuple[np.ndarray, np.ndarray | None]:
        start = self._model.start
        z = np.array([*initial(self._model.program, start).values(), *([start * 0] if self._summed else [])])
        z = z.reshape(-1)
        return z, np.multiply.outer(z * 0, z * 0) if self.random else None

    def _rounds(self, t: np.ndarray) -> list[Round]:
        """Of these rounds, all at once."""
        model, program = self._model, self._model.program
        K, d = model.start.shape
        names = program.states
        n, kicks = len(names) * K * d, K if self.random else 0
        eye, zero = np.eye(n, dtype=model.start.dtype), np.zeros((1, n), dtype=model.start.dtype)
        units = np.concatenate([zero, eye, *[zero] * kicks]).reshape(-1, len(names), K, d)
        affine = model.clients.losses.affine
        assert affine is not None
        H, h = affine

        def gradient(x: np.ndarray) -> np.ndarray:
            found = (H @ x[..., None])[..., 0]
            found[..., 0, :, :] += h
            for k in range(kicks):
                assert model.noise is not None
                found[..., 1 + n + k, k, :] += model.noise[k]
            return found

        if len(t) == 1:
            eta, W = model.steps.step(int(t[0])), model.network.matrix(int(t[0]))
        else:
            eta, W = model.steps.step(t.astype(float)), model.network.matrix(t)
            eta = eta[:, None, None, None] if isinstance(eta, np.ndarray) else eta
            W = W[:, None] if W.ndim == 3 else W
        states = {name: units[:, i] for i, name in enumerate(names)}
        after = step(program, states, W, gradient, eta, model.shares, model.numbers)
        parts = [np.broadcast_to(after[name], (len(t), len(units), K, d)) for name in names]
        rows = np.stack(parts, 2).reshape(len(t), len(units), n)
        return [self._round(each[1 : 1 + n].T, each[0], each[1 + n :].T) for each in rows]

    def _round(self, A: np.ndarray, b: np.ndarray, N: np.ndarray) -> Round:
        if self._summed:
            size = self._model.start.size
            eye = np.eye(size)
            model = np.concatenate([eye, np.zeros((size, len(b) - size)), eye], 1)
            A = np.concatenate([np.concatenate([A, np.zeros((len(b), size))], 1), model])
            b, N = np.concatenate([b, np.zeros(size)]), np.concatenate([N, np.zeros((size, N.shape[1]))])
        return Round(A, b, N @ N.T if self.random else None)

    @cached_property
    def _moments(self) -> tuple[np.ndarray, np.ndarray | None]:
        """Of all near rounds."""
        if self._alike and not self._summed:  # sums by squaring would lose digits
            return self._block(self._near)
        (mean, covariance), rounds = self._start, np.arange(self._near)
        means, covariances = [mean], [covariance]
        for now in self._rounds(rounds) if len(rounds) else []:
            mean, covariance = now.after(mean, covariance)
            means.append(mean)
            covariances.append(covariance)
        return np.array(means), np.array(covariances) if self.random else None

    @property
    def models(self) -> np.ndarray:
        """The mean models of all near rounds, (rounds + 1, K, d)."""
        means, (K, d) = self._moments[0], self._model.start.shape
        return means[:, : K * d].reshape(-1, K, d)

    @property
    def sums(self) -> tuple[np.ndarray, np.ndarray | None]:
        """Mean and covariance of the sums of models before all near rounds."""
        (means, covariances), size = self._moments, self._model.start.size
        return means[:, -size:], None if covariances is None else covariances[:, -size:, -size:]

    @cached_property
    def _doubled(self) -> list[Round]:
        """1, 2, 4, ... rounds, as far as asked for yet."""
        return [self.one_round]

    @cached_property
    def one_round(self) -> Round:
        """Round 0, as all others where rounds do not change."""
        return self._rounds(np.zeros(1, dtype=int))[0]

    def _double(self, k: int) -> Round:
        """2^k rounds."""
        while k >= len(self._doubled):
            self._doubled.append(self._doubled[-1].twice())
        return self._doubled[k]

    def _block(self, rounds: int) -> tuple[np.ndarray, np.ndarray | None]:
        """Every round up to that one, twice as many at a time."""
        mean, covariance = self._start
        means, covariances = mean[None], None if covariance is None else covariance[None]
        for k in range(rounds.bit_length()):
            later, scattered = self._double(k).after(means, covariances)
            means = np.concatenate([means, later])
            if covariances is not None and scattered is not None:
                covariances = np.concatenate([covariances, scattered])
        return means, covariances

    def _leap(self, t: int) -> tuple[np.ndarray, np.ndarray | None]:
        """At round t, by repeated squaring."""
        if t not in self._leapt:
            at = self._start
            for k in range(t.bit_length()):
                if t >> k & 1:
                    at = self._double(k).after(*at)
            self._leapt[t] = at
        return self._leapt[t]

    def at(self, t: Any) -> tuple[np.ndarray, np.ndarray | None]:
        """Mean (..., n) and covariance (..., n, n), None where it is 0, at a round or an increasing array of them."""
        means, covariances = self._moments
        if np.max(t) > self._near:
            if not self._alike:
                raise IndexError(f"round {np.max(t)} was not followed")
            if not isinstance(t, np.ndarray):
                return self._leap(t)
            if 4 * len(t) > np.max(t):  # most rounds, as a sum over rounds asks for them
                means, covariances = self._dense(int(np.max(t)))
            else:
                near, far = t[t <= self._near], [self._leap(int(r)) for r in t if r > self._near]
                later = np.array([mean for mean, _ in far])
                scattered = np.array([covariance for _, covariance in far])
                return (
                    np.concatenate([means[near], later]),
                    None if covariances is None else np.concatenate([covariances[near], scattered]),
                )
        return means[t], None if covariances is None else covariances[t]

    def _dense(self, rounds: int) -> tuple[np.ndarray, np.ndarray | None]:
        """Every round up to that one and beyond."""
        power = 1 << rounds.bit_length()
        if power not in self._blocks:
            self._blocks[power] = self._block(power - 1)
        return self._blocks[power]

    @cached_property
    def _blocks(self) -> dict[int, tuple[np.ndarray, np.ndarray | None]]:
        return {}
