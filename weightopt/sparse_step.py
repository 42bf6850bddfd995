"""The X step of `splitting` for the mean objective on large sparse networks: no (n, n) matrix is formed.

Without relaxation X = B(w) + U_old - U, so the matrix whose spectrum is projected, T = B(w) + U_old, is
sparse plus low-rank, and only its eigenpairs beyond the projection's threshold matter. They are tracked
from one iteration to the next by the Rayleigh-Ritz method on the span of the images of the last
eigenvectors and of guard vectors: what comes next in size, kept near the ends of the spectrum by a
Chebyshev filter. An eigenvector that is missed makes one step less accurate; no certificate relies on it.
Blocks of large networks are in single precision.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import scipy

from .dense_step import shrink
from .problem import Array, Problem

__all__ = ["SparseStep"]

DEGREE = 8  # of the Chebyshev filter
GUARDS = 24  # the fewest guard vectors
CHUNK = 1 << 14  # edges handled at a time
DOUBLE_NODES = 4000  # up to here blocks are in double precision

Block = np.ndarray[Any, np.dtype[Any]]  # (n, k), single or double precision


class SparseStep:
    """U as (n, r) orthonormal vectors and their eigenvalues; see `splitting.SpectralStep`."""

    def __init__(self, problem: Problem, tolerance: float):
        self.problem = problem
        self.tolerance = tolerance  # of `value`
        self.random = np.random.default_rng(0)
        n, m, (i, j) = problem.n, problem.m, problem.ends
        self.precision = np.float64 if n <= DOUBLE_NODES else np.float32
        rows, columns = np.concatenate([np.arange(n), i, j]), np.concatenate([np.arange(n), j, i])
        pattern = scipy.sparse.csr_array((np.arange(n + 2 * m, dtype=float), (rows, columns)), shape=(n, n))
        self.order = pattern.data.astype(np.int64)
        self.mean = pattern.astype(self.precision)

    def start(self, w: Array, penalty: float) -> Array:
        self.penalty, self.movement = penalty, 0.0
        self.vectors, self.shares = self._fresh(0), np.zeros(0)  # of U
        self.old = self.vectors, self.shares
        self.quadratic = np.zeros(self.problem.m)  # a_e' U a_e
        self.w = w
        self._set(w)
        self.guards, self.edge = self._fresh(2 * GUARDS), 0.1  # the filter damps eigenvalues in [-edge, edge]
        for _ in range(4):
            values, combine = self._ritz(self._filtered())
            self._keep_guards(values, combine, np.argsort(-abs(values)), 2 * GUARDS)
        return self._adjoint(self.quadratic)

    def step(self, w: Array) -> Array:
        u = self.problem.p * (w - self.w)
        sums = self.problem.node_sums(u)
        self.movement = float(np.sqrt(2 * u @ u + sums @ sums))  # ||L(u)||_F, close to that of X
        self.w = w
        self._set(w)
        values, combine = self._ritz(np.hstack([self._image(self.vectors), self._filtered()]))
        kept = shrink(values, 1 / self.penalty)
        used = kept != 0
        self.old, before = (self.vectors, self.shares), self.quadratic
        self.vectors, self.shares = combine(used), kept[used]
        rest = np.flatnonzero(~used)
        rest = rest[np.argsort(-abs(values[rest]))]
        self._keep_guards(values, combine, rest, max(GUARDS, int(used.sum()) // 4))
        self.quadratic = self._edge_quadratic()
        return self._adjoint(before)

    def change(self) -> tuple[float, float]:
        """||U_old - U||, and the movement of B(w) in place of that of X."""
        cross = (self.old[0].T @ self.vectors).astype(float)
        squares = self.shares @ self.shares + self.old[1] @ self.old[1]
        residual = squares - 2 * self.old[1] @ cross**2 @ self.shares
        return float(np.sqrt(max(residual, 0.0))), self.movement

    def rescale(self, factor: float) -> Array:
        self.penalty *= factor
        self.shares = self.shares / factor
        self.old = self.old[0], self.old[1] / factor
        self.quadratic = self.quadratic / factor
        return self._adjoint(self.quadratic)  # as if U had not moved: X = B(w)

    def value(self, w: Array) -> float:
        """||B(w)|| by Lanczos from the tracked vectors, raised by the residual norms."""
        n, u = self.problem.n, self.problem.p * w
        mean = self.mean.astype(float)
        mean.data = self._data(u)
        operator = scipy.sparse.linalg.LinearOperator(
            (n, n), matvec=lambda x: mean @ x - x.mean(), dtype=float
        )
        tracked = np.hstack([self.vectors, self.guards])
        ends = np.einsum("ik,ik->k", tracked, self._sparse_image(tracked))
        worst = 0.0
        ends_of: tuple[tuple[Literal["LA", "SA"], int], ...] = (("LA", 1), ("SA", -1))
        for which, sign in ends_of:
            start = tracked[:, np.argsort(-sign * ends)[:3]].sum(axis=1).astype(float)
            found, vector = _end(operator, which, start, self.tolerance)
            residual = np.linalg.norm(operator @ vector - found * vector)
            worst = max(worst, float(sign * found + residual))
        return worst

    def factors(self) -> tuple[Array, Array]:
        vectors, up = self.vectors.astype(float), self.shares > 0
        return vectors[:, up] * np.sqrt(self.shares[up]), vectors[:, ~up] * np.sqrt(-self.shares[~up])

    def _set(self, w: Array) -> None:
        self.mean.data = self._data(self.problem.p * w).astype(self.precision)

    def _data(self, u: Array) -> Array:
        """Entries of I - L(w), in the order of the sparse matrix."""
        return np.concatenate([1 - self.problem.node_sums(u), u, u])[self.order]

    def _sparse_image(self, block: Block) -> Block:
        """B(w) times a block: the mean matrix, less the mean of each column."""
        return self.mean @ block - block.mean(axis=0)

    def _image(self, block: Block) -> Block:
        """T times a block."""
        inside = self.shares[:, None].astype(self.precision) * (self.vectors.T @ block)
        return self._sparse_image(block) + self.vectors @ inside

    def _filtered(self) -> Block:
        """The guards after a Chebyshev polynomial of B(w), without their part in U's range."""
        last = self._outside(self.guards)
        block: Block = self._sparse_image(last) / self.precision(self.edge)
        for _ in range(DEGREE - 1):
            last, block = block, self._sparse_image(block) * self.precision(2 / self.edge) - last
        return self._outside(block)

    def _outside(self, block: Block) -> Block:
        return block - self.vectors @ (self.vectors.T @ block)

    def _ritz(self, basis: Block) -> tuple[Array, Any]:
        """Ritz values of T on the span of a block, and a function that gives the vectors of some of them."""
        basis = basis / np.linalg.norm(basis, axis=0)
        gram = (basis.T @ basis).astype(float)
        small = (basis.T @ self._image(basis)).astype(float)
        try:
            values, mix = scipy.linalg.eigh((small + small.T) / 2, gram)
        except np.linalg.LinAlgError:  # columns nearly dependent
            basis, _ = np.linalg.qr(basis)
            small = (basis.T @ self._image(basis)).astype(float)
            values, mix = np.linalg.eigh((small + small.T) / 2)
        return values, lambda chosen: basis @ mix[:, chosen].astype(self.precision)

    def _keep_guards(self, values: Array, combine: Any, ranked: Any, count: int) -> None:
        best = ranked[:count]
        if len(best):
            self.edge = max(0.05, float(np.median(abs(values[best]))))
        self.guards = np.hstack([combine(best), self._fresh(count - len(best))])

    def _fresh(self, count: int) -> Block:
        block = self.random.standard_normal((self.problem.n, max(count, 0)))
        return ((block - block.mean(axis=0)) / np.sqrt(self.problem.n)).astype(self.precision)

    def _edge_quadratic(self) -> Array:
        """(m,) a_e' U a_e."""
        (i, j), m = self.problem.ends, self.problem.m
        weighted = self.vectors * self.shares.astype(self.precision)
        own = np.einsum("ik,ik->i", weighted, self.vectors)
        cross = np.empty(m)
        for first in range(0, m, CHUNK):
            part = slice(first, first + CHUNK)
            cross[part] = np.einsum("ek,ek->e", weighted[i[part]], self.vectors[j[part]])
        return own[i] + own[j] - 2 * cross

    def _adjoint(self, before: Array) -> Array:
        """(m,) p_e a_e'(I - J - X + U) a_e, where I - J - X + U = L(w) - U_old + 2 U."""
        problem, u = self.problem, self.problem.p * self.w
        sums = problem.node_sums(u)
        laplacian = sums[problem.tails] + sums[problem.heads] + 2 * u
        return problem.p * (laplacian - before + 2 * self.quadratic)


def _end(operator: Any, which: Literal["LA", "SA"], start: Array, tolerance: float) -> tuple[float, Array]:
    """The largest (`LA`) or smallest (`SA`) eigenvalue by Lanczos, with its vector; unconverged if need be."""
    try:
        values, vectors = scipy.sparse.linalg.eigsh(operator, 1, which=which, v0=start, tol=tolerance)
    except scipy.sparse.linalg.ArpackNoConvergence:  # the residual is added to the value anyway
        vectors = start[:, None] / np.linalg.norm(start)
        values = vectors.T @ (operator @ vectors[:, 0])
    return float(values[0]), vectors[:, 0]
