"""rho at given weights to machine precision, found by the nodes.

A small subspace knows rho from below only. From a random start Lanczos' method (`lanczos`) has seen each distinct
eigenvalue of B = I - J - L(w) when it ends, after n - 1 steps at most.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy

from ..arrays import Array
from .lanczos import ENDED, krylov
from .port import Port
from .tree import Exchange, Tree

__all__ = ["Judge", "examine"]


def examine(port: Port, tree: Tree, kept: Array, rng: np.random.Generator, judge: Judge | None) -> Exchange:
    """Run the method on weights times reliabilities `kept` (degree,), until the judge, at the root, is done.

    Returns the judge's flags and the node's entry of the unit eigenvector that goes with rho (or of the Ritz vector
    that shows that rho is above the judge's limit).
    """
    constant = np.array([[port.nodes**-0.5]])  # the node's entry of 1 / sqrt(n): all is orthogonal to it
    told, basis = yield from krylov(port, tree, kept, constant, rng.standard_normal(1), judge)
    return told[:3], float(basis[1:, 0] @ told[3:])


class Judge:
    """The root's part: the tridiagonal matrix, and when to end.

    It ends when rho is known, or as soon as rho is known to be above `limit`, or when `late` says so;
    `conclude(known, value, residual)` gives the three flags that go to all nodes.
    """

    def __init__(
        self,
        nodes: int,
        limit: float,
        late: Callable[[], bool],
        conclude: Callable[[bool, float, float], list[float]],
    ):
        self.nodes, self.limit, self.late, self.conclude = nodes, limit, late, conclude
        self.diagonal: list[float] = []
        self.beside: list[float] = []

    def step(self, first: Array, total: Array) -> Array:
        """From both passes' inner products with the basis: the next vector's length, or the end."""
        second = total[:-1]
        left = float(np.sqrt(max(total[-1] - second @ second, 0.0)))
        if len(second) == 1:  # the start
            return np.concatenate([[1.0, left], second])
        self.diagonal.append(float(first[-1] + second[-1]))
        values, vectors = scipy.linalg.eigh_tridiagonal(self.diagonal, self.beside)
        worst = int(np.argmax(abs(values)))
        value, ritz = float(abs(values[worst])), vectors[:, worst]
        known = left <= ENDED or len(self.diagonal) == self.nodes - 1
        if known or value > self.limit or self.late():
            flags = self.conclude(known, value, left * abs(float(ritz[-1])))
            return np.concatenate([[0.0], flags, ritz])
        self.beside.append(left)
        return np.concatenate([[1.0, left], second])
