"""The problems on which a run is predicted, small enough to run every candidate on them exactly.

`Classes`: softmax regression whose samples are their classes' means. With shares s_ic of the classes at node i

    F_i(X) = sum_c s_ic (log sum_k exp(mu_c' X_k) - mu_c' X_c),    X = 0 at first,

and predicted is the error of the nodes' models on test samples, the mean over nodes. Several classes' problems are
several draws of what is not known, and the mean is taken over them (`assumed`).

`Quadratics`: losses h/2 |x - c_i|^2 with curvatures h on a grid from mu to L and minimisers c_i that are independent
over nodes, one unit from their mean on average; x = 0 at first, one unit from that mean. Predicted is the expected loss
above its minimum, the mean over nodes and curvatures. W enters by the eigenvalues of its mean alone: a round acts on
each of them by itself.

Neither has the noise of mini-batches. Links that fail enter by their mean, but where the method keeps sums of what it
was sent (all but the two exchanged forms): `Classes` then loses messages as the links do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy.special import softmax

from mixproof.bounds.algorithms import Algorithm, Operations, after, initial, step
from mixproof.bounds.arithmetic import FLOAT
from mixproof.spectral import MixingMatrix, Schedule, mean_matrix
from mixproof.spectral.links import realization, sample_links

from .forms import is_memoryless

__all__ = ["Classes", "Model", "Quadratics"]

Array = np.ndarray
Mixing = MixingMatrix | Schedule
MOST_TOGETHER = 4e6  # numbers of all models and matrices that are run at once
DENSE_NODES, SPARSE = 100, 8  # beyond, matrices with fewer than 1/SPARSE of all links are sparse
CURVATURES = 8


class Model(Protocol):
    """What a run is predicted on."""

    @property
    def smoothness(self) -> float:
        """The largest curvature at hand, which a step is compared with."""

    @property
    def words(self) -> str:
        """What `predict` returns, in words."""

    def predict(self, run: Algorithm, matrices: Sequence[MixingMatrix], eta: float, rounds: Array) -> Array:
        """(candidates,) of W, all on one network, after so many rounds each; infinite where the run diverges."""

    def averaging(self, run: Algorithm, nodes: int, eta: float, rounds: int) -> float:
        """The same where all nodes average exactly in every round, W = 11'/n."""


@dataclass(frozen=True, eq=False)
class Classes:
    """See the module's first lines. A draw is shares (n, C), means (C, d), test features (N, d) and labels (N,)."""

    draws: Sequence[tuple[Array, Array, Array, Array]]
    words: str = "test error"

    @classmethod
    def of(cls, shares: Array, means: Array, features: Array, labels: Array) -> Classes:
        """One draw, in coordinates of the means' span: models do not leave it."""
        basis = np.linalg.qr(means.T)[0]
        return cls([(shares, means @ basis, features @ basis, labels)])

    @property
    def smoothness(self) -> float:
        """Of the nodes' mean loss at the start, where all classes are as likely: lambda_max of E mu mu' over C."""
        curved = [(means.T * shares.mean(axis=0)) @ means / len(means) for shares, means, *_ in self.draws]
        return float(np.mean([np.linalg.eigvalsh(square)[-1] for square in curved]))

    def predict(self, run: Algorithm, matrices: Sequence[Mixing], eta: float, rounds: Array) -> Array:
        """As `Model.predict`; of schedules too, if all are."""
        n, size = matrices[0].n, max(means.size for _, means, *_ in self.draws)
        together = max(1, int(MOST_TOGETHER / (n * max(n, size))))
        found = np.zeros(len(matrices))
        for draw in self.draws:
            for first in range(0, len(matrices), together):
                part = slice(first, first + together)
                mixing = _mixing(matrices[part], run)
                found[part] += _Softmax(*draw).run(run, mixing, eta, rounds[part]) / len(self.draws)
        return found

    def averaging(self, run: Algorithm, nodes: int, eta: float, rounds: int) -> float:
        runs = [
            _Softmax(*draw).run(run, lambda _: _Exactly(nodes), eta, np.array([rounds]))
            for draw in self.draws
        ]
        return float(np.mean(runs))


@dataclass(frozen=True, eq=False)
class _Softmax:
    """One draw of `Classes`."""

    shares: Array
    means: Array
    features: Array
    labels: Array

    def run(self, method: Algorithm, mixing: Callable[[int], Any], eta: float, rounds: Array) -> Array:
        """Of the candidates with these rounds; mixing: their matrices (candidates, n, n) in a round."""
        found = np.full(len(rounds), np.inf)
        state = initial(method, np.zeros((len(rounds), len(self.shares), self.means.size)))
        with np.errstate(over="ignore", invalid="ignore"):
            for t in range(int(rounds.max()) + 1):
                if (now := rounds == t).any():
                    models = state[method.states[0]] / (state[method.scales[0]] if method.scales else 1)
                    found[now] = [self._error(x) for x in models[now]]
                if t == rounds.max():
                    break
                state = step(method, state, mixing(t), self._gradient, eta)
        return found

    def _gradient(self, x: Array) -> Array:
        """(..., n, d C) of the nodes' losses at their models."""
        C, d = self.means.shape
        models = x.reshape(*x.shape[:-1], d, C)
        if (self.shares.max(axis=1) == 1).all():  # a class a node: the others' means do not matter there
            own = self.shares.argmax(axis=1)
            mu = self.means[own]
            wrong = softmax(np.einsum("nd,...ndc->...nc", mu, models), axis=-1)
            wrong[..., np.arange(len(own)), own] -= 1
            return (mu[:, :, None] * wrong[..., None, :]).reshape(x.shape)
        wrong = softmax(self.means @ models, axis=-1) - np.eye(C)  # (..., c, class said)
        wrong *= self.shares[:, :, None]
        return np.asarray((self.means.T @ wrong).reshape(x.shape))

    def _error(self, x: Array) -> float:
        """Of the nodes' models (n, d C) on the test samples."""
        if not np.isfinite(x).all():
            return np.inf
        scores = self.features @ x.reshape(len(x), self.means.shape[1], -1)
        return float((scores.argmax(axis=2) != self.labels).mean())


class _Exactly:
    """W = 11'/n for one candidate, (1, n, n)."""

    def __init__(self, n: int):
        self.shape = (1, n, n)

    def __matmul__(self, z: Array) -> Array:
        return np.broadcast_to(z.mean(axis=1, keepdims=True), z.shape)


class _Sparse:
    """Sparse matrices of candidates, (candidates, n, n)."""

    def __init__(self, matrices: Sequence[MixingMatrix]):
        self.parts = [one.sparse() for one in matrices]
        self.shape = (len(matrices), matrices[0].n, matrices[0].n)

    def __matmul__(self, z: Array) -> Array:
        return np.array([W @ x for W, x in zip(self.parts, z)])


def _mixing(matrices: Sequence[Mixing], method: Algorithm) -> Callable[[int], Any]:
    """(candidates, n, n) of round t: all candidates lose the same messages, those of schedules are their own."""
    if schedules := [one for one in matrices if isinstance(one, Schedule)]:
        return lambda t: np.array([one[t].toarray() for one in schedules])
    fixed = [one for one in matrices if isinstance(one, MixingMatrix)]
    if not fixed[0].network.is_lossy or is_memoryless(method):
        means = [mean_matrix(one) for one in fixed]
        network = fixed[0].network
        few = network.n > DENSE_NODES and SPARSE * network.m < network.n**2
        W: Any = _Sparse(means) if few else np.array([one.dense() for one in means])
        return lambda t: W
    rng = np.random.default_rng(0)

    def lossy(t: int) -> Array:
        up = sample_links(fixed[0].network, rng, 1)[0]
        return np.array([realization(one, up).dense() for one in fixed])

    return lossy


@dataclass(frozen=True)
class Quadratics:
    """See the module's first lines: L and mu of the losses, 0 <= mu <= L."""

    smoothness: float
    convexity: float
    words = "expected loss above its minimum"

    def predict(self, run: Algorithm, matrices: Sequence[MixingMatrix], eta: float, rounds: Array) -> Array:
        found = np.full(len(matrices), np.inf)
        for k, W in enumerate(matrices):
            nu = np.linalg.eigvalsh(mean_matrix(W).dense())  # the last one is 1, of the mean
            found[k] = self._loss(run, nu[:-1], eta, int(rounds[k]), W.n)
        return found

    def averaging(self, run: Algorithm, nodes: int, eta: float, rounds: int) -> float:
        return self._loss(run, np.zeros(nodes - 1), eta, rounds, nodes)

    def _loss(self, run: Algorithm, nu: Array, eta: float, rounds: int, n: int) -> float:
        """Of a W with these eigenvalues (n - 1,) besides the one of the mean."""
        h = np.geomspace(max(self.convexity, self.smoothness / 100), self.smoothness, CURVATURES)
        apart = _scalar_runs(run, nu[:, None], h, eta, rounds, n)
        mean = _scalar_runs(run, np.ones((1, 1)), h, eta, rounds, n)[0]
        loss = h / 2 * ((apart**2).sum(axis=0) / (n - 1) + (mean - 1) ** 2)
        return float(loss.mean()) if np.isfinite(loss).all() else np.inf


def _scalar_runs(method: Algorithm, nu: Array, h: Array, eta: float, rounds: int, n: int) -> Array:
    """(eigenvalues, curvatures) x after the rounds, from 0, where minimisers are 1."""
    words = Operations(
        mix=lambda z: nu * z,
        grad=lambda y: h * (y - 1),
        average=lambda z: (nu == 1) * z,
        share=lambda u: u / n,
    )
    state = initial(method, np.zeros((len(nu), len(h))))
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(rounds):
            state = after(method, state, words, eta, FLOAT)
        return np.asarray(state[method.states[0]] / (state[method.scales[0]] if method.scales else 1))
