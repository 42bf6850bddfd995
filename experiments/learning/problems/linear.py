"""Linear models with l2: F_k(w) = (1/m_k) sum_i loss(A_ki' w, b_ki) + (l2/2) ||w||^2."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import rebuilt

from ..cores import blocks
from .base import SMALL, Problem
from .curvature import safe_constants
from .losses import Loss
from .products import (
    CACHE,
    by_client,
    drawn_products,
    every_product,
    multiplicities,
    roundings,
    visit_rows,
    worth_drawing,
)
from .shards import padded
from .systems import system

__all__ = ["LinearModel"]


class LinearModel(Problem):
    """K clients with features (m_k, p) and targets (m_k,), all in one array, padded to the largest client
    and masked by zero weights.

    The model is w in R^d, d = p C for a loss with C outputs (row-major (p, C)). With S seeds a full
    gradient is two batched matrix products, (K, m, p) by (K, p, S C) and back.

    `weights` (one array a client, scaled to sum 1) replaces 1/m_k, so that a repeated sample is kept once.
    Mini-batches ignore it. L and mu: see `safe_constants`.

    With dtype float32 the data are rounded to single precision, once; the constants and the minimum are
    those of the rounded data, still to double precision. Gradients at float32 models are then computed in
    single precision: their error, about 1e-6 of their size, is safe where a mini-batch's own noise or a gap
    that ends far above 1e-6 decides, and nowhere else.
    """

    def __init__(
        self,
        features: Sequence[np.ndarray],
        targets: Sequence[np.ndarray],
        l2: float,
        loss: Loss,
        dtype: Any = np.float64,
        weights: Sequence[np.ndarray] | None = None,
    ):
        if not l2 >= 0 or not np.isfinite(l2):
            raise InputError("l2", l2, "a regularisation weight is finite and >= 0")
        shards = padded(features, targets, weights, dtype)
        self.l2, self.loss, self.dtype = float(l2), loss, np.dtype(dtype)
        self.counts, self.features, self.targets = shards.counts, shards.features, shards.targets
        self.sample_weights = shards.weights
        self.clients, self.dimension = len(self.counts), self.features.shape[2] * loss.outputs
        self.L, self.mu = safe_constants(self.features, self.sample_weights, self.counts, self.l2, loss)

    def __repr__(self) -> str:
        if self.features.size > SMALL:
            return super().__repr__()
        own = list(enumerate(self.counts.tolist()))
        rows, targets, shares = (
            [array[k, :count].tolist() for k, count in own]
            for array in (self.features, self.targets, self.sample_weights)
        )
        even = all(share == shares[k][0] for k, _ in own for share in shares[k])
        return rebuilt(
            "LinearModel",
            ("features", rows),
            ("targets", targets),
            ("l2", self.l2),
            ("loss", self.loss),
            ("dtype", None if self.dtype == np.float64 else self.dtype.name),
            ("weights", None if even else shares),
        )

    def gradient(self, x: np.ndarray, samples: np.ndarray | None = None) -> np.ndarray:
        m = self.features.shape[1]
        if samples is None:
            sums = self._weighted_sum(x, self.sample_weights[:, :, None])
        elif worth_drawing(drawn := self._indices(x, samples), m):
            sums = self._drawn_mean(x, drawn)
        else:
            sums = self._weighted_sum(x, multiplicities(drawn, m) / samples.shape[-1])
        gradient = sums.reshape(x.shape)
        for own, model in zip(gradient, x):  # one seed, or client, at a time stays in the cache
            own += self.l2 * model
        return gradient

    def clipped_sum(self, x: np.ndarray, samples: np.ndarray, drawn: np.ndarray, clip: float) -> np.ndarray:
        """sum_s g_s/max(1, ||g_s||/clip) over each client's batch, g_s the gradient of one sample's loss with
        its l2 term, shape (..., K, d).

        `samples` (..., K, b) are indices, `drawn` (..., K, b) says which of them count: Poisson sampling gives
        each client a batch of its own size. No per-sample gradient is formed: with slope s and row a,
        g = a s' + l2 x has ||g||^2 = |a|^2 |s|^2 + 2 l2 s'x'a + l2^2 |x|^2.
        """
        if not 0 < clip < np.inf:
            raise InputError("clip", clip, "a clipping norm is positive and finite")
        models, indices = self._shaped(x), self._indices(x, samples)
        counted = by_client(np.broadcast_to(drawn, (*x.shape[:-1], samples.shape[-1])).reshape(indices.shape))
        lengths = by_client((models * models).sum(axis=(2, 3)))[:, None]  # |x|^2 of each pair
        factors: np.ndarray = np.empty(counted.shape, dtype=x.dtype)

        def slopes(scores: np.ndarray, rows: np.ndarray, pairs: slice) -> np.ndarray:
            found = self.loss.slope(scores, self.targets.reshape(-1)[rows])
            square = self._row_squares.reshape(-1)[rows] * (found * found).sum(axis=-1)
            square += 2 * self.l2 * (found * scores).sum(axis=-1) + self.l2**2 * lengths[pairs]
            factors[pairs] = counted[pairs] / np.maximum(1, np.sqrt(np.maximum(square, 0)) / clip)
            return found * factors[pairs][..., None]

        total = drawn_products(self.features, models, indices, slopes).reshape(x.shape)
        shrunk = factors.sum(axis=-1).reshape(self.clients, -1).T.reshape(*x.shape[:-1], 1)
        return total + self.l2 * shrunk * x

    def noise(self, w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The root mean square of one sample's gradient about its client's at w (d,), and the most by which that grows
        a unit of distance from w; (K,) each. A mini-batch of b, drawn with replacement, has both divided by sqrt(b).

        The l2 term is the same for all samples; a sample's slope is `loss.smoothness`-Lipschitz in its score.
        """
        own = (np.arange(self.features.shape[1]) < self.counts[:, None]) / self.counts[:, None]
        scores = np.einsum("kmp,pc->kmc", self.features.astype(float), w.reshape(-1, self.loss.outputs))
        slopes = self.loss.slope(scores, self.targets)
        mean = np.einsum("km,kmp,kmc->kpc", own, self.features, slopes)
        square = (own * self._row_squares * (slopes**2).sum(axis=-1)).sum(axis=1) - (mean**2).sum(axis=(1, 2))
        growth = self.loss.smoothness * np.sqrt((own * self._row_squares**2).sum(axis=1))
        return np.sqrt(np.maximum(square, 0.0)), growth

    def values(self, x: np.ndarray) -> np.ndarray:
        models = self._shaped(x)
        means = np.empty(models.shape[:2], dtype=np.result_type(x, self.sample_weights))

        def visit(rows: np.ndarray, scores: np.ndarray, clients: slice) -> None:
            losses = self.loss.value(scores, self.targets[clients, :, None])  # (k, m, S)
            means[:, clients] = np.einsum("kms,km->sk", losses, self.sample_weights[clients])

        visit_rows(self.features, models, visit)
        return means.reshape(x.shape[:-1]) + self.l2 / 2 * (x * x).sum(axis=-1)

    def hessian(self, w: np.ndarray, weights: np.ndarray) -> np.ndarray:
        outputs, width = self.loss.outputs, self.features.shape[2]
        hessian = np.zeros((width, outputs, width, outputs))
        for some in blocks(slice(0, self.clients), CACHE // self.features[0].nbytes):
            rows = self.features[some].reshape(-1, width)
            shares = (weights[some, None] * self.sample_weights[some]).reshape(-1)
            curvature = self.loss.curvature(rows @ w.reshape(width, outputs)) * shares[:, None, None]
            for c in range(outputs):
                for e in range(outputs):
                    hessian[:, c, :, e] += rows.T @ (curvature[:, c, e, None] * rows)
        return hessian.reshape(self.dimension, -1) + weights.sum() * self.l2 * np.eye(self.dimension)

    def newton_system(self, w: np.ndarray, weights: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        outputs, width = self.loss.outputs, self.features.shape[2]
        if outputs == 1:
            return super().newton_system(w, weights)
        rows = self.features.reshape(-1, width).astype(float, copy=False)
        shares = (weights[:, None] * self.sample_weights).reshape(-1)
        curvature = self.loss.curvature(rows @ w.reshape(width, outputs))
        return system(rows, curvature, shares, weights.sum() * self.l2)

    def gradient_rounding(self, radius: float, dtype: Any = float) -> float:
        # ||fl(Ax) - Ax|| <= n eps || |A| || ||x||, first for the scores, then for the product with the slopes
        terms = sum(roundings(n, dtype) for n in self.features.shape[1:])
        operations = (terms + 8) * float(np.finfo(dtype).eps)
        score_error = self.loss.smoothness * self._reach**2 * radius
        longest = float(np.sqrt(self._row_squares.max()))
        slope = self.loss.slope_bound(longest * radius, float(np.abs(self.targets).max()))
        return float(operations * (score_error + 2 * self._reach * slope + 2 * self.l2 * radius))

    @cached_property
    def _reach(self) -> float:
        """The largest weighted root mean square of a client's row norms: ||A_k||_F / sqrt(m_k)."""
        return float(np.sqrt((self._row_squares * self.sample_weights).sum(axis=1).max()))

    @cached_property
    def _row_squares(self) -> np.ndarray:
        """|a_ki|^2, (K, m), in double precision."""
        return np.einsum("kmp,kmp->km", self.features, self.features, dtype=float)

    def client(self, k: int) -> LinearModel:
        own = slice(0, self.counts[k])
        rows, targets, shares = (a[k, own] for a in (self.features, self.targets, self.sample_weights))
        return LinearModel([rows], [targets], self.l2, self.loss, self.dtype, [shares])

    def accuracy(self, models: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
        """The share of rows of X (m, p) whose class y (m,) the models (..., d) predict, shape (...)."""
        lead = models.shape[:-1]
        stacked = models.reshape(-1, X.shape[1], self.loss.outputs)
        labels = self.loss.labels(np.einsum("mp,spc->smc", X, stacked, optimize=True))
        if labels is None:
            raise InputError("loss", type(self.loss).__name__, "accuracy needs a loss that predicts classes")
        return (labels == y).mean(axis=1).reshape(lead)

    def _shaped(self, x: np.ndarray) -> np.ndarray:
        """Models (..., K, d) as (S, K, p, C), the leading axes flattened to S."""
        return x.reshape(-1, self.clients, self.features.shape[2], self.loss.outputs)

    def _weighted_sum(self, x: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """sum_i weights[k, i, s] grad loss_ki(x_sk), (S, K, p, C), weights (K, m, S or 1)."""

        def slopes(scores: np.ndarray, clients: slice) -> np.ndarray:
            found = self.loss.slope(scores, self.targets[clients, :, None])
            found *= weights[clients, :, :, None].astype(found.dtype, copy=False)
            return found

        return every_product(self.features, self._shaped(x), slopes)

    def _drawn_mean(self, x: np.ndarray, samples: np.ndarray) -> np.ndarray:
        """(1/b) sum_b grad loss_kb(x_sk) over the drawn rows, (S, K, p, C), samples (S, K, b)."""
        targets = self.targets.reshape(-1)

        def slopes(scores: np.ndarray, rows: np.ndarray, pairs: slice) -> np.ndarray:
            found = self.loss.slope(scores, targets[rows])
            found /= samples.shape[-1]
            return found

        return drawn_products(self.features, self._shaped(x), samples, slopes)

    def _indices(self, x: np.ndarray, samples: np.ndarray) -> np.ndarray:
        """Indices (..., K, b) of rows as (S, K, b), none outside its client's shard."""
        if samples.min() < 0 or (samples >= self.counts[:, None]).any():
            raise InputError("samples", f"{samples.min()}..{samples.max()}", "indices lie in 0..m_k - 1")
        batch = samples.shape[-1]
        return np.broadcast_to(samples, (*x.shape[:-1], batch)).reshape(-1, self.clients, batch)
