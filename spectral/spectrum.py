"""The spectrum of a mixing matrix: what convergence bounds need to know of W."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from .coercion import as_matrix
from .eigenvalues import DENSE_LIMIT, Spectrum, symmetric_spectrum

__all__ = ["spectral_norm", "spectrum"]


def spectrum(
    W: Any,
    *,
    weights: str | None = None,
    attribute: str | None = None,
    certify: bool | None = None,
    within: float | None = None,
) -> Spectrum:
    """Spectrum of a symmetric mixing matrix.

    W: a MixingMatrix, a square array or scipy sparse matrix, or a network in any form that `as_mixing` takes, with
    weights of the named convention (`weights`, default metropolis) or of a graph's edge attribute (`attribute`).
    With one node there is no other eigenvalue: W - 11'/n = 0, and all three are 0 by convention. Raises
    InputError when W is not square, finite, symmetric, or its rows do not sum to 1; see `spectral_norm` for a
    W that is not symmetric.

    Up to 1000 nodes all eigenvalues are computed. Above, certify=None proves the outer ends of the enclosures
    by inertia counts where factoring W takes about a second, and elsewhere (random graphs of ten thousand
    nodes) by a Chebyshev filter of random vectors, whose probability of error is `failure`; True insists on
    inertia counts, which can take minutes and gigabytes there; False never factors. within: the width of the
    enclosure that the filter is to reach; the default takes a thousand steps, whose width is about 1e-4.

    >>> s = spectrum([[0.75, 0.25], [0.25, 0.75]])
    >>> round(s.rho, 12), s.enclosure[0] <= 0.5 <= s.enclosure[1]
    (0.5, True)
    >>> round(spectrum("ring:n=4", weights="max-degree-lazy").rho, 12)
    0.333333333333
    """
    return symmetric_spectrum(as_matrix(W, weights=weights, attribute=attribute), certify, within)


def spectral_norm(W: Any) -> float:
    """||W - 11'/n||_2, the largest singular value, of any square W (dense or sparse); symmetric or not.

    >>> round(spectral_norm([[0.5, 0.5], [0.0, 1.0]]), 12)
    0.707106781187
    """
    matrix = as_matrix(W)
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
