"""The one door to every method."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network
from mixproof.spectral.parsing import as_network

from .central.fast import fast
from .central.heuristics import HEURISTICS
from .central.semidefinite import by_cvxpy
from .certify.check import verify_certificate
from .certify.value import objective_enclosure
from .feasible import check_start
from .method import Method, Progress, Request
from .nodes.distributed import by_nodes
from .nodes.printed import as_printed
from .nodes.transport import InProcess, Transport
from .problem import Problem
from .result import OptimizedWeights, Status

__all__ = ["METHODS", "optimize"]

METHODS: dict[str, Method] = {
    "fast": fast,
    "cvxpy": by_cvxpy,
    "distributed": by_nodes,
    "distributed-printed": as_printed,
    **HEURISTICS,
}
DEFAULT_GAP = 1e-5
ONE_THREAD = 500  # nodes
MOST_FACTORED = 5000  # nodes of a network with random links: half a gigabyte, ten seconds
DEFAULT_SHARE = 0.01  # of 1 - rho: rounds to a consensus are as many as 1 / (1 - rho)


def optimize(
    network: Any,
    objective: str = "mean",
    signed: bool = False,
    method: str = "auto",
    gap: float | None = None,
    time_limit: float | None = None,
    start: MixingMatrix | None = None,
    progress: Progress | None = None,
    transport: Callable[[Network], Transport] = InProcess,
    attribute: str | None = None,
) -> OptimizedWeights:
    """Mixing weights on `network` with the smallest objective, and a certificate of how good they are.

    network: a Network, a networkx graph, an array, a text or a file, as `mixproof.spectral.as_network` takes it;
    attribute: the edge attribute of a graph that holds its links' reliabilities (default: `p`, where there is one).
    objective: `mean`, rho of the mean matrix E[W_hat] (on reliable links: fastest mixing), or
    `second-moment`, the largest eigenvalue of E[W_hat^2] - J, exactly. signed: entries of W may be negative
    (fastest linear averaging). method: a key of `METHODS`; `auto` is `fast`. gap: the certified gap asked for
    (default 1e-5; `fast` for the mean then closes it to a hundredth of 1 - rho as well). time_limit: seconds for the
    method; it ends after the step at hand, and the proof of its value comes on top.
    start: feasible weights on the same links. progress: called with (iteration, value, lower bound). transport:
    on which the methods `distributed` and `distributed-printed` run: `InProcess`, `AcrossRanks` (each MPI rank
    calls `optimize`, all get the same answer) or `Lossy`.

    Raises InputError for an unknown objective or method, a directed network, an infeasible start, or a gap
    or time limit that is not positive.

    >>> from mixproof.spectral import parse_network
    >>> best = optimize(parse_network("path:n=5"), method="cvxpy")
    >>> round(best.rho, 6), best.gap < 1e-6          # cos(pi/5)
    (0.809017, True)
    """
    began = time.perf_counter()
    network = as_network(network, attribute or "p")
    problem = Problem.of(network, objective, signed)
    if gap is not None and not (np.isfinite(gap) and gap > 0):
        raise InputError("gap", gap, "a certified gap is a finite number > 0")
    if time_limit is not None and not time_limit > 0:
        raise InputError("time_limit", time_limit, "seconds, > 0")
    if method != "auto" and method not in METHODS:
        raise InputError("method", method, f"auto or one of {', '.join(METHODS)}")
    first = None
    if start is not None:
        if not np.array_equal(start.network.edges, network.edges) or start.network.n != network.n:
            raise InputError(
                "start", f"weights on {start.network.n} nodes", "a start has the same nodes and links"
            )
        first = check_start(problem, start.weights)

    name = "fast" if method == "auto" else method
    if transport is not InProcess and METHODS[name] not in (by_nodes, as_printed):
        raise InputError(
            "transport", f"with method {name}", "only distributed and distributed-printed send messages"
        )
    target = DEFAULT_GAP if gap is None else gap
    share = DEFAULT_SHARE if gap is None and objective == "mean" else None
    request = Request(network, problem, target, time_limit, first, progress, transport, share)
    with threadpool_limits(_threads(problem), "blas"):
        answer = METHODS[name](request)
    weights = MixingMatrix.from_edge_weights(network, answer.weights, signed=signed)
    lower = verify_certificate(network, answer.certificate, objective, signed)
    rho, enclosure = objective_enclosure(weights, objective)
    if rho - lower <= target < enclosure[1] - lower and time_limit is None and network.n <= MOST_FACTORED:
        rho, enclosure = objective_enclosure(weights, objective, certify=True)  # a narrower one decides
    gap_found = enclosure[1] - lower
    status = answer.status or (Status.CERTIFIED if gap_found <= target else Status.INEXACT)
    seconds = time.perf_counter() - began
    return OptimizedWeights(
        weights=weights,
        method=name,
        objective=objective,
        rho=rho,
        enclosure=enclosure,
        lower_bound=lower,
        gap=gap_found,
        iterations=answer.iterations,
        seconds=seconds,
        messages=answer.messages,
        status=status,
        certificate=answer.certificate,
    )


def _threads(problem: Problem) -> int | None:
    """BLAS threads: one where matrices are small, and threads that wait for each other cost more than they give."""
    return 1 if problem.n <= ONE_THREAD or problem.is_sparse else None
