"""Objectives of `weightopt.norms` by one semidefinite program, on some ten nodes; on more see `norm_cuts`.

||B(x)|| <= t is [[t I, B], [B', t I]] >= 0. Its dual matrix is the certificate: the row blocks of a factor are -U, V.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from ..arrays import Array
from ..certify.certificate import NormCertificate
from ..certify.duals import factor
from ..certify.norms import Affine
from ..method import Answer, Request
from ..norms import AffineNorm
from ..result import Status
from .solving import NoSolution, check_memory, solve, waiting

__all__ = ["MOST_ROWS", "circulation", "even_flows", "least_norm", "nearby_feasible"]

MOST_ROWS = 90  # of B and B' together: beyond, the program takes minutes
SCALINGS, SETTLED = 1000, 1e-9  # of Sinkhorn's method, and relative change after which it ends
INTERIOR = 1e-12  # of a positive circulation, mixed in where rounding makes flows negative


def least_norm(request: Request) -> Answer:
    """The method `cvxpy` of `optimize` for these objectives, and `fast` on small networks."""
    import cvxpy as cp

    goal, network = request.problem.objective, request.network
    assert isinstance(goal, AffineNorm)
    affine = goal.affine(network)
    r, n = affine.base.shape
    check_memory(f"{goal.name} on {n} nodes, a matrix of {r} rows", 1, r + n)
    x, t = cp.Variable(affine.size, nonneg=True), cp.Variable()
    flat = scipy.sparse.csr_array(
        (affine.entry, (affine.row * n + affine.column, affine.which)), shape=(r * n, affine.size)
    )
    B = affine.base - cp.reshape(flat @ x, (r, n), order="C")
    cone = cp.bmat([[t * np.eye(r), B], [B.T, t * np.eye(n)]]) >> 0
    sums = np.zeros((len(affine.limits), affine.size))
    for end in affine.ends:
        sums[end, np.arange(affine.size)] += 1
    cap = sums @ x <= affine.limits
    constraints = [cone, cap]
    if affine.balance is not None:
        constraints.append(affine.balance @ x == 0)
    statement = cp.Problem(cp.Minimize(t), constraints)
    limits: dict[str, Any] = {} if request.seconds is None else {"time_limit": request.seconds}

    trivial, none = goal.trivial(n, network.m), np.zeros(affine.size)
    try:
        waiting(partial(solve, statement, **limits), request.seconds)
    except TimeoutError:
        return Answer(none, trivial, 0, Status.TIME_LIMIT)
    except KeyboardInterrupt:
        return Answer(none, trivial, 0, Status.INTERRUPTED)
    except NoSolution:
        return Answer(none, trivial, 0, Status.NO_POINT)
    if x.value is None:
        return Answer(none, trivial, 0, Status.NO_POINT)
    dual = factor(np.asarray(cone.dual_value, float))
    left, right = -dual[:r], dual[r:]
    trace = float(np.sum(dual**2))
    left, right = left / trace**0.5, right / trace**0.5
    cover, potential = _cover(affine, affine.slopes(left @ right.T))
    answer = NormCertificate(left, right, cover, potential)
    iterations = int(statement.solver_stats.num_iters or 0)
    return Answer(nearby_feasible(affine, np.asarray(x.value, float)), answer, iterations)


def nearby_feasible(affine: Affine, x: Array) -> Array:
    """The nearby feasible point: balanced by least squares, no negative flow, sums within the limits."""
    if affine.balance is None:
        x = np.maximum(x, 0.0)
    else:
        E, nodes = affine.balance, len(affine.limits)
        laplacian = (E @ E.T).toarray() + 1 / nodes
        x = x - E.T @ np.linalg.solve(laplacian, E @ x)
        if x.min() < 0:
            inner = circulation(affine)
            share = max(INTERIOR, 1.01 * float((-x / inner).max()))
            x = x + share * inner
    full = float((affine.sums(x) / affine.limits).max())
    return x / max(full * (1 + 8 * np.finfo(float).eps), 1.0)


def circulation(affine: Affine) -> Array:
    """(k,) flows > 0: of a directed network balanced ones, those of a random walk in its equilibrium."""
    if affine.balance is None:
        return np.full(affine.size, float(affine.limits.max()))
    (tails, heads), nodes = _arcs(affine), len(affine.limits)
    share = 1 / np.bincount(tails, minlength=nodes)[tails]
    walk = np.zeros((nodes, nodes))
    walk[tails, heads] = share
    equilibrium = np.linalg.solve(np.eye(nodes) - walk.T + 1 / nodes, np.full(nodes, 1 / nodes))
    return np.asarray(equilibrium[tails] * share)


def even_flows(affine: Affine) -> Array:
    """(k,) flows > 0: of a directed network those of largest entropy whose sums out of each node and into it, with
    what the node keeps, are the limits. Sinkhorn's scaling, x_ij = r_i c_j, which converges as every arc of a strongly
    connected network lies on a cycle; what is missing at the end, `nearby_feasible` balances."""
    if affine.balance is None:
        return circulation(affine)
    (tails, heads), limits, nodes = _arcs(affine), affine.limits, len(affine.limits)
    r = c = np.ones(nodes)
    for _ in range(SCALINGS):
        before, c = c, limits / (r + np.bincount(heads, r[tails], nodes))
        r = limits / (c + np.bincount(tails, c[heads], nodes))
        if (abs(c - before) <= SETTLED * c).all():
            break
    return np.asarray(r[tails] * c[heads])


def _arcs(affine: Affine) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(k,) tails and heads of a directed network's arcs."""
    assert affine.balance is not None
    E = affine.balance.tocoo()
    tails, heads = np.empty(affine.size, np.int64), np.empty(affine.size, np.int64)
    tails[E.col[E.data > 0]], heads[E.col[E.data < 0]] = E.row[E.data > 0], E.row[E.data < 0]
    return tails, heads


def _cover(affine: Affine, c: Array) -> tuple[Array, Array]:
    """y >= 0 of least limits'y, and z, that cover c: a linear program."""
    nodes, k = len(affine.limits), affine.size
    columns = [
        scipy.sparse.csr_array((np.ones(k), (np.arange(k), end)), shape=(k, nodes)) for end in affine.ends
    ]
    cover = sum(columns[1:], columns[0])
    free = 0 if affine.balance is None else affine.balance.shape[0]
    matrix = cover if affine.balance is None else scipy.sparse.hstack([cover, affine.balance.T])
    cost = np.append(affine.limits, np.zeros(free))
    bounds = [(0.0, None)] * nodes + [(None, None)] * free
    scale = float(abs(c).max(initial=1e-300))
    found = scipy.optimize.linprog(  # type: ignore[call-overload]
        cost, -matrix, -c / scale, bounds=bounds, method="highs"
    )
    if found.x is None:
        return np.zeros(nodes), np.zeros(free)
    return np.maximum(found.x[:nodes], 0) * scale, found.x[nodes:] * scale
