"""Into the nodes and out of them: their own part of a start, what each shows, and the answer made of it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mixproof.spectral.checks import check_connected
from mixproof.spectral.errors import InputError

from ..arrays import Array
from ..certify.certificate import AnyCertificate, Certificate
from ..method import Answer, Request
from ..objectives import Mean
from ..problem import Problem, repair
from ..result import Status
from .port import Port, Program, links_of_nodes

__all__ = [
    "Neighbours",
    "Row",
    "Start",
    "collect",
    "feasible_weights",
    "only_mean",
    "publish",
    "run_nodes",
    "start_by_link",
    "together",
    "weights_of_links",
]

Neighbours = list[tuple[int, ...]]
Start = dict[tuple[int, int], float]  # weights by link, the smaller node first


@dataclass(frozen=True, eq=False)
class Row:
    """A node's share after an iteration: its links' weights, its row of the dual factors, its part of the cover."""

    weights: Array  # (degree,) in the order of its neighbours
    factor: Array  # (k,) row of V
    signs: Array  # (k,) s, the same at every node
    cover: float
    iterations: int
    status: Status | None = None
    before: Row | None = None  # what it showed an iteration earlier


def publish(port: Port, row: Any) -> None:
    """Show the row, and keep the one before it: where a run is cut short, nodes are one iteration apart at most."""
    last = port.published
    port.publish(replace(row, before=last if last is None else replace(last, before=None)))


def together(rows: Sequence[Any]) -> list[Any]:
    """What the nodes show of the last iteration that all of them have ended."""
    ended = min(row.iterations for row in rows)
    return [row if row.iterations == ended or row.before is None else row.before for row in rows]


def feasible_weights(problem: Problem, neighbours: Neighbours, rows: Sequence[Any]) -> Array:
    """(m,) exactly feasible: of what both ends hold the smaller."""
    held = {(i, j): w for i, row in enumerate(rows) for j, w in zip(neighbours[i], row.weights.tolist())}
    pairs = zip(problem.tails.tolist(), problem.heads.tolist())
    return repair(problem, np.array([min(held[i, j], held[j, i]) for i, j in pairs]))


def collect(problem: Problem, neighbours: Neighbours, rows: Sequence[Row]) -> tuple[Array, Certificate]:
    """Weights (m,), exactly feasible, and certificate, of the last iteration that all nodes have ended."""
    same = together(rows)
    factors, signs = np.array([row.factor for row in same]), same[0].signs
    cover = np.array([row.cover for row in same])
    scaled = factors * np.sqrt(abs(signs))
    weights = feasible_weights(problem, neighbours, same)
    return weights, Certificate(scaled[:, signs > 0], scaled[:, signs < 0], cover, None)


def only_mean(request: Request, name: str) -> None:
    """Raises InputError where the objective is not the mean."""
    if not isinstance(request.problem.objective, Mean) or request.problem.signed:
        raise InputError("method", name, "the nodes minimise the objective mean, weights not signed")


def run_nodes(
    request: Request,
    name: str,
    program: Program,
    gather: Callable[[Problem, Neighbours, list[Any]], tuple[Array, AnyCertificate]] = collect,
) -> Answer:
    """What a program's nodes show at its end, or where Ctrl-C cuts it short, put together by `gather`."""
    problem = request.problem
    check_connected(request.network)
    transport = request.transport(request.network)
    interrupted = False
    try:
        transport.run(program)
    except KeyboardInterrupt:
        interrupted = True
    rows = transport.published
    messages = int(transport.traffic.messages.sum())
    if any(row is None for row in rows):  # cut short before the nodes had weights
        weights = np.zeros(problem.m) if request.start is None else request.start
        return Answer(
            weights, problem.objective.trivial(problem.n, problem.m), 0, Status.INTERRUPTED, messages
        )
    neighbours = [beside for beside, _ in links_of_nodes(request.network)]
    weights, certificate = gather(problem, neighbours, rows)
    said = [row.status for row in rows if row.status is not None]
    status = Status.INTERRUPTED if interrupted else said[0] if said else None
    return Answer(weights, certificate, min(row.iterations for row in rows), status, messages)


def start_by_link(request: Request) -> Start | None:
    """The start of a request, by link."""
    if request.start is None:
        return None
    ends = zip(request.problem.tails.tolist(), request.problem.heads.tolist())
    return dict(zip(ends, request.start.tolist()))


def weights_of_links(port: Port, start: Start) -> Array:
    """(degree,) the entries of a start that are a node's own."""
    return np.array([start[min(port.me, v), max(port.me, v)] for v in port.neighbours])
