"""B(w) = I - J - L(w) of a large sparse network: products with blocks, and its norm."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import scipy

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..problem import Problem

__all__ = ["Block", "SparseMean"]

DOUBLE_NODES = 4000  # up to here blocks are in double precision

Block = np.ndarray[Any, np.dtype[Any]]  # (n, k), single or double precision


class SparseMean:
    """The sparse matrix I - L(w), whose entries change and whose pattern stays.

    Its blocks are in single precision on large networks; `norm` is in double.
    """

    def __init__(self, problem: Problem):
        self.problem = problem
        self.random = np.random.default_rng(0)
        n, m, (i, j) = problem.n, problem.m, problem.ends
        self.precision = np.float64 if n <= DOUBLE_NODES else np.float32
        rows, columns = np.concatenate([np.arange(n), i, j]), np.concatenate([np.arange(n), j, i])
        pattern = scipy.sparse.csr_array((np.arange(n + 2 * m, dtype=float), (rows, columns)), shape=(n, n))
        self.order = pattern.data.astype(np.int64)
        self.matrix = pattern.astype(self.precision)

    def set(self, w: Array) -> None:
        """Weights from now on."""
        self.matrix.data = self._entries(w).astype(self.precision)

    def image(self, block: Block) -> Block:
        """B(w) times a block: the mean matrix, less the mean of each column."""
        check_time()
        return self.matrix @ block - block.mean(axis=0)

    def fresh(self, count: int) -> Block:
        """(n, count) random columns of sum 0 and length about 1."""
        block = self.random.standard_normal((self.problem.n, max(count, 0)))
        return ((block - block.mean(axis=0)) / np.sqrt(self.problem.n)).astype(self.precision)

    def norm(self, w: Array, near: Block, tolerance: float) -> float:
        """||B(w)|| by Lanczos, raised by the residual norms; `near`: columns near the extreme eigenvectors.

        `image` keeps the weights that were set.
        """
        operator = self.operator(w)
        start = (near @ self.random.standard_normal(near.shape[1])).astype(float)
        worst = 0.0
        ends: tuple[tuple[Literal["LA", "SA"], int], ...] = (("LA", 1), ("SA", -1))
        for which, sign in ends:
            found, vector = _end(operator, which, start, tolerance)
            residual = np.linalg.norm(operator @ vector - found * vector)
            worst = max(worst, float(sign * found + residual))
        return worst

    def operator(self, w: Array) -> scipy.sparse.linalg.LinearOperator:
        """B(w) in double precision."""
        n, mean = self.problem.n, self.mean(w)

        def times(x: Array) -> Array:
            check_time()
            return np.asarray(mean @ x - x.mean())

        return scipy.sparse.linalg.LinearOperator((n, n), matvec=times, dtype=float)

    def mean(self, w: Array) -> scipy.sparse.csr_array:
        """I - L(w) in double precision."""
        matrix = self.matrix.astype(float)
        matrix.data = self._entries(w)
        return matrix

    def _entries(self, w: Array) -> Array:
        """Entries of I - L(w), in the order of the sparse matrix."""
        u = self.problem.p * w
        return np.concatenate([1 - self.problem.node_sums(u), u, u])[self.order]


def _end(operator: Any, which: Literal["LA", "SA"], start: Array, tolerance: float) -> tuple[float, Array]:
    """The largest (`LA`) or smallest (`SA`) eigenvalue by Lanczos, with its vector; unconverged if need be."""
    try:
        values, vectors = scipy.sparse.linalg.eigsh(operator, 1, which=which, v0=start, tol=tolerance)
    except scipy.sparse.linalg.ArpackNoConvergence:  # the residual is added to the value anyway
        vectors = start[:, None] / np.linalg.norm(start)
        values = vectors.T @ (operator @ vectors[:, 0])
    return float(values[0]), vectors[:, 0]
