"""What the door hands to a method, and what it gets back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mixproof.spectral.network import Network

from .certify.certificate import Certificate
from .nodes.transport import InProcess, Transport
from .problem import Array, Problem
from .result import Status

__all__ = ["Answer", "Method", "Progress", "Request"]

Progress = Callable[[int, float, float], None]  # iteration, objective so far, lower bound so far


@dataclass(frozen=True, eq=False)
class Request:
    """One question: the problem, how good the answer must be, how long it may take."""

    network: Network
    problem: Problem
    gap: float
    time_limit: float | None  # seconds
    start: Array | None  # (m,) feasible weights to start from
    progress: Progress | None
    transport: Callable[[Network], Transport] = InProcess  # for methods the nodes run themselves
    share: float | None = None  # of 1 - rho that the gap must not exceed either: for `fast`


@dataclass(frozen=True, eq=False)
class Answer:
    """Exactly feasible weights with a certificate; `status` None lets the gap decide."""

    weights: Array  # (m,)
    certificate: Certificate
    iterations: int
    status: Status | None = None
    messages: int | None = None


Method = Callable[[Request], Answer]
