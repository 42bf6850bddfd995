"""Small random networks for this room's tests."""

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from mixproof.spectral.network import Network


@st.composite
def small_networks(draw, lossy=None, most=7):
    """A random tree and some more links, with or without probabilities."""
    n = draw(st.integers(2, most))
    edges = {(draw(st.integers(0, v - 1)), v) for v in range(1, n)}
    others = [(u, v) for v in range(n) for u in range(v) if (u, v) not in edges]
    edges |= set(draw(st.lists(st.sampled_from(others), unique=True))) if others else set()
    has_p = draw(st.booleans()) if lossy is None else lossy
    p = [draw(st.floats(0.05, 1)) for _ in edges] if has_p else None
    return Network.from_edges(n, sorted(edges), p)


def random_feasible(network, rng):
    """Weights with node sums at most 1, some of them at the boundary."""
    w = rng.random(network.m) * (rng.random(network.m) < 0.7)
    u, v = network.edges.T
    sums = np.bincount(u, w, network.n) + np.bincount(v, w, network.n)
    return w / np.maximum(1 + 1e-12, np.maximum(sums[u], sums[v]))


def dense_objective(network, w, objective):
    """The objective by its definition, from dense matrices: the oracle."""
    n, (u, v) = network.n, network.edges.T
    p = np.ones(network.m) if network.reliability is None else network.reliability
    mean, excess = np.eye(n), np.zeros((n, n))
    for i, j, wi, pi in zip(u, v, w, p):
        a = np.zeros(n)
        a[i], a[j] = 1, -1
        mean -= wi * pi * np.outer(a, a)
        excess += 2 * pi * (1 - pi) * wi**2 * np.outer(a, a)
    rest = mean - 1 / n
    if objective == "mean":
        return abs(np.linalg.eigvalsh(rest)).max()
    return np.linalg.eigvalsh(rest @ rest + excess)[-1]


def large_sparse():
    """Large enough that no n x n matrix is formed."""
    return Network.from_networkx(nx.random_regular_graph(4, 500, seed=3))
