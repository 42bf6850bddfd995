"""The X step of `splitting` for the second moment.

E[W_hat^2] - J = B(w)'B(w) with the (n + m) x n matrix

    B(w) = [ I - J - L(w) ;  row e:  sqrt(2 p_e (1 - p_e)) w_e a_e' ],

so its largest eigenvalue is ||B(w)||_2^2, and B is affine in w: the square root of the objective is the
norm of an affine map, like the mean's. The (n + m) x n matrices are dense: for networks of some hundred
nodes.
"""

from __future__ import annotations

import numpy as np

from mixproof.spectral.errors import InputError

from ..arrays import Array
from ..problem import Problem
from .dense_step import DenseStep, shrink

__all__ = ["MomentStep"]

LIMIT = 50_000_000  # entries of the matrix X


class MomentStep(DenseStep):
    """X and U as dense (n + m, n) matrices; see `splitting.SpectralStep`."""

    def __init__(self, problem: Problem, relaxation: float):
        if (problem.n + problem.m) * problem.n > LIMIT:
            shown = f"{problem.n} nodes and {problem.m} links"
            raise InputError("network", shown, f"second-moment takes (nodes + links) * nodes <= {LIMIT}")
        super().__init__(problem, relaxation)
        self.root = np.sqrt(problem.spread)

    def start(self, w: Array, penalty: float) -> Array:
        self.right = np.zeros((self.problem.n, 0))
        return super().start(w, penalty)

    def step(self, w: Array) -> Array:
        image, before = self.image(w), self.X
        target = self.relaxation * image + (1 - self.relaxation) * before + self.U
        squares, vectors = np.linalg.eigh(target.T @ target)
        values = np.sqrt(np.maximum(squares, 0.0))
        kept = shrink(values, 1 / self.penalty)
        used = kept > 0
        right, share = vectors[:, used], kept[used]
        self.right = right * np.sqrt(share)
        self.U = (target @ (right * (share / values[used]))) @ right.T
        self.X = target - self.U
        self.gaps = image - self.X, self.X - before
        return self.adjoint()

    def rescale(self, factor: float) -> Array:
        self.right = self.right / np.sqrt(factor)
        return super().rescale(factor)

    def value(self, w: Array) -> float:
        image = self.image(w)
        return float(np.linalg.eigvalsh(image.T @ image)[-1])

    def factors(self) -> tuple[Array, Array]:
        return self.right, self.right[:, :0]

    def image(self, w: Array) -> Array:
        i, j = self.problem.ends
        rows = np.zeros((self.problem.m, self.problem.n))
        e = np.arange(self.problem.m)
        rows[e, i] = self.root * w
        rows[e, j] = -self.root * w
        return np.vstack([super().image(w), rows])

    def adjoint(self) -> Array:
        """(m,) <B(0) - X + U, -dB/dw_e>."""
        i, j = self.problem.ends
        n = self.problem.n
        rest = self.U - self.X
        top = rest[:n] + self.identity
        diagonal, e = np.diag(top), np.arange(self.problem.m)
        upper = self.problem.p * (diagonal[i] + diagonal[j] - top[i, j] - top[j, i])
        lower = rest[n:]
        return upper - self.root * (lower[e, i] - lower[e, j])
