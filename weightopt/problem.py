"""The question every method answers: which weights on these links make this objective smallest.

One edge variable w_e a link. With L(w) = sum_e w_e p_e a_e a_e' the mean mixing matrix is I - L(w); objectives,
functions of w, are in `objectives`.

Feasible: w >= 0 and sum of w at each node <= 1 (then every entry of W lies in [0, 1]); `signed` drops both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from .arrays import Array
from .objectives import Mean, Objective

__all__ = ["Problem", "check_start", "repair"]

EPS = float(np.finfo(float).eps)
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
        return np.asarray(np.bincount(self.tails, values, self.n) + np.bincount(self.heads, values, self.n))

    @cached_property
    def degrees(self) -> Array:
        """(n,) number of links at each node."""
        return self.node_sums(np.ones(self.m))

    def forms(self, X: Array) -> Array:
        """(..., m) a_e'X a_e for (..., n, n) X."""
        i, j = self.ends
        return np.asarray(X[..., i, i] + X[..., j, j] - (X[..., i, j] + X[..., j, i]))

    def even(self, spare: float = 0.0) -> Array:
        """(m,) weights 1 / (spare + the larger degree of a link's ends)."""
        return 1 / (spare + np.maximum(self.degrees[self.tails], self.degrees[self.heads]))

    def mean_times(self, w: Array, block: Array) -> Array:
        """(I - L(w)) times an (n, k) block, without forming the matrix."""
        flow = (w * self.p)[:, None] * (block[self.tails] - block[self.heads])
        result = block.astype(float, copy=True)
        np.subtract.at(result, self.tails, flow)
        np.add.at(result, self.heads, flow)
        return result


def repair(problem: Problem, w: Array) -> Array:
    """The nearby exactly feasible point: negative weights to zero, edges at an overfull node scaled down.

    The rounding of a node's sum depends on the order of its terms, so an overfull node is scaled down to less than
    1 - degree * eps. A feasible point with that much room is returned unchanged.
    """
    if problem.signed:
        return w
    w = np.maximum(w, 0.0)  # a copy
    slack = (problem.degrees + 2) * EPS
    overfull = problem.node_sums(w) / (1 - slack)
    if overfull.max() > 1:
        factor = np.maximum(overfull[problem.tails], overfull[problem.heads])
        touched = factor > 1
        w[touched] *= (1 - EPS) / factor[touched]
    return w


def check_start(problem: Problem, w: Array) -> Array:
    """A start the caller gave, refused with a sentence when it is not feasible."""
    w = np.array(w, dtype=float)
    if w.shape != (problem.m,):
        raise InputError("start", f"shape {w.shape}", f"one weight an edge, shape ({problem.m},)")
    if not np.isfinite(w).all():
        raise InputError("start", "NaN or infinity", "weights are finite numbers")
    if problem.signed:
        return w
    if w.min(initial=0.0) < 0:
        e = int(w.argmin())
        raise InputError(
            "start", f"{w[e]!r} on edge {problem.tails[e]}-{problem.heads[e]}", "weights are >= 0"
        )
    sums = problem.node_sums(w)
    worst = int(sums.argmax())
    if sums[worst] > 1 + 1e-9:
        raise InputError(
            "start", f"{sums[worst]!r} at node {worst}", "the weights at a node sum to at most 1"
        )
    return repair(problem, w)
