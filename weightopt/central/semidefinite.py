"""The central solution by semidefinite programming: CVXPY on edge variables.

The n x n matrix is never a variable: each link has one, as in the CVX example library's `fdla` and `fmmc`
(Boyd, Diaconis, Xiao, SIAM Review 46(4), 2004). The dual matrices of the constraints become the certificate.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.sparse import csc_array

from mixproof.spectral.errors import InputError
from mixproof.spectral.weights import WEIGHTS

from ..arrays import Array
from ..certify.certificate import AnyCertificate
from ..certify.duals import certify, factor
from ..learning import Learning
from ..method import Answer, Request
from ..norms import AffineNorm
from ..problem import Problem, repair
from ..result import Status
from .heuristics import certificate_at
from .learning_cvxpy import learn_by_cvxpy
from .norms import least_norm
from .solving import NoSolution, check_memory, solve, waiting

__all__ = ["SOLVERS", "by_cvxpy", "solve_with_cvxpy"]

SOLVERS = ("CLARABEL", "SCS")


def by_cvxpy(request: Request) -> Answer:
    """The method `cvxpy` of `optimize`: Clarabel; a start is not used.

    Raises InputError where memory would not do. The solver shows no iterates: Ctrl-C and the end of the time leave the
    start, or Metropolis's weights, with a quick bound.
    """
    problem, goal = request.problem, request.problem.objective
    if isinstance(goal, AffineNorm):
        return least_norm(request)
    _check_problem(problem)
    weights, certificate = np.zeros(problem.m), goal.trivial(problem.n, problem.m)
    if request.start is not None:
        weights = request.start
    elif request.deadline is not None:
        weights = WEIGHTS["metropolis"](request.network).weights
        certificate = certificate_at(problem, weights)

    def answered() -> Answer:
        if isinstance(goal, Learning):
            return learn_by_cvxpy(request, goal)
        return Answer(*solve_with_cvxpy(problem, time_limit=request.seconds))

    try:
        answer = waiting(answered, request.seconds)
    except TimeoutError:
        return Answer(weights, certificate, 0, Status.TIME_LIMIT)
    except KeyboardInterrupt:
        weights = WEIGHTS["metropolis"](request.network).weights if request.start is None else request.start
        return Answer(weights, certificate_at(problem, weights), 0, Status.INTERRUPTED)
    except NoSolution:
        return Answer(weights, certificate, 0, Status.NO_POINT)
    late = request.deadline is not None and time.perf_counter() > request.deadline
    return replace(answer, status=answer.status or (Status.TIME_LIMIT if late else None))


def _check_problem(problem: Problem) -> None:
    """InputError where the semidefinite program would fill this machine's memory."""
    cones, order = (2, problem.n) if problem.objective.is_modulus else (3, 2 * problem.n)
    if problem.objective.counts_losses:
        cones, order = 1, 2 * problem.n
    check_memory(f"cvxpy on {problem.n} nodes", cones, order, "; method fast needs far less")


def solve_with_cvxpy(
    problem: Problem, solver: str = "CLARABEL", time_limit: float | None = None, **options: Any
) -> tuple[Array, AnyCertificate, int]:
    """Weights (m,), exactly feasible; the certificate from the solver's dual; the solver's iterations.

    `options` go to the solver as they are. Raises InputError for an unknown solver, NoSolution when none
    came.
    """
    import cvxpy as cp

    if solver not in SOLVERS:
        raise InputError("solver", solver, f"one of {', '.join(SOLVERS)}")
    if time_limit is not None:
        options["time_limit" if solver == "CLARABEL" else "time_limit_secs"] = time_limit
    w = cp.Variable(problem.m, nonneg=not problem.signed)
    value = cp.Variable()
    build = _second_moment_constraints if problem.objective.counts_losses else _mean_constraints
    semidefinite = build(problem, w, value)
    constraints = list(semidefinite)
    if not problem.signed:
        constraints.append(abs(problem.incidence()) @ w <= 1)
    statement = cp.Problem(cp.Minimize(value), constraints)
    solve(statement, solver, **options)
    if w.value is None:  # any point is accepted, whatever the status: it is repaired and certified
        raise NoSolution(f"{solver} ended with status {statement.status}")
    weights = repair(problem, np.asarray(w.value, dtype=float))
    certificate = problem.objective.trivial(problem.n, problem.m)
    if semidefinite[0].dual_value is not None:
        duals = [np.asarray(one.dual_value, dtype=float) for one in semidefinite]
        if problem.objective.counts_losses:
            plus = factor(duals[0][problem.n :, problem.n :])
            certificate = certify(problem, plus, plus[:, :0], _best_reference(problem, plus))
        else:
            certificate = certify(problem, factor(duals[0]), factor(duals[1]))
    return weights, certificate, int(statement.solver_stats.num_iters or 0)


def _laplacian_map(problem: Problem, coefficients: Array) -> csc_array:
    """Sparse (n*n, m): column e is vec(coefficient_e a_e a_e')."""
    i, j, n = problem.tails, problem.heads, problem.n
    rows = np.concatenate([i * n + i, j * n + j, i * n + j, j * n + i])
    values = np.concatenate([coefficients, coefficients, -coefficients, -coefficients])
    return csc_array((values, (rows, np.tile(np.arange(problem.m), 4))), shape=(n * n, problem.m))


def _mean_constraints(problem: Problem, w: Any, value: Any) -> list[Any]:
    import cvxpy as cp

    n = problem.n
    rest = np.eye(n) - 1 / n - cp.reshape(_laplacian_map(problem, problem.p) @ w, (n, n), order="C")
    return [value * np.eye(n) - rest >> 0, value * np.eye(n) + rest >> 0]


def _second_moment_constraints(problem: Problem, w: Any, value: Any) -> list[Any]:
    """value I >= X^2 + sum spread z a a', X = I - J - L(w), z >= w^2: a Schur complement of order 2n."""
    import cvxpy as cp

    n = problem.n
    rest = np.eye(n) - 1 / n - cp.reshape(_laplacian_map(problem, problem.p) @ w, (n, n), order="C")
    square = cp.Variable(problem.m)
    excess = cp.reshape(_laplacian_map(problem, problem.spread) @ square, (n, n), order="C")
    whole = cp.bmat([[np.eye(n), rest], [rest, value * np.eye(n) - excess]])
    return [whole >> 0, cp.square(w) <= square]


def _best_reference(problem: Problem, plus: Array) -> Array:
    """(m,) the w0 that minimizes q of `mixproof.weightopt.certify.certificate`: there its linearisation bounds best."""
    import cvxpy as cp

    n, r = plus.shape
    difference = plus[problem.tails] - plus[problem.heads]
    entries = (problem.p[:, None] * difference).ravel()
    column = np.arange(r)
    rows = np.concatenate([(k[:, None] * r + column).ravel() for k in (problem.tails, problem.heads)])
    columns = np.tile(np.repeat(np.arange(problem.m), r), 2)
    moved = csc_array((np.concatenate([entries, -entries]), (rows, columns)), shape=(n * r, problem.m))
    own = np.sqrt(problem.spread * np.sum(difference**2, axis=1))
    scale = 1 / np.linalg.norm(plus)
    w = cp.Variable(problem.m, nonneg=not problem.signed)
    constraints = [] if problem.signed else [abs(problem.incidence()) @ w <= 1]
    q = cp.sum_squares(scale * (plus.ravel() - moved @ w)) + cp.sum_squares(cp.multiply(scale * own, w))
    cp.Problem(cp.Minimize(q), constraints).solve(
        solver="CLARABEL", tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12
    )
    return np.asarray(w.value, dtype=float)
