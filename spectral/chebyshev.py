"""Upper bounds on extreme eigenvalues from random vectors, wrong with a known, tiny probability."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from .dense import centre, defect, gamma, longest_row, row_norm

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["FAILURE", "STEPS", "chebyshev_bounds", "steps_for"]

LEAST_STEPS, STEPS, MOST_STEPS = 50, 1000, 20_000
COLUMNS = 4  # independent start vectors
LEAST = 1e-3  # size of the component along the sought eigenvector, in at least one of them ...
FAILURE = 2 * (LEAST * (2 / np.pi) ** 0.5) ** COLUMNS  # ... except with this probability, both ends together


def chebyshev_bounds(
    W: csr_array,
    lambda2: float,
    lambda_min: float,
    *,
    steps: int = STEPS,
    seed: int = 0,
    until: float = np.inf,
) -> tuple[float, float]:
    """Numbers (high, low) with lambda_2 <= high and lambda_n >= low, except with probability FAILURE (1e-12).

    lambda2, lambda_min: good guesses. until: of time.perf_counter; no step begins later.

    Let S be W with rows of sum exactly 1 (see `defect`), B = (S + (mean - 1)J - c I)/h, with c and h such that the
    guesses become 1 and -1, and t_j = T_j(B) g for a standard normal g, by the three-term recurrence. If B has an
    eigenvalue x > 1 with unit eigenvector v (orthogonal to ones), the component of t_k along v is T_k(x) <v, g>, so
    T_k(x) |<v, g>| <= |t_k|; and <v, g> is standard normal, less than `LEAST` in size with probability below LEAST
    sqrt(2/pi). Rounding: if the computed step j errs by a vector of length d_j, the component errs by at most sum_j
    U_{k-1-j}(x) d_j; divided by T_k(x) this decreases in x. So no eigenvalue exceeds the x at which LEAST T_k(x) =
    |t_k| + sum_j U_{k-1-j}(x) d_j. The rounding of the mean lies along ones and does no harm. The lower end is the same
    with -B.
    """
    n = W.shape[0]
    mean = centre(W)
    c = (lambda2 + lambda_min) / 2
    h = max((lambda2 - lambda_min) / 2, 1e-4 * row_norm(W))  # the argument needs no tight guess, but h > 0
    size = row_norm(W) + abs(c) + abs(mean - 1)
    slip = 2 / h * (gamma(longest_row(W) + 12) * size + defect(W)) * 1.01

    def apply(x: np.ndarray) -> np.ndarray:
        y: np.ndarray = (W @ x + (mean - 1) * x.mean(axis=0) - c * x) / h
        return y

    before = np.random.default_rng(seed).standard_normal((n, COLUMNS))
    now = apply(before)
    lengths = [np.linalg.norm(before, axis=0), np.linalg.norm(now, axis=0)]
    for _ in range(steps - 1):
        before, now = now, 2 * apply(now) - before
        lengths.append(np.linalg.norm(now, axis=0))
        if not lengths[-1].max() < 1e100:  # the guesses are far too narrow
            return np.inf, -np.inf
        if time.perf_counter() > until:
            break
    length = np.array(lengths) * 1.01  # (steps + 1, COLUMNS)
    errors = slip * length[:-1]
    errors[1:] += gamma(4) * (length[:-2] + length[2:])
    x = max(_least_excluded(length[-1, i], errors[:, i]) for i in range(COLUMNS))
    margin = 1 + gamma(16)
    return c + h * x * margin + abs(c) * gamma(4), c - h * x * margin - abs(c) * gamma(4)


def steps_for(within: float, lambda2: float, lambda_min: float) -> int:
    """Steps after which `chebyshev_bounds` comes about this close to its guesses; at most `MOST_STEPS`.

    It excludes x = cosh(phi) once exp(k phi) outweighs |t_k| / LEAST, which is of the size of exp(18).
    """
    phi = float(np.arccosh(1 + 2 * within / max(lambda2 - lambda_min, 1e-12)))
    return int(np.clip(18 / max(phi, 1e-9), LEAST_STEPS, MOST_STEPS))


def _least_excluded(final: float, errors: np.ndarray) -> float:
    """An x > 1 at which LEAST T_k(x) >= final + sum_j U_{k-1-j}(x) errors_j, near the smallest."""
    k = len(errors)

    def excluded(phi: float) -> bool:
        # both sides divided by exp(k phi)/2, at x = cosh(phi)
        left = LEAST * (1 + np.exp(-2 * k * phi))
        m = k - np.arange(k)  # U_{m-1}(cosh phi) = sinh(m phi)/sinh(phi)
        weights = (np.exp((m - k) * phi) - np.exp(-(m + k) * phi)) / np.sinh(phi)
        return bool(left * 0.99 >= 2 * final * np.exp(-k * phi) + 1.01 * (weights @ errors))

    low, high = 1e-9, 1.0
    while not excluded(high):
        high *= 2
        if high > 300:
            return np.inf
    while high > 1.001 * low:
        middle = (low + high) / 2
        low, high = (low, middle) if excluded(middle) else (middle, high)
    return float(np.cosh(high))
