"""Random networks: Erdos-Renyi, in the unit square, and directed ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy

from .checks import check_size
from .components import components
from .errors import InputError
from .network import Network

__all__ = ["directed", "er", "geometric", "rgg", "smallworld"]

TRIES = 1000  # draws of a random graph before it is said not to be connected


def er(n: int, p: float, seed: int = 0) -> Network:
    """Erdos-Renyi graph: each pair is linked with probability p, drawn again until it is connected."""
    check_size("n", n, 1)
    if not 0 <= p <= 1:
        raise InputError("p", p, "a probability lies in [0, 1]")
    rng = np.random.default_rng(seed)
    pairs = n * (n - 1) // 2
    check_size("n", n, 1, links=int(p * pairs))

    def draw() -> tuple[np.ndarray, None]:
        # the number of edges is binomial, and given the number all sets of edges are alike
        return _pair(n, rng.choice(pairs, rng.binomial(pairs, p), replace=False, shuffle=False)), None

    return _until_connected(n, draw, f"er:n={n},p={p:g}", "p")


def smallworld(n: int, degree: int, p: float, seed: int = 0) -> Network:
    """Watts and Strogatz 1998: a circulant graph of an even degree, each link's far end moved with probability p.

    Drawn again until it is connected.
    """
    import networkx as nx

    check_size("n", n, 3, links=n * max(degree, 0) // 2)
    if degree < 2 or degree % 2 or degree >= n:
        raise InputError("degree", degree, f"even, at least 2 and less than n={n}")
    if not 0 <= p <= 1:
        raise InputError("p", p, "a probability lies in [0, 1]")
    rng = np.random.default_rng(seed)

    def draw() -> tuple[np.ndarray, None]:
        graph = nx.watts_strogatz_graph(n, degree, p, seed=int(rng.integers(2**31)))
        return np.array(graph.edges), None

    return _until_connected(n, draw, f"smallworld:n={n},degree={degree},p={p:g}", "p")


def geometric(n: int, r: float, v: float, seed: int = 0) -> Network:
    """All pairs linked, with p = exp(-r d^v) at distance d (dawo, section 7).

    The nodes are drawn uniformly in the unit square. A pair whose probability is zero in floating point has
    no link.
    """
    check_size("n", n, 1, links=n * (n - 1) // 2)
    if not 0 <= r < np.inf:
        raise InputError("r", r, "a finite number, at least 0")
    if not 0 <= v <= 1000:
        raise InputError("v", v, "from 0 to 1000")
    points = np.random.default_rng(seed).random((n, 2))
    edges = np.column_stack(np.triu_indices(n, 1))
    distance = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    with np.errstate(over="ignore"):
        p = np.exp(-r * distance**v)
    return Network.from_edges(n, edges[p > 0], p[p > 0], positions=points)


def rgg(n: int, radius: float, seed: int = 0) -> Network:
    """Random geometric graph: uniform points in the unit square, linked up to this distance; connected."""
    check_size("n", n, 1)
    if not 0 < radius < np.inf:
        raise InputError("radius", radius, "a finite positive number")
    # of all pairs, on average
    share = 1.0 if radius >= 1 else radius**2 * (np.pi - 8 / 3 * radius + radius**2 / 2)
    check_size("n", n, 1, links=int(share * (n * (n - 1) // 2)))
    rng = np.random.default_rng(seed)

    def draw() -> tuple[np.ndarray, np.ndarray]:
        points = rng.random((n, 2))
        return scipy.spatial.cKDTree(points).query_pairs(radius, output_type="ndarray"), points

    return _until_connected(n, draw, f"rgg:n={n},radius={radius:g}", "radius")


def directed(n: int, max_out: int, seed: int = 0) -> Network:
    """Strongly connected directed network in which each node sends to 1 to max_out others.

    How many is uniform. One arc of each node lies on a random cycle through all nodes; its other receivers
    are uniform.
    """
    check_size("n", n, 2)
    if not 1 <= max_out < n:
        raise InputError("max_out", max_out, f"from 1 to n - 1 = {n - 1}")
    check_size("max_out", max_out, 1, links=n * (max_out + 1) // 2)
    rng = np.random.default_rng(seed)
    cycle = rng.permutation(n)
    successor = np.empty(n, np.int64)
    successor[cycle] = np.roll(cycle, -1)
    arcs = []
    for i in range(n):
        more = int(rng.integers(1, max_out + 1)) - 1
        others = rng.choice(n - 2, more, replace=False) if more else np.zeros(0, np.int64)
        for taken in sorted((i, int(successor[i]))):  # skip the two nodes that are no candidates
            others = others + (others >= taken)
        arcs += [(i, int(j)) for j in (successor[i], *others)]
    return Network.from_edges(n, arcs, directed=True)


def _until_connected(
    n: int, draw: Callable[[], tuple[np.ndarray, np.ndarray | None]], shown: str, blame: str
) -> Network:
    tries = max(10, TRIES * 1000 // max(n, 1000))
    for _ in range(tries):
        edges, positions = draw()
        if len(edges) < n - 1:
            continue
        adjacency = scipy.sparse.csr_array((np.ones(len(edges)), edges.T), shape=(n, n))
        if components(adjacency)[0] == 1:
            return Network.from_edges(n, edges, positions=positions)
    raise InputError("network", shown, f"not connected in {tries} draws; a larger {blame} is needed")


def _pair(n: int, index: np.ndarray) -> np.ndarray:
    """Pairs u < v by their number in lexicographic order."""
    first = np.arange(n, dtype=np.int64) * (2 * n - np.arange(n) - 1) // 2
    u = np.searchsorted(first, index, side="right") - 1
    return np.column_stack([u, index - first[u] + u + 1])
