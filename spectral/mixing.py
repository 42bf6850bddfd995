"""Mixing matrices: how much of each neighbour's model a node takes; validated once, then immutable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy

from .checks import numbers
from .errors import InputError
from .network import Network

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["MixingMatrix"]

TOLERANCE = 1e-9  # of row sums and of symmetry: what a matrix may lose when it is written with ten digits


@dataclass(frozen=True, eq=False)
class MixingMatrix:
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
        w = numbers("weights", weights)
        if w.shape != (network.m,):
            raise InputError("weights", f"array of shape {w.shape}", f"one per link, ({network.m},)")
        rest = 1 - _row_sums(network, w)
        rounding = 2**-52 * (network.degrees + 1)
        rest[(rest < 0) & (rest >= -rounding)] = 0.0
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
        W = as_square(matrix)
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

    def _check_entries(self) -> None:
        if self.signed:
            return
        if self.weights.size and self.weights.min() < 0:
            e = int(np.argmin(self.weights))
            u, v = self.network.edges[e]
            pair = f"{self.network.name(u)},{self.network.name(v)}"
            shown = f"weight {self.weights[e]:.6g} of edge {pair}"
            raise InputError("W", shown, "nonnegative unless signed=True")
        if self.self_weights.min() < 0:
            i = int(np.argmin(self.self_weights))
            shown = f"self weight {self.self_weights[i]:.6g} of node {self.network.name(i)}"
            raise InputError("W", shown, "nonnegative unless signed=True")


def as_square(matrix: Any) -> csr_array:
    """The matrix as finite, square, float64 CSR; raises InputError."""
    if isinstance(matrix, MixingMatrix):
        return matrix.sparse()
    if hasattr(matrix, "tocoo"):  # any of scipy's sparse formats
        coo = matrix.tocoo()
        W = scipy.sparse.csr_array((numbers("W", coo.data), (coo.row, coo.col)), shape=coo.shape)
    else:
        dense = numbers("W", matrix)
        if dense.ndim != 2:
            raise InputError("W", f"array of shape {dense.shape}", "a square matrix")
        W = scipy.sparse.csr_array(dense)
    if W.shape[0] != W.shape[1] or W.shape[0] == 0:
        raise InputError("W", f"array of shape {W.shape}", "a square matrix")
    return W


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
