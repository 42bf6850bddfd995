"""What one node has to know of a mixing matrix, for your own training loop.

A node replaces its model by a weighted mean of its own and its neighbours',

    x_i <- x_i + sum_j w_ij (x_j - x_i)    over the neighbours j whose model came in this round:

the weight of a model that did not come stays with the node's own. Where a link loses the messages of both directions
together, as `sample` has it, the mean of all models is kept. Where i hears j and j does not hear i, the mean moves by
w_ij (x_j - x_i)/n: either both ends drop the exchange (an acknowledgement), or the run is push-sum's.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import InputError

if TYPE_CHECKING:
    from .mixing import MixingMatrix

__all__ = ["NodeWeights", "node_weights"]


@dataclass(frozen=True, eq=False)
class NodeWeights:
    """Node `number`, called `name`: its own weight, its neighbours' numbers and weights (k,), and the probability that
    each link works in a round. Neighbours of weight 0 are left out: they send nothing."""

    number: int
    name: Hashable
    own: float
    neighbours: np.ndarray
    weights: np.ndarray
    reliability: np.ndarray

    def mix(self, model: Any, received: Mapping[int, Any]) -> Any:
        """The node's next model, from its own and those that came: neighbour's number -> model.

        Models are arrays or tensors of any one kind. Raises InputError for a model of a node that is no neighbour.

        >>> node = NodeWeights(0, 0, 0.5, np.array([1, 2]), np.array([0.25, 0.25]), np.ones(2))
        >>> node.mix(0.0, {1: 4.0, 2: 8.0}), node.mix(0.0, {2: 8.0})
        (3.0, 2.0)
        """
        if strange := sorted(set(received) - set(self.neighbours.tolist())):
            raise InputError("received", strange[0], f"a neighbour of node {self.name}, with a weight")
        mixed = model
        for j, weight in zip(self.neighbours.tolist(), self.weights.tolist()):
            if j in received:
                mixed = mixed + weight * (received[j] - model)
        return mixed

    def to_json(self) -> dict[str, Any]:
        """Plain lists, as `optimize --out FILE.json` writes them for every node."""
        lists = {key: getattr(self, key).tolist() for key in ("neighbours", "weights", "reliability")}
        return {"node": str(self.name), "own": self.own, **lists}


def node_weights(W: MixingMatrix) -> list[NodeWeights]:
    """What each node has to know, in the order of their numbers. On a directed network node u reads the models at the
    heads of its arcs.

    >>> from mixproof.spectral import mixing_matrix, parse_network
    >>> W = mixing_matrix(parse_network("path:n=3"), "max-degree")
    >>> [(one.own, one.neighbours.tolist(), one.weights.tolist()) for one in node_weights(W)]
    [(0.5, [1], [0.5]), (0.0, [0, 2], [0.5, 0.5]), (0.5, [1], [0.5])]
    """
    network = W.network
    kept = W.weights != 0
    u, v = network.edges[kept].T
    w, p = W.weights[kept], network.probabilities[kept]
    if not network.directed:
        u, v, w, p = np.append(u, v), np.append(v, u), np.tile(w, 2), np.tile(p, 2)
    order = np.lexsort((v, u))
    u, v, w, p = u[order], v[order], w[order], p[order]
    ends = np.searchsorted(u, np.arange(network.n + 1))
    return [
        NodeWeights(i, network.name(i), float(W.self_weights[i]), v[a:b], w[a:b], p[a:b])
        for i, (a, b) in enumerate(pairwise(ends))
    ]
