"""Hypothesis strategies for mixing matrices and schedules."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ..errors import InputError
from ..mixing import MixingMatrix
from ..network import Network
from .networks import connected_networks, directed_networks, nodes

__all__ = [
    "at_the_edge",
    "birkhoff",
    "doubly_stochastic",
    "edge_weighted",
    "mixing_matrices",
    "nearly_disconnected",
    "row_stochastic",
    "schedules",
    "with_rho",
]

Rows = list[list[Fraction]]
Matrix = Rows | np.ndarray


@st.composite
def mixing_matrices(
    draw: DrawFn, min_nodes: int = 1, max_nodes: int = 8, reliability: bool = False
) -> MixingMatrix:
    """Mixing matrices on connected undirected networks, with positive weights; self weights may be zero."""
    network = draw(connected_networks(min_nodes, max_nodes, reliability))
    return MixingMatrix.from_edge_weights(network, [float(w) for w in _edge_weights(draw, network)])


@st.composite
def edge_weighted(draw: DrawFn, min_nodes: int = 1, max_nodes: int = 8, rational: bool = False) -> Matrix:
    """Symmetric doubly stochastic matrices with positive weights on a connected network."""
    network = draw(connected_networks(min_nodes, max_nodes))
    return _as(_from_edges(network.n, network.edges.tolist(), _edge_weights(draw, network)), rational)


@st.composite
def birkhoff(
    draw: DrawFn, min_nodes: int = 1, max_nodes: int = 8, rational: bool = False, connected: bool = True
) -> Matrix:
    """Symmetrised mixtures of permutations; with `connected` one of them is a cycle through all nodes."""
    n = draw(nodes(1, min_nodes, max_nodes))
    chosen = draw(st.lists(st.permutations(range(n)), min_size=1, max_size=4))
    if connected:
        cycle = draw(st.permutations(range(n)))
        chosen.append([cycle[(cycle.index(i) + 1) % n] for i in range(n)])
    shares = [draw(st.integers(1, 4)) for _ in chosen]
    W = [[Fraction(0)] * n for _ in range(n)]
    for permutation, share in zip(chosen, shares):
        for i, j in enumerate(permutation):
            W[i][j] += Fraction(share, 2 * sum(shares))
            W[j][i] += Fraction(share, 2 * sum(shares))
    return _as(W, rational)


@st.composite
def with_rho(
    draw: DrawFn,
    rho: SearchStrategy[Fraction] | Fraction | None = None,
    min_nodes: int = 2,
    max_nodes: int = 8,
    rational: bool = False,
) -> Matrix:
    """Doubly stochastic matrices of known rho = ||W - J||: (1 - rho) J + rho M, M a symmetric permutation.

    Eigenvalues on the complement of ones are rho and, when M moves nodes, -rho. rho: a fraction in [0, 1] (InputError
    for others), or a strategy for it; by default multiples of 1/16 below 1.
    """
    n = draw(nodes(2, min_nodes, max_nodes))
    target = st.integers(0, 15).map(lambda k: Fraction(k, 16)) if rho is None else rho
    value = Fraction(draw(target) if isinstance(target, SearchStrategy) else target)
    if not 0 <= value <= 1:
        raise InputError("rho", value, "a fraction in [0, 1]")
    order = draw(st.permutations(range(n)))
    partner = list(range(n))
    for k in range(draw(st.integers(0, n // 2))):
        i, j = order[2 * k], order[2 * k + 1]
        partner[i], partner[j] = j, i
    share = (1 - value) / n
    return _as([[share + value * (partner[i] == j) for j in range(n)] for i in range(n)], rational)


@st.composite
def nearly_disconnected(
    draw: DrawFn, min_nodes: int = 2, max_nodes: int = 8, rational: bool = False
) -> Matrix:
    """Two connected parts joined by one link of weight 2^-k, k from 3 to 30: lambda_2 is just below 1."""
    n = draw(nodes(2, min_nodes, max_nodes))
    first = draw(st.integers(1, n - 1))
    weak = Fraction(1, 2 ** draw(st.integers(3, 30)))
    edges = [*pairwise(range(first)), (first - 1, first), *pairwise(range(first, n))]
    weights = [weak if e == (first - 1, first) else Fraction(1, 3) for e in edges]
    return _as(_from_edges(n, edges, weights), rational)


@st.composite
def at_the_edge(draw: DrawFn, min_nodes: int = 2, max_nodes: int = 8, rational: bool = False) -> Matrix:
    """Eigenvalues at the ends of their range.

    W = J (rho = 0), (1 - e) I + e J (lambda_2 = 1 - e), or (1 - e) M + e J (lambda_n = -(1 - e)) with M an
    exchange between the two halves; e = 2^-k, k from 1 to 30.
    """
    n = draw(nodes(2, min_nodes, max_nodes))
    e = Fraction(1, 2 ** draw(st.integers(1, 30)))
    kind = draw(st.sampled_from(["average", "slow", "exchange"]))
    if kind == "average":
        e = Fraction(1)
    half = n // 2 if kind == "exchange" else 0
    partner = [i + half if i < half else i - half if i < 2 * half else i for i in range(n)]
    return _as([[e / n + (1 - e) * (partner[i] == j) for j in range(n)] for i in range(n)], rational)


def doubly_stochastic(
    min_nodes: int = 2, max_nodes: int = 8, rational: bool = False
) -> SearchStrategy[Matrix]:
    """Symmetric doubly stochastic matrices of all the kinds here, each on a connected network."""
    kinds = (edge_weighted, birkhoff, nearly_disconnected, at_the_edge)
    found = [kind(min_nodes=min_nodes, max_nodes=max_nodes, rational=rational) for kind in kinds]
    return st.one_of(*found, with_rho(min_nodes=min_nodes, max_nodes=max_nodes, rational=rational))


@st.composite
def row_stochastic(draw: DrawFn, min_nodes: int = 2, max_nodes: int = 8, rational: bool = False) -> Matrix:
    """Row-stochastic matrices on strongly connected directed networks, with positive self weights."""
    network = draw(directed_networks(min_nodes, max_nodes))
    n = network.n
    counts = [[0] * n for _ in range(n)]
    for i, j in [*network.edges.tolist(), *((i, i) for i in range(n))]:
        counts[i][j] = draw(st.integers(1, 4))
    return _as([[Fraction(c, sum(row)) for c in row] for row in counts], rational)


@st.composite
def schedules(
    draw: DrawFn, min_nodes: int = 2, max_nodes: int = 8, max_period: int = 4, rational: bool = False
) -> list[Matrix]:
    """Periods of symmetric doubly stochastic matrices of one order whose union graph is connected.

    The links of a connected network are dealt out to the rounds, so that a single round is rarely connected.
    """
    network = draw(connected_networks(min_nodes, max_nodes))
    period = draw(st.integers(1, max_period))
    turn = [draw(st.integers(0, period - 1)) for _ in range(network.m)]
    weights = _edge_weights(draw, network)
    rounds = []
    for t in range(period):
        live = [w if at == t else Fraction(0) for w, at in zip(weights, turn)]
        rounds.append(_as(_from_edges(network.n, network.edges.tolist(), live), rational))
    return rounds


def _edge_weights(draw: DrawFn, network: Network) -> list[Fraction]:
    """Positive weights, at most 1 in sum at every node, over a common small denominator."""
    parts = [draw(st.integers(1, 4)) for _ in range(network.m)]
    load = [0] * network.n
    for (u, v), part in zip(network.edges.tolist(), parts):
        load[u] += part
        load[v] += part
    whole = max(load) + draw(st.sampled_from([1, 0, 2, 3, 4]))  # shrinks to positive self weights
    return [Fraction(part, whole) for part in parts]


def _from_edges(n: int, edges: list[tuple[int, int]], weights: list[Fraction]) -> Rows:
    W = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    for (u, v), w in zip(edges, weights):
        W[u][v] += w
        W[v][u] += w
        W[u][u] -= w
        W[v][v] -= w
    return W


def _as(rows: Rows, rational: bool) -> Matrix:
    return rows if rational else np.array(rows, dtype=np.float64)
