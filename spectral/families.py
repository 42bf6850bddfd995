"""Families of networks, as the command line names them: `ring:n=8`, `grid:rows=4,cols=5`, ..."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from .checks import check_size
from .errors import InputError
from .network import Network
from .random_networks import directed, er, geometric, rgg, smallworld

__all__ = ["FAMILIES", "family"]


def path(n: int) -> Network:
    """Path of n >= 1 nodes."""
    check_size("n", n, 1)
    return Network.from_edges(n, list(pairwise(range(n))))


def ring(n: int) -> Network:
    """Cycle of n >= 3 nodes."""
    return regular(n, 2)


def star(n: int) -> Network:
    """Star of n >= 2 nodes in all; node 0 is the centre."""
    check_size("n", n, 2)
    return Network.from_edges(n, [(0, i) for i in range(1, n)])


def complete(n: int) -> Network:
    """Complete graph of n >= 1 nodes."""
    check_size("n", n, 1, links=n * (n - 1) // 2)
    return Network.from_edges(n, np.column_stack(np.triu_indices(n, 1)))


def grid(rows: int, cols: int) -> Network:
    """Grid of rows x cols nodes, numbered row by row; neighbours in a row or a column are linked."""
    check_size("rows", rows, 1)
    check_size("cols", cols, 1, links=2 * rows * cols)
    node = np.arange(rows * cols).reshape(rows, cols)
    right = np.column_stack([node[:, :-1].ravel(), node[:, 1:].ravel()])
    down = np.column_stack([node[:-1].ravel(), node[1:].ravel()])
    return Network.from_edges(rows * cols, np.vstack([right, down]))


def hypercube(d: int) -> Network:
    """Hypercube of 2^d nodes, d from 0 to 20; nodes that differ in one bit are linked."""
    if not 0 <= d <= 20:
        raise InputError("d", d, "from 0 to 20, a million nodes")
    node = np.arange(2**d)
    edges = [np.column_stack([node, node ^ (1 << b)])[(node >> b) & 1 == 0] for b in range(d)]
    return Network.from_edges(2**d, np.vstack(edges) if edges else [])


def regular(n: int, degree: int) -> Network:
    """Circulant graph: each node is linked to the degree/2 next ones on either side (DeFed, section 9).

    The degree is even and less than n.
    """
    check_size("n", n, 3)
    if degree < 2 or degree % 2 or degree >= n:
        raise InputError("degree", degree, f"even, at least 2 and less than n={n}")
    check_size("degree", degree, 2, links=n * degree // 2)
    node = np.repeat(np.arange(n), degree // 2)
    step = np.tile(np.arange(1, degree // 2 + 1), n)
    return Network.from_edges(n, np.column_stack([node, (node + step) % n]))


def barbell(clique: int, path: int) -> Network:
    """Two complete networks of `clique` >= 2 nodes, joined by a path of `path` >= 0 nodes between them."""
    check_size("path", path, 0)
    check_size("clique", clique, 2, links=clique * (clique - 1) + path + 1)
    pairs = np.column_stack(np.triu_indices(clique, 1))
    bridge = np.arange(clique - 1, clique + path)
    links = [pairs, np.column_stack([bridge, bridge + 1]), pairs + clique + path]
    return Network.from_edges(2 * clique + path, np.vstack(links))


FAMILIES: dict[str, tuple[Callable[..., Network], dict[str, type]]] = {
    "ring": (ring, {"n": int}),
    "path": (path, {"n": int}),
    "star": (star, {"n": int}),
    "complete": (complete, {"n": int}),
    "grid": (grid, {"rows": int, "cols": int}),
    "hypercube": (hypercube, {"d": int}),
    "regular": (regular, {"n": int, "degree": int}),
    "er": (er, {"n": int, "p": float, "seed": int}),
    "geometric": (geometric, {"n": int, "r": float, "v": float, "seed": int}),
    "barbell": (barbell, {"clique": int, "path": int}),
    "smallworld": (smallworld, {"n": int, "degree": int, "p": float, "seed": int}),
    "rgg": (rgg, {"n": int, "radius": float, "seed": int}),
    "directed": (directed, {"n": int, "max_out": int, "seed": int}),
}


def family(text: str) -> Network:
    """Network of `name:key=value,...`; `seed` may be left out and is then 0.

    >>> family("star:n=6").degrees.tolist()
    [5, 1, 1, 1, 1, 1]
    """
    name, _, rest = text.partition(":")
    if name not in FAMILIES:
        raise InputError(
            "network",
            text,
            f"a .csv, .txt, .graphml or .npz file or one of the families {', '.join(FAMILIES)}",
        )
    build, kinds = FAMILIES[name]
    values: dict[str, Any] = {}
    for item in rest.split(",") if rest else []:
        key, equals, value = (part.strip() for part in item.partition("="))
        if key not in kinds or not equals or key in values:
            raise InputError(
                "network", text, f"{name} takes each of {', '.join(kinds)} once, as key=value; got {item}"
            )
        try:
            values[key] = kinds[key](value)
        except ValueError:
            kind = "an integer" if kinds[key] is int else "a number"
            raise InputError(key, value, f"{kind} (in {text})") from None
    missing = [key for key in kinds if key not in values and key != "seed"]
    if missing:
        raise InputError("network", text, f"{name} also needs {', '.join(missing)}")
    if values.get("seed", 0) < 0:
        raise InputError("seed", values["seed"], "at least 0")
    return build(**values)
