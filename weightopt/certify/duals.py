"""From a symmetric dual matrix Y, however found, to a certificate, its factors and the best node cover; and to the
links that may carry weight at the optimum: a method of second order needs no others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..problem import Problem
from .certificate import Certificate
from .check import edge_squares

__all__ = [
    "Chosen",
    "certify",
    "edge_coefficients",
    "factor",
    "node_cover",
    "on_all_links",
    "promising",
    "tighten_cover",
]

MOST_LINKS = 20_000  # of a linear program that takes about a second


def factor(matrix: Array, keep: float = 1e-14) -> Array:
    """(n, r) U with U U' the positive part of a symmetric matrix, tiny eigenvalues left out."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    kept = values > keep * max(abs(values).max(initial=0.0), np.finfo(float).tiny)
    return vectors[:, kept] * np.sqrt(values[kept])


def certify(
    problem: Problem, plus: Array, minus: Array, reference: Array | None = None, guess: Array | None = None
) -> Certificate:
    """The certificate with these factors: columns centred, trace 1, and a node cover.

    Without `guess` the cover is the smallest one (an LP, on networks of some thousand links); with it, the guess made
    valid and locally smallest.
    """
    plus, minus = plus - plus.mean(axis=0), minus - minus.mean(axis=0)
    trace = float(np.sum(plus**2) + np.sum(minus**2))
    if not trace > 0:
        return Certificate.trivial(problem.n, problem.m)
    plus, minus = plus / np.sqrt(trace), minus / np.sqrt(trace)
    if problem.objective.counts_losses and reference is None:
        raise ValueError("the second moment is linearised at a reference point")
    if problem.signed:
        return Certificate(plus, minus, None, reference)
    c = edge_coefficients(problem, plus, minus, reference)
    if guess is None and problem.m > MOST_LINKS:
        guess = np.zeros(problem.n)
    cover = node_cover(problem, c) if guess is None else tighten_cover(problem, c, guess / trace)
    return Certificate(plus, minus, cover, reference)


def tighten_cover(problem: Problem, c: Array, cover: Array, sweeps: int = 30) -> Array:
    """(n,) a valid cover near a guess: raised where it falls short, then lowered by half of each node's
    slack.

    Two ends that each give up half of the slack they share never break it.
    """
    i, j = problem.ends
    cover = np.maximum(cover, 0.0)
    short = np.maximum(c - cover[i] - cover[j], 0.0) / 2
    raised = np.zeros(problem.n)
    np.maximum.at(raised, i, short)
    np.maximum.at(raised, j, short)
    cover = cover + raised
    for _ in range(sweeps):
        check_time()
        slack = cover[i] + cover[j] - c
        room = cover.copy() * 2
        np.minimum.at(room, i, slack)
        np.minimum.at(room, j, slack)
        cover = cover - np.maximum(room, 0.0) / 2
    return cover


def edge_coefficients(problem: Problem, plus: Array, minus: Array, reference: Array | None) -> Array:
    """(m,) c of `mixproof.weightopt.certify.certificate`: minus the derivative of <Y, .> along each edge weight."""
    i, j, p = problem.tails, problem.heads, problem.p
    if reference is None:
        return np.asarray(p * (edge_squares(plus, i, j) - edge_squares(minus, i, j)))
    rest, c = problem.mean_times(reference, plus), np.zeros(problem.m)
    for k in range(plus.shape[1]):  # a column at a time: memory stays O(m)
        check_time()
        difference = plus[i, k] - plus[j, k]
        c += 2 * p * (rest[i, k] - rest[j, k]) * difference
        c -= 2 * problem.spread * reference * difference**2
    return c


def node_cover(problem: Problem, c: Array) -> Array:
    """(n,) the y >= 0 of least sum with y_i + y_j >= c_e on every edge: dual to the fractional matching."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    active = np.flatnonzero(c > 0)
    if not len(active):
        return np.zeros(problem.n)
    scale = float(c[active].max())
    rows = np.tile(np.arange(len(active)), 2)
    columns = np.concatenate([problem.tails[active], problem.heads[active]])
    cover_matrix = csr_array((-np.ones(2 * len(active)), (rows, columns)), shape=(len(active), problem.n))
    ones = np.ones(problem.n)
    solution = linprog(ones, cover_matrix, -c[active] / scale, method="highs")  # type: ignore[call-overload]
    if solution.x is None:  # HiGHS gave up: the simplest cover is still valid
        cover = np.zeros(problem.n)
        np.maximum.at(cover, problem.tails[active], c[active])
        return cover
    return np.maximum(solution.x, 0.0) * scale


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
