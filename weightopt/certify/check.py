"""The independent check of a certificate: plain sums, no eigenvalue, no solver, rounding on the safe side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from ..problem import OBJECTIVES, Array
from .certificate import Certificate

__all__ = ["verify_certificate"]

EPS = float(np.finfo(float).eps)


def verify_certificate(
    network: Network, certificate: Certificate, objective: str = "mean", signed: bool = False
) -> float:
    """A number that no feasible W on `network` gets below, re-derived from the certificate alone.

    The derivation is in `weightopt.certify.certificate`. A cover that fails at some edge is not refused: what is
    missing is charged to the bound, so a wrong certificate gives a weak bound, never a false one. A sum of
    N terms is known to N eps times the sum of their absolute values; that much is taken off.
    Raises InputError for an unknown objective, arrays of a wrong shape, or NaN.

    >>> import numpy as np
    >>> from mixproof.spectral import parse_network
    >>> slow = np.array([[1.0], [0.0], [-1.0]])   # the path's slow direction: rho* = cos(pi/3)
    >>> good = Certificate(slow, np.zeros((3, 0)), np.array([0.0, 1.0, 0.0]), None)
    >>> round(verify_certificate(parse_network("path:n=3"), good), 12)
    0.5
    """
    if objective not in OBJECTIVES:
        raise InputError("objective", objective, f"one of {', '.join(OBJECTIVES)}")
    n, i, j = network.n, network.edges[:, 0], network.edges[:, 1]
    p = np.ones(len(i)) if network.reliability is None else np.asarray(network.reliability, dtype=float)
    plus = _finite("plus", certificate.plus, (n, None))
    minus = _finite("minus", certificate.minus, (n, None))
    degree = np.bincount(i, minlength=n) + np.bincount(j, minlength=n)
    terms = (
        plus.shape[1] + minus.shape[1] + degree.max() + 64
    ) * EPS  # relative error of one edge's coefficient

    if objective == "mean":
        constant, c, c_size, size = _mean_line(plus, minus, i, j, p)
    else:
        _finite("minus", minus, (n, 0))
        w0 = _finite("reference", certificate.reference, (len(i),))
        constant, c, c_size, size = _second_moment_line(plus, w0, i, j, p)
    if signed:
        worst = _largest_signed(c / p, terms * c_size / p, n)
    else:
        cover = np.maximum(_finite("cover", certificate.cover, (n,)), 0.0)
        worst = _largest_matching(c + terms * c_size, cover, i, j)

    everything = (plus.size + minus.size + len(i) + n + 64) * EPS
    trace = (
        _centred_square(plus)
        + _centred_square(minus)
        + everything * float(np.sum(plus**2) + np.sum(minus**2))
    )
    low = constant - worst - everything * (size + abs(worst))
    return float(min(low / trace * (1 - 4 * EPS), 1.0)) if low > 0 else 0.0


def _mean_line(
    plus: Array, minus: Array, i: NDArray[np.int64], j: NDArray[np.int64], p: Array
) -> tuple[float, Array, Array, float]:
    """<Y, I>, the coefficients c, the size of the terms behind each c, and of those behind <Y, I>."""
    d_plus, d_minus = _edge_squares(plus, i, j), _edge_squares(minus, i, j)
    constant = _centred_square(plus) - _centred_square(minus)
    return constant, p * (d_plus - d_minus), p * (d_plus + d_minus), float(np.sum(plus**2) + np.sum(minus**2))


def _second_moment_line(
    factor: Array, w0: Array, i: NDArray[np.int64], j: NDArray[np.int64], p: Array
) -> tuple[float, Array, Array, float]:
    """The same four of the linearisation of q at w0, a column of U at a time."""
    spread = 2 * p * (1 - p)
    d = _edge_squares(factor, i, j)
    lost = float(np.sum(spread * w0**2 * d))
    size = float(np.sum(factor**2)) + lost
    c, c_size = -2 * spread * w0 * d, 2 * spread * abs(w0) * d
    for u in factor.T:
        step = w0 * p * (u[i] - u[j])
        moved = np.bincount(i, step, len(u)) - np.bincount(j, step, len(u))  # L(w0) u
        moved_size = np.bincount(i, abs(step), len(u)) + np.bincount(j, abs(step), len(u))
        lost += float(np.sum(moved**2))
        size += float(np.sum(moved_size**2))
        rest, rest_size = u - moved, abs(u) + moved_size
        c += 2 * p * (rest[i] - rest[j]) * (u[i] - u[j])
        c_size += 2 * p * (rest_size[i] + rest_size[j]) * abs(u[i] - u[j])
    return _centred_square(factor) - lost, c, c_size, size


def _largest_matching(c: Array, cover: Array, i: NDArray[np.int64], j: NDArray[np.int64]) -> float:
    """Upper bound of sum_e w_e c_e over the fractional matchings: the cover, raised where it falls short."""
    missing = np.maximum(c - cover[i] - cover[j], 0.0) / 2
    charge = np.zeros_like(cover)
    np.maximum.at(charge, i, missing)
    np.maximum.at(charge, j, missing)
    return float(np.sum(cover) + np.sum(charge))


def _largest_signed(b: Array, error: Array, n: int) -> float:
    """Upper bound of sum_e wbar_e b_e over all Wbar with ||Wbar - J|| <= 1."""
    size = abs(b) + error
    return float(
        (abs(np.sum(b)) + np.sum(error)) / n + min(np.sum(size), np.sqrt(np.sum(size**2) * (n - 1) / 2))
    )


def _finite(name: str, value: Array | None, shape: tuple[int | None, ...]) -> Array:
    array = np.asarray(np.nan if value is None else value, dtype=float)
    fits = len(array.shape) == len(shape) and all(
        want in (None, got) for want, got in zip(shape, array.shape)
    )
    if not fits or not np.isfinite(array).all():
        raise InputError(f"certificate.{name}", f"shape {array.shape}", f"a finite array of shape {shape}")
    return array


def _centred_square(block: Array) -> float:
    """Sum of squares of the block after taking each column's mean away."""
    return float(np.sum(block**2) - np.sum(np.sum(block, axis=0) ** 2) / len(block))


def _edge_squares(block: Array, i: NDArray[np.int64], j: NDArray[np.int64]) -> Array:
    """(m,) |B_i - B_j|^2 for each edge, a column at a time so that memory stays O(m)."""
    total = np.zeros(len(i))
    for column in block.T:
        total += (column[i] - column[j]) ** 2
    return total
