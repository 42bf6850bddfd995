"""The objective `learning` by CVXPY: a second route to the same optimum, for small networks.

On the complement of 1, with an orthonormal basis V, X = V'(L + s)V: tr X^-1 and tr B'X^-1 B are CVXPY's own atoms, and
tr X^-2 is the least |Y|^2 with [[Y, I], [I, X]] >= 0.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import scipy

from mixproof.spectral.errors import InputError

from ..arrays import Array
from ..learning import Learning
from ..method import Answer, Request
from ..problem import Problem, repair
from ..result import Status
from .heuristics import certificate_at
from .solving import NoSolution, solve

__all__ = ["learn_by_cvxpy", "terms"]


def learn_by_cvxpy(request: Request, objective: Learning) -> Answer:
    """The method `cvxpy` of `optimize` for the convex forms of `learning`. Raises InputError for the others."""
    import cvxpy as cp

    problem = request.problem
    if objective.stand_in is not objective:
        raise InputError(
            "method", "cvxpy", f"{objective.name} is not convex; method fast finds a local optimum"
        )
    w = cp.Variable(problem.m, nonneg=True)
    bias, slow, fast = terms(problem, objective, w)
    statement = cp.Problem(
        cp.Minimize(bias + objective.kappa / 2 * (slow + fast)), [abs(problem.incidence()) @ w <= 1]
    )
    limits: dict[str, Any] = {} if request.seconds is None else {"time_limit": request.seconds}
    with suppress(NoSolution):
        solve(statement, **limits)
    if w.value is None:
        found = np.zeros(problem.m) if request.start is None else request.start
        return Answer(found, objective.trivial(problem.n, problem.m), 0, Status.NO_POINT)
    found = repair(problem, np.asarray(w.value, dtype=float))
    iterations = int(statement.solver_stats.num_iters or 0)
    return Answer(found, certificate_at(problem, found), iterations)


def terms(problem: Problem, objective: Learning, w: Any) -> tuple[Any, Any, Any]:
    """CVXPY's expressions of the bias and of both traces of the noise, without kappa / 2."""
    import cvxpy as cp

    n = problem.n
    V = scipy.linalg.null_space(np.ones((1, n)))
    edges = V[problem.tails] - V[problem.heads]  # (m, n - 1)
    columns: Array = (edges[:, :, None] * edges[:, None, :]).reshape(problem.m, -1) * problem.p[:, None]
    L = cp.reshape(columns.T @ w, (n - 1, n - 1), order="C")
    L = (L + L.T) / 2
    eye = np.eye(n - 1)
    X = L + objective.low * eye
    bias: Any
    if objective.factor is None:
        Y = cp.Variable((n - 1, n - 1), PSD=True)
        inverse = cp.Variable((2 * n - 2, 2 * n - 2), PSD=True)
        constraint = inverse == cp.bmat([[Y, eye], [eye, X]])
        bias = _with(cp.sum_squares(Y), constraint)
    else:
        form = cp.matrix_frac(V.T @ objective.factor, X)
        bias = cp.square(form) / float(np.sum(objective.factor**2))
    slow = cp.tr_inv(L + objective.top * eye)
    fast = cp.tr_inv(objective.most * eye - L)
    return bias, slow, fast


def _with(expression: Any, constraint: Any) -> Any:
    """The expression plus the indicator of a constraint."""
    import cvxpy as cp

    return expression + cp.transforms.indicator([constraint])
