"""The objective at given weights, and an interval that is proved to contain it."""

from __future__ import annotations

import numpy as np

from mixproof.spectral.dense import UNIT, gamma, longest_row, row_norm
from mixproof.spectral.eigenvalues import DENSE_LIMIT
from mixproof.spectral.links import mean_matrix, rho_second_moment, second_moment
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.spectrum import spectrum

from ..problem import Problem

__all__ = ["objective_enclosure", "objective_value"]

Interval = tuple[float, float]
MOST_WALKS = 2e7  # of two links: with more of them E[W_hat^2] is not formed


def objective_value(weights: MixingMatrix, objective: str = "mean") -> float:
    """The objective at given weights: rho of the mean matrix, or the largest eigenvalue of E[W_hat^2] - J.

    A point inside the interval of `objective_enclosure`, exact to many digits where that is narrow.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> round(objective_value(mixing_matrix(parse_network("ring:n=4"), "metropolis")), 12)
    0.333333333333
    """
    Problem.of(weights.network, objective)
    if objective == "mean":
        return spectrum(_mean(weights)).rho
    return rho_second_moment(weights)


def objective_enclosure(
    weights: MixingMatrix, objective: str = "mean", certify: bool | None = None
) -> tuple[float, Interval]:
    """The objective, and an interval that contains it whatever rounding did; `certify` as for `spectrum`.

    Wide where Lanczos does not converge; beyond 1000 nodes the second moment is also where E[W_hat^2] is too dense
    to be formed: there its upper end is a row sum.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> value, (low, high) = objective_enclosure(mixing_matrix(parse_network("ring:n=4"), "metropolis"))
    >>> low <= value <= high and high - low < 1e-13
    True
    """
    Problem.of(weights.network, objective)
    mean = _mean(weights)
    size = row_norm(mean.sparse())
    if objective == "mean":
        found, slip = spectrum(mean, certify=certify), 4 * UNIT * (1 + size)  # of each product of w and p
    else:
        degree = weights.network.degrees.astype(float)
        if weights.n > DENSE_LIMIT and float(degree @ degree) > MOST_WALKS:
            u, v = weights.network.edges.T
            squares = np.bincount(np.append(u, v), np.tile(weights.weights**2, 2))  # 4 p (1 - p) <= 1
            return rho_second_moment(weights), (0.0, (size**2 + float(squares.max())) * (1 + 1e-9))
        matrix = second_moment(weights)
        found, slip = spectrum(matrix, certify=certify), gamma(2 * longest_row(matrix) + 16) * (1 + size) ** 2
    low, high = found.enclosure
    return found.rho, (max(low - slip, 0.0), float(np.nextafter(high + slip, np.inf)))


def _mean(weights: MixingMatrix) -> MixingMatrix:
    """The mean matrix, whose entries may be negative by rounding."""
    mean = mean_matrix(weights)
    return MixingMatrix.from_edge_weights(mean.network, mean.weights, signed=True)
