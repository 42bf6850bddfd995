"""The named weights of `mixproof.spectral.weights` as methods, each with a quick bound from its own slow modes."""

from __future__ import annotations

from functools import partial

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.weights import WEIGHTS

from ..certify.certificate import Certificate
from ..certify.duals import certify
from ..method import Answer, Method, Request
from ..problem import Array, Problem
from ..result import Status

__all__ = ["HEURISTICS", "bound_from_slow_modes"]

MODES = 12  # eigenvectors taken at each end of the spectrum


def _heuristic(name: str, request: Request) -> Answer:
    matrix = WEIGHTS[name](request.network)
    if matrix.signed and not request.problem.signed:
        raise InputError("method", name, "its weights leave [0, 1] on this network; signed=True allows that")
    return Answer(matrix.weights, bound_from_slow_modes(request.problem, matrix.weights), 0, Status.HEURISTIC)


HEURISTICS: dict[str, Method] = {name: partial(_heuristic, name) for name in WEIGHTS if name != "out-degree"}


def bound_from_slow_modes(problem: Problem, weights: Array) -> Certificate:
    """A certificate from the extreme eigenvectors of I - J - L(w), weighted by exp(|eigenvalue| / heat).

    The heat is a quarter of the spread of the modes computed. The bound is valid for any weights, and
    tight when the optimum's slow modes are among these; for weights far from optimal expect little.
    """
    high, modes_high, low, modes_low = _extreme_modes(problem, weights)
    mean = problem.objective == "mean"
    top = max(high[-1], -low[0])
    span = max(top - high[0], top + low[-1], 1e-9)
    share_high = np.exp(-4 * (top - high) / span)
    share_low = np.exp(-4 * (top + low) / span)
    plus, minus = modes_high * np.sqrt(share_high), modes_low * np.sqrt(share_low)
    if mean:
        return certify(problem, plus, minus)
    return certify(problem, np.hstack([plus, minus]), plus[:, :0], weights)


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

    def times(x: Array) -> Array:
        x = x.reshape(n, -1)
        return problem.mean_times(w, x) - x.mean(axis=0)

    operator = LinearOperator((n, n), matvec=times, matmat=times, dtype=float)
    start = np.random.default_rng(0).standard_normal(n)
    high, modes_high = eigsh(operator, k, which="LA", v0=start, tol=1e-4, maxiter=100 * n)
    low, modes_low = eigsh(operator, k, which="SA", v0=start, tol=1e-4, maxiter=100 * n)
    return high, modes_high, low, modes_low
