"""The independent check of a certificate: plain sums, no eigenvalue, no solver, rounding on the safe side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.clock import check_time
from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from ..arrays import Array

__all__ = [
    "edge_squares",
    "finite",
    "largest_matching",
    "least_rho",
    "mean_line",
    "modulus_bound",
    "second_moment_line",
]

EPS = float(np.finfo(float).eps)
AT_ONCE = 100_000  # differences that fit in the cache
MOST_PAIRS = 10  # pairs of nodes a link, counted twice, up to which the distances of all pairs cost less
Nodes = NDArray[np.int64]
Line = tuple[float, NDArray[np.float64], NDArray[np.float64], float]


def modulus_bound(
    network: Network, certificate: Any, line: Callable[..., Line], signed: bool = False
) -> float:
    """The bound of `weightopt.certify.certificate`; `line`: `mean_line` or `second_moment_line`.

    A cover that fails at some edge is not refused: what is missing is charged to the bound, so a wrong certificate
    gives a weak bound, never a false one. A sum of N terms is known to N eps times the sum of their absolute values;
    that much is taken off. Raises InputError for arrays of a wrong shape, or NaN.
    """
    n, (i, j), p = network.n, network.edges.T, network.probabilities
    plus = finite("plus", certificate.plus, (n, None))
    minus = finite("minus", certificate.minus, (n, None))
    columns = plus.shape[1] + minus.shape[1]
    terms = (columns + network.degrees.max() + 64) * EPS  # relative error of one edge's coefficient

    lost, c, c_size, size = line(plus, minus, certificate.reference, i, j, p)
    if signed:
        worst = _largest_signed(c / p, terms * c_size / p, n)
    else:
        cover = np.maximum(finite("cover", certificate.cover, (n,)), 0.0)
        worst = largest_matching(c + terms * c_size, cover, i, j)

    (up, up_size), (down, down_size) = _centred_square(plus), _centred_square(minus)
    everything = (n * columns + len(i) + n + 64) * EPS
    low = up - down - lost - worst - everything * (up_size + down_size + size + abs(worst))
    trace = up + down + everything * (up_size + down_size)
    return float(min(low / trace * (1 - 4 * EPS), 1.0)) if low > 0 else 0.0


def mean_line(plus: Array, minus: Array, reference: Array | None, i: Nodes, j: Nodes, p: Array) -> Line:
    """What is taken off <Y, I>, the coefficients c, the size of the terms behind each c, and of those taken off."""
    d_plus, d_minus = edge_squares(plus, i, j), edge_squares(minus, i, j)
    return 0.0, p * (d_plus - d_minus), p * (d_plus + d_minus), 0.0


def second_moment_line(
    factor: Array, minus: Array, reference: Array | None, i: Nodes, j: Nodes, p: Array
) -> Line:
    """The same four of the linearisation of q at `reference`, a column of U at a time."""
    finite("minus", minus, (len(factor), 0))
    w0 = finite("reference", reference, (len(i),))
    spread = 2 * p * (1 - p)
    d = edge_squares(factor, i, j)
    lost = size = float(np.sum(spread * w0**2 * d))
    c, c_size = -2 * spread * w0 * d, 2 * spread * abs(w0) * d
    for u in factor.T:
        check_time()
        step = w0 * p * (u[i] - u[j])
        moved = np.bincount(i, step, len(u)) - np.bincount(j, step, len(u))  # L(w0) u
        moved_size = np.bincount(i, abs(step), len(u)) + np.bincount(j, abs(step), len(u))
        lost += float(np.sum(moved**2))
        size += float(np.sum(moved_size**2))
        rest, rest_size = u - moved, abs(u) + moved_size
        c += 2 * p * (rest[i] - rest[j]) * (u[i] - u[j])
        c_size += 2 * p * (rest_size[i] + rest_size[j]) * abs(u[i] - u[j])
    return lost, c, c_size, size


def largest_matching(c: Array, cover: Array, i: Nodes, j: Nodes) -> float:
    """Upper bound of sum_e w_e c_e over the fractional matchings: the cover, raised where it falls short."""
    missing = (c - cover[i] - cover[j]) / 2
    if missing.max(initial=0.0) <= 0:
        return float(cover.sum())
    charge = np.zeros(len(cover))
    np.maximum.at(charge, i, missing)
    np.maximum.at(charge, j, missing)
    return float(cover.sum() + charge.sum())


def _largest_signed(b: Array, error: Array, n: int) -> float:
    """Upper bound of sum_e wbar_e b_e over all Wbar with ||Wbar - J|| <= 1."""
    size = abs(b) + error
    return float(
        (abs(np.sum(b)) + np.sum(error)) / n + min(np.sum(size), np.sqrt(np.sum(size**2) * (n - 1) / 2))
    )


def finite(name: str, value: Array | None, shape: tuple[int | None, ...]) -> Array:
    array = np.asarray(np.nan if value is None else value, dtype=float)
    fits = array.ndim == len(shape) and all(want in (None, got) for want, got in zip(shape, array.shape))
    if not fits or not np.isfinite(array).all():
        raise InputError(f"certificate.{name}", f"shape {array.shape}", f"a finite array of shape {shape}")
    return array


def _centred_square(block: Array) -> tuple[float, float]:
    """Sum of squares of the block after taking each column's mean away, and before."""
    sums, all_squares = block.sum(axis=0), float(np.vdot(block, block))
    return all_squares - float(sums @ sums) / len(block), all_squares


def edge_squares(block: Array, i: Nodes, j: Nodes) -> Array:
    """(m,) |B_i - B_j|^2 for each edge; of many by all pairs of nodes, or by columns: memory stays O(n^2 + m)."""
    n = len(block)
    if len(i) * block.shape[1] <= AT_ONCE:
        difference: Array = block.take(i, 0)
        difference -= block.take(j, 0)
        difference *= difference
        return np.asarray(difference.sum(axis=1))
    if block.shape[1] and n * n <= MOST_PAIRS * len(i):
        from scipy.spatial.distance import pdist

        low, high = np.minimum(i, j), np.maximum(i, j)
        return np.asarray(pdist(block, "sqeuclidean")[low * (2 * n - low - 1) // 2 + high - low - 1])
    total = np.zeros(len(i))
    for column in np.ascontiguousarray(block.T):
        check_time()
        total += (column[i] - column[j]) ** 2
    return total


def least_rho(network: Network) -> float:
    """A number that rho of no mean matrix on an undirected network is below, whatever the weights' signs.

    W has n - 1 eigenvalues besides that of 1, and the squares of its entries sum to that of all eigenvalues. Row i has
    at most d_i + 1 entries, of sum 1, whose squares sum to 1 / (d_i + 1) at least.
    """
    squares = float((1 / (network.degrees + 1.0)).sum()) - 1
    return max(squares / max(network.n - 1, 1), 0.0) ** 0.5 * (1 - 1e-9) if squares > 1e-9 else 0.0
