"""The linear models by name: logistic, least-squares and softmax regression, split into clients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from .linear import LinearModel
from .losses import Logistic, Softmax, Squared

__all__ = ["least_squares", "logistic", "softmax"]


def logistic(
    X: np.ndarray, y: np.ndarray, parts: Sequence[np.ndarray], l2: float, dtype: Any = np.float64
) -> LinearModel:
    """Logistic regression on rows X (m, p), labels y in {0, 1}, split into clients by index arrays `parts`.

    >>> X, y = np.array([[1.0], [2.0], [-1.0], [0.5]]), np.array([1, 1, 0, 0])
    >>> problem = logistic(X, y, [np.array([0, 2]), np.array([1, 3])], l2=0.1)
    >>> problem.minimum().error < 1e-12
    True
    """
    if not np.isin(y, (0, 1)).all():
        raise InputError("y", str(np.unique(y)[:5]), "logistic regression needs labels 0 and 1")
    return LinearModel([X[p] for p in parts], [y[p] for p in parts], l2, Logistic(), dtype)


def least_squares(
    X: np.ndarray, y: np.ndarray, parts: Sequence[np.ndarray], l2: float, dtype: Any = np.float64
) -> LinearModel:
    """F_k(w) = (1/(2 m_k)) ||A_k w - b_k||^2 + (l2/2) ||w||^2."""
    return LinearModel([X[p] for p in parts], [y[p] for p in parts], l2, Squared(), dtype)


def softmax(
    X: np.ndarray, y: np.ndarray, parts: Sequence[np.ndarray], l2: float, dtype: Any = np.float64
) -> LinearModel:
    """Multinomial logistic regression, labels 0..C-1, w in R^(p C)."""
    classes = int(np.max(y)) + 1
    if not np.isin(y, np.arange(classes)).all() or classes < 2:
        raise InputError(
            "y", str(np.unique(y)[:5]), "softmax regression needs labels 0..C-1, at least two of them"
        )
    return LinearModel([X[p] for p in parts], [y[p] for p in parts], l2, Softmax(classes), dtype)
