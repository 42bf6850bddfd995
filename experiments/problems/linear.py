"""Linear models with l2: F_k(w) = (1/m_k) sum_i loss(A_ki' w, b_ki) + (l2/2) ||w||^2."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from spectral.errors import InputError

from .base import Problem
from .curvature import safe_constants
from .losses import Loss

__all__ = ["LinearModel"]

EPS = float(np.finfo(float).eps)
CACHE = 2**21  # bytes of gathered rows at a time: they are read twice, and stay in a second-level cache


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
        if len(features) == 0 or len(features) != len(targets):
            raise InputError(
                "features", f"{len(features)} clients", "one feature and one target array per client"
            )
        counts = np.array([len(a) for a in features])
        if (counts == 0).any():
            raise InputError(
                "features", f"client {int(counts.argmin())} is empty", "every client holds a sample"
            )
        self.clients, self.counts = len(features), counts
        self.l2, self.loss, self.dtype = float(l2), loss, np.dtype(dtype)
        if self.dtype not in (np.float32, np.float64):
            raise InputError("dtype", str(dtype), "float32 or float64")
        width = features[0].shape[1]
        self.dimension = width * loss.outputs
        self.features = np.zeros((self.clients, counts.max(), width), dtype=self.dtype)
        self.targets = np.zeros((self.clients, counts.max()), dtype=self.dtype)
        for k, (a, b) in enumerate(zip(features, targets)):
            if a.shape != (len(b), width):
                raise InputError("features", str(a.shape), f"client {k} needs shape ({len(b)}, {width})")
            self.features[k, : len(a)], self.targets[k, : len(b)] = a, b
        if not (np.isfinite(self.features).all() and np.isfinite(self.targets).all()):
            raise InputError("features", "nan or inf", "every feature and target is finite")
        self.sample_weights = np.zeros(self.targets.shape)  # (K, m): 1/m_k, or the weight given, or 0
        for k, m in enumerate(counts):
            given = np.ones(m) if weights is None else np.asarray(weights[k], dtype=float)
            if given.shape != (m,) or not (np.isfinite(given) & (given > 0)).all():
                raise InputError("weights", str(given.shape), f"client {k} needs {m} positive numbers")
            self.sample_weights[k, :m] = given / given.sum()
        self.L, self.mu = safe_constants(self.features, self.sample_weights, counts, self.l2, loss)

    def gradient(self, x: np.ndarray, samples: np.ndarray | None = None) -> np.ndarray:
        if samples is not None:
            return self._batch_gradient(x, samples)
        return self._weighted_gradient(x, self.sample_weights[:, :, None])

    def clipped_sum(self, x: np.ndarray, samples: np.ndarray, drawn: np.ndarray, clip: float) -> np.ndarray:
        """sum_s g_s/max(1, ||g_s||/clip) over each client's batch, g_s the gradient of one sample's loss with
        its l2 term, shape (..., K, d).

        `samples` (..., K, b) are indices, `drawn` (..., K, b) says which of them count: Poisson sampling gives
        each client a batch of its own size. No per-sample gradient is formed: with slope s and row a,
        g = a s' + l2 x has ||g||^2 = |a|^2 |s|^2 + 2 l2 s'x'a + l2^2 |x|^2.
        """
        if not 0 < clip < np.inf:
            raise InputError("clip", clip, "a clipping norm is positive and finite")
        nodes = np.arange(self.clients)[:, None]
        rows, targets = self.features[nodes, samples], self.targets[nodes, samples]
        shaped = x.reshape(*x.shape[:-1], rows.shape[-1], self.loss.outputs)
        scores = np.matmul(rows, shaped)
        slopes = self.loss.slope(scores, targets)
        square = (rows * rows).sum(axis=-1) * (slopes * slopes).sum(axis=-1)
        square += 2 * self.l2 * (slopes * scores).sum(axis=-1) + self.l2**2 * (x * x).sum(axis=-1)[..., None]
        factors = drawn / np.maximum(1, np.sqrt(np.maximum(square, 0)) / clip)
        slopes *= factors[..., None]
        total = np.matmul(rows.swapaxes(-1, -2), slopes).reshape(x.shape)
        return total + self.l2 * factors.sum(axis=-1)[..., None] * x

    def values(self, x: np.ndarray) -> np.ndarray:
        losses = self.loss.value(self._scores(x), self.targets[:, :, None])  # (K, m, S)
        means = np.einsum("kms,km->sk", losses, self.sample_weights).reshape(x.shape[:-1])
        return means + self.l2 / 2 * (x * x).sum(axis=-1)

    def hessian(self, w: np.ndarray, weights: np.ndarray) -> np.ndarray:
        scores = self._scores(self.everywhere(w))[:, :, 0]
        curvature = self.loss.curvature(scores) * (weights[:, None] * self.sample_weights)[:, :, None, None]
        rows = self.features.reshape(-1, self.features.shape[2])
        outputs, width = self.loss.outputs, rows.shape[1]
        blocks = np.empty((width, outputs, width, outputs))
        for c in range(outputs):
            for e in range(outputs):
                blocks[:, c, :, e] = rows.T @ (curvature[:, :, c, e].reshape(-1, 1) * rows)
        return blocks.reshape(self.dimension, -1) + weights.sum() * self.l2 * np.eye(self.dimension)

    def gradient_rounding(self, radius: float) -> float:
        # ||fl(Ax) - Ax|| <= n eps || |A| || ||x||, first for the scores, then for the product with the slopes
        operations = (self.counts + self.features.shape[2] + 8).max() * EPS
        score_error = self.loss.smoothness * self._reach**2 * radius
        slope = self.loss.slope_bound(self._longest * radius, float(np.abs(self.targets).max()))
        return float(operations * (score_error + 2 * self._reach * slope + 2 * self.l2 * radius))

    @cached_property
    def _reach(self) -> float:
        """The largest weighted root mean square of a client's row norms: ||A_k||_F / sqrt(m_k)."""
        square = (self.features.astype(float) ** 2).sum(axis=2)
        return float(np.sqrt((square * self.sample_weights).sum(axis=1).max()))

    @cached_property
    def _longest(self) -> float:
        return float(np.sqrt((self.features.astype(float) ** 2).sum(axis=2).max()))

    def client(self, k: int) -> LinearModel:
        m = self.counts[k]
        share = self.sample_weights[k, :m]
        return LinearModel(
            [self.features[k, :m]], [self.targets[k, :m]], self.l2, self.loss, self.dtype, [share]
        )

    def accuracy(self, models: np.ndarray, X: np.ndarray, y: np.ndarray) -> np.ndarray:
        """The share of rows of X (m, p) whose class y (m,) the models (..., d) predict, shape (...)."""
        lead = models.shape[:-1]
        stacked = models.reshape(-1, X.shape[1], self.loss.outputs)
        labels = self.loss.labels(np.einsum("mp,spc->smc", X, stacked, optimize=True))
        if labels is None:
            raise InputError("loss", type(self.loss).__name__, "accuracy needs a loss that predicts classes")
        return (labels == y).mean(axis=1).reshape(lead)

    def _scores(self, x: np.ndarray) -> np.ndarray:
        """(K, m, S, C) scores of models (..., K, d), the leading axes flattened to S."""
        outputs, width = self.loss.outputs, self.features.shape[2]
        stacked = x.reshape(-1, self.clients, width, outputs).transpose(1, 2, 0, 3)
        scores = np.matmul(self.features, stacked.reshape(self.clients, width, -1))
        return scores.reshape(*scores.shape[:2], -1, outputs)

    def _batch_gradient(self, x: np.ndarray, samples: np.ndarray) -> np.ndarray:
        lead = x.shape[:-2]
        flat = np.broadcast_to(samples, (*lead, *samples.shape[-2:])).reshape(-1, *samples.shape[-2:])
        rows, batch, seeds = self.features.shape[1], samples.shape[-1], len(flat)
        if not 0 <= flat.min() <= flat.max() < rows:
            raise InputError("samples", f"{flat.min()}..{flat.max()}", f"indices lie in 0..{rows - 1}")
        # measured: a product with every row costs about (5 + seeds), gathering a row 10 for every seed
        if rows * (5 + seeds) < 10 * batch * seeds:
            return self._weighted_gradient(x, self._multiplicities(flat) / batch)
        return self._gathered_gradient(x, flat)

    def _multiplicities(self, samples: np.ndarray) -> np.ndarray:
        """How often each row was drawn, (K, m, S), from indices (S, K, b)."""
        seeds, rows = len(samples), self.features.shape[1]
        cell = (np.arange(self.clients)[:, None] * rows + samples) * seeds + np.arange(seeds)[:, None, None]
        drawn = np.bincount(cell.ravel(), minlength=self.clients * rows * seeds)
        return drawn.reshape(self.clients, rows, seeds)

    def _weighted_gradient(self, x: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """sum_i weights[k, i, s] grad loss_ki(x) + l2 x, every row taking part: weights (K, m, S or 1)."""
        slopes = self.loss.slope(self._scores(x), self.targets[:, :, None])  # (K, m, S, C)
        slopes *= weights[:, :, :, None].astype(slopes.dtype, copy=False)
        back = np.matmul(self.features.transpose(0, 2, 1), slopes.reshape(*slopes.shape[:2], -1))
        back = back.reshape(*back.shape[:2], -1, self.loss.outputs)  # (K, p, S, C)
        return back.transpose(2, 0, 1, 3).reshape(x.shape) + self.l2 * x

    def _gathered_gradient(self, x: np.ndarray, samples: np.ndarray) -> np.ndarray:
        """The mean over the drawn rows only, gathered block by block into a buffer that stays in the cache."""
        (seeds, nodes, batch), (_, m, width) = samples.shape, self.features.shape
        cells = seeds * nodes
        index = (samples + np.arange(nodes)[:, None] * m).reshape(cells, batch)
        targets = self.targets.reshape(-1)[index]
        features = self.features.reshape(-1, width)
        models = x.reshape(cells, width, self.loss.outputs)
        out = np.empty(models.shape, dtype=np.result_type(x, features))
        block = max(1, min(cells, CACHE // (batch * width * features.itemsize)))
        buffer = np.empty((block * batch, width), dtype=features.dtype)
        for first in range(0, cells, block):
            part = slice(first, min(first + block, cells))
            picked = index[part].reshape(-1)
            rows = np.take(features, picked, axis=0, out=buffer[: len(picked)], mode="clip")
            rows = rows.reshape(-1, batch, width)
            slopes = self.loss.slope(np.matmul(rows, models[part]), targets[part])
            np.matmul(rows.swapaxes(-1, -2), slopes, out=out[part])
        out /= batch
        return out.reshape(x.shape) + self.l2 * x
