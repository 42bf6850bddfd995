"""The spectrum of a mixing matrix: what convergence bounds need to know of W."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from .dense import Interval, dense_ends
from .large import sparse_ends
from .mixing import MixingMatrix, as_square, check_rows, check_symmetric
from .network import Network

__all__ = ["Spectrum", "laplacian_ends", "spectral_norm", "spectrum"]

DENSE_LIMIT = 1000  # nodes up to which a full eigendecomposition is the quickest way


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues of a symmetric W on the complement of the ones vector, each with an enclosure.

    lambda2 and lambda_min are the largest and the smallest of these eigenvalues, rho = max(|lambda2|,
    |lambda_min|) = ||W - 11'/n||_2, gap = 1 - rho. `enclosure` is an interval that contains the true rho;
    `method` says what was computed and what proves the interval. It is a theorem for the matrix with exactly
    these off-diagonal weights and rows that sum to exactly 1, and takes every rounding error into account.
    `failure` is the probability, over the draw of the random start vectors, that an enclosure is wrong; it is
    0 when the proof is deterministic.
    """

    lambda2: float
    lambda_min: float
    rho: float
    gap: float
    enclosure: tuple[float, float]
    method: str
    lambda2_enclosure: tuple[float, float] = (-np.inf, np.inf)
    lambda_min_enclosure: tuple[float, float] = (-np.inf, np.inf)
    failure: float = 0.0

    @property
    def gap_enclosure(self) -> tuple[float, float]:
        """Interval that contains the true gap 1 - rho."""
        low, high = self.enclosure
        return float(np.nextafter(1 - high, -np.inf)), float(np.nextafter(1 - low, np.inf))


def spectrum(W: MixingMatrix | np.ndarray | Any, *, certify: bool | None = None) -> Spectrum:
    """Spectrum of a symmetric mixing matrix (a MixingMatrix, a dense array or a sparse matrix, (n, n)).

    With one node there is no other eigenvalue: W - 11'/n = 0, and all three are 0 by convention. Raises
    InputError when W is not square, finite, symmetric, or its rows do not sum to 1; see `spectral_norm` for a
    W that is not symmetric.

    Up to 1000 nodes all eigenvalues are computed. Above, certify=None proves the outer ends of the enclosures
    by inertia counts where factoring W takes about a second, and elsewhere (random graphs of ten thousand
    nodes) by a Chebyshev filter of random vectors, whose probability of error is `failure`; True insists on
    inertia counts, which can take minutes and gigabytes there; False never factors.

    >>> s = spectrum([[0.75, 0.25], [0.25, 0.75]])
    >>> round(s.rho, 12), s.enclosure[0] <= 0.5 <= s.enclosure[1]
    (0.5, True)
    """
    matrix = as_square(W)
    check_symmetric(matrix)
    check_rows(matrix)
    n = matrix.shape[0]
    if n == 1:
        return Spectrum(0.0, 0.0, 0.0, 1.0, (0.0, 0.0), "one node: W - J = 0", (0.0, 0.0), (0.0, 0.0))
    if n > DENSE_LIMIT:
        (lambda2, lambda_min), top, bottom, method, failure = sparse_ends(matrix, certify)
        return _spectrum(lambda2, lambda_min, top, bottom, method, failure)
    lambda2, lambda_min, radius = dense_ends(matrix)
    return _spectrum(
        lambda2,
        lambda_min,
        (lambda2 - radius, lambda2 + radius),
        (lambda_min - radius, lambda_min + radius),
        "dense eigendecomposition, residual bound",
    )


def spectral_norm(W: MixingMatrix | np.ndarray | Any) -> float:
    """||W - 11'/n||_2, the largest singular value, of any square W (dense or sparse); symmetric or not.

    >>> round(spectral_norm([[0.5, 0.5], [0.0, 1.0]]), 12)
    0.707106781187
    """
    matrix = as_square(W)
    n = matrix.shape[0]
    if n <= DENSE_LIMIT:
        return float(np.linalg.norm(matrix.toarray() - 1 / n, 2))

    def forward(x: np.ndarray) -> np.ndarray:
        return matrix @ x - x.mean(axis=0)

    def backward(x: np.ndarray) -> np.ndarray:
        return matrix.T @ x - x.mean(axis=0)

    centred = scipy.sparse.linalg.LinearOperator(
        (n, n), matvec=forward, rmatvec=backward, matmat=forward, rmatmat=backward, dtype=np.float64
    )
    start = np.random.default_rng(0).standard_normal(n)
    return float(scipy.sparse.linalg.svds(centred, k=1, v0=start, return_singular_vectors=False)[0])


def laplacian_ends(network: Network) -> tuple[float, float]:
    """Smallest positive and largest eigenvalue (l_2, l_n) of the Laplacian of an undirected network.

    >>> [round(x, 9) for x in laplacian_ends(Network.from_edges(3, [(0, 1), (1, 2)]))]
    [1.0, 3.0]
    """
    scale = 1 / (1 + network.degrees.max())
    s = spectrum(MixingMatrix.from_edge_weights(network, np.full(network.m, scale)))
    return float((1 - s.lambda2) / scale), float((1 - s.lambda_min) / scale)


def _spectrum(
    lambda2: float, lambda_min: float, top: Interval, bottom: Interval, method: str, failure: float = 0.0
) -> Spectrum:
    rho = max(abs(lambda2), abs(lambda_min))
    top, bottom = _outward(top), _outward(bottom)
    # lambda_min <= lambda2, so rho = max(lambda2, -lambda_min) and each end of it is a maximum of ends
    low, high = max(top[0], -bottom[1], 0.0), max(top[1], -bottom[0])
    return Spectrum(lambda2, lambda_min, rho, 1 - rho, (low, high), method, top, bottom, failure)


def _outward(interval: Interval) -> Interval:
    """The interval wider by one floating point number at each end, for the rounding of the ends."""
    return float(np.nextafter(interval[0], -np.inf)), float(np.nextafter(interval[1], np.inf))
