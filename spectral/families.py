"""Families of networks, as the command line names them: `ring:n=8`, `grid:rows=4,cols=5`, ..."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import scipy

from .errors import InputError
from .network import Network

__all__ = ["FAMILIES", "family"]

TRIES = 1000  # draws of a random graph before it is said not to be connected


def path(n: int) -> Network:
    """Path of n >= 1 nodes."""
    _at_least("n", n, 1)
    return Network.from_edges(n, list(pairwise(range(n))))


def ring(n: int) -> Network:
    """Cycle of n >= 3 nodes."""
    _at_least("n", n, 3)
    return regular(n, 2)


def star(n: int) -> Network:
    """Star of n >= 2 nodes in all; node 0 is the centre."""
    _at_least("n", n, 2)
    return Network.from_edges(n, [(0, i) for i in range(1, n)])


def complete(n: int) -> Network:
    """Complete graph of n >= 1 nodes."""
    _at_least("n", n, 1)
    return Network.from_edges(n, np.column_stack(np.triu_indices(n, 1)))


def grid(rows: int, cols: int) -> Network:
    """Grid of rows x cols nodes, numbered row by row; neighbours in a row or a column are linked."""
    _at_least("rows", rows, 1)
    _at_least("cols", cols, 1)
    node = np.arange(rows * cols).reshape(rows, cols)
    right = np.column_stack([node[:, :-1].ravel(), node[:, 1:].ravel()])
    down = np.column_stack([node[:-1].ravel(), node[1:].ravel()])
    return Network.from_edges(rows * cols, np.vstack([right, down]))


def hypercube(d: int) -> Network:
    """Hypercube of 2^d nodes, d from 0 to 20; nodes that differ in one bit are linked."""
    _at_least("d", d, 0)
    if d > 20:
        raise InputError("d", d, "at most 20, a million nodes")
    node = np.arange(2**d)
    edges = [np.column_stack([node, node ^ (1 << b)])[(node >> b) & 1 == 0] for b in range(d)]
    return Network.from_edges(2**d, np.vstack(edges) if edges else [])


def regular(n: int, degree: int) -> Network:
    """Circulant graph: each node is linked to the degree/2 next ones on either side (DeFed, section 9).

    The degree is even and less than n.
    """
    _at_least("n", n, 3)
    if degree < 2 or degree % 2 or degree >= n:
        raise InputError("degree", degree, f"even, at least 2 and less than n={n}")
    node = np.repeat(np.arange(n), degree // 2)
    step = np.tile(np.arange(1, degree // 2 + 1), n)
    return Network.from_edges(n, np.column_stack([node, (node + step) % n]))


def er(n: int, p: float, seed: int = 0) -> Network:
    """Erdos-Renyi graph: each pair is linked with probability p, drawn again until it is connected."""
    _at_least("n", n, 1)
    _probability("p", p)
    rng = np.random.default_rng(seed)
    pairs = n * (n - 1) // 2

    def draw() -> tuple[np.ndarray, None]:
        # the number of edges is binomial, and given the number all sets of edges are alike
        return _pair(n, rng.choice(pairs, rng.binomial(pairs, p), replace=False, shuffle=False)), None

    return _until_connected(n, draw, f"er:n={n},p={p:g}", "p")


def geometric(n: int, r: float, v: float, seed: int = 0) -> Network:
    """All pairs linked, with p = exp(-r d^v) at distance d (dawo, section 7).

    The nodes are drawn uniformly in the unit square. A pair whose probability is zero in floating point has
    no link.
    """
    _at_least("n", n, 1)
    for name, value in (("r", r), ("v", v)):
        if not 0 <= value < np.inf:
            raise InputError(name, value, "a finite number, at least 0")
    points = np.random.default_rng(seed).random((n, 2))
    edges = np.column_stack(np.triu_indices(n, 1))
    distance = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    p = np.exp(-r * distance**v)
    return Network.from_edges(n, edges[p > 0], p[p > 0], positions=points)


def rgg(n: int, radius: float, seed: int = 0) -> Network:
    """Random geometric graph: uniform points in the unit square, linked up to this distance; connected."""
    _at_least("n", n, 1)
    if not 0 < radius < np.inf:
        raise InputError("radius", radius, "a finite positive number")
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
    _at_least("n", n, 2)
    if not 1 <= max_out < n:
        raise InputError("max_out", max_out, f"from 1 to n - 1 = {n - 1}")
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


FAMILIES: dict[str, tuple[Callable[..., Network], dict[str, type]]] = {
    "ring": (ring, {"n": int}),
    "path": (path, {"n": int}),
    "star": (star, {"n": int}),
    "complete": (complete, {"n": int}),
    "grid": (grid, {"rows": int, "cols": int}),
    "hypercube": (hypercube, {"d": int}),
    "regular": (regular, {"n": int, "degree": int}),
    "er": (er, {"n": int, "p": float, "seed": int}),
    "geometric": (geometric, {"n": int, "r": float, "v": float, "seed": int}),
    "rgg": (rgg, {"n": int, "radius": float, "seed": int}),
    "directed": (directed, {"n": int, "max_out": int, "seed": int}),
}


def family(text: str) -> Network:
    """Network of `name:key=value,...`; `seed` may be left out and is then 0.

    >>> family("star:n=6").degrees.tolist()
    [5, 1, 1, 1, 1, 1]
    """
    name, _, rest = text.partition(":")
    if name not in FAMILIES:
        raise InputError(
            "network", text, f"a .csv, .graphml or .npz file or one of the families {', '.join(FAMILIES)}"
        )
    build, kinds = FAMILIES[name]
    values: dict[str, Any] = {}
    for item in filter(None, rest.split(",")):
        key, equals, value = (part.strip() for part in item.partition("="))
        if key not in kinds or not equals or key in values:
            raise InputError(
                "network", text, f"{name} takes each of {', '.join(kinds)} once, as key=value; got {item}"
            )
        try:
            values[key] = kinds[key](value)
        except ValueError:
            kind = "an integer" if kinds[key] is int else "a number"
            raise InputError(key, value, f"{kind} (in {text})") from None
    missing = [key for key in kinds if key not in values and key != "seed"]
    if missing:
        raise InputError("network", text, f"{name} also needs {', '.join(missing)}")
    if values.get("seed", 0) < 0:
        raise InputError("seed", values["seed"], "at least 0")
    return build(**values)


def _until_connected(
    n: int, draw: Callable[[], tuple[np.ndarray, np.ndarray | None]], shown: str, blame: str
) -> Network:
    tries = max(10, TRIES * 1000 // max(n, 1000))
    for _ in range(tries):
        edges, positions = draw()
        if len(edges) < n - 1:
            continue
        adjacency = scipy.sparse.csr_array((np.ones(len(edges)), edges.T), shape=(n, n))
        if scipy.sparse.csgraph.connected_components(adjacency, return_labels=False) == 1:
            return Network.from_edges(n, edges, positions=positions)
    raise InputError("network", shown, f"not connected in {tries} draws; a larger {blame} is needed")


def _pair(n: int, index: np.ndarray) -> np.ndarray:
    """Pairs u < v by their number in lexicographic order."""
    first = np.arange(n, dtype=np.int64) * (2 * n - np.arange(n) - 1) // 2
    u = np.searchsorted(first, index, side="right") - 1
    return np.column_stack([u, index - first[u] + u + 1])


def _at_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise InputError(name, value, f"at least {least}")


def _probability(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise InputError(name, value, "a probability lies in [0, 1]")
