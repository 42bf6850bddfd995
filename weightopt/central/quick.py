"""A quick certificate from any weights, whatever the objective."""

from __future__ import annotations

from ..arrays import Array
from ..certify.certificate import AnyCertificate
from ..learning import Learning
from ..problem import Problem
from .learning_large import large_certificate_at
from .learning_model import learning_certificate_at
from .slow_modes import bound_from_slow_modes

__all__ = ["certificate_at"]


def certificate_at(problem: Problem, w: Array) -> AnyCertificate:
    """What weights w (m,) prove of all; tight where they are optimal."""
    goal = problem.objective
    if not isinstance(goal, Learning):
        return bound_from_slow_modes(problem, w)
    if goal.is_large(problem.n):
        return large_certificate_at(problem, goal.stand_in, w)
    return learning_certificate_at(problem, goal.stand_in, w)
