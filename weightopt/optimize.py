"""The one door to every method."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from mixproof.spectral.checks import between
from mixproof.spectral.eigenvalues import ritz_values
from mixproof.spectral.errors import InputError
from mixproof.spectral.links import mean_matrix
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network
from mixproof.spectral.parsing import as_network
from mixproof.spectral.weights import WEIGHTS

from .central.fast import fast
from .central.heuristics import HEURISTICS
from .central.semidefinite import by_cvxpy
from .certify.certificate import AnyCertificate
from .certify.polynomials import width_of
from .goals import chosen
from .learning import Learning
from .method import MOST_FACTORED, Answer, Method, Progress, Request
from .nodes.distributed import by_nodes
from .nodes.printed import as_printed
from .nodes.transport import InProcess, Transport
from .norms import AffineNorm
from .objectives import Objective
from .problem import Problem, check_start
from .result import OptimizedWeights, Status

__all__ = ["METHODS", "optimize"]

METHODS: dict[str, Method] = {
    "fast": fast,
    "cvxpy": by_cvxpy,
    "distributed": by_nodes,
    "distributed-printed": as_printed,
    **HEURISTICS,
}
DEFAULT_GAP, NODES_GAP, LEARNING_GAP = 1e-5, 1e-3, 1e-4
NO_THREADS, ONE_THREAD = 9, 500  # nodes: BLAS takes one by itself; is better given one
RESERVE = 2.0  # times what valuing weights takes: kept of a time limit, half of it at most, for the proof of the value
FIRST = 0.05  # of a time limit: what valuing the first weights may take where networks are large
GRACE = 0.5  # seconds that a value takes after Ctrl-C, at most
ROUGH = 0.02  # width of an enclosure where time is limited
DEFAULT_SHARE = 0.01  # of 1 - rho: rounds to a consensus are as many as 1 / (1 - rho)


def optimize(
    network: Any,
    objective: str | Objective = "mean",
    signed: bool = False,
    method: str = "auto",
    gap: float | None = None,
    time_limit: float | None = None,
    start: MixingMatrix | None = None,
    progress: Progress | None = None,
    transport: Callable[[Network], Transport] = InProcess,
    attribute: str | None = None,
    *,
    step: float | None = None,
    curvature: float | None = None,
    noise: float = 0.0,
    heterogeneity: Any = None,
    target: Any = None,
    groups: Any = None,
    run: str | None = None,
    certificate: AnyCertificate | None = None,
) -> OptimizedWeights:
    """Mixing weights on `network` with the smallest objective, and a certificate of how good they are.

    network: a Network, a networkx graph, an array, a text or a file, as `mixproof.spectral.as_network` takes it;
    attribute: the edge attribute of a graph that holds its links' reliabilities (default: `p`, where there is one).
    objective: a name or an object of `objectives`: `mean`, rho of the mean matrix E[W_hat] (on reliable links:
    fastest mixing); `second-moment`, the largest eigenvalue of E[W_hat^2] - J, exactly; `learning`, the disagreement of
    nodes that learn by gradient steps, with `learning-convex`. step, curvature, noise,
    heterogeneity: what these know of the learners and their data, see `learning`; all have defaults. run: of learning,
    `combine-then-adapt` or `adapt-then-combine`, whether nodes mix before they step or after.

    target: (n,) positive numbers, sample counts say: the nodes are to agree on the average that these weigh (`mean`, on
    undirected and directed networks). groups: (m,) labels of links that fail together (`second-moment`). Both by a
    semidefinite program on some ten nodes; beyond some forty by cuts, with a gap that stays wide: see `norms`.
    certificate: where it proves the start to be within the gap, there is nothing to search.

    signed: entries of W may be negative (fastest linear averaging). method: a key of `METHODS`; `auto` is `fast`.
    gap: the certified gap asked for, as a share of 1 - value for the moduli, to which rounds are inverse, and of the
    value for learning. Default: 1e-4 for learning; 1 % for the moduli and besides 1e-5 in absolute terms, 1e-3 for the
    methods that send messages. time_limit: seconds for the whole; it ends after the step at hand, and a quick proof of
    its value. start: feasible weights on the same links. progress: called with (iteration, value, lower bound).
    transport: on which methods that send messages run: `InProcess`, `AcrossRanks` (each MPI rank calls `optimize`, all
    get the same answer) or `Lossy`.

    Raises InputError for an unknown objective or method, a directed network, an infeasible start, or a gap
    or time limit that is not positive.

    >>> from mixproof.spectral import parse_network
    >>> best = optimize(parse_network("path:n=5"), method="cvxpy")
    >>> round(best.rho, 6), best.gap < 1e-6          # cos(pi/5)
    (0.809017, True)
    """
    began = time.perf_counter()
    network = as_network(network, attribute or "p")
    known = {"step": step, "curvature": curvature, "noise": noise, "heterogeneity": heterogeneity}
    goal = chosen(objective, network.n, **known, target=target, groups=groups, run=run)
    problem = Problem.of(network, goal, signed)
    if gap is not None:
        between("gap", gap, "a certified gap is a finite number > 0", low=0)
    if time_limit is not None and time_limit != math.inf:
        between("time_limit", time_limit, "seconds, > 0", low=0)
    if not isinstance(method, str) or (method != "auto" and method not in METHODS):
        raise InputError("method", method, f"auto or one of {', '.join(METHODS)}")
    if isinstance(goal, AffineNorm) and (start is not None or method not in ("auto", "fast", "cvxpy")):
        given = "a start" if start is not None else f"method {method}"
        raise InputError("objective", f"{goal.name} with {given}", "method fast or cvxpy, and no start")
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
    target, share = _target(goal, name, gap)
    with _few_threads(problem):
        fallback, deadline, end = None, None, math.inf
        if time_limit is not None:
            end = began + time_limit
            fallback, reserve = _fallback(network, goal, first, signed, began + FIRST * time_limit)
            deadline = end - RESERVE * min(reserve, time_limit / 4)
        before = None if fallback is None else (fallback[0].weights, fallback[1])
        request = Request(network, problem, target, deadline, first, progress, transport, before, share)
        answer = _still_good(request, certificate) or METHODS[name](request)
        weights = answer.enclosed[0] if answer.enclosed else goal.matrix(network, answer.weights, signed)
        lower = answer.bound
        if lower is None:
            lower = goal.lower_bound(network, answer.certificate, signed)
        hurried = answer.status in (Status.INTERRUPTED, Status.TIME_LIMIT)  # a quick proof must do
        if answer.status is Status.INTERRUPTED:
            end = min(end, time.perf_counter() + GRACE)
        if hurried and fallback is not None and np.array_equal(answer.weights, fallback[0].weights):
            weights, value, enclosure = fallback
        elif hurried:
            value, enclosure = goal.hurried(weights, _width(request, answer.value, lower), end)
        elif answer.enclosed:
            _, value, enclosure = answer.enclosed
        else:
            width = _width(request, answer.value, lower) if network.n > MOST_FACTORED else None
            value, enclosure = goal.enclosure(weights, None, width)
        if hurried and fallback is not None:
            worse = enclosure[0] > fallback[2][1] if _is_large(goal, network.n) else value > fallback[1]
            if worse:
                weights, value, enclosure = fallback
        proved = request.within(enclosure[1], lower)
        if not proved and request.within(value, lower) and not hurried:  # a narrower one decides
            width = request.allowed(value) / 2
            value, enclosure = goal.enclosure(weights, network.n <= MOST_FACTORED or None, width)
            proved = request.within(enclosure[1], lower)
        status = answer.status or (Status.CERTIFIED if proved else Status.INEXACT)
        rho, lambda_min = value, None
        if not goal.is_modulus:  # shown beside the value
            ends = ritz_values(mean_matrix(weights).sparse(), end if hurried else math.inf)
            rho, lambda_min = max(map(abs, ends)), ends[1]
    seconds = time.perf_counter() - began
    return OptimizedWeights(
        weights=weights,
        method=name,
        objective=goal.name,
        rho=rho,
        enclosure=enclosure,
        lower_bound=lower,
        gap=(enclosure[1] - lower) / (1 if goal.is_modulus else value),
        iterations=answer.iterations,
        seconds=seconds,
        messages=answer.messages,
        status=status,
        certificate=replace(answer.certificate, objective=goal, signed=signed),
        value=value,
        lambda_min=lambda_min,
        goal=goal,
    )


def _fallback(
    network: Network, goal: Objective, start: NDArray[np.float64] | None, signed: bool, until: float
) -> tuple[tuple[MixingMatrix, float, tuple[float, float]] | None, float]:
    """The start, or Metropolis's weights, with their value: the answer where time was too short for a better one; and
    about how many seconds a value takes; it may take until `until`, of time.perf_counter. None where the method itself
    begins with such weights. Of `learning` on large networks the value is an estimate from a few columns."""
    began = time.perf_counter()
    if isinstance(goal, AffineNorm):
        return None, 0.0
    w = WEIGHTS["metropolis"](network).weights if start is None else start
    weights = goal.matrix(network, w, signed)
    large = _is_large(goal, network.n)
    found = weights, *goal.hurried(weights, ROUGH, 0.0 if large else until)
    seconds = time.perf_counter() - began
    return found, seconds * network.n / width_of(network.n) if large else seconds


def _is_large(goal: Objective, n: int) -> bool:
    """Whether values are estimates where time is short."""
    return isinstance(goal, Learning) and goal.is_large(n)


def _width(request: Request, value: float | None, lower: float) -> float:
    """Of an enclosure that adds a tenth to the gap, or to the gap allowed."""
    return ROUGH if value is None else max(value - lower, request.allowed(value)) / 10


def _still_good(request: Request, certificate: AnyCertificate | None) -> Answer | None:
    """The start, if the certificate proves it to be within the gap."""
    if certificate is None or request.start is None:
        return None
    goal, network, signed = request.problem.objective, request.network, request.problem.signed
    value = goal.value(goal.matrix(network, request.start, signed))
    if not request.within(value, goal.lower_bound(network, certificate, signed)):
        return None
    return Answer(request.start, certificate, 0)


@cache
def _libraries() -> ThreadpoolController:
    """The BLAS of numpy and of scipy, which differ; found once, as the search takes longer than small networks do."""
    import scipy.linalg

    assert scipy.linalg is not None
    return ThreadpoolController()


def _few_threads(problem: Problem) -> AbstractContextManager[Any]:
    """One BLAS thread where matrices are small, and threads that wait for each other cost more than they give."""
    if problem.n <= NO_THREADS or not (problem.n <= ONE_THREAD or problem.is_sparse):
        return nullcontext()
    return _libraries().limit(limits=1, user_api="blas")


def _target(goal: Objective, method: str, gap: float | None) -> tuple[float, float]:
    """The gap asked for: in absolute terms, and as a share of what the objective measures gaps by."""
    by_messages = METHODS[method] in (by_nodes, as_printed)
    if not goal.is_modulus:
        return np.inf, gap or (NODES_GAP if by_messages else LEARNING_GAP)
    if gap is None:
        return NODES_GAP if by_messages else DEFAULT_GAP, DEFAULT_SHARE
    return gap, gap
