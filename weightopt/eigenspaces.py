"""Whole eigenspaces of B(w) = I - J - L(w) near both ends of its spectrum, for `cuts`."""

from __future__ import annotations

from typing import Literal

import numpy as np
import scipy
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

from spectral.inertia import affordable

from .dense_step import DenseStep
from .problem import Array, Problem
from .sparse_mean import SparseMean

__all__ = ["Eigenspaces", "end_eigenspaces"]

EQUAL = 1e-8  # eigenvalues of one eigenspace
DENSE_NODES = 1000  # up to here by a full eigendecomposition
MOST_DENSE_NODES = 2000  # up to here also where Lanczos fails
COLUMNS, RESTARTS = 32, 60  # of Lanczos, at each end
ROUGH = 1e-3  # error of an eigenvalue that only says where to shift
BUDGET = 3e5  # multiplications a node: with more than that, factoring takes longer than Lanczos without
BEYOND = 1e-7  # distance of a shift from a bound of the spectrum

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
    sparse, sums = SparseMean(problem), problem.node_sums(w * problem.p)
    mean, operator = sparse.mean(w), sparse.operator(w)
    invert = affordable(mean, BUDGET * problem.n)
    least = 1 - float(
        (sums[problem.tails] + sums[problem.heads]).max()
    )  # of all eigenvalues, by Gershgorin on links
    start = np.random.default_rng(0).standard_normal(problem.n)
    ends = []
    sides: tuple[tuple[Literal["LA", "SA"], int, float], ...] = (("LA", 1, 1.0), ("SA", -1, least))
    for which, sign, bound in sides:
        if invert:
            shift = _shift(operator, start, which, sign, bound)
            inverse = _inverse(mean, shift)
            inverses, vectors = eigsh(
                inverse, COLUMNS, which="LM", v0=start, ncv=3 * COLUMNS, maxiter=RESTARTS
            )
            values = shift + 1 / inverses
        else:
            values, vectors = eigsh(
                operator, COLUMNS, which=which, v0=start, ncv=3 * COLUMNS, maxiter=RESTARTS
            )
        order = np.argsort(-sign * values)
        found = _grouped(values[order], vectors[:, order])[:-1]
        if not found:
            raise ArpackNoConvergence("no whole eigenspace", values, vectors)
        kept = np.cumsum([space.shape[1] for _, space in found]) <= COLUMNS // 3
        ends.append(found[: max(1, int(kept.sum()))])
    return ends[0], ends[1]


def _shift(
    operator: LinearOperator, start: Array, which: Literal["LA", "SA"], sign: int, bound: float
) -> float:
    """A number just beyond the end of the spectrum, or as far as `bound` is."""
    try:
        rough = float(eigsh(operator, 1, which=which, v0=start, tol=ROUGH, return_eigenvectors=False)[0])
    except ArpackNoConvergence:
        return bound + sign * BEYOND
    return sign * min(sign * rough + ROUGH, sign * bound + BEYOND)


def _inverse(mean: scipy.sparse.csr_array, shift: float) -> LinearOperator:
    """(I - L - shift I)^-1 on the complement of the constant vector."""
    n = mean.shape[0]
    factors = scipy.sparse.linalg.splu(
        (mean - shift * scipy.sparse.eye_array(n)).tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )

    def apply(x: Array) -> Array:
        y = factors.solve(x.ravel() - x.mean())
        return y - y.mean()

    return LinearOperator((n, n), matvec=apply, dtype=np.float64)


def _grouped(values: Array, vectors: Array) -> Eigenspaces:
    first = np.flatnonzero(abs(np.diff(values)) > EQUAL) + 1
    groups = np.split(np.arange(len(values)), first)
    return [(float(values[group[0]]), vectors[:, group]) for group in groups]
