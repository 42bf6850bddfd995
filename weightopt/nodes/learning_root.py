"""What the root of the spanning tree decides for all nodes (`weightopt.nodes.learning`), from sums alone."""

from __future__ import annotations

import time

import numpy as np

from ..arrays import Array
from ..barrier_parameter import first_parameter, next_parameter
from ..method import Progress

__all__ = ["GO_ON", "LATE", "SHORTER", "STUCK", "Judge"]

GO_ON, SHORTER, STUCK, DONE, LATE = range(5)
DESCENT = 1e-4
SHORTEST = 1e-6
MARGIN = 1e-3  # of the gap: room for rounding, and for what Lanczos' method has not seen


class Judge:
    """Best value and bound so far, the barrier's parameter, which steps to take, and when to stop."""

    def __init__(
        self, nodes: int, links: float, gap: float, deadline: float | None, progress: Progress | None
    ):
        self.terms, self.gap = nodes + links, gap * (1 - MARGIN)
        self.deadline, self.progress = deadline, progress
        self.value, self.bound, self.mu, self.iteration = np.inf, 0.0, 0.0, 0
        self.here = (np.inf, 0.0)  # value and sum of logarithms where the nodes are

    def try_step(self, value: float, length: float, slope: float, total: Array) -> Array:
        """From the sums of logarithms and of c'w at a point tried: whether the step is taken, and mu."""
        logs, self.inner = float(total[0]), float(total[1])
        if self.iteration == 0:
            self.mu = first_parameter(value, self.terms)
        old = self.here[0] - self.mu * self.here[1]
        if not value - self.mu * logs <= old + DESCENT * length * slope + 1e-12 * abs(old):
            return np.array([STUCK if length < SHORTEST else SHORTER, self.mu])
        self.here, self.slope = (value, logs), slope
        return np.array([GO_ON, self.mu])

    def conclude(self, total: Array) -> Array:
        """From the sum of a cover: what to do next, whether to keep weights and proof, the next mu."""
        value, bound = self.here[0], self.here[0] + self.inner - float(total[0])
        keep, better = value < self.value, bound > self.bound
        self.value, self.bound = min(value, self.value), max(bound, self.bound)
        if self.iteration:
            self.mu = next_parameter(self.mu, self.slope, value, self.gap, self.terms)
        self.iteration += 1
        if self.progress is not None:
            self.progress(self.iteration, self.value, self.bound)
        act = GO_ON
        if self.value - self.bound <= self.gap * self.value:
            act = DONE
        elif self.deadline is not None and time.perf_counter() > self.deadline:
            act = LATE
        return np.array([act, keep, better, self.mu])
