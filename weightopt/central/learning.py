"""The method `fast` for `learning`: columns, or polynomials where networks are large or have many links.

Columns factor a Hessian of the links that carry weight, polynomials apply L to the unit vectors: where a node has many
links networks mix fast and polynomials of low degree do, on sparse ones that mix slowly columns are several times
faster.

Symmetry is not used: an iteration's work is in eigendecompositions of all nodes, however few classes links are in.

Where the objective is not convex its convex stand-in is solved first: its certificate bounds the objective, and its
weights are where the local descent starts.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from ..arrays import Array
from ..learning import Learning
from ..method import Answer, Request
from ..problem import repair
from ..result import Status
from .anytime import Anytime
from .learning_columns import solve_by_columns
from .learning_large import solve_large
from .learning_model import Point, remembering

__all__ = ["learn"]

FEW_NODES, MANY_LINKS = 200, 12  # links a node


def learn(request: Request) -> Answer:
    """The method `fast` of `optimize` for `learning` and `learning-convex`."""
    problem, run = request.problem, Anytime(request)
    objective = problem.objective
    assert isinstance(objective, Learning)
    if objective.is_large(problem.n) and objective.is_convex:  # else its stand-in does
        run.take_known(is_estimate=True)
    with run.stoppable():
        if objective.is_convex:
            _solve(run, objective)
        else:
            _local(run, objective)
        if not run.finished() and run.status is None:
            run.status = Status.INEXACT if objective.is_convex else Status.LOCAL
    return run.answer()


def _solve(run: Anytime, objective: Learning) -> None:
    problem = run.request.problem
    large = objective.is_large(problem.n)
    many = problem.n > FEW_NODES and problem.m >= MANY_LINKS * problem.n
    if large or (many and objective.factor is None):
        solve_large(problem, run, objective)
        if large or run.finished():
            return
        run.from_best()  # where its steps help no more
    solve_by_columns(problem, run, remembering(partial(Point, problem, objective)))


def _local(run: Anytime, objective: Learning) -> None:
    """The stand-in first, whose certificate is the objective's own; then descent from its weights."""
    problem = run.request.problem
    first = Anytime(replace(run.request, problem=replace(problem, objective=objective.stand_in)))
    if objective.is_large(problem.n):
        first.take_known(is_estimate=True)
    with first.stoppable():
        _solve(first, objective.stand_in)
    run.iterations, run.status = first.iterations, first.status
    found = first.answer().weights  # Metropolis's where it was interrupted before it had any
    starts = [found] if run.request.start is None else [found, run.request.start]
    large = objective.is_large(problem.n)
    at = remembering(partial(Point, problem, objective))

    def value(w: Array) -> float:
        if not large:
            return at(w).value
        until = np.inf if run.status is None else 0.0
        return objective.hurried(objective.matrix(run.request.network, w), np.inf, until)[0]

    for w in starts:
        run.look(repair(problem, w), value, lambda: first.certificate)
    if run.status is not None or not np.isfinite(run.value):
        return
    run.from_best()
    if large:
        run.request = replace(run.request, start=run.weights)
        solve_large(problem, run, objective)
    else:
        solve_by_columns(problem, run, at, certify=False)
