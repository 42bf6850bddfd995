"""The question every method answers: which weights on these links make this objective smallest.

One edge variable w_e a link. With L(w) = sum_e w_e p_e a_e a_e' the mean mixing matrix is I - L(w); objectives,
functions of w, are in `objectives`.

Feasible: w >= 0 and sum of w at each node <= 1 (then every entry of W lies in [0, 1]); `signed` drops both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from .arrays import Array
from .objectives import Mean, Objective

__all__ = ["Problem"]

DENSE_NODES = 400  # up to here a full eigendecomposition is the quickest way on any network


@dataclass(frozen=True, eq=False)
class Problem:
    """A network's edge arrays, the objective and the feasible set; plain arrays, for the solvers."""

    n: int
    tails: NDArray[np.int64]  # (m,) first node of each edge
    heads: NDArray[np.int64]  # (m,) second node
    p: Array  # (m,) probability that the link is up, in (0, 1]
    objective: Objective
    signed: bool = False

    @classmethod
    def of(cls, network: Network, objective: Objective | None = None, signed: bool = False) -> Problem:
        """The problem on `network`, for the mean unless said. Raises InputError for a directed network, and for weights
        that the objective does not take."""
        goal = Mean() if objective is None else objective
        if signed and not goal.takes_signed:
            raise InputError("signed", signed, f"objective {goal.name} takes weights that are not negative")
        if network.directed and not goal.takes_directed:
            rule = (
                "weights are optimized on undirected networks, or for a target (target=1: the plain average)"
            )
            raise InputError("network", f"{network.n} nodes, directed", rule)
        if network.m == 0:
            raise InputError("network", f"{network.n} node, no link", "there is a link to give a weight")
        edges = network.edges
        return cls(network.n, edges[:, 0].copy(), edges[:, 1].copy(), network.probabilities, goal, signed)

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self.p)

    @property
    def spread(self) -> Array:
        """(m,) factor 2 p (1 - p) of w^2 in the second moment's excess over the squared mean."""
        return 2 * self.p * (1 - self.p)

    @property
    def ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(m,) tails and (m,) heads."""
        return self.tails, self.heads

    @property
    def is_sparse(self) -> bool:
        """Whether n x n matrices are to be avoided."""
        return self.n > DENSE_NODES and 8 * self.m < self.n**2

    def incidence(self) -> csr_array:
        """Sparse (n, m) matrix whose column e is a_e: +1 at the tail, -1 at the head."""
        rows = np.concatenate([self.tails, self.heads])
        columns = np.tile(np.arange(self.m), 2)
        signs = np.repeat([1.0, -1.0], self.m)
        return csr_array((signs, (rows, columns)), shape=(self.n, self.m))

    def node_sums(self, values: Array) -> Array:
        """(n,) sum of edge values at each node."""
        both = np.concatenate([values, values])
        return np.bincount(np.concatenate([self.tails, self.heads]), both, self.n).astype(float, copy=False)

    def forms(self, X: Array) -> Array:
        """(m,) a_e'X a_e for a symmetric (n, n) X."""
        (i, j), diagonal = self.ends, np.diag(X)
        return np.asarray(diagonal[i] + diagonal[j] - 2 * X[i, j])

    def mean_times(self, w: Array, block: Array) -> Array:
        """(I - L(w)) times an (n, k) block, without forming the matrix."""
        flow = (w * self.p)[:, None] * (block[self.tails] - block[self.heads])
        result = block.astype(float, copy=True)
        np.subtract.at(result, self.tails, flow)
        np.add.at(result, self.heads, flow)
        return result
