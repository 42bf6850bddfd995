"""Which links of a dense network may carry weight at the optimum: a method of second order needs no others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array
from ..problem import Problem

__all__ = ["Chosen", "on_all_links", "promising"]

Chosen = NDArray[np.int64]
CARRIES, MOSTLY = 1e-3, 0.7  # of more links than this share it is all of them


def promising(problem: Problem, c: Array, w: Array, u: Array, share: float) -> Chosen:
    """Links that carry weight, or whose gain c is above this share of the sum of their ends' multipliers u."""
    chosen = (c > share * (u[problem.tails] + u[problem.heads])) | (w > CARRIES)
    return np.flatnonzero(chosen) if chosen.sum() < MOSTLY * problem.m else np.arange(problem.m)


def on_all_links(problem: Problem, links: Chosen, weights: Array) -> Array:
    """(m,) these weights on these links, 0 on the others."""
    w = np.zeros(problem.m)
    w[links] = weights
    return w
