"""The w step of `splitting`: a weighted least-squares problem on the edges."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..problem import Problem

__all__ = ["NormalEquations"]


class NormalEquations:
    """Minimizes bX ||B(w) - X + U||^2 + bv ||w - v + q||^2 + bs ||1 - N w - s + r||^2 over w.

    The Hessian is D + G'G: ||L(u)||_F^2 = 2 |u|^2 + |N u|^2, so D = 2 bX (p^2 + spread) + bv on the
    diagonal (spread for the second moment only) and G stacks sqrt(bX) N diag(p) and sqrt(bs) N. With the
    matrix inversion lemma only I + G D^-1 G', of order 2n (n when all p agree or there is no bs), is
    solved: by a Cholesky factor, or on large sparse networks by conjugate gradients from the last solution.
    """

    def __init__(self, problem: Problem, penalties: Array):
        self.problem = problem
        self.bX, self.bv, self.bs = (float(b) for b in penalties)
        p = problem.p
        spread = problem.spread if problem.objective.counts_losses else 0.0
        self.diagonal = 2 * self.bX * (p**2 + spread) + self.bv
        N = abs(problem.incidence())
        if np.ptp(p) == 0 or self.bs == 0:
            self.G = N @ scipy.sparse.diags_array(np.sqrt(self.bX * p**2 + self.bs))
        else:
            weighted = N @ scipy.sparse.diags_array(np.sqrt(self.bX) * p)
            self.G = scipy.sparse.vstack([weighted, np.sqrt(self.bs) * N])
        self.G = scipy.sparse.csr_array(self.G)
        self.GT = scipy.sparse.csr_array(self.G.T)
        reduced = self.G @ scipy.sparse.diags_array(1 / self.diagonal) @ self.GT
        self.reduced = scipy.sparse.csr_array(reduced + scipy.sparse.eye_array(self.G.shape[0]))
        self.solve_reduced = self._direct() if not problem.is_sparse else self._iterative()

    def solve(self, adjoint: Array, bounded: Array) -> Array:
        """(m,) w, from the adjoint of B(0) - X + U and the (m + n,) targets of w and 1 - N w."""
        right = self.bX * adjoint
        if self.bv:
            m, (i, j) = self.problem.m, self.problem.ends
            sums = 1 - bounded[m:]
            right = right + self.bv * bounded[:m] + self.bs * (sums[i] + sums[j])
        first = right / self.diagonal
        return first - (self.GT @ self.solve_reduced(self.G @ first)) / self.diagonal

    def _direct(self) -> Callable[[Array], Array]:
        factor = scipy.linalg.cho_factor(self.reduced.toarray(), lower=True, check_finite=False)
        return lambda right: scipy.linalg.cho_solve(factor, right, check_finite=False)

    def _iterative(self) -> Callable[[Array], Array]:
        preconditioner = scipy.sparse.diags_array(1 / self.reduced.diagonal())
        last = np.zeros(self.G.shape[0])

        def solve(right: Array) -> Array:
            nonlocal last
            last, _ = scipy.sparse.linalg.cg(
                self.reduced, right, last, rtol=1e-8, M=preconditioner, callback=lambda _: check_time()
            )
            return last

        return solve
