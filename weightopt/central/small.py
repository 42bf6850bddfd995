"""Networks of a few nodes, for the mean: Clarabel on the semidefinite program of `interior`.

The constant vector is taken out: with V = [I; -1'] of order n x (n - 1) the constraints are

    V'(t I - B(w)) V >= 0,   V'(t I + B(w)) V >= 0,   V'B(w)V = V'V - sum_e w_e p_e (V'a_e)(V'a_e)',

of order n - 1, and a dual matrix X of these is V X V' of the certificate: its columns sum to 0 as they come.

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

from functools import cache

import numpy as np
from scipy.sparse import csc_array

from ..arrays import Array
from ..certify.certificate import Certificate
from ..problem import Problem, repair
from .anytime import Anytime

__all__ = ["MOST", "one_weight", "solve_small"]

MOST = 11  # nodes: beyond, `interior` is quicker
SHARE = 0.03  # of the gap asked for, in absolute terms: where mixing is slow the gap is a share of little


def solve_small(problem: Problem, run: Anytime) -> None:
    """Offer the solver's answer: the weights, exactly 0 where the optimum is, and the certificate of its dual."""
    import clarabel

    n, m, k, signed = problem.n, problem.m, problem.n - 1, problem.signed
    row, column, scale, even = _triangle(k)
    size = len(row)
    rows, links = 2 * size + (0 if signed else m + n), np.arange(m)
    A, b = np.zeros((rows, m + 1)), np.zeros(rows)
    ends = np.zeros((m, n))
    ends[links, problem.tails], ends[links, problem.heads] = 1, -1
    reduced = ends[:, :k] - ends[:, k:]
    laplacian = (reduced[:, row] * reduced[:, column]).T * (scale[:, None] * problem.p)
    A[:size, :m], A[size : 2 * size, :m] = -laplacian, laplacian
    A[:size, m] = A[size : 2 * size, m] = -even
    b[:size], b[size : 2 * size] = -even, even
    cones = [clarabel.PSDTriangleConeT(k), clarabel.PSDTriangleConeT(k)]
    if not signed:
        A[2 * size + links, links] = -1
        A[2 * size + m :, :m] = abs(ends).T
        b[2 * size + m :] = 1
        cones.append(clarabel.NonnegativeConeT(m + n))
    q = np.zeros(m + 1)
    q[m] = 1
    solver = clarabel.DefaultSolver(
        _nothing(m + 1), q, _columns(A), b, cones, _settings(clarabel, run.request.gap)
    )
    found = solver.solve()
    x, z = np.array(found.x), np.array(found.z)
    run.due(found.iterations)
    if not np.isfinite(x).all() or not np.isfinite(z).all():
        return
    w, duals = x[:m], np.zeros((2, k, k))
    duals[:, row, column] = duals[:, column, row] = z[: 2 * size].reshape(2, size) / scale
    if not signed:
        w = np.where(w < z[2 * size : 2 * size + m], 0, w)
    plus, minus = (_uncentred(values, vectors) for values, vectors in zip(*np.linalg.eigh(duals)))
    cover = None if signed else np.maximum(z[2 * size + m :], 0.0)
    run.look(
        repair(problem, w), lambda w: _norm(problem, ends, w), lambda: Certificate(plus, minus, cover, None)
    )


@cache
def _triangle(k: int) -> tuple[np.ndarray, np.ndarray, Array, Array]:
    """Rows and columns of upper triangles of order k by columns, what the solver scales them by, and V'V so scaled."""
    column, row = np.tril_indices(k)
    scale = np.where(row == column, 1.0, 2**0.5)
    return row, column, scale, ((row == column) + 1.0) * scale


@cache
def _nothing(size: int) -> csc_array:
    """The program's quadratic cost."""
    return csc_array((size, size))


def _columns(A: Array) -> csc_array:
    """By columns; as `csc_array(A)`, in a third of the time where A is small."""
    here = A.T != 0
    ends = np.concatenate([[0], here.sum(axis=1).cumsum()])
    return csc_array((A.T[here], here.nonzero()[1], ends), shape=A.shape)


def _settings(clarabel, gap: float):  # type: ignore[no-untyped-def]
    """What a program of this size is solved quickest with."""
    settings = clarabel.DefaultSettings()
    settings.verbose = settings.presolve_enable = settings.chordal_decomposition_enable = False
    settings.equilibrate_enable = settings.iterative_refinement_enable = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = SHARE * gap
    return settings


def _uncentred(values: Array, vectors: Array) -> Array:
    """(n, k) V times a factor of the dual matrix."""
    factor = vectors * np.sqrt(np.maximum(values, 0.0))
    return np.vstack([factor, -factor.sum(axis=0)])


def _norm(problem: Problem, ends: Array, w: Array) -> float:
    """||I - J - L(w)||."""
    rest = np.eye(problem.n) - 1 / problem.n - (ends.T * (w * problem.p)) @ ends
    values = np.linalg.eigvalsh(rest)
    return float(max(values[-1], -values[0]))


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
