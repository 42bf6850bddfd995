"""The X steps of `splitting` by dense matrices: for the mean on small or dense networks, and for the second moment.

E[W_hat^2] - J = B(w)'B(w) with the (n + m) x n matrix

    B(w) = [ I - J - L(w) ;  row e:  sqrt(2 p_e (1 - p_e)) w_e a_e' ],

so its largest eigenvalue is ||B(w)||_2^2, and B is affine in w: the square root of the objective is the norm of an
affine map, like the mean's. Dense matrices serve networks of up to a few hundred nodes.
"""

from __future__ import annotations

import numpy as np

from mixproof.spectral.errors import InputError

from ..arrays import Array
from ..certify.inverses import dense_laplacian
from ..problem import Problem

__all__ = ["DenseStep", "MomentStep", "shrink"]


class DenseStep:
    """X and U as dense (n, n) matrices; see `splitting.SpectralStep`."""

    tolerance = 0.0

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
        return self.identity - dense_laplacian(self.problem.n, *self.problem.ends, w * self.problem.p)

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
        (i, j), e, n = self.problem.ends, np.arange(self.problem.m), self.problem.n
        rest = self.U - self.X
        upper, lower = self.problem.p * self.problem.forms(rest[:n] + self.identity), rest[n:]
        return upper - self.root * (lower[e, i] - lower[e, j])
