"""Best weights and best bound so far, when to look, and when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

import numpy as np

from mixproof.spectral.clock import OutOfTime, limited
from mixproof.spectral.weights import WEIGHTS

from ..arrays import Array
from ..certify.certificate import AnyCertificate
from ..method import MOST_FACTORED, Answer, Enclosed, Request
from ..result import Status
from .slow_modes import bound_from_slow_modes

__all__ = ["Anytime", "Valued", "tolerance"]

MARGIN, WIDE = 1e-3, 0.1  # of the gap: room for the enclosure of the value, which is wider beyond some nodes
EVERY = 10  # iterations between looks


class Valued(Protocol):
    """What values weights (m,) within a tolerance."""

    tolerance: float

    def value(self, w: Array) -> float:
        """The objective at w."""


def tolerance(gap: float) -> float:
    """Of the objective's values during a run that is to reach this gap."""
    return min(1e-3, gap / 20)


class Anytime:
    """A run that can end at any moment with feasible weights and a certificate."""

    def __init__(self, request: Request):
        self.request = request
        self.weights: Array = np.zeros(request.problem.m)
        self.value = np.inf
        self.certificate: AnyCertificate = request.problem.objective.trivial(
            request.problem.n, request.problem.m
        )
        self.bound = 0.0
        self.enclosed: tuple[Array, Enclosed] | None = None  # of which weights, `Answer.enclosed`
        self.is_estimate = False  # the value: the next one takes its place
        self.iterations = 0
        self.status: Status | None = None

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """A block that Ctrl-C ends at once, and the time limit, once there are weights, at the next `check_time`."""
        try:
            with limited(self.request.deadline, lambda: bool(np.isfinite(self.value))):
                yield
        except KeyboardInterrupt:
            self.status = Status.INTERRUPTED
        except OutOfTime:
            self.status = Status.TIME_LIMIT

    def first_look(self) -> None:
        """Offer the start of a modulus: there is an answer from now on, and what its slow modes prove where time is
        limited."""
        request, w = self.request, self.start()
        problem, objective = request.problem, request.problem.objective
        W = objective.matrix(request.network, w, problem.signed)
        proof = None if request.deadline is None else lambda: bound_from_slow_modes(problem, w)
        self.look(w, lambda _: objective.value(W), proof)

    def take_known(self, is_estimate: bool = False) -> None:
        """Answer with the weights known before, if there are any, and what is proved of every network."""
        request, objective = self.request, self.request.problem.objective
        self.bound = objective.lower_bound(request.network, self.certificate, request.problem.signed)
        if request.before is not None:
            self.weights, self.value = request.before
            self.is_estimate = is_estimate

    def start(self) -> Array:
        """The weights asked for, else the best so far, else 1 / max(d_i, d_j)."""
        asked = self.request.start
        return self.best() if asked is None else asked

    def best(self) -> Array:
        """The best weights so far; before there are any, 1 / max(d_i, d_j)."""
        return self.weights if np.isfinite(self.value) else self.request.problem.even()

    def from_best(self) -> None:
        """Go on from the best weights so far, whatever start was asked for."""
        self.request = replace(self.request, start=None)

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
        found, first = value(weights), not np.isfinite(self.value)
        if (found < self.value or self.is_estimate) and not first:
            self.weights, self.value, self.is_estimate = weights, found, False
        if certificate is not None:
            offered, problem = certificate(), self.request.problem
            bound = problem.objective.lower_bound(self.request.network, offered, problem.signed)
            if bound > self.bound:
                self.certificate, self.bound = offered, bound
        if first:  # the time limit waits for a value: the bound that comes with the first one is there too
            self.weights, self.value = weights, found
        if self.request.progress is not None:
            self.request.progress(self.iterations, self.value, self.bound)

    def enclose(self, weights: Array, certificate: Callable[[], AnyCertificate] | None = None) -> None:
        """`look`, by the enclosure that an answer needs: on small networks it costs no more than a value."""
        request, objective = self.request, self.request.problem.objective
        W = objective.matrix(request.network, weights, request.problem.signed)
        value, enclosure = objective.enclosure(W)
        self.look(weights, lambda _: value, certificate)
        if self.weights is weights:
            self.enclosed = weights, (W, value, enclosure)

    def settle(self, weights: Array, value: Callable[[Array], float]) -> bool:
        """Answer with these weights if they are within the gap too, and have more zeros than the best so far, or are
        better; whether they are within it."""
        found = value(weights)
        settled = self._is_within(found)
        fewer = np.count_nonzero(weights) < np.count_nonzero(self.weights)
        if settled and (fewer or found < self.value):
            self.weights, self.value = weights, found
        return settled

    def out_of_time(self) -> bool:
        """Whether the time limit has passed."""
        return self.request.deadline is not None and time.perf_counter() > self.request.deadline

    def finished(self) -> bool:
        """Whether the gap is certified or the time is over."""
        if self._is_within(self.value):
            return True
        if self.out_of_time():
            self.status = Status.TIME_LIMIT
            return True
        return False

    def assured(self, valued: Valued) -> bool:
        """`finished`; where the value is not known well enough to say so, it is found again, and from now on better."""
        needed = tolerance(self.request.allowed(self.value))
        if self._is_within(self.value) and valued.tolerance > needed:
            valued.tolerance = needed
            self.value = valued.value(self.weights)
        return self.finished()

    def _is_within(self, value: float) -> bool:
        """Whether a value is certified."""
        wide = self.request.problem.n > MOST_FACTORED
        return self.request.within(value, self.bound, WIDE if wide else MARGIN)

    def answer(self) -> Answer:
        """The best so far; before there are any, the start or Metropolis's weights."""
        if np.isfinite(self.value):
            return Answer(
                self.weights,
                self.certificate,
                self.iterations,
                self.status,
                value=self.value,
                bound=self.bound,
                enclosed=self.enclosed[1] if self.enclosed and self.enclosed[0] is self.weights else None,
            )
        w = self.request.start
        if w is None:
            w = WEIGHTS["metropolis"](self.request.network).weights
        return Answer(w, self.certificate, self.iterations, self.status, bound=self.bound or None)
