"""The X step of `splitting` for the mean objective on small or dense networks: full eigendecompositions."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..problem import Problem

__all__ = ["DenseStep", "shrink"]


class DenseStep:
    """X and U as dense (n, n) matrices; see `splitting.SpectralStep`."""

    def __init__(self, problem: Problem, relaxation: float):
        self.problem, self.relaxation = problem, relaxation
        self.identity = np.eye(problem.n) - 1 / problem.n

    def start(self, w: Array, penalty: float) -> Array:
        self.penalty = penalty
        self.X = self.image(w)
        self.U = np.zeros_like(self.X)
        return self.adjoint()

    def step(self, w: Array) -> Array:
        image, before = self.image(w), self.X
        target = self.relaxation * image + (1 - self.relaxation) * before + self.U
        values, vectors = np.linalg.eigh(target)
        kept = shrink(values, 1 / self.penalty)
        used = kept != 0
        self.U = (vectors[:, used] * kept[used]) @ vectors[:, used].T
        self.X = target - self.U
        self.gaps = image - self.X, self.X - before
        return self.adjoint()

    def change(self) -> tuple[float, float]:
        residual, movement = self.gaps
        return float(np.linalg.norm(residual)), float(np.linalg.norm(movement))

    def rescale(self, factor: float) -> Array:
        self.penalty *= factor
        self.U /= factor
        return self.adjoint()

    def value(self, w: Array) -> float:
        values = np.linalg.eigvalsh(self.image(w))
        return float(max(values[-1], -values[0]))

    def factors(self) -> tuple[Array, Array]:
        values, vectors = np.linalg.eigh(self.U)
        tiny = 1e-12 * abs(values).max(initial=1e-300)
        up, down = values > tiny, values < -tiny
        return vectors[:, up] * np.sqrt(values[up]), vectors[:, down] * np.sqrt(-values[down])

    def image(self, w: Array) -> Array:
        """B(w) = I - J - L(w)."""
        i, j = self.problem.ends
        matrix = np.zeros_like(self.identity)
        matrix[i, j] = w * self.problem.p
        matrix += matrix.T
        np.fill_diagonal(matrix, -matrix.sum(axis=1))
        matrix += self.identity
        return matrix

    def adjoint(self) -> Array:
        """(m,) p_e a_e' (I - J - X + U) a_e."""
        return self.problem.p * self.problem.forms(self.identity - self.X + self.U)


def shrink(values: Array, radius: float) -> Array:
    """Projection onto the l1 ball: what the spectral norm's proximal map removes from the eigenvalues.

    Duchi, Shalev-Shwartz, Singer, Chandra, ICML 2008, figure 1.
    """
    size = abs(values)
    if size.sum() <= radius:
        return values
    ordered = np.sort(size)[::-1]
    excess = np.cumsum(ordered) - radius
    count = np.arange(1, len(values) + 1)
    last = np.flatnonzero(ordered * count > excess)[-1]
    return np.sign(values) * np.maximum(size - excess[last] / count[last], 0.0)
