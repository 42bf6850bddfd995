"""Linear models with l2: F_k(w) = (1/m_k) sum_i loss(A_ki' w, b_ki) + (l2/2) ||w||^2."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from spectral.errors import InputError

from .base import Problem
from .losses import Logistic, Loss, Softmax, Squared

__all__ = ["LinearModel", "least_squares", "logistic", "softmax"]

EPS = float(np.finfo(float).eps)


class LinearModel(Problem):
    """K clients with features (m_k, p) and targets (m_k,), all in one array, padded to the largest client
    and masked by zero weights.

    The model is w in R^d, d = p C for a loss with C outputs (row-major (p, C)). With S seeds a full
    gradient is two batched matrix products, (K, m, p) by (K, p, S C) and back.

    Constants: the Hessian is (1/m_k) A_k' D A_k + l2 with D between the loss's curvature bounds, so L_k =
    smoothness * lambda_max(A_k' A_k / m_k) + l2 and mu_k = convexity * lambda_min(...) + l2, each moved to
    the safe side by more than the rounding of the product and of LAPACK's eigenvalues.
    """

    def __init__(self, features: Sequence[np.ndarray], targets: Sequence[np.ndarray], l2: float, loss: Loss):
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
        self.l2, self.loss = float(l2), loss
        width = features[0].shape[1]
        self.dimension = width * loss.outputs
        self.features = np.zeros((self.clients, counts.max(), width))
        self.targets = np.zeros((self.clients, counts.max()))
        for k, (a, b) in enumerate(zip(features, targets)):
            if a.shape != (len(b), width):
                raise InputError("features", str(a.shape), f"client {k} needs shape ({len(b)}, {width})")
            self.features[k, : len(a)], self.targets[k, : len(b)] = a, b
        if not (np.isfinite(self.features).all() and np.isfinite(self.targets).all()):
            raise InputError("features", "nan or inf", "every feature and target is finite")
        self.sample_weights = (np.arange(counts.max()) < counts[:, None]) / counts[
            :, None
        ]  # (K, m): 1/m_k or 0
        grams = self.features.transpose(0, 2, 1) @ self.features / counts[:, None, None]
        eigenvalues = np.linalg.eigvalsh(grams)
        trace = np.trace(grams, axis1=1, axis2=2)
        pad = 8 * (counts + width) * EPS * trace
        self.L = (loss.smoothness * (eigenvalues[:, -1] + pad) + self.l2) * (1 + 4 * EPS)
        curved = loss.convexity * np.maximum(eigenvalues[:, 0] - pad, 0) * (1 - 4 * EPS)
        self.mu = np.maximum(curved, 0) + self.l2
        self.mu = np.where(curved > 0, self.mu * (1 - EPS), self.l2)

    def gradient(self, x: np.ndarray, samples: np.ndarray | None = None) -> np.ndarray:
        if samples is not None:
            return self._batch_gradient(x, samples)
        slopes = self.loss.slope(self._scores(x), self.targets[:, :, None])  # (K, m, S, C)
        slopes *= self.sample_weights[:, :, None, None]
        flat = slopes.reshape(*slopes.shape[:2], -1)
        back = np.matmul(self.features.transpose(0, 2, 1), flat)  # (K, p, S C)
        back = back.reshape(*back.shape[:2], -1, self.loss.outputs)
        return back.transpose(2, 0, 1, 3).reshape(x.shape) + self.l2 * x

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
        """The largest ||A_k||_F / sqrt(m_k): root mean square of a client's row norms."""
        return float(np.sqrt(((self.features**2).sum(axis=(1, 2)) / self.counts).max()))

    @cached_property
    def _longest(self) -> float:
        return float(np.sqrt((self.features**2).sum(axis=2).max()))

    def client(self, k: int) -> LinearModel:
        m = self.counts[k]
        return LinearModel([self.features[k, :m]], [self.targets[k, :m]], self.l2, self.loss)

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
        nodes = np.arange(self.clients)[:, None]
        rows, targets = (
            self.features[nodes, samples],
            self.targets[nodes, samples],
        )  # (..., K, b, p), (..., K, b)
        shaped = x.reshape(*x.shape[:-1], rows.shape[-1], self.loss.outputs)
        slopes = self.loss.slope(np.matmul(rows, shaped), targets)
        back = np.matmul(rows.swapaxes(-1, -2), slopes) / samples.shape[-1]
        return back.reshape(x.shape) + self.l2 * x


def logistic(X: np.ndarray, y: np.ndarray, parts: Sequence[np.ndarray], l2: float) -> LinearModel:
    """Logistic regression on rows X (m, p), labels y in {0, 1}, split into clients by index arrays `parts`.

    >>> X, y = np.array([[1.0], [2.0], [-1.0], [0.5]]), np.array([1, 1, 0, 0])
    >>> problem = logistic(X, y, [np.array([0, 2]), np.array([1, 3])], l2=0.1)
    >>> problem.minimum().error < 1e-12
    True
    """
    if not np.isin(y, (0, 1)).all():
        raise InputError("y", str(np.unique(y)[:5]), "logistic regression needs labels 0 and 1")
    return LinearModel([X[p] for p in parts], [y[p] for p in parts], l2, Logistic())


def least_squares(X: np.ndarray, y: np.ndarray, parts: Sequence[np.ndarray], l2: float) -> LinearModel:
    """F_k(w) = (1/(2 m_k)) ||A_k w - b_k||^2 + (l2/2) ||w||^2."""
    return LinearModel([X[p] for p in parts], [y[p] for p in parts], l2, Squared())


def softmax(X: np.ndarray, y: np.ndarray, parts: Sequence[np.ndarray], l2: float) -> LinearModel:
    """Multinomial logistic regression, labels 0..C-1, w in R^(p C)."""
    classes = int(np.max(y)) + 1
    if not np.isin(y, np.arange(classes)).all() or classes < 2:
        raise InputError(
            "y", str(np.unique(y)[:5]), "softmax regression needs labels 0..C-1, at least two of them"
        )
    return LinearModel([X[p] for p in parts], [y[p] for p in parts], l2, Softmax(classes))
