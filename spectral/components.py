"""Components of a graph, counted by scipy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["components"]


def components(pattern: csr_array, directed: bool = False) -> tuple[int, np.ndarray]:
    """How many components the graph of a matrix's entries has, and that of each node, (n,); strong ones if directed.

    scipy's compiled code takes 32-bit indices. Where it gets others, some versions print an ignored ValueError and
    count nothing: that is an error here, not a network without components.
    """
    indices, starts = pattern.indices.astype(np.int32), pattern.indptr.astype(np.int32)
    graph = scipy.sparse.csr_array(pattern.shape)
    graph.data, graph.indices, graph.indptr = pattern.data, indices, starts
    count, label = scipy.sparse.csgraph.connected_components(graph, directed, "strong")
    if count < 1:
        raise RuntimeError(f"scipy found no component among {pattern.shape[0]} nodes")
    return int(count), label
