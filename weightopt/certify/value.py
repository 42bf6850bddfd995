"""The two moduli at given weights, and intervals that are proved to contain them."""

from __future__ import annotations

import math

import numpy as np

from mixproof.spectral.dense import UNIT, eigenvalues_within, gamma, longest_row, row_norm
from mixproof.spectral.eigenvalues import DENSE_LIMIT, symmetric_spectrum
from mixproof.spectral.links import mean_matrix, rho_second_moment, second_moment
from mixproof.spectral.mixing import MixingMatrix

__all__ = ["mean_enclosure", "second_moment_enclosure"]

Interval = tuple[float, float]
MOST_WALKS = 2e7  # of two links: with more of them E[W_hat^2] is not formed


def mean_enclosure(
    weights: MixingMatrix, certify: bool | None = None, within: float | None = None, until: float = np.inf
) -> tuple[float, Interval]:
    """rho of the mean matrix, and an interval that contains it; wide where Lanczos does not converge.

    until: of time.perf_counter, where there is no time for more.
    """
    if weights.n <= DENSE_LIMIT:
        return _dense_norm(weights)
    matrix = _mean(weights).sparse()
    found = symmetric_spectrum(matrix, certify, within, until)
    return _widened(
        found.rho, found.enclosure, 4 * UNIT * (1 + row_norm(matrix))
    )  # of each product of w and p


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
    found = symmetric_spectrum(matrix, certify, within, until)
    slip = gamma(2 * longest_row(matrix) + 16) * (1 + size) ** 2
    return _widened(found.rho, found.enclosure, slip)


def _widened(value: float, enclosure: Interval, slip: float) -> tuple[float, Interval]:
    low, high = enclosure
    return value, (max(low - slip, 0.0), math.nextafter(high + slip, math.inf))


def _dense_norm(weights: MixingMatrix) -> tuple[float, Interval]:
    """||I - J - L(w)|| and its enclosure, by all eigenvalues of the array.

    Rounding leaves a row's entries off the diagonal within 2 UNIT (1 + s), s the row sum of |w p|, the diagonal within
    (n + 5) UNIT (1 + s); and s <= 1 + the row sum of the array's moduli.
    """
    (u, v), flow, n = weights.network.edges.T, weights.weights * weights.network.probabilities, weights.n
    rest = np.full((n, n), -1 / n)
    rest[u, v] = rest[v, u] = flow - 1 / n
    rest.flat[:: n + 1] = 1 - np.bincount(u, flow, n) - np.bincount(v, flow, n) - 1 / n
    values, radius, size = eigenvalues_within(rest)
    norm = max(float(values[-1]), -float(values[0]))
    return _widened(norm, (norm - radius, norm + radius), gamma(n + 16) * (2 + size))


def _mean(weights: MixingMatrix) -> MixingMatrix:
    """The mean matrix, whose entries may be negative by rounding."""
    mean = mean_matrix(weights)
    return MixingMatrix.from_edge_weights(mean.network, mean.weights, signed=True)
