"""A quick bound on the moduli from the extreme eigenvectors at given weights."""

from __future__ import annotations

import numpy as np

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..certify.inverses import dense_laplacian
from ..problem import Problem

__all__ = ["bound_from_slow_modes"]

MODES = 12  # eigenvectors taken at each end of the spectrum


def bound_from_slow_modes(problem: Problem, weights: Array) -> Certificate:
    """A certificate from the extreme eigenvectors of I - J - L(w), weighted by exp(|eigenvalue| / heat).

    The heat is a quarter of the spread of the modes computed. The bound is valid for any weights, and
    tight when the optimum's slow modes are among these; for weights far from optimal expect little.
    """
    high, modes_high, low, modes_low = _extreme_modes(problem, weights)
    top = max(high[-1], -low[0])
    span = max(top - high[0], top + low[-1], 1e-9)
    share_high = np.exp(-4 * (top - high) / span)
    share_low = np.exp(-4 * (top + low) / span)
    plus, minus = modes_high * np.sqrt(share_high), modes_low * np.sqrt(share_low)
    if problem.objective.counts_losses:
        return certify(problem, np.hstack([plus, minus]), plus[:, :0], weights)
    return certify(problem, plus, minus)


def _extreme_modes(problem: Problem, w: Array) -> tuple[Array, Array, Array, Array]:
    """Largest eigenvalues and vectors of I - J - L(w) on the complement of 1, ascending; the smallest."""
    n, k = problem.n, min(MODES, problem.n - 1)
    if n <= 4 * MODES:
        matrix = problem.mean_times(w, np.eye(n))
        # on 1 the matrix gets an eigenvalue below all others, and is left out
        values, vectors = np.linalg.eigh(matrix - (2 + abs(matrix).sum(axis=1).max()) / n)
        keep = abs(vectors.T @ np.full(n, n**-0.5)) < 0.5
        values, vectors = values[keep], vectors[:, keep]
        return values[-k:], vectors[:, -k:], values[:k], vectors[:, :k]
    from scipy.sparse.linalg import LinearOperator, eigsh

    dense = None if problem.is_sparse else np.eye(n) - dense_laplacian(n, *problem.ends, w * problem.p)

    def times(x: Array) -> Array:
        check_time()
        x = x.reshape(n, -1)
        return (problem.mean_times(w, x) if dense is None else dense @ x) - x.mean(axis=0)

    operator = LinearOperator((n, n), matvec=times, matmat=times, dtype=float)
    start = np.random.default_rng(0).standard_normal(n)
    high, modes_high = eigsh(operator, k, which="LA", v0=start, tol=1e-4, maxiter=100 * n)
    low, modes_low = eigsh(operator, k, which="SA", v0=start, tol=1e-4, maxiter=100 * n)
    return high, modes_high, low, modes_low
