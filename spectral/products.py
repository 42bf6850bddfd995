"""Time-varying networks: sequences of mixing matrices, their products over windows, and their joint spectrum.

A schedule is a sequence of n x n matrices repeated for ever: W(t) = schedule[t mod period], t = 0, 1, ...
Arrays of floats and of Fractions (dtype object) both work; with Fractions every result is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import scipy

from .checks import count
from .components import components
from .errors import InputError
from .exact import Exact, exact_spectral_norm
from .spectrum import spectral_norm

__all__ = ["is_jointly_connected", "joint_norm", "union_edges", "window_norm", "window_product"]

Schedule = Sequence[np.ndarray]


def window_product(schedule: Schedule, t: int, b: int) -> np.ndarray:
    """W_b(t) = W(t) W(t-1) ... W(t-b+1), (n, n), with W(s) = I for s < 0 (DeceFL's supplement, Assumption 4).

    Raises InputError, like all functions here, for a schedule that is none, and for t or b that are no integers.

    >>> W = np.array([[0.5, 0.5], [0.5, 0.5]])
    >>> window_product([W, np.eye(2)], t=1, b=2).tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    matrices = _checked(schedule)
    if not isinstance(t, int | np.integer):
        raise InputError("t", t, "an integer")
    product = identity(matrices[0])
    for s in range(t, max(t - count("b", b), -1), -1):
        product = product @ matrices[s % len(matrices)]
    return product


def window_norm(schedule: Schedule, t: int, b: int) -> float | Exact:
    """lambda(t) = ||W_b(t) - 11'/n||_2, exact (a Fraction or an enclosure) for a schedule of Fractions."""
    product = window_product(schedule, t, b)
    return exact_spectral_norm(product.tolist()) if product.dtype == object else spectral_norm(product)


def joint_norm(schedule: Schedule, b: int) -> float | Exact:
    """lambda = max over t >= b of lambda(t), found in one period; below 1 when windows of b rounds mix.

    >>> joint_norm([np.full((2, 2), 0.5), np.eye(2)], b=2)
    0.0
    """
    norms = [window_norm(schedule, t, b) for t in range(count("b", b), b + len(schedule))]
    if any(isinstance(value, float) for value in norms):
        return max(value for value in norms if isinstance(value, float))
    ends = [value if isinstance(value, tuple) else (value, value) for value in norms]
    low, high = (max(Fraction(end[side]) for end in ends) for side in (0, 1))
    return low if low == high else (low, high)


def union_edges(schedule: Schedule, t: int, b: int) -> np.ndarray:
    """Links of the union graph G_b(t) = E(t) u ... u E(t+b-1), (m, 2), u < v (supplement, Assumption 4)."""
    matrices = _checked(schedule)
    n = len(matrices[0])
    linked = np.zeros((n, n), dtype=bool)
    t, b = count("t", t), count("b", b)
    for s in range(t, t + b):
        linked |= matrices[s % len(matrices)] != 0
    return np.argwhere(np.triu(linked | linked.T, 1))


def is_jointly_connected(schedule: Schedule, t: int, b: int) -> bool:
    """Whether the union graph over the rounds t, ..., t+b-1 is connected."""
    n = len(_checked(schedule)[0])
    edges = union_edges(schedule, t, b)
    pattern = scipy.sparse.csr_array((np.ones(len(edges)), edges.T), shape=(n, n))
    return components(pattern)[0] == 1


def identity(like: np.ndarray) -> np.ndarray:
    """Identity of the same order and dtype; of Fractions when the array holds Fractions."""
    n = len(like)
    if like.dtype != object:
        return np.eye(n)
    return np.array([[Fraction(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)


def _checked(schedule: Schedule) -> list[np.ndarray]:
    matrices = [np.asarray(W) for W in schedule]
    if not matrices:
        raise InputError("schedule", "empty", "at least one matrix")
    for W in matrices:
        if W.ndim != 2 or W.shape != (len(matrices[0]),) * 2:
            raise InputError(
                "schedule",
                f"matrix of shape {W.shape}",
                f"square, of order {len(matrices[0])} like the first",
            )
    return matrices
