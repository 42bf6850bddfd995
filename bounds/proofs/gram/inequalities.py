"""The inequalities of a Gram SDP as columns: for each, the matrix that multiplies the Gram matrix of a block.

Of the losses: interpolation by F_{mu,L} (Taylor, Hendrickx and Glineur 2017, Theorem 4). Of W: with Y = W X, X'Y is
symmetric and (low + high)/2 (X'Y + Y'X) - low high X'X - Y'Y positive semidefinite (Colla and Hendrickx 2023).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from .coordinates import Coordinates
from .forms import Classes
from .trace import Quantity, Trace

__all__ = [
    "Pair",
    "interpolation_columns",
    "mixing_columns",
    "mixing_groups",
    "pairs_of",
    "smat",
    "square",
    "svec",
]

Pair = tuple[int, int, int]  # F_k(x_a) >= F_k(x_b) + <g_b, x_a - x_b> + ...: the points a, b and the client k
ROOT2 = np.sqrt(2.0)
CHUNK = 256  # columns made at once, as dense matrices


def svec(matrices: np.ndarray) -> np.ndarray:
    """The symmetric part of (..., n, n) as (..., n(n+1)/2), inner products kept, in Clarabel's order."""
    i, j = np.tril_indices(matrices.shape[-1])
    return (matrices[..., i, j] + matrices[..., j, i]) / np.where(i == j, 2, ROOT2)


def smat(vector: np.ndarray, n: int) -> np.ndarray:
    """The symmetric matrix (n, n) of `svec`."""
    i, j = np.tril_indices(n)
    result = np.zeros((n, n))
    result[i, j] = result[j, i] = vector / np.where(i == j, 1, ROOT2)
    return result


def _outer(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    return u[..., :, None] * v[..., None, :]


def square(rows: Coordinates, quantity: Quantity, block: int) -> np.ndarray:
    """The quadratic part of a quantity in one block, (n, n)."""
    total = np.zeros((rows.sizes[block],) * 2)
    for c, b, form in quantity.squares:
        if b == block:
            row = rows.row(b, form)
            total += float(c) * np.outer(row, row)
    return total


def pairs_of(trace: Trace, window: int | None) -> list[Pair]:
    """All pairs of points, or those at most `window` oracle calls apart; w*, minimizers and the last call, of which the
    objective is made, go with every point: far from the diagonal the multipliers of all pairs are largest there.
    """
    last = len(trace.points) - 1

    def used(a: int, b: int) -> bool:
        if a == b or (trace.statement.mu == 0 and trace.points[a].name == "minima"):
            # where it lies is not known
            return False
        return window is None or min(a, b) < trace.anchors or max(a, b) == last or abs(a - b) <= window

    points = range(len(trace.points))
    return [(a, b, k) for a in points for b in points if used(a, b) for k in range(trace.space.copies)]


def interpolation_columns(rows: Coordinates, pairs: list[Pair], block: int) -> Any:
    """For each pair the quadratic part of F_b - F_a + <g_b, x_a - x_b> + ... <= 0, over L."""
    from scipy.sparse import csc_matrix, hstack

    mu, L = float(rows.trace.statement.mu), float(rows.trace.statement.L)
    c = 1 / (2 * (1 - mu / L))
    x, g = rows.points(block, "x"), rows.points(block, "g")
    n = rows.sizes[block]
    columns = [csc_matrix((n * (n + 1) // 2, 0))]
    for first in range(0, len(pairs), CHUNK):
        a, b, k = np.array(pairs[first : first + CHUNK]).T
        dx, dg = x[a, k] - x[b, k], g[a, k] - g[b, k]
        part = _outer(g[b, k], dx) + _outer(dg, c / L * dg - 2 * c * mu / L * dx) + _outer(dx, c * mu * dx)
        columns.append(csc_matrix(svec(part).T / L))
    return hstack(columns, format="csc")


def mixing_groups(trace: Trace, window: int | None) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Groups of mixes on which the semidefinite condition is used, and pairs on which symmetry is."""
    n = len(trace.space.mixes)
    if window is None or window + 1 >= n:
        return ([list(range(n))] if n else []), list(combinations(range(n), 2))
    groups = [list(range(first, first + window + 1)) for first in range(n - window)]
    return groups, [(a, b) for a, b in combinations(range(n), 2) if b - a <= window]


def mixing_columns(rows: Coordinates, groups: list[list[int]], skew: list[tuple[int, int]]) -> Any:
    """For each entry of each group's multiplier matrix (svec), then each pair: the matrix in block 1."""
    from scipy.sparse import csc_matrix

    space = rows.space
    assert isinstance(space, Classes)
    low, high = float(space.low), float(space.high)
    X = np.array([rows.row(1, z) for z, _ in space.mixes])
    Y = np.array([rows.row(1, y) for _, y in space.mixes])

    def entry(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        cross = _outer(X[a], Y[b]) + _outer(X[b], Y[a])
        return low * high * _outer(X[a], X[b]) + _outer(Y[a], Y[b]) - (low + high) / 2 * cross

    columns = []
    for group in groups:
        i, j = np.tril_indices(len(group))
        place = np.array(group)
        columns.append(svec(entry(place[i], place[j])) * np.where(i == j, 1, ROOT2)[:, None])
    if skew:
        a, b = np.array(skew).T
        columns.append(svec(_outer(X[a], Y[b]) - _outer(X[b], Y[a])))
    return csc_matrix(np.vstack(columns).T)
