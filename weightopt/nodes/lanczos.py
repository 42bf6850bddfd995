"""Lanczos' method by the nodes, with full orthogonalisation: B = I - J - L(w) on vectors that they hold rows of.

A vector here is an (n, c) array of which a node holds a row: c = 1 for one vector, c = n for the matrix I - J, from
which every function of L(w) follows at once. Inner products are sums over the nodes. A step costs one message on each
link and two sums of as many numbers as there are vectors.

`examine` finds rho at given weights to machine precision: a small subspace knows it from below only. From a random
start the method has seen each distinct eigenvalue of B when it ends, after n - 1 steps at most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import numpy as np
import scipy

from ..arrays import Array
from .port import Exchange, Port, Tree, agree

__all__ = ["ENDED", "Judge", "Judging", "examine", "krylov"]

ENDED = 1e-10  # what is left of a vector in an invariant subspace


class Judging(Protocol):
    """The root's part."""

    def step(self, first: Array, total: Array) -> Array:
        """From both passes' inner products with the basis (and, last, the square of what is left): 1, the next vector's
        length and the second pass's inner products to go on; 0 and what the nodes are told to end.
        """


def krylov(
    port: Port,
    tree: Tree,
    kept: Array,
    basis: Array,
    u: Array,
    judge: Judging | None,
) -> Exchange:
    """Go on from `basis` (k, c), to which all is made orthogonal, with the row `u` (c,), until the judge ends it.

    kept: (degree,) weights times reliabilities.
    Returns what the judge told, and the node's rows (k, c) of all basis vectors.
    """
    while True:
        first = (yield from agree(port, tree, basis @ u)) if len(basis) else np.zeros(0)
        u = u - first @ basis
        decide: Callable[[Array], Array] | None = None if judge is None else partial(judge.step, first)
        answer = yield from agree(port, tree, np.append(basis @ u, u @ u), decide)
        if not answer[0]:
            return answer[1:], basis
        q = (u - answer[2:] @ basis) / answer[1]
        basis = np.vstack([basis, q])
        port.tell_all(q)
        heard = yield port.neighbours
        u = q - sum(weight * (q - heard[v]) for v, weight in zip(port.neighbours, kept))


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
