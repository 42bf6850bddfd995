"""What the door hands to a method, and what it gets back."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network

from .arrays import Array
from .certify.certificate import AnyCertificate
from .nodes.transport import InProcess, Transport
from .problem import Problem
from .result import Status

__all__ = ["MOST_FACTORED", "Answer", "Enclosed", "Method", "Progress", "Request"]

MOST_FACTORED = 5000  # nodes of a network with random links: half a gigabyte, ten seconds
MOMENT = 1e-3  # seconds
ROUNDING = 1e-14  # a node: what the check of a certificate takes off a bound
Enclosed = tuple[MixingMatrix, float, tuple[float, float]]
Progress = Callable[[int, float, float], None]  # iteration, objective so far, lower bound so far


@dataclass(frozen=True, eq=False)
class Request:
    """One question: the problem, how good the answer must be, how long it may take."""

    network: Network
    problem: Problem
    gap: float  # in absolute terms
    deadline: float | None  # of time.perf_counter
    start: Array | None  # (m,) feasible weights to start from
    progress: Progress | None
    transport: Callable[[Network], Transport] = InProcess  # for methods the nodes run themselves
    before: tuple[Array, float] | None = None  # feasible weights and about their value, if time is limited
    share: float = np.inf  # of what the objective measures gaps by, which the gap must not exceed either

    @property
    def seconds(self) -> float | None:
        """What is left of the time, at least a moment; None without a deadline."""
        return None if self.deadline is None else max(self.deadline - time.perf_counter(), MOMENT)

    def within(self, value: float, bound: float, margin: float = 0.0) -> bool:
        """Whether a value is certified by a lower bound; `margin`: the share of the gap kept as room."""
        return value - bound <= self.allowed(value) * (1 - margin)

    def allowed(self, value: float) -> float:
        """The gap that a value may have."""
        scale = max(self.problem.objective.scale(value), 0.0)
        return min(self.gap, max(self.share * scale, ROUNDING * self.problem.n))


@dataclass(frozen=True, eq=False)
class Answer:
    """Exactly feasible weights with a certificate; `status` None lets the gap decide. value, bound: the objective at
    the weights and what it derives from the certificate, where the method has asked for them already; enclosed: the
    matrix, its value and the enclosure, likewise."""

    weights: Array  # (m,)
    certificate: AnyCertificate
    iterations: int
    status: Status | None = None
    messages: int | None = None
    value: float | None = None
    bound: float | None = None
    enclosed: Enclosed | None = None


Method = Callable[[Request], Answer]
