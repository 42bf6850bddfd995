"""The named weights of `mixproof.spectral.weights` as methods, and the quick certificate that any weights have."""

from __future__ import annotations

from functools import partial

from mixproof.spectral.errors import InputError
from mixproof.spectral.weights import WEIGHTS

from ..arrays import Array
from ..certify.certificate import AnyCertificate
from ..learning import Learning
from ..method import Answer, Method, Request
from ..problem import Problem
from ..result import Status
from .learning_large import large_certificate_at
from .learning_model import learning_certificate_at
from .slow_modes import bound_from_slow_modes

__all__ = ["HEURISTICS", "certificate_at"]


def _heuristic(name: str, request: Request) -> Answer:
    matrix = WEIGHTS[name](request.network)
    if matrix.signed and not request.problem.signed:
        raise InputError("method", name, "weights in [0, 1] on this network", unless="signed")
    problem = request.problem
    certificate = certificate_at(problem, matrix.weights)
    return Answer(matrix.weights, certificate, 0, Status.HEURISTIC)


HEURISTICS: dict[str, Method] = {name: partial(_heuristic, name) for name in WEIGHTS if name != "out-degree"}


def certificate_at(problem: Problem, w: Array) -> AnyCertificate:
    """What weights w (m,) prove of all; tight where they are optimal."""
    goal = problem.objective
    if not isinstance(goal, Learning):
        return bound_from_slow_modes(problem, w)
    if goal.is_large(problem.n):
        return large_certificate_at(problem, goal.stand_in, w)
    return learning_certificate_at(problem, goal.stand_in, w)
