"""Mixing matrices: how much of each neighbour's model a node takes; validated once, then immutable."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy

from .checks import numbers, of_kind
from .errors import InputError
from .link_matrices import square
from .network import SMALL, Network
from .showing import Shown, rebuilt

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes
    from scipy.sparse import csr_array

    from .node_weights import NodeWeights

__all__ = ["MixingMatrix"]

TOLERANCE = 1e-9  # of row sums and of symmetry: what a matrix may lose when it is written with ten digits


@dataclass(frozen=True, eq=False, repr=False)
class MixingMatrix(Shown):
    """A mixing matrix W on a network: rows sum to 1, and W_uv = 0 unless u = v or the network has the link.

    On an undirected network W is symmetric and so doubly stochastic: W = I - sum over links of w_e a_e a_e',
    where a_e = e_u - e_v. On a directed one W is row-stochastic, and W[u, v] is what u sends along the arc u
    -> v. Entries are nonnegative unless `signed`.

    Raises `InputError` on NaN, wrong lengths, negative entries, rows that do not sum to 1 within 1e-9.

    >>> W = MixingMatrix.from_edge_weights(Network.from_edges(3, [(0, 1), (1, 2)]), [0.5, 0.25])
    >>> W.dense().tolist()
    [[0.5, 0.5, 0.0], [0.5, 0.25, 0.25], [0.0, 0.25, 0.75]]
    """

    network: Network
    weights: np.ndarray  # (m,) weight of each link or arc
    self_weights: np.ndarray  # (n,) diagonal
    signed: bool = False

    def __post_init__(self) -> None:
        for name, size in (("weights", self.network.m), ("self_weights", self.network.n)):
            values = numbers(name, getattr(self, name))
            if values.shape != (size,):
                raise InputError(name, f"array of shape {values.shape}", f"shape ({size},)")
            values.flags.writeable = False
            object.__setattr__(self, name, values)
        self._check_entries()
        with np.errstate(over="ignore"):  # infinity is no sum of 1 either
            _check_sums(self.self_weights + _row_sums(self.network, self.weights), self.network)

    @classmethod
    def from_edge_weights(cls, network: Network, weights: Any, *, signed: bool = False) -> MixingMatrix:
        """W with these weights, shape (m,), on the links; each node keeps what is left of 1.

        A self weight that is negative by no more than the rounding of its sum is zero.
        """
        of_kind("network", network, Network, "a Network: as_network makes one of what you have")
        w = numbers("weights", weights)
        if w.shape != (network.m,):
            raise InputError("weights", f"array of shape {w.shape}", f"one per link, ({network.m},)")
        rest = 1 - _row_sums(network, w)
        if rest.min() < 0:
            rest[(rest < 0) & (rest >= -(2**-52) * (network.degrees + 1))] = 0.0
        return cls(network, w, rest, signed)

    @classmethod
    def from_matrix(
        cls, matrix: Any, *, signed: bool = False, network: Network | None = None, directed: bool = False
    ) -> MixingMatrix:
        """W from a dense or sparse (n, n) matrix, on `network`, or on the network of its nonzero entries.

        Symmetry is required unless the network is directed (without a network: unless `directed`).

        >>> MixingMatrix.from_matrix([[0.5, 0.5], [0.4, 0.6]])
        Traceback (most recent call last):
        ...
        mixproof.spectral.errors.InputError: W=entries (0,1), (1,0) are 0.5, 0.4: symmetric on an undirected network
        """
        if network is not None:
            of_kind("network", network, Network, "a Network: as_network makes one of what you have")
        W = square("W", matrix)
        n = W.shape[0]
        if network is None:
            coo = W.tocoo()
            off = (coo.row != coo.col) & (coo.data != 0)
            rows, cols = coo.row[off], coo.col[off]
            if directed:
                pairs = np.column_stack([rows, cols])
            else:
                check_symmetric(W)
                pairs = np.unique(np.sort(np.column_stack([rows, cols]), axis=1), axis=0)
            network = Network.from_edges(n, pairs.astype(np.int64), directed=directed)
        if network.n != n:
            raise InputError("W", f"{n} x {n}", f"the network has {network.n} nodes")
        if not network.directed:
            check_symmetric(W, network)
        u, v = network.edges.T
        weights = np.asarray(W[u, v]).ravel() if network.m else np.zeros(0)
        outside = abs(W) - abs(W).multiply(network.adjacency() + scipy.sparse.eye_array(n))
        if outside.count_nonzero():
            where = outside.tocoo()
            e = int(np.argmax(where.data))
            pair = f"({network.name(int(where.row[e]))},{network.name(int(where.col[e]))})"
            shown = f"entry {pair} is {where.data[e]:.6g}"
            raise InputError("W", shown, "zero where the network has no link")
        return cls(network, weights, W.diagonal(), signed)

    @property
    def n(self) -> int:
        """Number of nodes."""
        return self.network.n

    def sparse(self) -> csr_array:
        """W as a sparse matrix, (n, n)."""
        n = self.n
        u, v = self.network.edges.T
        d = np.arange(n)
        data = [self.weights, self.self_weights]
        rows, cols = [u, d], [v, d]
        if not self.network.directed:
            data, rows, cols = [self.weights, *data], [v, *rows], [u, *cols]
        where = (np.concatenate(rows), np.concatenate(cols))
        return scipy.sparse.csr_array((np.concatenate(data), where), shape=(n, n))

    def dense(self) -> np.ndarray:
        """W as an array, (n, n)."""
        return self.sparse().toarray()

    def to_networkx(self) -> nx.Graph[Any] | nx.DiGraph[Any]:
        """The network's graph, with edge attribute `weight` and node attribute `self_weight`."""
        import networkx as nx

        graph, nodes = self.network.to_networkx(), self.network.nodes
        links = ((nodes[u], nodes[v]) for u, v in self.network.edges.tolist())
        nx.set_edge_attributes(graph, dict(zip(links, self.weights.tolist())), "weight")
        nx.set_node_attributes(graph, dict(zip(nodes, self.self_weights.tolist())), "self_weight")
        return graph

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """x @ W of an array x stays sparse; numpy makes an array of W for everything else."""
        if ufunc is np.matmul and method == "__call__" and not options and inputs[1] is self:
            return self.__rmatmul__(inputs[0])
        arrays = [x.dense() if isinstance(x, MixingMatrix) else x for x in inputs]
        return getattr(ufunc, method)(*arrays, **options)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """What `np.asarray(W)` gives: the dense matrix, always a new array."""
        if copy is False:
            raise ValueError("a MixingMatrix holds links, so that an array of it is always a copy")
        return self.dense().astype(dtype or np.float64, copy=False)

    def __matmul__(self, x: Any) -> Any:
        """W x: one round of averaging of x, (n,), (n, d) or (..., n, d); of another matrix, their sparse product.

        >>> W = MixingMatrix.from_edge_weights(Network.from_edges(2, [(0, 1)]), [0.25])
        >>> (W @ [0.0, 4.0]).tolist(), ([0.0, 4.0] @ W).tolist()
        ([1.0, 3.0], [1.0, 3.0])
        """
        if isinstance(x, MixingMatrix):
            x = x.sparse()
        return _product(self._csr, x)

    def __rmatmul__(self, x: Any) -> Any:
        """x W for x of shape (n,), (d, n) or (..., d, n)."""
        x = np.asarray(x)
        if x.ndim > 2:
            return np.swapaxes(_product(scipy.sparse.csr_array(self._csr.T), np.swapaxes(x, -1, -2)), -1, -2)
        return _product(scipy.sparse.csr_array(self._csr.T), x.T).T

    @cached_property
    def _csr(self) -> csr_array:
        return self.sparse()

    def sample(self, rng: np.random.Generator) -> MixingMatrix:
        """W_hat of one round: every link works with its probability, and the weight of one that fails stays with its
        two ends. W itself where links always work. Raises InputError for a directed network whose links fail."""
        if not self.network.is_lossy:
            return self
        if self.network.directed:
            raise InputError("network", "directed, links that fail", "links lose both directions together")
        up = rng.random(self.network.m) < self.network.probabilities
        return MixingMatrix.from_edge_weights(self.network, self.weights * up, signed=self.signed)

    def nodes(self) -> list[NodeWeights]:
        """What each node has to know: its neighbours, its weights, and what to do where a message is lost."""
        from .node_weights import node_weights

        return node_weights(self)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the network with its weights: colour and width of a link; dashed where it is next to 0.

        A network with too many links to follow has the matrix beside it, unless `ax` says where to draw.
        """
        from .drawing import draw_mixing

        return draw_mixing(self, ax)

    def __repr__(self) -> str:
        if self.network.n + self.network.m > SMALL:
            return super().__repr__()
        return rebuilt(
            "MixingMatrix",
            ("network", self.network),
            ("weights", self.weights.tolist()),
            ("self_weights", self.self_weights.tolist()),
            ("signed", True if self.signed else None),
        )

    def shown(self) -> list[tuple[str, str]]:
        own, weights = self.self_weights, self.weights
        links = f"{weights.min():.6g} to {weights.max():.6g}" if len(weights) else "no link"
        return [
            *self.network.shown(),
            ("weights", links + (", signed" if self.signed else "")),
            ("self weights", f"{own.min():.6g} to {own.max():.6g}"),
        ]

    def _check_entries(self) -> None:
        if self.signed:
            return
        if self.weights.size and self.weights.min() < 0:
            e = int(np.argmin(self.weights))
            u, v = self.network.edges[e]
            pair = f"{self.network.name(u)},{self.network.name(v)}"
            shown = f"weight {self.weights[e]:.6g} of edge {pair}"
            raise InputError("W", shown, "nonnegative", unless="signed")
        if self.self_weights.min() < 0:
            i = int(np.argmin(self.self_weights))
            shown = f"self weight {self.self_weights[i]:.6g} of node {self.network.name(i)}"
            raise InputError("W", shown, "nonnegative", unless="signed")


def _product(W: csr_array, x: Any) -> Any:
    if not hasattr(x, "tocoo"):
        x = numbers("x", x, finite=False)
    axis = 0 if x.ndim < 2 else -2
    if x.ndim == 0 or x.shape[axis] != W.shape[0]:
        raise InputError("x", f"array of shape {x.shape}", f"one row for each of the {W.shape[0]} nodes")
    return W @ x if x.ndim <= 2 else W.toarray() @ x


def check_symmetric(W: csr_array, network: Network | None = None) -> None:
    """Raises InputError when |W - W'| exceeds the tolerance somewhere."""
    difference = abs(W - W.T).tocoo()
    if difference.nnz and difference.data.max() > TOLERANCE:
        e = int(np.argmax(difference.data))
        i, j = sorted((int(difference.row[e]), int(difference.col[e])))
        a, b = (str(i), str(j)) if network is None else (network.name(i), network.name(j))
        shown = f"entries ({a},{b}), ({b},{a}) are {W[i, j]:.6g}, {W[j, i]:.6g}"
        raise InputError("W", shown, "symmetric on an undirected network")


def check_rows(W: csr_array) -> None:
    """Raises InputError when a row does not sum to 1 within the tolerance."""
    _check_sums(np.asarray(W.sum(axis=1)).ravel())


def _check_sums(sums: np.ndarray, network: Network | None = None) -> None:
    worst = int(np.argmax(np.abs(sums - 1)))
    if not abs(sums[worst] - 1) <= TOLERANCE:
        row = worst if network is None else network.name(worst)
        raise InputError("W", f"row {row} sums to {sums[worst]:.12g}", "rows sum to 1")


def _row_sums(network: Network, weights: np.ndarray) -> np.ndarray:
    u, v = network.edges.T
    sums = np.bincount(u, weights, minlength=network.n)
    return sums if network.directed else sums + np.bincount(v, weights, minlength=network.n)
