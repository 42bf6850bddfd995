"""The method `fast` for the objective `learning`: columns, or polynomials on networks too large for dense inverses.

Symmetry is not used: an iteration's work is in eigendecompositions of all nodes, however few classes links are in.

Where the objective is not convex its convex stand-in is solved first: its certificate bounds the objective, and its
weights are where the local descent starts.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from ..arrays import Array
from ..feasible import repair
from ..learning import Learning
from ..learning_exact import LearningExact
from ..method import Answer, Request
from ..result import Status
from .anytime import Anytime
from .learning_columns import solve_by_columns
from .learning_exact_model import ExactPoint
from .learning_large import solve_large
from .learning_model import Point, remembering

__all__ = ["learn"]


def learn(request: Request) -> Answer:
    """The method `fast` of `optimize` for `learning`, `learning-convex` and `learning-exact`."""
    problem, run = request.problem, Anytime(request)
    objective = problem.objective
    assert isinstance(objective, Learning)
    with run, run.alarm:
        if objective.is_large(problem.n) and type(objective) is Learning:
            solve_large(problem, run, objective)
        elif objective.is_convex:
            solve_by_columns(problem, run, remembering(partial(Point, problem, objective)))
        else:
            _local(run, objective)
        if not run.finished() and run.status is None:
            run.status = Status.INEXACT if objective.is_convex else Status.LOCAL
    return run.answer()


def _local(run: Anytime, objective: Learning) -> None:
    """The stand-in first, whose certificate is the objective's own; then descent from its weights."""
    from dataclasses import replace

    problem = run.request.problem
    easy = replace(problem, objective=objective.stand_in)
    first = Anytime(replace(run.request, problem=easy))
    with first:
        solve_by_columns(easy, first, remembering(partial(Point, easy, objective.stand_in)))
    kind = ExactPoint if isinstance(objective, LearningExact) else Point
    at = remembering(partial(kind, problem, objective))
    run.iterations, run.status = first.iterations, first.status
    starts = [first.weights] if run.request.start is None else [first.weights, run.request.start]

    def value(w: Array) -> float:
        return at(w).value

    for w in starts:
        run.look(repair(problem, w), value, lambda: first.certificate)
    if run.status is None and np.isfinite(run.value):
        run.from_best()
        solve_by_columns(problem, run, at, certify=False)
