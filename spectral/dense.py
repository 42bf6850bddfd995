"""Eigenvalues of a small symmetric mixing matrix with a proven radius.

Let B be symmetric, V and the diagonal D what `eigh` returned, R = BV - VD, and g >= ||V'V - I||. Write V = QH
with Q orthogonal and H = (V'V)^(1/2); then ||H - I|| <= g. From R = BQH - QHD follows Q'BQ - D = Q'R -
(Q'BQ)(H - I) + (H - I)D, so ||Q'BQ - D|| <= ||R|| + (||B|| + ||D||) g, and by Weyl each sorted eigenvalue of
B is within this radius of the entry of D in the same place. Norms are bounded by Frobenius and row-sum norms,
computed results by a priori rounding bounds (Higham 2002, section 3.5), which hold for every order of
summation.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

__all__ = ["UNIT", "Interval", "centre", "centre_error", "defect", "dense_ends", "eigenvalues_within"]

UNIT = 2.0**-53
Interval = tuple[float, float]
Matrix: TypeAlias = Any  # a sparse matrix or an array


def gamma(k: float) -> float:
    """Relative error of k floating point operations in sequence, Higham's gamma_k, for k < 2^50."""
    return k * UNIT / (1 - k * UNIT)


def longest_row(W: Matrix) -> int:
    """Most entries in a row that are not 0, or are stored."""
    if isinstance(W, np.ndarray):
        return int(np.count_nonzero(W, axis=1).max())
    return int(np.diff(W.indptr).max())


def row_norm(W: Matrix) -> float:
    """Upper bound on the largest row sum of |W|, and so on ||W||_2 of a symmetric W."""
    return float(np.asarray(abs(W).sum(axis=1)).max()) * (1 + gamma(longest_row(W) + 1))


def defect(W: Matrix) -> float:
    """Bound on ||W - S||_2, S the symmetric part of W with rows made to sum to exactly 1 by the diagonal."""
    n = W.shape[0]
    entries = longest_row(W) + 3
    size = np.asarray(abs(W).sum(axis=1)).ravel() + 1
    sums = np.abs(np.asarray(W.sum(axis=1)).ravel() - 1) + gamma(entries) * size
    asymmetry = np.asarray(abs(W - W.T).sum(axis=1)).ravel() * (1 + gamma(entries))
    # S differs from W by (W' - W)/2 off the diagonal and by what its rows miss on the diagonal
    return float((sums + asymmetry).max() * (1 + gamma(n + 4)))


def centre(W: Matrix) -> float:
    """Mean of the n - 1 eigenvalues on the complement of the ones vector.

    W + (mean - 1)J moves the eigenvalue of the ones vector from 1 to this mean, which lies among the others
    whatever they are: the extreme eigenvalues of the shifted matrix are lambda_2 and lambda_n.
    """
    return float((W.diagonal().sum() - 1) / (W.shape[0] - 1))


def centre_error(W: Matrix, missing: float) -> float:
    """Bound on the error of `centre`; missing: `defect` of W."""
    n = W.shape[0]
    size = float(np.abs(W.diagonal()).sum() + 1)
    return (gamma(n + 3) * size + n * missing) / (n - 1) * 1.01


def eigenvalues_within(B: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Eigenvalues of an exactly symmetric (n, n) array, ascending, a radius that each is proven to lie within, and a
    bound on ||B||."""
    n = len(B)
    values, vectors = np.linalg.eigh(B)
    size = float(np.abs(B).sum(axis=1).max()) * (1 + gamma(n))
    reach = size + max(float(values[-1]), -float(values[0]))
    rest, skew = (B @ vectors - vectors * values).ravel(), vectors.T @ vectors
    skew.flat[:: n + 1] -= 1
    square, once = float(np.vdot(vectors, vectors)), 1 + gamma(n * n)
    error = math.sqrt(rest @ rest) * once + gamma(n + 3) * reach * math.sqrt(square) * once
    lost = math.sqrt(np.vdot(skew, skew)) * once + gamma(n + 1) * square * once**2
    return values, (error + reach * lost) * 1.01, size


def dense_ends(W: Matrix) -> tuple[float, float, float]:
    """lambda_2, lambda_n and a radius that both are proven to lie within; W is (n, n) with n > 1."""
    n = W.shape[0]
    if not isinstance(W, np.ndarray):
        W = W.toarray()
    mean, missing = centre(W), defect(W)
    shifted = W + (mean - 1) / n
    values, radius, size = eigenvalues_within((shifted + shifted.T) / 2)
    rounding = 4 * UNIT * (size + 2)  # of the shifted entries
    radius = radius + (rounding + centre_error(W, missing) + missing) * 1.01
    return float(values[-1]), float(values[0]), radius
