"""Best weights and best bound so far, when to look, and when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType

import numpy as np

from ..certify.certificate import AnyCertificate
from ..method import Answer, Request
from ..problem import Array
from ..result import Status

__all__ = ["Anytime", "OutOfTime"]

MARGIN = 1e-3  # of the gap: room for the enclosure of the value
EVERY = 10  # iterations between looks


class OutOfTime(Exception):
    """The time limit passed within a step, which is given up."""


STOPPED = {KeyboardInterrupt: Status.INTERRUPTED, OutOfTime: Status.TIME_LIMIT}


class Anytime:
    """A run that can end at any moment with feasible weights and a certificate.

    As a context manager it turns Ctrl-C and `OutOfTime` inside the block into a status.
    """

    def __init__(self, request: Request):
        self.request = request
        self.began = time.perf_counter()
        self.weights: Array = np.zeros(request.problem.m)
        self.value = np.inf
        self.certificate: AnyCertificate = request.problem.objective.trivial(
            request.problem.n, request.problem.m
        )
        self.bound = 0.0
        self.iterations = 0
        self.status: Status | None = None

    def __enter__(self) -> Anytime:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if kind not in STOPPED:
            return False
        self.status = STOPPED[kind]
        return True

    def start(self) -> Array:
        """The weights asked for, else the best so far, else 1 / max(d_i, d_j)."""
        problem, asked = self.request.problem, self.request.start
        if asked is not None:
            return asked
        if np.isfinite(self.value):
            return self.weights
        degree = problem.node_sums(np.ones(problem.m))
        return 1 / np.maximum(degree[problem.tails], degree[problem.heads])

    def from_best(self) -> None:
        """Go on from the best weights so far, whatever start was asked for."""
        self.request = replace(self.request, start=None)

    @property
    def seconds(self) -> float:
        """Since the run began."""
        return time.perf_counter() - self.began

    def due(self, iteration: int, every: int = EVERY) -> bool:
        """Whether to look now: at fixed iterations, so that without a time limit a run can be repeated exactly."""
        self.iterations = iteration
        return iteration % every == 0 or self.out_of_time()

    def look(
        self,
        weights: Array,
        value: Callable[[Array], float],
        certificate: Callable[[], AnyCertificate] | None = None,
    ) -> None:
        """Value feasible weights and re-derive a certificate's bound; keep what is better."""
        found = value(weights)
        if found < self.value:
            self.weights, self.value = weights, found
        if certificate is not None:
            offered, problem = certificate(), self.request.problem
            bound = problem.objective.lower_bound(self.request.network, offered, problem.signed)
            if bound > self.bound:
                self.certificate, self.bound = offered, bound
        if self.request.progress is not None:
            self.request.progress(self.iterations, self.value, self.bound)

    def settle(self, weights: Array, value: Callable[[Array], float]) -> bool:
        """Answer with these weights if they are within the gap as well, though they need not be the best so far."""
        found = value(weights)
        settled = self._is_within(found)
        if settled:
            self.weights, self.value = weights, found
        return settled

    def out_of_time(self) -> bool:
        """Whether the time limit has passed."""
        return self.request.time_limit is not None and self.seconds > self.request.time_limit

    def go_on(self) -> None:
        """Between parts of a long step, where Ctrl-C is heard too; OutOfTime once the limit has passed, if there are
        weights to answer with."""
        if self.out_of_time() and np.isfinite(self.value):
            raise OutOfTime

    def finished(self) -> bool:
        """Whether the gap is certified or the time is over."""
        if self._is_within(self.value):
            return True
        if self.out_of_time():
            self.status = Status.TIME_LIMIT
            return True
        return False

    def _is_within(self, value: float) -> bool:
        """Whether a value is certified."""
        return self.request.within(value, self.bound, MARGIN)

    def answer(self) -> Answer:
        """The best so far."""
        return Answer(self.weights, self.certificate, self.iterations, self.status)
