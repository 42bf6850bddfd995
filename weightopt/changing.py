"""Weights after a change of the network: from where they were, and from what was proved of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network
from mixproof.spectral.parsing import as_network

from .arrays import Array
from .certify.certificate import Certificate
from .optimize import optimize
from .problem import Problem, repair
from .result import OptimizedWeights

__all__ = ["update"]


def update(
    result: OptimizedWeights, network: Any, gap: float | None = None, time_limit: float | None = None
) -> OptimizedWeights:
    """`result` on `network`: the same nodes after links came, went, or changed their reliability.

    The old certificate is re-derived on the new network. Where it proves the old weights within the gap, as it does
    when links without weight go, or links come that are not worth one, they are the answer, after no iteration; else
    the search begins at them. Objective, gap and time limit are as for `optimize`, and so is the certificate. Raises
    InputError for another number of nodes, a directed network, or an objective that takes no start (`norms`).

    >>> from mixproof.spectral import Network
    >>> before = optimize(Network.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]))
    >>> after = update(before, Network.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)]))
    >>> round(after.rho, 4), after.iterations
    (0.3333, 0)
    """
    graph = as_network(network, "p")
    if graph.n != result.weights.n:
        raise InputError("network", f"{graph.n} nodes", f"the {result.weights.n} nodes of the weights")
    signed, old = result.weights.signed, result.weights.network
    problem = Problem.of(graph, result.goal, signed)
    start = repair(problem, _carried(graph, old, result.weights.weights))
    certificate = result.certificate
    if isinstance(certificate, Certificate) and certificate.reference is not None:
        certificate = replace(certificate, reference=_carried(graph, old, certificate.reference))
    return optimize(
        graph,
        result.goal,
        signed,
        result.method if result.method in ("cvxpy", "distributed") else "fast",
        gap,
        time_limit,
        MixingMatrix.from_edge_weights(graph, start, signed=signed),
        certificate=certificate,
    )


def _carried(new: Network, old: Network, values: Array) -> Array:
    """(m,) the old links' values, 0 for new links."""
    held = dict(zip(map(tuple, old.edges.tolist()), values.tolist()))
    return np.array([held.get((u, v), 0.0) for u, v in new.edges.tolist()])
