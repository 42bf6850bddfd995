"""The feasible set: w >= 0 and the weights at each node sum to at most 1, exactly, in floating point."""

from __future__ import annotations

import numpy as np

from mixproof.spectral.errors import InputError

from .arrays import Array
from .problem import Problem

__all__ = ["check_start", "repair"]


def repair(problem: Problem, w: Array) -> Array:
    """The nearby exactly feasible point: negative weights to zero, edges at an overfull node scaled down.

    Node sums are taken in any order by whoever adds them next, so an overfull node is brought below
    1 - degree * eps. A feasible point with that much room is returned unchanged.
    """
    if problem.signed:
        return w
    w = np.maximum(w, 0.0)  # a copy
    degree = problem.node_sums(np.ones(problem.m))
    slack = (degree + 2) * np.finfo(float).eps
    overfull = np.maximum(problem.node_sums(w) / (1 - slack), 1.0)
    factor = np.maximum(overfull[problem.tails], overfull[problem.heads])
    touched = factor > 1
    w[touched] *= (1 - np.finfo(float).eps) / factor[touched]
    return w


def check_start(problem: Problem, w: Array) -> Array:
    """A start the caller gave, refused with a sentence when it is not feasible."""
    w = np.array(w, dtype=float)
    if w.shape != (problem.m,):
        raise InputError("start", f"shape {w.shape}", f"one weight an edge, shape ({problem.m},)")
    if not np.isfinite(w).all():
        raise InputError("start", "NaN or infinity", "weights are finite numbers")
    if problem.signed:
        return w
    if w.min(initial=0.0) < 0:
        e = int(w.argmin())
        raise InputError(
            "start", f"{w[e]!r} on edge {problem.tails[e]}-{problem.heads[e]}", "weights are >= 0"
        )
    sums = problem.node_sums(w)
    worst = int(sums.argmax())
    if sums[worst] > 1 + 1e-9:
        raise InputError(
            "start", f"{sums[worst]!r} at node {worst}", "the weights at a node sum to at most 1"
        )
    return repair(problem, w)
