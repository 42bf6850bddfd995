"""Networks of a few nodes, for the mean: Clarabel on the semidefinite program of `interior`.

The constant vector is taken out: with the n - 1 columns of V an orthonormal basis of the rest, the constraints are

    t I - C(w) >= 0,   t I + C(w) >= 0,   C(w) = I - sum_e w_e p_e (V'a_e)(V'a_e)',

of order n - 1, and a dual matrix X of these is V X V' of the certificate: its columns sum to 0 as they come. With
V = [I; -1'] in its place the solver takes a fifth more iterations.

One weight for all links is the optimum on edge-transitive networks, in closed form, and its own certificate proves it.

With l_2 and l_n the least positive and the largest eigenvalue of the unweighted Laplacian, P and Q the projectors onto
their eigenspaces, r and s the ranks: an automorphism maps each eigenspace to itself, so that a_e'P a_e = r l_2 / m and
a_e'Q a_e = s l_n / m on every link. The weight w p = 2 / (l_2 + l_n) has rho = (l_n - l_2) / (l_n + l_2), which

    Y = l_n / (l_2 + l_n) P / r - l_2 / (l_2 + l_n) Q / s

proves of all weights; where the links' ends leave no more than w = 1 / d_max, P / r alone with a cover of the nodes of
that degree (Boyd, Diaconis, Xiao, SIAM Review 46(4), 2004; Boyd, Diaconis, Parrilo, Xiao, SIAM J. Optimization 20(2),
2009). Whether a network is edge-transitive is not asked: where it is not, the certificate does not close the gap.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Array
from ..certify.certificate import Certificate
from ..problem import Problem, repair
from .anytime import Anytime

__all__ = ["MOST", "one_weight", "solve_small"]

MOST = 11  # nodes: beyond, `interior` is quicker
SHARE = 0.03  # of the gap asked for, in absolute terms: where mixing is slow the gap is a share of little


def solve_small(problem: Problem, run: Anytime) -> None:
    """Offer the solver's answer: the weights, 0 where multipliers say so, and the certificate of its dual."""
    import clarabel

    n, m, k = problem.n, problem.m, problem.n - 1
    row, column, scale = _triangle(k)
    size, links = len(row), np.arange(m)
    ends = np.zeros((m, n))
    ends[links, problem.tails], ends[links, problem.heads] = 1, -1
    reduced = ends @ _basis(n)
    A, *rest = _program(n, m, problem.signed)
    A = A.copy()
    A[:m, size : 2 * size] = reduced.take(row, 1) * reduced.take(column, 1) * scale * problem.p[:, None]
    A[:m, :size] = -A[:m, size : 2 * size]
    if not problem.signed:
        A[:m, 2 * size + m :] = abs(ends)
    none = Columns([], [], [0] * (m + 2), (m + 1, m + 1))  # the cost is linear
    cost = [0.0] * m + [1.0]
    solver = clarabel.DefaultSolver(none, cost, Columns.of_rows(A), *rest, _settings(run.request.gap))
    found = solver.solve()
    x, z = np.array(found.x), np.array(found.z)
    run.due(found.iterations)
    if not (math.isfinite(x.sum()) and math.isfinite(z.sum())):
        return
    w, duals = x[:m], np.empty((2, k, k))
    duals[:, row, column] = duals[:, column, row] = z[: 2 * size].reshape(2, size) / scale
    plus, minus = _uncentred(duals)
    cover = None if problem.signed else np.maximum(z[2 * size + m :], 0.0)
    few = w if problem.signed else np.where(w < z[2 * size : 2 * size + m], 0, w)
    run.enclose(repair(problem, few), lambda: Certificate(plus, minus, cover, None))
    if not (problem.signed or run.finished()):  # weights and multipliers that are both small are no zeros
        run.enclose(repair(problem, w))


class Columns(NamedTuple):
    """What the solver reads of a sparse matrix: scipy's, and arrays, take as long as it needs for all the rest."""

    data: list[float]
    indices: list[int]
    indptr: list[int]
    shape: tuple[int, int]
    has_canonical_format: bool = True

    @classmethod
    def of_rows(cls, A: Array) -> Columns:
        """The transpose of A."""
        column, row = A.nonzero()
        starts = column.searchsorted(np.arange(len(A) + 1))
        return cls(A[column, row].tolist(), row.tolist(), starts.tolist(), (A.shape[1], A.shape[0]))


@cache
def _triangle(k: int) -> tuple[np.ndarray, np.ndarray, Array]:
    """Rows and columns of upper triangles of order k by columns, and what the solver scales them by."""
    column, row = np.tril_indices(k)
    return row, column, np.where(row == column, 1.0, 2**0.5)


@cache
def _basis(n: int) -> Array:
    """(n, n - 1) V, symmetric in its rows but the last."""
    V = np.eye(n, n - 1) - 1 / (n + n**0.5)
    V[-1] = -(n**-0.5)
    return V


@lru_cache(32)
def _program(n: int, m: int, signed: bool) -> tuple[Array, list[float], list[Any]]:
    """What programs of a size share: transpose of the matrix, without the network's part, right side and cones."""
    import clarabel

    row, column, _ = _triangle(n - 1)
    size, links = len(row), np.arange(m)
    even = (row == column).astype(float)
    A = np.zeros((m + 1, 2 * size + (0 if signed else m + n)))
    A[m, :size] = A[m, size : 2 * size] = -even
    right = [*-even, *even]
    cones = [clarabel.PSDTriangleConeT(n - 1), clarabel.PSDTriangleConeT(n - 1)]
    if not signed:
        A[links, 2 * size + links] = -1
        right += [0.0] * m + [1.0] * n
        cones.append(clarabel.NonnegativeConeT(m + n))
    return A, right, cones


def _settings(gap: float) -> Any:
    """What a program of this size is solved quickest with."""
    import clarabel

    settings = clarabel.DefaultSettings()
    settings.verbose = settings.presolve_enable = settings.chordal_decomposition_enable = False
    settings.equilibrate_enable = settings.iterative_refinement_enable = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = SHARE * gap
    return settings


def _uncentred(duals: Array) -> Array:
    """(..., n, k) V times factors of the dual matrices."""
    try:
        factors = np.linalg.cholesky(duals)
    except np.linalg.LinAlgError:
        values, vectors = np.linalg.eigh(duals)
        factors = vectors * np.sqrt(np.maximum(values, 0.0))[:, None]
    return _basis(duals.shape[-1] + 1) @ factors


EQUAL = 1e-9  # eigenvalues of one eigenspace, relative to the largest


def one_weight(problem: Problem, run: Anytime) -> None:
    """Offer the weight, where links cannot be told apart by reliability and their ends' degrees."""
    n, p, (i, j) = problem.n, float(problem.p[0]), problem.ends
    degree = np.bincount(i, minlength=n) + np.bincount(j, minlength=n)
    least, most = np.minimum(degree[i], degree[j]), np.maximum(degree[i], degree[j])
    if (problem.p != p).any() or (least != least[0]).any() or (most != most[0]).any():
        return
    laplacian = np.diag(degree.astype(float))
    laplacian[i, j] = laplacian[j, i] = -1
    values, vectors = np.linalg.eigh(laplacian)
    slow, fast, equal = values[1], values[-1], EQUAL * values[-1]
    P, Q = vectors[:, abs(values - slow) < equal], vectors[:, abs(values - fast) < equal]
    w, share, cover = 2 / (slow + fast) / p, fast / (slow + fast), np.zeros(n)
    if not problem.signed and w > 1 / most[0]:
        w, share = 1 / most[0], 1.0
        ends = degree == most[0]
        cover[ends] = slow * p / problem.m / (2 if least[0] == most[0] else 1)
    certificate = Certificate(
        P * np.sqrt(share / P.shape[1]),
        Q * np.sqrt((1 - share) / Q.shape[1]),
        None if problem.signed else cover,
        None,
    )
    value = max(abs(1 - w * p * slow), abs(1 - w * p * fast))
    run.look(repair(problem, np.full(problem.m, w)), lambda _: float(value), lambda: certificate)
