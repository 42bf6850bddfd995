"""Cycles of matchings that come close to the average in few messages, found greedily and measured exactly.

Let P be the product of the rounds so far. To average nodes i and j lowers ||P - J||_F^2 by |P_i - P_j|^2 / 2, so the
next round is the matching of largest total fall. Bottlenecks are used more often than in an edge colouring, and links
that would bring nothing stay silent.
"""

from __future__ import annotations

import math

import numpy as np
import scipy

from mixproof.spectral.network import Network
from mixproof.spectral.schedule import Schedule

from .matchings import edge_colouring, laplacians

__all__ = ["best_cycle"]

LONGEST = 3  # of a greedy cycle, in units of the largest degree
LEAST_FALL = 1e-12  # of ||P - J||_F^2


def best_cycle(network: Network, messages: float, seed: int = 0) -> Schedule:
    """Of edge colourings and greedy cycles the one of least factor per message; idle rounds keep the budget."""
    found = [edge_colouring(network, seed=seed), *_greedy(network)]
    best = min(found, key=lambda schedule: schedule.factor_per_message)
    rounds = len(best.parts)
    idle = max(math.ceil(rounds * best.messages / messages - 1e-9) - rounds, 0)
    nothing = scipy.sparse.csr_array((network.n, network.n))
    return Schedule("cycle", best.parts + idle * (nothing,), name=best.name)


def _greedy(network: Network) -> list[Schedule]:
    """The first rounds of the greedy sequence, for every length."""
    import networkx as nx

    n, (i, j) = network.n, network.edges.T
    index = {tuple(edge): e for e, edge in enumerate(network.edges.tolist())}
    P, parts, found = np.eye(n), [], []
    for _ in range(LONGEST * int(network.degrees.max()) + 1):
        falls = ((P[i] - P[j]) ** 2).sum(axis=1)
        graph: nx.Graph[int] = nx.Graph()
        graph.add_weighted_edges_from(
            (int(u), int(v), float(fall)) for u, v, fall in zip(i, j, falls) if fall > LEAST_FALL
        )
        pairs = nx.max_weight_matching(graph)
        if not pairs:
            break
        links = np.array(sorted(index[min(pair), max(pair)] for pair in pairs))
        (part,) = laplacians(network, [links], np.full(network.m, 0.5))
        parts.append(part)
        P = P - part @ P
        found.append(Schedule("cycle", tuple(parts), name="greedy cycle"))
    return found
