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
    exact = features.astype(np.float64, copy=False)
    grams = exact.transpose(0, 2, 1) @ (weights[:, :, None] * exact)
    grams = (grams + grams.transpose(0, 2, 1)) / 2
    eigenvalues = np.linalg.eigvalsh(grams)
    trace = np.trace(grams, axis1=1, axis2=2)
    pad = 8 * (counts + features.shape[2]) * EPS * trace
    L = (loss.smoothness * (eigenvalues[:, -1] + pad) + l2) * (1 + 4 * EPS)
    curved = loss.convexity * np.maximum(eigenvalues[:, 0] - pad, 0) * (1 - 4 * EPS)
    mu = np.where(curved > 0, (curved + l2) * (1 - EPS), l2)
    return L, mu
