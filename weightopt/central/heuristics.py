"""The named weights of `mixproof.spectral.weights` as methods, each with a quick bound made of it."""

from __future__ import annotations

from functools import partial

from mixproof.spectral.errors import InputError
from mixproof.spectral.weights import WEIGHTS

from ..method import Answer, Method, Request
from ..result import Status
from .quick import certificate_at

__all__ = ["HEURISTICS"]


def _heuristic(name: str, request: Request) -> Answer:
    matrix = WEIGHTS[name](request.network)
    if matrix.signed and not request.problem.signed:
        raise InputError("method", name, "weights in [0, 1] on this network", unless="signed")
    problem = request.problem
    certificate = certificate_at(problem, matrix.weights)
    return Answer(matrix.weights, certificate, 0, Status.HEURISTIC)


HEURISTICS: dict[str, Method] = {name: partial(_heuristic, name) for name in WEIGHTS if name != "out-degree"}
