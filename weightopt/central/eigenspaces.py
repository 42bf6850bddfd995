"""Whole eigenspaces of B(w) = I - J - L(w) near both ends of its spectrum, for `cuts`."""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy.sparse.linalg import ArpackNoConvergence, eigsh

from mixproof.spectral.shifted import affordable, factored, inverse, shift_beyond

from ..arrays import Array
from ..problem import Problem
from .dense_step import DenseStep
from .sparse_mean import SparseMean

__all__ = ["Eigenspaces", "end_eigenspaces"]

EQUAL = 1e-8  # eigenvalues of one eigenspace ...
NEAR = 1e-4  # ... in units of the spread of those found, which is small on long networks
DENSE_NODES = 1000  # up to here by a full eigendecomposition
MOST_DENSE_NODES = 2000  # up to here also where Lanczos fails
COLUMNS, RESTARTS = 32, 60  # of Lanczos, at each end
BUDGET = 3e5  # multiplications a node: with more than that, factoring takes longer than Lanczos without

Eigenspaces = list[tuple[float, Array]]  # eigenvalue and (n, r) orthonormal columns, from the end inwards


def end_eigenspaces(problem: Problem, w: Array) -> tuple[Eigenspaces, Eigenspaces] | None:
    """Those near the largest and those near the smallest eigenvalue; None if they are not found."""
    if problem.n > DENSE_NODES:
        try:
            return _lanczos(problem, w)
        except ArpackNoConvergence:
            if problem.n > MOST_DENSE_NODES:
                return None
    values, vectors = np.linalg.eigh(DenseStep(problem, 1.0).image(w))
    return _grouped(values[::-1], vectors[:, ::-1]), _grouped(values, vectors)


def _lanczos(problem: Problem, w: Array) -> tuple[Eigenspaces, Eigenspaces]:
    """By Lanczos; of the inverse, shifted beyond the end, where factoring is cheap: on long networks eigenvalues crowd.

    Copies of a multiple eigenvalue emerge one by one, so the innermost of the eigenvalues found may lack some.
    """
    sparse = SparseMean(problem)
    mean, operator = sparse.mean(w), sparse.operator(w)
    invert = affordable(mean, BUDGET * problem.n)
    start = np.random.default_rng(0).standard_normal(problem.n)
    ends = []
    sides: tuple[tuple[Literal["LA", "SA"], int], ...] = (("LA", 1), ("SA", -1))
    for which, sign in sides:
        shift = shift_beyond(mean, sign) if invert else 0.0
        factors = factored(mean, shift, sign) if invert else None
        if factors is None:
            values, vectors = eigsh(
                operator, COLUMNS, which=which, v0=start, ncv=3 * COLUMNS, maxiter=RESTARTS
            )
        else:
            inverses, vectors = eigsh(
                inverse(factors), COLUMNS, which="LM", v0=start, ncv=3 * COLUMNS, maxiter=RESTARTS
            )
            values = shift - sign / inverses
        order = np.argsort(-sign * values)
        found = _grouped(values[order], vectors[:, order])[:-1]
        if not found:
            raise ArpackNoConvergence("no whole eigenspace", values, vectors)
        kept = np.cumsum([space.shape[1] for _, space in found]) <= COLUMNS // 3
        ends.append(found[: max(1, int(kept.sum()))])
    return ends[0], ends[1]


def _grouped(values: Array, vectors: Array) -> Eigenspaces:
    equal = np.clip(NEAR * abs(values[-1] - values[0]), 1e-12, EQUAL)
    first = np.flatnonzero(abs(np.diff(values)) > equal) + 1
    groups = np.split(np.arange(len(values)), first)
    return [(float(values[group[0]]), vectors[:, group]) for group in groups]
