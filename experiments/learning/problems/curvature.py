"""Smoothness and strong convexity of a linear model's client losses, on the safe side."""

from __future__ import annotations

import numpy as np

from .losses import Loss

__all__ = ["safe_constants"]

EPS = float(np.finfo(float).eps)


def safe_constants(
    features: np.ndarray, weights: np.ndarray, counts: np.ndarray, l2: float, loss: Loss
) -> tuple[np.ndarray, np.ndarray]:
    """(L_k, mu_k), each (K,), of F_k = sum_i weights[k, i] loss(a_ki'w) + (l2/2) ||w||^2.

    The Hessian is A_k' diag(weights) D A_k + l2 with D between the loss's curvature bounds. Both ends of the
    spectrum are moved to the safe side by more than the rounding of the product and of LAPACK's eigenvalues.
    """
    least, most, trace = np.array([_spectrum(a, share) for a, share in zip(features, weights)]).T
    pad = 8 * (counts + features.shape[2]) * EPS * trace
    L = (loss.smoothness * (most + pad) + l2) * (1 + 4 * EPS)
    curved = loss.convexity * np.maximum(least - pad, 0) * (1 - 4 * EPS)
    mu = np.where(curved > 0, (curved + l2) * (1 - EPS), l2)
    return L, mu


def _spectrum(rows: np.ndarray, weights: np.ndarray) -> tuple[float, float, float]:
    """Least and largest eigenvalue and trace of A' diag(weights) A, client by client to spare memory."""
    exact = rows.astype(np.float64, copy=False)
    gram = exact.T @ (weights[:, None] * exact)
    eigenvalues = np.linalg.eigvalsh((gram + gram.T) / 2)
    return eigenvalues[0], eigenvalues[-1], np.trace(gram)
