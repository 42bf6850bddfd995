"""Ritz values of a large sparse mixing matrix on the complement of the ones vector, and what they prove."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import scipy

from .dense import centre, defect, gamma, longest_row, row_norm

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import SuperLU

__all__ = ["rayleigh", "ritz_ends", "ritz_near"]


def ritz_ends(W: csr_array, tolerance: float = 1e-10) -> tuple[np.ndarray, np.ndarray]:
    """Approximate unit eigenvectors of lambda_2 and of lambda_n, by Lanczos, or cruder where it fails."""
    n = W.shape[0]
    mean, _ = centre(W)
    operator = _operator(n, lambda x: W @ x + (mean - 1) * x.mean())
    start = np.random.default_rng(0).standard_normal(n)
    ends = []
    for which in ("LA", "SA"):
        try:
            _, vectors = scipy.sparse.linalg.eigsh(
                operator, k=1, which=which, ncv=min(n, 40), v0=start, tol=tolerance, maxiter=50
            )
            ends.append(vectors[:, 0])
        except scipy.sparse.linalg.ArpackNoConvergence:
            ends.append(_filtered(operator.matvec, start, row_norm(W) * (1 if which == "LA" else -1)))
    return ends[0], ends[1]


def ritz_near(factors: SuperLU, start: np.ndarray) -> np.ndarray:
    """Approximate eigenvector, orthogonal to ones, of the eigenvalue nearest the shift that was factored."""
    n = len(start)

    def inverse(x: np.ndarray) -> np.ndarray:
        y = factors.solve(x - x.mean())
        return y - y.mean()

    try:
        _, vectors = scipy.sparse.linalg.eigsh(
            _operator(n, inverse), k=1, which="LM", ncv=min(n, 40), v0=start - start.mean(), maxiter=50
        )
    except scipy.sparse.linalg.ArpackNoConvergence:
        return start
    return vectors[:, 0]


def rayleigh(W: csr_array, x: np.ndarray) -> tuple[float, float]:
    """Rayleigh quotient of S at the part of x that is orthogonal to ones, and a bound on its error.

    S is W with rows of sum exactly 1 (see `defect`), so the quotient lies in [lambda_n, lambda_2] whatever x
    is. With x = y + m 1, y orthogonal to ones, and q = n m^2 / |x|^2: y'Sy / y'y = (x'Sx / x'x - q) / (1 -
    q).
    """
    n = len(x)
    x = x - x.mean()
    square = float(x @ x)
    value = float(x @ (W @ x)) / square
    m = abs(float(x.mean())) + gamma(n) * float(np.abs(x).mean())
    q = n * m * m / square * 1.01
    steps = gamma(2 * n + longest_row(W) + 8)
    error = steps * (row_norm(W) + abs(value)) + defect(W) + 2 * q * (1 + abs(value))
    return value, error * 1.01


def _filtered(apply: Callable[[np.ndarray], np.ndarray], x: np.ndarray, shift: float) -> np.ndarray:
    """A thousand power steps towards one end of the spectrum: slow, but any vector gives a valid bound."""
    for _ in range(1000):
        x = apply(x) + shift * x
        x /= np.linalg.norm(x)
    return x


def _operator(n: int, apply: Callable[[np.ndarray], np.ndarray]) -> scipy.sparse.linalg.LinearOperator:
    return scipy.sparse.linalg.LinearOperator((n, n), matvec=lambda x: apply(x.ravel()), dtype=np.float64)
