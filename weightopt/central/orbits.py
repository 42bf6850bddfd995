"""Links that symmetry does not tell apart: `cuts` gives them one weight.

Nodes are told apart by colour refinement, links by their ends' colours, their reliability and, before that, the
triangles and squares through them. Every automorphism of the network keeps all of these, so the classes are unions of
the orbits of the automorphism group. That they are orbits is not proved, and nothing rests on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from mixproof.spectral.clock import check_time

from ..arrays import Array
from ..problem import Problem

__all__ = ["MOST", "Classes", "first_classes", "refined", "split"]

MOST = 100  # classes of links
ALIKE = 1e-6  # values of links, relative to the largest
MOST_WALKS = 2e7  # of three links: with more of them triangles and squares are not counted

Labels = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Classes:
    """Nodes and links that no automorphism is yet known to tell apart."""

    nodes: Labels  # (n,) colour of each node
    links: Labels  # (m,) class of each link, 0 to count - 1
    count: int

    def averaged(self, w: Array) -> Array:
        """(m,) each link's weight replaced by the mean of its class."""
        return (np.bincount(self.links, w) / np.bincount(self.links))[self.links]


def first_classes(problem: Problem) -> Classes | None:
    """The classes told apart by reliability, colour refinement, triangles and squares; None if more than `MOST`."""
    classes = refined(problem, _labels(problem.p))
    squares = problem.degrees**2
    walks = np.sum(squares[problem.tails] + squares[problem.heads])
    if classes is None or walks > MOST_WALKS:
        return classes
    i, j = problem.ends
    ones, both = np.ones(2 * problem.m), (np.concatenate([i, j]), np.concatenate([j, i]))
    links = scipy.sparse.csr_array((ones, both), shape=(problem.n, problem.n))
    through: list[Array] = [rows[i].multiply(links[j]).sum(axis=1) for rows in (links, links @ links)]
    return refined(problem, _labels(classes.links, *through))


def refined(problem: Problem, links: Labels) -> Classes | None:
    """The coarsest classes, no coarser than `links`, whose nodes see the same classes; None if more than `MOST`."""
    (i, j), n = problem.ends, problem.n
    random = np.random.default_rng(0)
    ends = np.concatenate([i, j])
    colours, count = np.zeros(n, dtype=np.int64), 0
    while colours.max() + 1 > count:
        check_time()
        count = int(colours.max()) + 1
        if count > 2 * MOST:  # each class joins at most two colours
            return None
        seen = _labels(np.tile(links, 2), np.concatenate([colours[j], colours[i]]))
        # equal for equal multisets; by accident for others: classes stay coarser
        sums = np.zeros(n, dtype=np.int64)
        np.add.at(sums, ends, random.integers(1 << 40, size=int(seen.max()) + 1)[seen])
        colours = _labels(colours, sums)
    links = _labels(np.minimum(colours[i], colours[j]), np.maximum(colours[i], colours[j]), links)
    found = int(links.max()) + 1
    return Classes(colours, links, found) if found <= MOST else None


def split(links: Labels, values: Array) -> Labels:
    """Classes split where `values` differ within them by more than `ALIKE`."""
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order]) > ALIKE * abs(values).max(initial=0.0)
    groups = np.empty(len(values), dtype=np.int64)
    groups[order] = np.concatenate([[0], np.cumsum(steps)])
    return _labels(links, groups)


def _labels(*keys: NDArray[np.int64] | Array) -> Labels:
    """The same label, counted from 0, where all keys are the same."""
    labels = np.unique(keys[0], return_inverse=True)[1]
    for key in keys[1:]:
        other = np.unique(key, return_inverse=True)[1]
        labels = np.unique(labels * (other.max() + 1) + other, return_inverse=True)[1]
    return labels
