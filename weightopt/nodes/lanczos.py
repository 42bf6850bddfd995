"""Lanczos' method by the nodes, with full orthogonalisation: B = I - J - L(w) on vectors that they hold rows of.

A vector here is an (n, c) array of which a node holds a row: c = 1 for one vector, c = n for the matrix I - J, from
which every function of L(w) follows at once. Inner products are sums over the nodes. A step costs one message on each
link and two sums of as many numbers as there are vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import numpy as np

from ..arrays import Array
from .port import Port
from .tree import Exchange, Tree, agree

__all__ = ["ENDED", "Judging", "krylov"]

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
