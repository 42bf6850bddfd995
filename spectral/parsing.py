"""Networks from the text of a family, files, networkx graphs, arrays or sparse matrices."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from .errors import InputError
from .families import family
from .files import READERS
from .link_matrices import links_of
from .network import Network

__all__ = ["TAKEN", "as_network", "is_graph", "is_matrix", "parse_network"]

TAKEN = (
    "a Network, a networkx Graph or DiGraph, a square numpy array or scipy sparse matrix of adjacency or"
    " reliabilities, a text such as 'ring:n=8', or a .csv, .txt, .graphml or .npz file"
)


def parse_network(text: str) -> Network:
    """Network from a file (.csv, .txt, .graphml, .npz) or from `family:key=value,...`.

    Families: ring:n, path:n, star:n (n nodes in all), complete:n, grid:rows,cols, hypercube:d,
    regular:n,degree, er:n,p,seed, geometric:n,r,v,seed, rgg:n,radius,seed, directed:n,max_out,seed. Raises
    InputError.

    >>> parse_network("regular:n=10,degree=4").m
    20
    """
    path = Path(text)
    reader = READERS.get(path.suffix.lower())
    return family(text) if reader is None else reader(path)


def as_network(network: Any, attribute: str | None = "p", *, directed: bool = False) -> Network:
    """The network that any of the forms below stands for.

    - a Network: itself
    - a networkx Graph or DiGraph: nodes keep their names; edge attribute `attribute` holds the probability that a
      link works, on every edge or on none (None: every link always works). Other attributes do not count.
    - a square numpy array or scipy sparse matrix with zero diagonal: ones for links, or their probabilities.
      Symmetric unless `directed`, where entry [u, v] is the arc u -> v.
    - a text such as `ring:n=8`, or the name of a .csv, .txt, .edgelist, .graphml or .npz file (a str or a path)

    Raises InputError for anything else, and for a network that breaks a rule of `Network`.

    >>> as_network(np.array([[0, 1, 0], [1, 0, 0.5], [0, 0.5, 0]])).reliability.tolist()
    [1.0, 0.5]
    >>> import networkx
    >>> as_network(networkx.path_graph(["a", "b", "c"])).names
    ('a', 'b', 'c')
    """
    if isinstance(network, Network):
        return network
    if isinstance(network, str | os.PathLike):
        return parse_network(os.fspath(network))
    if is_graph(network):
        return Network.from_networkx(network, attribute)
    if is_matrix(network):
        edges, p = links_of("network", network, directed=directed)
        return Network.from_edges(
            np.shape(network)[0], edges, None if (p == 1).all() else p, directed=directed
        )
    raise InputError("network", f"of type {type(network).__name__}", TAKEN)


def is_graph(value: Any) -> bool:
    """Whether it is a networkx graph; asks without loading networkx."""
    return all(hasattr(value, name) for name in ("nodes", "edges", "is_directed", "is_multigraph"))


def is_matrix(value: Any) -> bool:
    """Whether it is an array, a sparse matrix or rows of numbers."""
    return isinstance(value, list | tuple | np.ndarray) or hasattr(value, "tocoo")
