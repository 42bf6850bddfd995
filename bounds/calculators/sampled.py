"""The sampled Gaussian mechanism after several steps: a lower bound of its delta, to hold bounds on it against.

One step shows mu_0 = N(0, sigma^2) without a record and mu = (1-q) mu_0 + q N(1, sigma^2) with it; T steps show T-fold
products. For distributions P, Q with loss L = log dP/dQ under P, delta(epsilon) = E(1 - e^(epsilon - L))_+, and the
loss of a product is a sum of independent losses. Every rounding here lowers L: a cell of z takes the smaller loss of
its two ends, that goes down to a multiple of the grid's width, and tails are left out.
"""

from __future__ import annotations

import math

import numpy as np

__all__ = ["sampled_delta"]

CELLS = 1024  # of z, and of one step's losses
REACH = 8.5  # deviations of z that are kept


def sampled_delta(q: float, sigma: float, steps: int, epsilon: float) -> float:
    """A lower bound of the delta of `steps` sampled Gaussian steps at epsilon, the larger of adding and removing.

    Below the true one by the grid alone, and by rounding of about 1e-14: 15 % here, more for more steps.

    >>> round(sampled_delta(0.1, 1.0, 10, 1.0), 3)
    0.006
    """
    from scipy.special import ndtr

    z = np.linspace(-REACH * sigma, 1 + REACH * sigma, CELLS + 1)
    without = np.diff(ndtr(z / sigma))
    present = (1 - q) * without + q * np.diff(ndtr((z - 1) / sigma))
    with np.errstate(divide="ignore"):
        loss = np.logaddexp(np.log1p(-q), math.log(q) + (2 * z - 1) / (2 * sigma**2))
    removed = _delta(loss[:-1], present, steps, epsilon)  # the loss grows with z
    return max(removed, _delta(-loss[1:], without, steps, epsilon))


def _delta(loss: np.ndarray, chance: np.ndarray, steps: int, epsilon: float) -> float:
    """E(1 - e^(epsilon - L))_+ of a sum L of independent losses."""
    low, width = loss.min(), max(np.ptp(loss), 1e-300) / CELLS
    place = np.minimum(np.floor((loss - low) / width).astype(int), CELLS)
    place -= low + place * width > loss  # rounding of the quotient
    one = np.bincount(np.maximum(place, 0), chance, CELLS + 1)
    length = 1 << (steps * CELLS).bit_length()
    total = np.fft.irfft(np.fft.rfft(one, length) ** steps, length)[: steps * CELLS + 1]
    over = epsilon - (steps * low + np.arange(len(total)) * width)
    return float(np.maximum(total, 0.0)[over < 0] @ -np.expm1(over[over < 0]))
