"""The objective `learning` by matrix scaling: a first-order method for networks of many links.

At the optimum c_e = -dF/dw_e <= u_i + u_j, with equality where a link carries weight. So a link's weight is multiplied
by its c_e, and the rows and columns of the symmetric matrix of weights are scaled (Sinkhorn) until the nodes' sums, the
slack that each node keeps among them, are 1 again. Fixed points are optima. Twenty to forty iterations come within a
few percent, at one eigendecomposition each; the interior-point method goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy

from ..arrays import Array
from ..problem import Problem, repair
from .anytime import Anytime
from .learning_model import Point, look_at

__all__ = ["scale_weights"]

SINKHORN = 20  # sweeps
LEAST = 0.02  # of the mean factor: what a link or slack keeps whose factor is smaller
SHORTEST = 1 / 64  # power of the factors below which the method has ended
LOOK = 5  # iterations between certificates
ENOUGH = 0.015  # relative gap at which the interior point does better
MOST = 200


def scale_weights(
    problem: Problem, run: Anytime, at: Callable[[Array], Point], w: Array
) -> tuple[Array, Array]:
    """Weights (m,) and multipliers (n,) of the nodes' sums, within a few percent of optimal."""
    slack = np.maximum(1 - problem.node_sums(w), 0.01)
    w, slack = _balanced(problem, w, slack)
    point, power, gap = at(w), 1.0, np.inf
    u = np.zeros(problem.n)
    for iteration in range(MOST):
        c = -point.gradient()
        if run.due(run.iterations + 1, LOOK):
            u = _multipliers(problem, w, slack, c)
            look_at(run, repair(problem, w), point, u)
            before, gap = gap, (run.value - run.bound) / run.value
            if run.finished() or gap < ENOUGH or (iteration > 4 * LOOK and gap > 0.9 * before):
                break
        mean = float(c @ w) / float(w.sum())
        while power >= SHORTEST:
            grown = w * np.maximum(c / mean, LEAST) ** power
            tried = _balanced(problem, grown, slack * LEAST**power)
            new = at(tried[0])
            if new.value < point.value:
                break
            power /= 2
        else:
            break
        (w, slack), point, power = tried, new, min(1.0, 1.2 * power)
    return w, u


def _balanced(problem: Problem, w: Array, slack: Array) -> tuple[Array, Array]:
    """x_i x_j w_e and x_i s_i whose sums at the nodes are 1, nearly; never more."""
    for _ in range(SINKHORN):
        x = 1 / np.sqrt(problem.node_sums(w) + slack)
        w, slack = w * x[problem.tails] * x[problem.heads], slack * x
    full = np.maximum(problem.node_sums(w) + 1e-6, 1.0)
    return w / np.maximum(full[problem.tails], full[problem.heads]), slack


def _multipliers(problem: Problem, w: Array, slack: Array, c: Array) -> Array:
    """(n,) u with sum_e w_e (u_i + u_j) + slack_i u_i = sum_e w_e c_e at each node."""
    i, j = problem.ends
    diagonal = scipy.sparse.diags_array(problem.node_sums(w) + slack + 1e-9)
    matrix = diagonal + scipy.sparse.csr_array((w, (i, j)), shape=(problem.n, problem.n))
    matrix = matrix + scipy.sparse.csr_array((w, (j, i)), shape=(problem.n, problem.n))
    u, _ = scipy.sparse.linalg.cg(matrix, problem.node_sums(w * c), rtol=1e-6, maxiter=200)
    return np.maximum(u, 0.0)
