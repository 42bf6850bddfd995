"""The method `distributed` for the objective `learning`: the nodes minimise it, with a certificate, by messages alone.

Newton's method in a barrier, as `central.barrier`, without its matrices. At given weights Lanczos' method (`lanczos`)
gives node i row i of the functions of L(w) that the objective is made of, and with its neighbours' rows the gradient at
its links, p_e a_e'S a_e, the diagonal of the Hessian, and the certificate; the step is that of `newton`. Every number
that a node has not worked out itself came by a message from a neighbour.

What a node needs to know: its links and their reliability, the number of nodes, and the constants of the objective,
which are the same everywhere. With data, `learning-convex`, also its own row of B, M = BB': the first message of the
second Lanczos run carries it to the neighbours and to nobody else; what travels further are mixtures. Rows have as
many numbers as there are nodes, so messages are few and long.

Lower bound: Phi is convex, so Phi(w) + c'w - sum_i y_i is below it for every cover y of c = -grad Phi(w)
(`certify.learning`); mu / room, raised where it falls short, is such a cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from mixproof.spectral.errors import InputError

from ..arrays import Array
from ..certify.certificate import AnyCertificate, LearningCertificate
from ..learning import Learning
from ..method import Answer, Progress, Request
from ..problem import Problem
from ..result import Status
from .learning_root import GO_ON, LATE, SHORTER, STUCK, Judge
from .newton import History, Place, direction
from .port import Exchange, Port, Program, Tree, agree, grow_tree, hear
from .rows import (
    Neighbours,
    Start,
    feasible_weights,
    publish,
    run_nodes,
    start_by_link,
    together,
    weights_of_links,
)
from .transport import Steps
from .view import look, rows_of

__all__ = ["LearningRow", "learn_by_nodes", "learning_program"]

INSIDE, SHRINK = 0.8, 0.5  # of the start's weights, and of a step, that are tried
TO_BOUNDARY = 0.95
SWEEPS = 5  # of the cover
MAX_ITERATIONS = 500


@dataclass(frozen=True, eq=False)
class LearningRow:
    """A node's share after an iteration: its links' weights, its rows of the certificate, its part of the cover."""

    weights: Array  # (degree,) in the order of its neighbours
    certificate: tuple[Array, Array, Array]  # its rows of bias, slow and fast
    cover: float
    level: float
    iterations: int
    status: Status | None = None
    before: LearningRow | None = None  # what it showed an iteration earlier


def learning_program(
    goal: Learning,
    gap: float,
    deadline: float | None = None,
    start: Start | None = None,
    progress: Progress | None = None,
) -> Program:
    """The program of every node, to a certified gap of at most the share `gap` of the value; `goal` is convex.

    `deadline` and `progress` concern the root alone; a node reads its own links of `start`, its own row of goal.factor.
    """

    def program(port: Port) -> Steps:
        tree = yield from grow_tree(port)
        degree = len(port.neighbours)
        even = 1 / np.maximum(degree, (yield from hear(port, float(degree))))
        w = INSIDE * even
        if start is not None:
            w = INSIDE * weights_of_links(port, start) + (1 - INSIDE) / 2 * even
        own = rows_of(port, goal)
        sizes = yield from agree(port, tree, np.array([degree / 2, float(own[0] @ own[0])]))
        judge = Judge(port.nodes, float(sizes[0]), gap, deadline, progress) if tree.parent is None else None
        none = np.zeros(port.nodes)
        publish(port, LearningRow(w, (0 * own[0], none, none), 0.0, 0.0, 0))

        history, at, mu, length, slope = History(), None, 0.0, 1.0, 0.0
        step, best, proof, cover = np.zeros(degree), w, port.published, 0.0
        for iteration in range(1, MAX_ITERATIONS + 1):
            while True:
                tried = w + length * step
                seen = yield from look(port, tree, goal, tried, own, float(sizes[1]))
                act = SHORTER
                if seen is not None:
                    room = 1 - float(tried.sum())
                    logs = float(np.sum(np.log(tried))) / 2 + np.log(room)
                    decide = None
                    if judge is not None:
                        decide = partial(judge.try_step, seen.value, length, slope)
                    act, mu = yield from agree(
                        port, tree, np.array([logs, -float(seen.g @ tried) / 2]), decide
                    )
                if act != SHORTER:
                    break
                if at is None:
                    w = INSIDE * w
                length *= SHRINK
            if act == STUCK:
                break
            assert seen is not None
            new = Place(tried, seen.g, seen.h, room, (yield from hear(port, room)))
            if at is not None:
                history.add(at, new)
            at, w = new, tried
            y = yield from _cover(port, -new.g, mu / new.room, mu / new.rooms)
            conclude = None if judge is None else judge.conclude
            act, keep, better, mu = yield from agree(port, tree, np.array([y]), conclude)
            best = w if keep else best
            if better:
                proof, cover = seen, y
            status = Status.TIME_LIMIT if act == LATE else None
            publish(port, LearningRow(best, proof.certificate, cover, proof.level, iteration, status))
            if act != GO_ON:
                break
            step, slope = yield from direction(port, tree, at, mu, history)
            length = yield from _longest(port, tree, at, step)
        return port.published

    return program


def _cover(port: Port, c: Array, here: float, there: Array) -> Exchange:
    """The node's part of a cover of c: mu / room, raised where it falls short, then lowered where ends have slack."""
    y = here + max(float(np.max(c - (here + there))) / 2, 0.0)
    for _ in range(SWEEPS):
        slack = y + (yield from hear(port, y)) - c
        y -= max(min(2 * y, float(slack.min())), 0.0) / 2
    return y


def _longest(port: Port, tree: Tree, at: Place, step: Array) -> Exchange:
    """The share of a step, at most 1, that stays inside at every node."""
    into = float(step.sum())
    full = [TO_BOUNDARY * at.room / into] if into > 0 else []
    empty = -TO_BOUNDARY * at.w[step < 0] / step[step < 0]
    own = min([1.0, *full, *empty.tolist()])
    return float((yield from agree(port, tree, np.array([own]), combine=np.minimum))[0])


def gather(
    problem: Problem, neighbours: Neighbours, rows: Sequence[LearningRow]
) -> tuple[Array, AnyCertificate]:
    """Weights (m,), exactly feasible, and certificate, of the last iteration that all nodes have ended."""
    same = together(rows)
    bias, slow, fast = (np.array([row.certificate[k] for row in same]) for k in range(3))
    cover = np.array([row.cover for row in same])
    certificate = LearningCertificate(bias, slow, fast, cover, same[0].level)
    return feasible_weights(problem, neighbours, same), certificate


def learn_by_nodes(request: Request) -> Answer:
    """The method `distributed` of `optimize` for the convex forms of `learning`. Raises InputError for the others."""
    goal = request.problem.objective
    assert isinstance(goal, Learning)
    if not goal.is_convex:
        rule = f"the nodes minimise convex objectives: {goal.stand_in.name}, not {goal.name} of this kind"
        raise InputError("method", "distributed", rule)
    deadline = request.deadline
    program = learning_program(goal, request.share, deadline, start_by_link(request), request.progress)
    return run_nodes(request, "distributed", program, gather)
