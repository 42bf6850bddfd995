"""The X step of `splitting` for the mean objective on large sparse networks: no (n, n) matrix is formed.

Without relaxation X = B(w) + U_old - U, so the matrix whose spectrum is projected, T = B(w) + U_old, is
sparse plus low-rank, and only its eigenpairs beyond the projection's threshold matter. They are tracked
from one iteration to the next by the Rayleigh-Ritz method on the span of the images of the last
eigenvectors and of guard vectors: what comes next in size, kept near the ends of the spectrum by a
Chebyshev filter. An eigenvector that is missed makes one step less accurate; no certificate relies on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..problem import Problem
from .dense_step import shrink
from .sparse_mean import Block, SparseMean

__all__ = ["SparseStep"]

DEGREE = 8  # of the Chebyshev filter
GUARDS = 24  # the fewest guard vectors
CHUNK = 1 << 14  # edges handled at a time


class SparseStep:
    """U as (n, r) orthonormal vectors and their eigenvalues; see `splitting.SpectralStep`."""

    def __init__(self, problem: Problem, tolerance: float):
        self.problem = problem
        self.tolerance = tolerance  # of `value`
        self.mean = SparseMean(problem)

    def start(self, w: Array, penalty: float) -> Array:
        self.penalty, self.movement = penalty, 0.0
        self.vectors, self.shares = self.mean.fresh(0), np.zeros(0)  # of U
        self.old = self.vectors, self.shares
        self.quadratic = np.zeros(self.problem.m)  # a_e' U a_e
        self.w = w
        self.mean.set(w)
        self.guards = self.mean.fresh(2 * GUARDS)
        self.edge = 0.1  # the filter damps eigenvalues in [-edge, edge]
        for _ in range(4):
            values, combine = self._ritz(self._filtered())
            self._keep_guards(values, combine, np.argsort(-abs(values)), 2 * GUARDS)
        return self._adjoint(self.quadratic)

    def resume(self, plus: Array, minus: Array) -> Array:
        """After `start`: U from the factors of a dual matrix of nuclear norm 1; returns the adjoint values."""
        signs = np.repeat([1.0, -1.0], [plus.shape[1], minus.shape[1]])
        Q, R = np.linalg.qr(np.hstack([plus, minus]))
        values, mix = np.linalg.eigh((R * signs) @ R.T)
        self.vectors, self.shares = (Q @ mix).astype(self.mean.precision), values / self.penalty
        self.old = self.vectors, self.shares
        self.quadratic = self._edge_quadratic()
        return self._adjoint(self.quadratic)

    def step(self, w: Array) -> Array:
        u = self.problem.p * (w - self.w)
        sums = self.problem.node_sums(u)
        self.movement = float(np.sqrt(2 * u @ u + sums @ sums))  # ||L(u)||_F, close to that of X
        self.w = w
        self.mean.set(w)
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
        return self.mean.norm(w, np.hstack([self.vectors, self.guards]), self.tolerance)

    def factors(self) -> tuple[Array, Array]:
        vectors, up = self.vectors.astype(float), self.shares > 0
        return vectors[:, up] * np.sqrt(self.shares[up]), vectors[:, ~up] * np.sqrt(-self.shares[~up])

    def _image(self, block: Block) -> Block:
        """T times a block."""
        inside = self.shares[:, None].astype(self.mean.precision) * (self.vectors.T @ block)
        return self.mean.image(block) + self.vectors @ inside

    def _filtered(self) -> Block:
        """The guards after a Chebyshev polynomial of B(w), without their part in U's range."""
        last = self._outside(self.guards)
        block: Block = self.mean.image(last) / self.mean.precision(self.edge)
        for _ in range(DEGREE - 1):
            last, block = block, self.mean.image(block) * self.mean.precision(2 / self.edge) - last
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
        return values, lambda chosen: basis @ mix[:, chosen].astype(self.mean.precision)

    def _keep_guards(self, values: Array, combine: Any, ranked: Any, count: int) -> None:
        best = ranked[:count]
        if len(best):
            self.edge = max(0.05, float(np.median(abs(values[best]))))
        self.guards = np.hstack([combine(best), self.mean.fresh(count - len(best))])

    def _edge_quadratic(self) -> Array:
        """(m,) a_e' U a_e."""
        (i, j), m = self.problem.ends, self.problem.m
        weighted = self.vectors * self.shares.astype(self.mean.precision)
        own = np.einsum("ik,ik->i", weighted, self.vectors)
        cross = np.empty(m)
        for first in range(0, m, CHUNK):
            check_time()
            part = slice(first, first + CHUNK)
            cross[part] = np.einsum("ek,ek->e", weighted.take(i[part], 0), self.vectors.take(j[part], 0))
        return own[i] + own[j] - 2 * cross

    def _adjoint(self, before: Array) -> Array:
        """(m,) p_e a_e'(I - J - X + U) a_e, where I - J - X + U = L(w) - U_old + 2 U."""
        problem, u = self.problem, self.problem.p * self.w
        sums = problem.node_sums(u)
        laplacian = sums[problem.tails] + sums[problem.heads] + 2 * u
        return problem.p * (laplacian - before + 2 * self.quadratic)
