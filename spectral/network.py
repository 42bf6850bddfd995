"""Networks: who can talk to whom, and how reliably."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy

from .checks import (
    check_connected,
    check_edges,
    check_names,
    check_reliability,
    is_number,
    numbers,
    of_kind,
    without_dead_links,
)
from .errors import InputError
from .showing import Shown, rebuilt

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes
    from scipy.sparse import csr_array

__all__ = ["Network"]

SMALL = 100  # nodes and links of a network whose repr makes it again


@dataclass(frozen=True, eq=False, repr=False)
class Network(Shown):
    """A connected network of n nodes, undirected or directed, with an optional reliability of each link.

    An undirected link is one pair u < v; a directed one is an arc u -> v, u sends to v, and the network is
    strongly connected. Links are in lexicographic order, without duplicates or self-loops (a node always
    hears itself; that share is a mixing matrix's diagonal). `reliability[e]` is the probability that link e
    works in a round; both directions of an undirected link work or fail together (dawo, Assumption 2). Arrays
    are copied and read-only.

    Raises `InputError` when a rule above is broken; a disconnected network's components are named.

    >>> path = Network.from_edges(3, [(1, 0), (2, 1)])
    >>> path.edges.tolist(), path.degrees.tolist()
    ([[0, 1], [1, 2]], [1, 2, 1])
    """

    n: int
    edges: np.ndarray  # (m, 2) int64
    reliability: np.ndarray | None = None  # (m,) float64 in (0, 1]; None when every link always works
    directed: bool = False
    names: tuple[Hashable, ...] | None = None  # of the nodes; None when they are 0, ..., n - 1
    positions: np.ndarray | None = None  # (n, 2) places of the nodes in the plane, where they have one

    def __post_init__(self) -> None:
        edges = np.array(self.edges)
        if edges.size == 0:
            edges = np.zeros((0, 2), np.int64)
        if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iu":
            raise InputError(
                "edges", f"array of {edges.dtype}{edges.shape}", "an integer array of shape (m, 2)"
            )
        edges = edges.astype(np.int64)
        object.__setattr__(self, "edges", edges)
        if isinstance(self.n, bool) or not isinstance(self.n, int | np.integer) or self.n < 1:
            raise InputError("n", self.n, "a network has at least one node")
        object.__setattr__(self, "n", int(self.n))
        if self.names is not None:
            of_kind("names", self.names, Iterable, "a name for each node")
            object.__setattr__(self, "names", tuple(self.names))
            check_names(self)
        check_edges(self)
        if self.reliability is not None:
            reliability = numbers("reliability", self.reliability, finite=False)
            object.__setattr__(self, "reliability", reliability)
            check_reliability(self)
            reliability.flags.writeable = False
        if self.positions is not None:
            positions = numbers("positions", self.positions)
            if positions.shape != (self.n, 2):
                raise InputError("positions", f"array of shape {positions.shape}", f"({self.n}, 2)")
            positions.flags.writeable = False
            object.__setattr__(self, "positions", positions)
        edges.flags.writeable = False
        check_connected(self)

    @classmethod
    def from_edges(
        cls,
        n: int,
        edges: Any,
        reliability: Any = None,
        *,
        directed: bool = False,
        names: Sequence[Hashable] | None = None,
        positions: Any = None,
    ) -> Network:
        """Network from links in any order and orientation (an undirected link may be written (v, u))."""
        pairs = np.asarray(edges)
        if pairs.size == 0:
            pairs = np.zeros((0, 2), np.int64)
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise InputError("edges", f"array of shape {pairs.shape}", "an integer array of shape (m, 2)")
        if not directed:
            pairs = np.sort(pairs, axis=1)
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        if reliability is not None:
            reliability = numbers("reliability", reliability, finite=False)
            if reliability.shape != (len(pairs),):
                raise InputError(
                    "reliability", f"array of shape {reliability.shape}", f"one per link, ({len(pairs)},)"
                )
            reliability = reliability[order]
        return cls(n, pairs[order], reliability, directed, names, positions)  # type: ignore[arg-type]

    @classmethod
    def from_networkx(
        cls, graph: nx.Graph[Any], reliability: str | None = "p", names: Sequence[Hashable] | None = None
    ) -> Network:
        """Network of a networkx graph; nodes 0, ..., n-1 keep their numbers, others follow the graph's order.

        The names are those given, or else the graph's own nodes unless these are the numbers. Edge attribute
        `reliability` holds the links' probabilities; all links have it or none. A link of probability 0 is no
        link. None: every link always works.

        >>> import networkx
        >>> Network.from_networkx(networkx.petersen_graph()).m
        15
        """
        if not all(hasattr(graph, name) for name in ("nodes", "edges", "is_multigraph")):
            raise InputError("graph", f"of type {type(graph).__name__}", "a networkx Graph or DiGraph")
        if reliability is not None:
            of_kind("reliability", reliability, str, "the name of an edge attribute")
        nodes: list[Any] = list(graph.nodes)
        if graph.is_multigraph():
            raise InputError("graph", "a multigraph", "two nodes share at most one link")
        if all(isinstance(v, int) for v in nodes) and sorted(nodes) == list(range(len(nodes))):
            nodes = sorted(nodes)
        elif names is None:
            names = tuple(nodes)
        index = {node: i for i, node in enumerate(nodes)}
        links: list[tuple[Any, Any, Any]] = (
            [(u, v, None) for u, v in graph.edges]
            if reliability is None
            else list(graph.edges(data=reliability))
        )
        edges = np.array([(index[u], index[v]) for u, v, _ in links], dtype=np.int64).reshape(-1, 2)
        given = [p for _, _, p in links if p is not None]
        if given and len(given) < len(links):
            raise InputError(
                str(reliability),
                f"on {len(given)} of {len(links)} edges",
                "all edges have a probability or none",
            )
        try:
            p = np.array(given, dtype=np.float64) if given else None
        except (TypeError, ValueError):
            raise InputError(
                str(reliability), next(x for x in given if not is_number(x)), "a number"
            ) from None
        edges, p = without_dead_links(edges, p)
        return cls.from_edges(len(nodes), edges, p, directed=graph.is_directed(), names=names)

    @property
    def m(self) -> int:
        """Number of links."""
        return len(self.edges)

    @property
    def degrees(self) -> np.ndarray:
        """Number of neighbours of each node, shape (n,); of a directed network the out-degrees."""
        ends = self.edges[:, 0] if self.directed else self.edges.ravel()
        return np.bincount(ends, minlength=self.n)

    @property
    def is_regular(self) -> bool:
        """Whether all degrees agree."""
        degrees = self.degrees
        return bool(degrees.min() == degrees.max())

    @property
    def probabilities(self) -> np.ndarray:
        """(m,) probability that each link works; ones where every link always does."""
        return np.ones(self.m) if self.reliability is None else self.reliability

    @property
    def is_lossy(self) -> bool:
        """Whether some link may fail."""
        return bool((self.probabilities < 1).any())

    def adjacency(self) -> csr_array:
        """Adjacency matrix, (n, n), ones at [u, v] for every arc u -> v; symmetric when undirected."""
        u, v = self.edges.T
        if not self.directed:
            u, v = np.concatenate([u, v]), np.concatenate([v, u])
        return scipy.sparse.csr_array((np.ones(len(u)), (u, v)), shape=(self.n, self.n))

    def incidence(self) -> csr_array:
        """Incidence matrix A, (n, m): +1 at u and -1 at v in column e; A diag(w) A' is the Laplacian."""
        e = np.arange(self.m)
        ends, columns = self.edges.T.ravel(), np.concatenate([e, e])
        signs = np.repeat([1.0, -1.0], self.m)
        return scipy.sparse.csr_array((signs, (ends, columns)), shape=(self.n, self.m))

    def reliability_matrix(self) -> np.ndarray:
        """Dense P, (n, n), zero diagonal; ones on reliable links. For small networks."""
        matrix = np.zeros((self.n, self.n))
        matrix[self.edges[:, 0], self.edges[:, 1]] = self.probabilities
        return matrix if self.directed else matrix + matrix.T

    def reliable(self) -> Network:
        """The same network with links that always work."""
        return replace(self, reliability=None)

    def to_networkx(self) -> nx.Graph[Any] | nx.DiGraph[Any]:
        """networkx graph whose nodes are the names, or 0, ..., n-1; edge attribute p where it is known.

        >>> import networkx
        >>> grid = networkx.grid_2d_graph(2, 2)
        >>> networkx.utils.graphs_equal(Network.from_networkx(grid).to_networkx(), grid)
        True
        """
        import networkx as nx

        nodes = self.nodes
        graph: nx.Graph[Any] | nx.DiGraph[Any] = nx.DiGraph() if self.directed else nx.Graph()
        graph.add_nodes_from(nodes)
        links = [(nodes[u], nodes[v]) for u, v in self.edges.tolist()]
        graph.add_edges_from(links)
        if self.reliability is not None:
            nx.set_edge_attributes(graph, dict(zip(links, self.reliability.tolist())), "p")
        return graph

    @property
    def nodes(self) -> Sequence[Hashable]:
        """The nodes' names, or 0, ..., n-1."""
        return range(self.n) if self.names is None else self.names

    def name(self, node: int) -> str:
        """A node's name as text, or its number."""
        return str(self.nodes[node])

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the network, at `positions` or in a layout that keeps distances; colour and width are reliability."""
        from .drawing import draw_links

        said = None if self.reliability is None else "probability that a link works"
        return draw_links(self, self.probabilities, said, ax)

    def __repr__(self) -> str:
        if self.n + self.m > SMALL:
            return super().__repr__()
        return rebuilt(
            "Network",
            ("n", self.n),
            ("edges", self.edges.tolist()),
            ("reliability", None if self.reliability is None else self.reliability.tolist()),
            ("directed", True if self.directed else None),
            ("names", self.names),
            ("positions", None if self.positions is None else self.positions.tolist()),
        )

    def title(self) -> str:
        return f"Network, {'directed' if self.directed else 'undirected'}"

    def shown(self) -> list[tuple[str, str]]:
        p, degrees = self.reliability, self.degrees
        least, most = (self.name(int(i)) for i in (degrees.argmin(), degrees.argmax()))
        return [
            ("nodes", str(self.n)),
            ("links", str(self.m)),
            ("degrees", f"{degrees.min()} (node {least}) to {degrees.max()} (node {most})"),
            ("reliability", "every link always works" if p is None else f"{p.min():.6g} to {p.max():.6g}"),
        ]
