"""Extreme eigenvalues of a large sparse mixing matrix, enclosed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from .chebyshev import FAILURE, STEPS, chebyshev_bounds, steps_for
from .dense import Interval, row_norm
from .inertia import count_beyond
from .lanczos import hurried_ends, rayleigh, ritz_ends, ritz_near
from .shifted import affordable, factored, shift_beyond

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["sparse_ends"]

# above a Ritz value, tried in turn; the first does when Lanczos has converged
MARGINS = (1e-11, 1e-9, 1e-7, 1e-5, 1e-3)
RITZ, ROUGHEST = 1e-10, 1e-3  # tolerance of Lanczos, relative to the eigenvalue
ENOUGH = 1e-7  # width of an enclosure that is not worth another factorization


def sparse_ends(
    W: csr_array, certify: bool | None, within: float | None = None, until: float = np.inf
) -> tuple[Interval, Interval, Interval, str, float]:
    """(lambda_2, lambda_n), an enclosure of each, the method, and the probability that an enclosure is wrong.

    The inner end of an enclosure is a Rayleigh quotient, of Lanczos with a tolerance of a tenth of `within`. The outer
    end comes from an inertia count where factoring is cheap or `certify` demands it, else from the Chebyshev filter of
    random vectors, with as many steps as a width of `within` takes. Where there is a time to end at, `until` of
    time.perf_counter, nothing is factored, and both take as many steps as there is time for.
    """
    hurried, began = until < np.inf, time.perf_counter()
    cheap = certify is not False and not hurried and affordable(W)
    vectors = _by_shifts(W) if cheap else None
    tolerance = RITZ if within is None or certify else float(np.clip(within / 10, RITZ, ROUGHEST))
    if hurried:
        top_vector, bottom_vector = hurried_ends(W, began + (until - began) / 2)
    else:
        top_vector, bottom_vector = vectors or ritz_ends(W, tolerance)
    if not hurried and (cheap or certify):
        (top_value, top), (bottom_value, bottom) = _proven(W, top_vector, 1), _proven(W, bottom_vector, -1)
        method = "Lanczos and shift-invert, Rayleigh quotients inside, inertia counts outside"
        return (top_value, bottom_value), top, bottom, method, 0.0
    (top_value, top_error), (bottom_value, bottom_error) = rayleigh(W, top_vector), rayleigh(W, bottom_vector)
    steps = STEPS if within is None else steps_for(within, top_value, bottom_value)
    high, low = chebyshev_bounds(W, top_value, bottom_value, steps=steps, until=until)
    reach = row_norm(W)
    top = (top_value - top_error, min(high, reach))
    bottom = (max(low, -reach), bottom_value + bottom_error)
    method = "Lanczos, Rayleigh quotients inside, Chebyshev filter of random vectors outside"
    return (top_value, bottom_value), top, bottom, method, FAILURE


def _by_shifts(W: csr_array) -> tuple[np.ndarray, np.ndarray] | None:
    """Approximate eigenvectors of lambda_2 and of lambda_n, by Lanczos on the inverse of W shifted beyond each end."""
    start, found = np.random.default_rng(0).standard_normal(W.shape[0]), []
    for side in (1, -1):
        factors = factored(W, shift_beyond(W, side), side)
        vector = None if factors is None else ritz_near(factors, start)
        if vector is None:
            return None
        found.append(vector)
    return found[0], found[1]


def _proven(W: csr_array, vector: np.ndarray, side: int) -> tuple[float, Interval]:
    """Largest (side 1) or smallest (side -1) eigenvalue on the complement of ones, and its enclosure.

    Written for the largest one of side * W, whose ones vector has the eigenvalue `side`: a count of one above
    a shift below `side` is the ones vector's, and no other eigenvalue lies there. Where Lanczos has not
    converged, the nearest proven shift is inverted for a better Ritz value.
    """
    best, low, high = -np.inf, -np.inf, row_norm(W)
    for _ in range(3):
        value, error = rayleigh(W, vector)
        if side * value > best:
            best, low = side * value, side * value - error
        counted = None
        fine = max(abs(1 - best) / 100, 1e-14)  # a hundredth of the gap, on networks that mix very slowly
        for margin in (fine, *MARGINS) if fine < MARGINS[0] else MARGINS:
            shift = best + margin * max(1.0, abs(best))
            count = count_beyond(W, side * shift, side)
            if count is None or count.beyond > (1 if side > shift + count.error else 0):
                continue
            high, counted = min(high, shift + count.error), count
            if count.error <= ENOUGH:
                break
        if counted is None or high - best <= ENOUGH:
            break
        nearer = ritz_near(counted.factors, vector)
        if nearer is None:
            break
        vector = nearer
    return side * best, (low, high) if side > 0 else (-high, -low)
