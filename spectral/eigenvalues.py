"""Eigenvalues of symmetric matrices with rows that sum to 1, each with an enclosure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .dense import Interval, dense_ends
from .lanczos import hurried_ends, ritz_ends
from .large import sparse_ends
from .mixing import MixingMatrix, check_rows, check_symmetric
from .network import Network
from .showing import Shown, proved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from scipy.sparse import csr_array

__all__ = ["DENSE_LIMIT", "Spectrum", "laplacian_ends", "ritz_values", "symmetric_spectrum"]

DENSE_LIMIT = 1000  # nodes up to which a full eigendecomposition is the quickest way


@dataclass(frozen=True, repr=False)
class Spectrum(Shown):
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

    def plot(self, ax: Axes | None = None) -> Axes:
        """The two ends of the spectrum on the line from -1 to 1, and the band |x| <= rho in which all of it lies."""
        from .plots import COLOURS, axes_of

        ax = axes_of(ax, 5.0, 1.7)
        ax.axvspan(-self.rho, self.rho, color="0.92")
        ends = (
            (self.lambda_min, f"lambda_min = {self.lambda_min:.4g}", COLOURS[3], "v", -0.55, "left"),
            (self.lambda2, f"lambda2 = {self.lambda2:.4g}", COLOURS[0], "^", 0.55, "right"),
        )
        for value, name, colour, marker, height, side in ends:
            ax.plot([value], [0], marker, color=colour, ms=8)
            ax.text(value, height, name, color=colour, ha=side, va="center", fontsize=8)
        ax.plot([1], [0], "o", color="0.15", ms=5)
        ax.set(
            xlim=(-1.05, 1.05),
            ylim=(-1, 1),
            yticks=[],
            xlabel="eigenvalues of W; the shaded band is |x| <= rho",
        )
        ax.set_title(f"rho = {self.rho:.6g}")
        ax.grid(False)
        return ax

    def shown(self) -> list[tuple[str, str]]:
        lines = [
            ("rho", proved(self.rho, *self.enclosure)),
            ("gap = 1 - rho", proved(self.gap, *self.gap_enclosure)),
            ("lambda2", proved(self.lambda2, *self.lambda2_enclosure)),
            ("lambda_min", proved(self.lambda_min, *self.lambda_min_enclosure)),
            ("method", self.method),
        ]
        return lines + ([("failure", f"{self.failure:.3g}")] if self.failure else [])


def symmetric_spectrum(
    matrix: csr_array, certify: bool | None = None, within: float | None = None, until: float = np.inf
) -> Spectrum:
    """What `spectrum` says of a finite square matrix; raises InputError unless symmetric with rows that sum to 1.

    until: of time.perf_counter, see `sparse_ends`.
    """
    check_symmetric(matrix)
    check_rows(matrix)
    n = matrix.shape[0]
    if n == 1:
        return Spectrum(0.0, 0.0, 0.0, 1.0, (0.0, 0.0), "one node: W - J = 0", (0.0, 0.0), (0.0, 0.0))
    if n > DENSE_LIMIT:
        (lambda2, lambda_min), top, bottom, method, failure = sparse_ends(matrix, certify, within, until)
        return _spectrum(lambda2, lambda_min, top, bottom, method, failure)
    lambda2, lambda_min, radius = dense_ends(matrix)
    return _spectrum(
        lambda2,
        lambda_min,
        (lambda2 - radius, lambda2 + radius),
        (lambda_min - radius, lambda_min + radius),
        "dense eigendecomposition, residual bound",
    )


def ritz_values(matrix: csr_array, until: float = np.inf) -> tuple[float, float]:
    """lambda_2 and lambda_n as in `Spectrum`, without a proof; by as many steps of Lanczos' method as end before
    `until`, of time.perf_counter, where the matrix is large."""
    if matrix.shape[0] <= DENSE_LIMIT:
        found = symmetric_spectrum(matrix)
        return found.lambda2, found.lambda_min
    vectors = ritz_ends(matrix) if until == np.inf else hurried_ends(matrix, until)
    top, bottom = (float(x @ (matrix @ x) / (x @ x)) for x in (y - y.mean() for y in vectors))
    return top, bottom


def laplacian_ends(network: Network) -> tuple[float, float]:
    """Smallest positive and largest eigenvalue (l_2, l_n) of the Laplacian of an undirected network.

    >>> [round(x, 9) for x in laplacian_ends(Network.from_edges(3, [(0, 1), (1, 2)]))]
    [1.0, 3.0]
    """
    scale = 1 / (1 + network.degrees.max())
    s = symmetric_spectrum(MixingMatrix.from_edge_weights(network, np.full(network.m, scale)).sparse())
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
