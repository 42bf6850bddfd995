"""Mixing matrices from arrays, networks with a convention of weights, graphs with weights, files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import InputError
from .link_matrices import square
from .mixing import MixingMatrix
from .network import Network
from .parsing import as_network, is_graph, is_matrix
from .weight_files import holds_weights, read_weights
from .weights import mixing_matrix

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["as_matrix", "as_mixing"]

TAKEN = (
    "a MixingMatrix, what optimize returns, a square numpy array or scipy sparse matrix of weights, a network in any"
    " form that as_network takes, or a file of weights"
)


def as_mixing(
    W: Any,
    *,
    weights: str | None = None,
    attribute: str | None = None,
    network: Any = None,
    signed: bool = False,
) -> MixingMatrix:
    """The mixing matrix that any of the forms below stands for.

    - a MixingMatrix, or what `optimize` returns: its matrix
    - a square array or sparse matrix: W itself, symmetric, on `network` or on the network of its nonzero entries
    - an array of one weight a link, (m,), with `network`: each node keeps what is left of 1
    - a networkx graph with `attribute`: that edge attribute is the weight of a link
    - a network in any form that `as_network` takes: the weights of the convention `weights` (None: `metropolis`,
      on a directed network `out-degree`)
    - the name of a file of weights, as `mixproof optimize --out` writes it (.csv, .npz)

    signed: entries of an array, an attribute or a file may be negative. Raises InputError for anything else.

    >>> as_mixing("path:n=3").weights.round(4).tolist()
    [0.3333, 0.3333]
    >>> as_mixing([0.5, 0.25], network="path:n=3").dense().tolist()
    [[0.5, 0.5, 0.0], [0.5, 0.25, 0.25], [0.0, 0.25, 0.75]]
    """
    own = W if isinstance(W, MixingMatrix) else getattr(W, "weights", None)
    chosen = None if network is None else as_network(network)
    if isinstance(own, MixingMatrix):
        _only(weights, attribute)
        return own
    if is_matrix(W):
        _only(weights, attribute)
        if chosen is not None and not hasattr(W, "tocoo") and np.ndim(W) == 1:
            return MixingMatrix.from_edge_weights(chosen, W, signed=signed)
        return MixingMatrix.from_matrix(W, signed=signed, network=chosen)
    if isinstance(W, str | os.PathLike) and holds_weights(Path(W)):
        _only(weights, attribute)
        return read_weights(Path(W), chosen, signed)
    if attribute is not None:
        _only(weights)
        return _of_attribute(W, attribute, signed)
    if not isinstance(W, Network | str | os.PathLike) and not is_graph(W):
        raise InputError("W", f"of type {type(W).__name__}", TAKEN)
    return mixing_matrix(W, weights)


def as_matrix(W: Any, *, weights: str | None = None, attribute: str | None = None) -> csr_array:
    """W as square CSR: of an array or sparse matrix just that, whatever its entries; else that of `as_mixing`."""
    if is_matrix(W):
        _only(weights, attribute)
        return square("W", W)
    return as_mixing(W, weights=weights, attribute=attribute).sparse()


def _only(weights: str | None, attribute: str | None = None) -> None:
    """A matrix that is given has its weights already."""
    for name, value in (("weights", weights), ("attribute", attribute)):
        if value is not None:
            raise InputError(name, value, "speaks of a network; what was given has its weights already")


def _of_attribute(graph: Any, attribute: str, signed: bool) -> MixingMatrix:
    if not is_graph(graph):
        rule = "speaks of a networkx graph's edges"
        raise InputError("attribute", attribute, f"{rule}; got {type(graph).__name__}")
    network = Network.from_networkx(graph)
    nodes = network.nodes
    weights = []
    for u, v in network.edges.tolist():
        told = graph.edges[nodes[u], nodes[v]]
        if attribute not in told:
            raise InputError("attribute", attribute, f"edge {nodes[u]},{nodes[v]} of the graph has none")
        weights.append(told[attribute])
    return MixingMatrix.from_edge_weights(network, weights, signed=signed)
