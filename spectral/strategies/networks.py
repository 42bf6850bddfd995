"""Hypothesis strategies for networks."""

from __future__ import annotations

import scipy.sparse.csgraph  # noqa: F401  # loaded by the first network: here, so that no draw is called slow
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ..checks import count
from ..errors import InputError
from ..network import Network

__all__ = ["connected_networks", "directed_networks", "nodes"]


def nodes(least: int, min_nodes: int, max_nodes: int) -> SearchStrategy[int]:
    """A number of nodes; raises InputError unless least <= min_nodes <= max_nodes."""
    if not least <= count("min_nodes", min_nodes) <= count("max_nodes", max_nodes):
        raise InputError("min_nodes, max_nodes", (min_nodes, max_nodes), f"in order, and at least {least}")
    return st.integers(min_nodes, max_nodes)


@st.composite
def connected_networks(
    draw: DrawFn, min_nodes: int = 1, max_nodes: int = 8, reliability: bool = False
) -> Network:
    """Connected undirected networks: a tree and further links; with `reliability` p is a multiple of 1/8."""
    n = draw(nodes(1, min_nodes, max_nodes))
    edges = {(draw(st.integers(0, i - 1)), i) for i in range(1, n)}
    if n > 1:
        node = st.integers(0, n - 1)
        extra = draw(st.lists(st.tuples(node, node), max_size=2 * n))
        edges |= {(min(e), max(e)) for e in extra if e[0] != e[1]}
    p = [draw(st.integers(1, 8)) / 8 for _ in edges] if reliability else None
    return Network.from_edges(n, sorted(edges), p)


@st.composite
def directed_networks(draw: DrawFn, min_nodes: int = 2, max_nodes: int = 8) -> Network:
    """Strongly connected directed networks: a cycle through all nodes and further arcs."""
    n = draw(nodes(1, min_nodes, max_nodes))
    cycle = draw(st.permutations(range(n)))
    arcs = {(cycle[i - 1], cycle[i]) for i in range(n)} if n > 1 else set()
    if n > 1:
        node = st.integers(0, n - 1)
        arcs |= {e for e in draw(st.lists(st.tuples(node, node), max_size=2 * n)) if e[0] != e[1]}
    return Network.from_edges(n, sorted(arcs), directed=True)
