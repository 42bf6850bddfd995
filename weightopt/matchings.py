"""A network as matchings, links that no two share a node of, and schedules that activate these at random or in turn.

Cycles that come close to the average in few messages are found greedily and measured exactly. Let P be the product of
the rounds so far. To average nodes i and j lowers ||P - J||_F^2 by |P_i - P_j|^2 / 2, so the next round is the matching
of largest total fall. Bottlenecks are used more often than in an edge colouring, and links that would bring nothing
stay silent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from mixproof.spectral.checks import between, count
from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network
from mixproof.spectral.parsing import as_network
from mixproof.spectral.schedule import Schedule

from .central.solving import solve

__all__ = ["best_cycle", "edge_colouring", "laplacians", "matcha", "matchings"]

Array = NDArray[np.float64]
Links = NDArray[np.int64]
MOST_NODES = 150  # of the semidefinite programs
BISECTIONS = 20  # for the share of matchings that sends the messages asked for


def matchings(network: Network) -> list[Links]:
    """The links, numbered as in `network.edges`, in matchings: colours of the line graph by DSATUR (networkx).

    At least the largest degree many, and on most networks no or one more.
    """
    import networkx as nx

    _check(network)
    index = {tuple(edge): e for e, edge in enumerate(network.edges.tolist())}
    line = nx.line_graph(nx.Graph(list(index)))
    colours = nx.greedy_color(line, strategy="DSATUR" if network.m <= 5000 else "largest_first")
    found: dict[int, list[int]] = {}
    for (u, v), colour in colours.items():
        found.setdefault(colour, []).append(index[min(u, v), max(u, v)])
    return [np.sort(np.array(found[colour], dtype=np.int64)) for colour in sorted(found)]


def laplacians(network: Network, groups: Sequence[Links], weights: Array) -> list[scipy.sparse.csr_array]:
    """(n, n) sum of w_e a_e a_e' over the links of each group; weights (m,)."""
    incidence = network.incidence().tocsc()
    columns = [incidence[:, group] for group in groups]
    return [
        scipy.sparse.csr_array(A @ scipy.sparse.diags_array(weights[group]) @ A.T)
        for A, group in zip(columns, groups)
    ]


def edge_colouring(network: Any, orders: int = 30, seed: int = 0) -> Schedule:
    """Matchings in turn: in each round the two ends of a link of that colour take the mean of their models.

    orders: so many orders of the colours are drawn, the first by size, and the one with the least factor is taken.

    >>> edge_colouring("ring:n=4").enclosure[1] < 1e-6
    True
    """
    network, draw = as_network(network), np.random.default_rng(count("seed", seed))
    parts = laplacians(network, matchings(network), np.full(network.m, 0.5))
    first = sorted(range(len(parts)), key=lambda j: -parts[j].nnz)
    drawn = [first, *(draw.permutation(len(parts)).tolist() for _ in range(count("orders", orders, 1) - 1))]
    found = (Schedule("cycle", tuple(parts[j] for j in order), name="edge colouring") for order in drawn)
    return min(found, key=lambda schedule: schedule.factor)


def matcha(network: Any, messages: float, seed: int = 0) -> Schedule:
    """MATCHA's own rule: matchings active independently, with the probabilities of the best connected mean graph.

    p maximizes lambda_2(sum_j p_j L_j) over 0 <= p <= 1, sum_j p_j = C times the number of matchings, and one weight
    for all links then minimizes the second moment (Wang, Sahu, Yang, Joshi, Kar, "MATCHA: Speeding up decentralized SGD
    via matching decomposition sampling", 2019, equations (4) and (5)). C is the one at which a node sends `messages` in
    a round, in the mean. Raises InputError for a budget that is not between 0 and the network's mean degree.
    """
    network = as_network(network)
    groups = matchings(network)
    check_budget(network, messages)
    parts = laplacians(network, groups, np.ones(network.m))
    sent = 2 * np.array([len(group) for group in groups]) / network.n
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        share = (low + high) / 2
        p = best_connected(parts, np.ones(len(groups)), share * len(groups))
        low, high = (low, share) if p @ sent > messages else (share, high)
        if abs(p @ sent - messages) <= 1e-4 * messages:
            break
    p = np.clip(p * min(messages / (p @ sent), 1.0), 0, 1)
    mean = sum(q * L for q, L in zip(p, parts)).toarray()
    spread = sum(q * (1 - q) * (L @ L) for q, L in zip(p, parts)).toarray()
    centre = np.eye(network.n) - 1 / network.n

    def moment(alpha: float) -> float:
        W = centre - alpha * mean
        return float(np.linalg.eigvalsh(W @ W + alpha**2 * spread)[-1])

    alpha = scipy.optimize.minimize_scalar(moment, bounds=(0, 1), method="bounded", options={"xatol": 1e-9}).x
    return Schedule("independent", tuple(alpha * L for L in parts), p, seed, "MATCHA")


def best_connected(parts: Sequence[Any], costs: Array, budget: float, most: float = np.inf) -> Array:
    """(m,) p in [0, 1] with costs'p <= budget, sum p <= most, that maximizes lambda_2(sum p_j L_j); by Clarabel."""
    import cvxpy as cp

    n, m = parts[0].shape[0], len(parts)
    V = scipy.linalg.null_space(np.ones((1, n)))
    flat = np.column_stack([(V.T @ (L @ V)).ravel() for L in parts])
    p, level = cp.Variable(m, nonneg=True), cp.Variable()
    mean = cp.reshape(flat @ p, (n - 1, n - 1), order="C")
    limits = [p <= 1, costs @ p <= budget]
    if np.isfinite(most):
        limits.append(cp.sum(p) <= most)
    statement = cp.Problem(cp.Maximize(level), [(mean + mean.T) / 2 - level * np.eye(n - 1) >> 0, *limits])
    solve(statement)
    return np.clip(np.asarray(p.value, dtype=float), 0, 1)


def check_budget(network: Network, messages: float) -> None:
    """InputError unless a node can send so many messages a round, in the mean, and the network is not too large."""
    _check(network)
    most = 2 * network.m / network.n
    rule = f"messages a node and round, above 0 and at most the mean degree {most:.6g}"
    if between("messages", messages, rule, 0) > most:
        raise InputError("messages", messages, rule)
    if network.n > MOST_NODES:
        rule = f"at most {MOST_NODES}: probabilities are found by a semidefinite program"
        raise InputError("network", f"{network.n} nodes", rule)


def _check(network: Network) -> None:
    if network.directed:
        raise InputError("network", "directed", "matchings are of undirected networks")
    if network.m == 0:
        raise InputError("network", f"{network.n} node, no link", "there is a link")
    if network.is_lossy:
        raise InputError("network", "links that fail", "a schedule decides itself which links are used")


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
