"""Ritz values of a large sparse mixing matrix on the complement of the ones vector, and what they prove."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import scipy

from .clock import check_time
from .dense import UNIT, centre, gamma, row_norm
from .shifted import inverse

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import SuperLU

__all__ = ["hurried_ends", "krylov", "rayleigh", "ritz_ends", "ritz_near"]

FEWEST_STEPS, MOST_STEPS = 12, 1280  # of `hurried_ends`
CLOSE = 1e-3  # of the gap to 1: residuals at which it ends


def ritz_ends(W: csr_array, tolerance: float = 1e-10) -> tuple[np.ndarray, np.ndarray]:
    """Approximate unit eigenvectors of lambda_2 and of lambda_n, by Lanczos, or cruder where it fails."""
    n = W.shape[0]
    mean = centre(W)
    operator = _operator(n, lambda x: W @ x + (mean - 1) * x.mean())
    start = np.random.default_rng(0).standard_normal(n)
    ends = []
    for which in ("LA", "SA"):
        try:
            _, vectors = scipy.sparse.linalg.eigsh(
                operator, k=1, which=which, ncv=min(n, 40), v0=start, tol=tolerance, maxiter=50
            )
            ends.append(vectors[:, 0])
        except scipy.sparse.linalg.ArpackNoConvergence:
            ends.append(_filtered(operator.matvec, start, row_norm(W) * (1 if which == "LA" else -1)))
    return ends[0], ends[1]


def krylov(apply: Callable[[np.ndarray], np.ndarray], n: int) -> Iterator[tuple[np.ndarray, float, float]]:
    """Lanczos' method on the complement of ones from a fixed start: in each step a unit vector (n,), and the diagonal
    and off-diagonal entries of the tridiagonal matrix; it ends where the space is exhausted."""
    q = np.random.default_rng(0).standard_normal(n)
    q -= q.mean()
    q /= np.linalg.norm(q)
    before, beside = np.zeros(n), 0.0
    while True:
        check_time()
        u = apply(q) - beside * before
        diagonal = float(q @ u)
        u -= diagonal * q
        u -= u.mean()
        beside = float(np.linalg.norm(u))
        yield q, diagonal, beside
        if beside < 1e-10:
            return
        before, q = q, u / beside


def hurried_ends(W: csr_array, until: float) -> tuple[np.ndarray, np.ndarray]:
    """`ritz_ends` by as many steps as end before `until`, of time.perf_counter, in twice their time; a few at least.

    No basis is kept: the steps are taken once for the tridiagonal matrix, and again for the sum of their vectors.
    """
    began, diagonal, beside = time.perf_counter(), list[float](), list[float]()
    looks = [k for k in (20, 40, 80, 160, 320, 640) if k < W.shape[0]] + [min(MOST_STEPS, W.shape[0] - 1)]
    for _, a, b in krylov(W.__matmul__, W.shape[0]):
        diagonal.append(a)
        beside.append(b)
        k = len(diagonal)
        late = k >= FEWEST_STEPS and 2 * time.perf_counter() - began > until
        if late or k in looks or b < 1e-10:
            values, vectors = scipy.linalg.eigh_tridiagonal(diagonal, beside[:-1])
            left = b * abs(vectors[-1, [0, -1]])
            if late or k == looks[-1] or (left <= CLOSE * (1 - abs(values[[0, -1]]))).all():
                break
    top, bottom = np.zeros(W.shape[0]), np.zeros(W.shape[0])
    for (q, _, _), share in zip(krylov(W.__matmul__, W.shape[0]), vectors):
        top += share[-1] * q
        bottom += share[0] * q
    return top, bottom


def ritz_near(factors: SuperLU, start: np.ndarray) -> np.ndarray | None:
    """Approximate eigenvector, orthogonal to ones, of the eigenvalue nearest the shift that was factored."""
    try:
        _, vectors = scipy.sparse.linalg.eigsh(
            inverse(factors), 1, ncv=min(len(start), 40), v0=start - start.mean(), tol=1e-8, maxiter=15
        )
    except scipy.sparse.linalg.ArpackNoConvergence:
        return None
    return np.asarray(vectors[:, 0])


def rayleigh(W: csr_array, x: np.ndarray) -> tuple[float, float]:
    """Rayleigh quotient of S at the part of x that is orthogonal to ones, and a bound on its error.

    S is W with rows of sum exactly 1 (see `defect`), so the quotient lies in [lambda_n, lambda_2] whatever x is, and

        x'Sx = x'x - D,    D = sum_ij W_ij (x_i - x_j)^2 / 2.

    With x = y + m 1, y orthogonal to ones, and q = n m^2 / |x|^2: y'Sy / y'y = 1 - D / (|x|^2 (1 - q)). Near 1 this
    loses no digits; the sums are rounded once.
    """
    x = x - x.mean()
    coo = W.tocoo()
    terms = coo.data * (x[coo.row] - x[coo.col]) ** 2 / 2
    square, m = math.fsum(x * x), math.fsum(x) / len(x)
    q = len(x) * m * m / square
    distance, size = math.fsum(terms) / square, float(np.abs(terms).sum()) / square
    return 1 - distance, (gamma(16) * size + 2 * q * abs(distance)) * 1.01 + UNIT * (1 + abs(distance))


def _filtered(apply: Callable[[np.ndarray], np.ndarray], x: np.ndarray, shift: float) -> np.ndarray:
    """A thousand power steps towards one end of the spectrum: slow, but any vector gives a valid bound."""
    for _ in range(1000):
        x = apply(x) + shift * x
        x /= np.linalg.norm(x)
    return x


def _operator(n: int, apply: Callable[[np.ndarray], np.ndarray]) -> scipy.sparse.linalg.LinearOperator:
    return scipy.sparse.linalg.LinearOperator((n, n), matvec=lambda x: apply(x.ravel()), dtype=np.float64)
