"""The problems on which a run is predicted, small enough to run every candidate on them exactly.

`Classes`: softmax regression on a few samples of each node. With samples z of classes c and weights a of sum 1

    F_i(X) = sum_s a_is (log sum_k exp(z_is' X_k) - z_is' X_c(is)),    X = 0 at first,

and predicted is how often the nodes' models are wrong on test samples, the mean over nodes: by the likeliest class on
data (`error`), by the probability of other classes than the right one on assumed classes (`doubt`), which orders
candidates too where all are right. Several draws are of what is not known, and the mean is taken over them (`assumed`).

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
from typing import Any, NamedTuple, Protocol

import numpy as np

from mixproof.bounds.algorithms import Algorithm, Operations, after, initial, step
from mixproof.bounds.arithmetic import FLOAT
from mixproof.spectral import MixingMatrix, Schedule, mean_matrix
from mixproof.spectral.links import realization, sample_links

from .forms import is_memoryless

__all__ = ["Classes", "Draw", "Model", "Quadratics", "Wrong", "doubt", "error"]

Array = np.ndarray
Mixing = MixingMatrix | Schedule
Wrong = Callable[[Array, Array], Array]
MOST_TOGETHER = 4e6  # numbers of all models and matrices that are run at once
DENSE_NODES, SPARSE = 100, 8  # beyond, matrices with fewer than 1/SPARSE of all links are sparse
CURVATURES = 8
DIMENSIONS, MOST_ASKED = 48, 1000  # of features, and nodes whose models are tested, at most


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


def error(scores: Array, labels: Array) -> Array:
    """(n, N) whether the likeliest class is another one; scores (n, N, C) of classes, labels (N,)."""
    return np.asarray(scores.argmax(axis=2) != labels)


def doubt(scores: Array, labels: Array) -> Array:
    """(n, N) probability of the other classes."""
    likely = np.exp(scores - scores.max(axis=2, keepdims=True))
    return np.asarray(1 - likely[:, np.arange(len(labels)), labels] / likely.sum(axis=2))


class Draw(NamedTuple):
    """Samples of each node with their classes and weights, and those of the test."""

    samples: Array  # (n, s, d)
    classes: Array  # (n, s)
    weights: Array  # (n, s), of sum 1 at each node; 0 where a node has fewer samples
    test: Array  # (N, d)
    labels: Array  # (N,)
    kinds: int  # of classes

    @classmethod
    def of(
        cls,
        shares: Array,
        features: Array,
        classes: Array,
        test: Array,
        labels: Array,
        each: int,
        rng: np.random.Generator,
    ) -> Draw:
        """Nodes with shares (n, C) of the classes draw about `each` of these samples, at least one of each class that
        they hold; in the `DIMENSIONS` coordinates that tell most of them, as models do not leave their span."""
        of_class = [np.flatnonzero(classes == c) for c in range(shares.shape[1])]
        counts = np.where(shares > 0, np.maximum(np.round(each * shares), 1), 0).astype(int)
        shape = len(shares), int(counts.sum(axis=1).max())
        taken, weights = np.zeros(shape, np.int64), np.zeros(shape)
        for i, row in enumerate(counts):
            first = 0
            for c in np.flatnonzero(row):
                part = slice(first, first := first + row[c])
                taken[i, part] = rng.choice(of_class[c], row[c], replace=len(of_class[c]) < row[c])
                weights[i, part] = shares[i, c] / row[c]
        used, where = np.unique(taken, return_inverse=True)
        basis = np.linalg.svd(features[used], full_matrices=False)[2][:DIMENSIONS].T
        samples = (features[used] @ basis)[where.reshape(shape)]
        return cls(samples, classes[taken], weights, test @ basis, labels, shares.shape[1])

    @classmethod
    def of_means(cls, shares: Array, means: Array, test: Array, labels: Array) -> Draw:
        """The same where all samples of a class are its mean."""
        kinds = np.arange(len(means))
        return cls.of(shares, means, kinds, test, labels, 1, np.random.default_rng(0))

    def alike(self) -> tuple[Draw, Array]:
        """The draw with one node of each kind, and how many there are of it."""
        n = len(self.samples)
        rows = np.hstack([self.classes, self.weights, self.samples.reshape(n, -1)])
        _, first, count = np.unique(rows, axis=0, return_index=True, return_counts=True)
        kinds = self._replace(
            samples=self.samples[first], classes=self.classes[first], weights=self.weights[first]
        )
        return kinds, count

    @property
    def curvature(self) -> float:
        """The largest one of the nodes' mean loss at the start, where all classes are as likely: of E z z' over C."""
        flat = self.samples.reshape(-1, self.samples.shape[2])
        square = (flat.T * self.weights.ravel()) @ flat / len(self.samples)
        return float(np.linalg.eigvalsh(square)[-1]) / self.kinds


@dataclass(frozen=True, eq=False)
class Classes:
    """See the module's first lines."""

    draws: Sequence[Draw]
    words: str
    wrong: Wrong  # `error` or `doubt`

    @property
    def smoothness(self) -> float:
        """The largest of the draws' curvatures."""
        return max(draw.curvature for draw in self.draws)

    def predict(self, run: Algorithm, matrices: Sequence[Mixing], eta: float, rounds: Array) -> Array:
        """As `Model.predict`; of schedules too, if all are."""
        n, size = (
            matrices[0].n,
            max(draw.samples[0].size + draw.samples.shape[2] * draw.kinds for draw in self.draws),
        )
        together = max(1, int(MOST_TOGETHER / (n * max(n, size))))
        found = np.zeros(len(matrices))
        for draw in self.draws:
            for first in range(0, len(matrices), together):
                part = slice(first, first + together)
                mixing = _mixing(matrices[part], run)
                found[part] += _Softmax(draw, self.wrong).run(run, mixing, eta, rounds[part]) / len(
                    self.draws
                )
        return found

    def averaging(self, run: Algorithm, nodes: int, eta: float, rounds: int) -> float:
        found = []
        for draw in self.draws:
            kinds, count = (
                (draw, np.ones(nodes)) if run.uses("average") or run.uses("share") else draw.alike()
            )
            every = _Exactly(count / nodes)
            error = _Softmax(kinds, self.wrong, every.share).run(run, _always(every), eta, np.array([rounds]))
            found.append(error[0])
        return float(np.mean(found))


class _Softmax:
    """Runs on one draw of `Classes`."""

    def __init__(self, draw: Draw, wrong: Wrong, share: Array | None = None):
        self.draw, self.wrong, self.share = draw, wrong, share  # of all nodes, that each one stands for
        self.right = draw.weights[:, :, None] * (np.arange(draw.kinds) == draw.classes[:, :, None])

    def run(self, method: Algorithm, mixing: Callable[[int], Any], eta: float, rounds: Array) -> Array:
        """Of the candidates with these rounds; mixing: their matrices (candidates, n, n) in a round."""
        found = np.full(len(rounds), np.inf)
        n, _, d = self.draw.samples.shape
        state = initial(method, np.zeros((len(rounds), n, d * self.draw.kinds)))
        with np.errstate(over="ignore", invalid="ignore"):
            for t in range(int(rounds.max()) + 1):
                if (now := rounds == t).any():
                    models = state[method.states[0]] / (state[method.scales[0]] if method.scales else 1)
                    found[now] = [self._wrong(x) for x in models[now]]
                if t == rounds.max():
                    break
                state = step(method, state, mixing(t), self._gradient, eta)
        return found

    def _gradient(self, x: Array) -> Array:
        """(..., n, d C) of the nodes' losses at their models."""
        samples = self.draw.samples
        wrong = samples @ x.reshape(*x.shape[:-1], samples.shape[2], -1)  # (..., n, s, C): scores at first
        wrong -= wrong.max(axis=-1, keepdims=True)
        np.exp(wrong, out=wrong)
        wrong *= (self.draw.weights / wrong.sum(axis=-1))[..., None]
        wrong -= self.right
        return np.asarray((samples.swapaxes(1, 2) @ wrong).reshape(x.shape))

    def _wrong(self, x: Array) -> float:
        """Of the nodes' models (n, d C), of some where they are many, on the test samples."""
        if not np.isfinite(x).all():
            return np.inf
        share = self.share
        if share is None and len(x) > MOST_ASKED:
            x = x[np.random.default_rng(0).permutation(len(x))[:MOST_ASKED]]
        scores = self.draw.test @ x.reshape(len(x), self.draw.test.shape[1], -1)
        return float(np.average(self.wrong(scores, self.draw.labels).mean(axis=1), weights=share))


class _Exactly:
    """W = 1 a' for one candidate, (1, n, n), of the shares a of all nodes that each one stands for."""

    def __init__(self, share: Array):
        self.share, self.shape = share, (1, len(share), len(share))

    def __matmul__(self, z: Array) -> Array:
        return np.broadcast_to(np.einsum("i,kij->kj", self.share, z)[:, None], z.shape)


class _Sparse:
    """Sparse matrices of candidates, (candidates, n, n)."""

    def __init__(self, matrices: Sequence[MixingMatrix]):
        self.parts = [one.sparse() for one in matrices]
        self.shape = (len(matrices), matrices[0].n, matrices[0].n)

    def __matmul__(self, z: Array) -> Array:
        return np.array([W @ x for W, x in zip(self.parts, z)])


def _always(W: Any) -> Callable[[int], Any]:
    """W in every round."""
    return lambda t: W


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
        return _always(W)
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
