"""The two moduli at given weights, and intervals that are proved to contain them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.dense import UNIT, gamma, longest_row, row_norm
from mixproof.spectral.eigenvalues import DENSE_LIMIT, Spectrum, dense_spectrum, symmetric_spectrum
from mixproof.spectral.links import mean_matrix, rho_second_moment, second_moment
from mixproof.spectral.mixing import MixingMatrix

__all__ = ["mean_enclosure", "second_moment_enclosure"]

Array = NDArray[np.float64]
Interval = tuple[float, float]
MOST_WALKS = 2e7  # of two links: with more of them E[W_hat^2] is not formed


def mean_enclosure(
    weights: MixingMatrix, certify: bool | None = None, within: float | None = None, until: float = np.inf
) -> tuple[float, Interval]:
    """rho of the mean matrix, and an interval that contains it; wide where Lanczos does not converge.

    until: of time.perf_counter, where there is no time for more.
    """
    if weights.n <= DENSE_LIMIT:
        dense = _dense_mean(weights)
        found, size = dense_spectrum(dense), row_norm(dense)
    else:
        mean = _mean(weights)
        matrix = mean.sparse()
        found, size = symmetric_spectrum(matrix, certify, within, until), row_norm(matrix)
    return _widened(found, 4 * UNIT * (1 + size))  # of each product of w and p


def second_moment_enclosure(
    weights: MixingMatrix, certify: bool | None = None, within: float | None = None, until: float = np.inf
) -> tuple[float, Interval]:
    """The largest eigenvalue of E[W_hat^2] - J, and an interval that contains it.

    Wide beyond 1000 nodes where E[W_hat^2] is too dense to be formed: there its upper end is a row sum.
    """
    size = row_norm(_mean(weights).sparse())
    degree = weights.network.degrees.astype(float)
    if weights.n > DENSE_LIMIT and float(degree @ degree) > MOST_WALKS:
        u, v = weights.network.edges.T
        squares = np.bincount(np.append(u, v), np.tile(weights.weights**2, 2))  # 4 p (1 - p) <= 1
        return rho_second_moment(weights), (0.0, (size**2 + float(squares.max())) * (1 + 1e-9))
    matrix = second_moment(weights)
    return _widened(
        symmetric_spectrum(matrix, certify, within, until),
        gamma(2 * longest_row(matrix) + 16) * (1 + size) ** 2,
    )


def _widened(found: Spectrum, slip: float) -> tuple[float, Interval]:
    low, high = found.enclosure
    return found.rho, (max(low - slip, 0.0), float(np.nextafter(high + slip, np.inf)))


def _dense_mean(weights: MixingMatrix) -> Array:
    """(n, n) the mean matrix, an array."""
    (u, v), flow, n = weights.network.edges.T, weights.weights * weights.network.probabilities, weights.n
    mean = np.zeros((n, n))
    mean[u, v] = mean[v, u] = flow
    mean[np.arange(n), np.arange(n)] = 1 - np.bincount(u, flow, n) - np.bincount(v, flow, n)
    return mean


def _mean(weights: MixingMatrix) -> MixingMatrix:
    """The mean matrix, whose entries may be negative by rounding."""
    mean = mean_matrix(weights)
    return MixingMatrix.from_edge_weights(mean.network, mean.weights, signed=True)
