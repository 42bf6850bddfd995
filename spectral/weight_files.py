"""Weights from files: links with their weights, or a whole matrix."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

import numpy as np

from .arrays import check_file, load_arrays
from .checks import numbers
from .errors import InputError
from .mixing import MixingMatrix
from .network import Network

__all__ = ["HEADER", "holds_weights", "read_weights"]

HEADER = ("u", "v", "weight")


def holds_weights(path: Path) -> bool:
    """Whether a file holds weights and not a network: `.npy`, `.npz` with W or weights, `.csv` headed u,v,weight."""
    kind = path.suffix.lower()
    try:
        if kind == ".npz":
            with zipfile.ZipFile(path) as archive:
                return not {"W.npy", "weights.npy"}.isdisjoint(archive.namelist())
        if kind == ".csv":
            with path.open(newline="", encoding="utf-8-sig") as file:
                return tuple(next(csv.reader(file), ())) == HEADER
    except (OSError, ValueError, csv.Error, zipfile.BadZipFile):
        return False  # whoever reads it says what is wrong
    return kind == ".npy"


def read_weights(
    path: Path, network: Network | None = None, signed: bool = False, name: str = "W"
) -> MixingMatrix:
    """W of a file, on `network` or on the links that the file names.

    `.npz`, `.json` and `.csv` as `mixproof optimize --out` makes them (nodes by name, a row for every link), or a
    square matrix: `.npy`, `.npz` (its array W, or its only one), `.csv` of numbers or of fractions
    such as 1/3. Weights that differ by direction,
    as those for a target do, come back on a directed network. Raises InputError on anything else, which calls the
    argument `name`.
    """
    readers = {".csv": _read_csv, ".json": _read_json}
    if path.suffix not in (*readers, ".npz", ".npy"):
        raise InputError(name, str(path), "a file ending in .npz, .npy, .csv or .json")
    arrays = readers.get(path.suffix, _load)(path, name)
    if {"edges", "weights", "names"} <= arrays.keys():
        return _on_links(arrays, network, signed)
    held = ["W"] if "W" in arrays else list(arrays)
    if len(held) != 1:
        found = f"holds one array, or one named W; found {', '.join(held) or 'none'}"
        raise InputError(name, str(path), found)
    return MixingMatrix.from_matrix(arrays[held[0]], signed=signed, network=network)


def _load(path: Path, name: str) -> dict[str, np.ndarray]:
    return load_arrays(name, path)


def _read_json(path: Path, name: str) -> dict[str, np.ndarray]:
    check_file(name, path)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        edges, weights, nodes = (content[key] for key in ("edges", "weights", "names"))
        if not all(isinstance(node, str | int) for node in nodes):
            raise ValueError("names are text")
        return {
            "edges": np.array(edges) if edges else np.zeros((0, 2), np.int64),
            "weights": np.array(weights, dtype=float),
            "names": np.array([str(node) for node in nodes]),
        }
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        shown = f"not readable as weights: {type(error).__name__} ({error})"
        raise InputError(name, str(path), shown) from None


def _read_csv(path: Path, name: str) -> dict[str, np.ndarray]:
    check_file(name, path)
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = [row for row in csv.reader(file) if row]
        if not rows:
            raise ValueError("an empty file")
        if tuple(rows[0]) != HEADER:
            if len({len(row) for row in rows}) > 1:
                raise ValueError("rows of different lengths")
            return {"W": np.array([list(map(_cell, row)) for row in rows])}
        u, v, weights = zip(*rows[1:], strict=True)
        index = {node: i for i, node in enumerate(dict.fromkeys(u + v))}
        edges = [(index[a], index[b]) for a, b in zip(u, v, strict=True)]
        values = np.array(list(map(_cell, weights)))
    except (OSError, ValueError, ZeroDivisionError, csv.Error) as error:
        raise InputError(name, str(path), f"not readable as a matrix ({error})") from None
    return {"edges": np.array(edges), "weights": values, "names": np.array(list(index))}


def _cell(text: str) -> float:
    """A number, or a fraction such as 1/3."""
    above, slash, below = text.partition("/")
    return float(above) / float(below) if slash else float(text)


def _on_links(arrays: dict[str, np.ndarray], network: Network | None, signed: bool) -> MixingMatrix:
    """W from edges (m, 2), weights (m,) and names (n,) of a file; each node keeps what is left of 1.

    Without a network, a file that tells some link in both directions is of a directed one.
    """
    edges, names = arrays["edges"], arrays["names"].astype(str).ravel().tolist()
    if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iu":
        raise InputError("edges", f"array of {edges.dtype}{edges.shape}", "an integer array of shape (m, 2)")
    weights = numbers("weights", arrays["weights"])
    arcs = set(map(tuple, edges.tolist()))
    directed = any(u < v and (v, u) in arcs for u, v in arcs) if network is None else network.directed
    own = Network.from_edges(len(names), edges, names=names, directed=directed)
    if weights.shape != (own.m,):
        raise InputError("weights", f"array of shape {weights.shape}", f"one per link, ({own.m},)")
    network = network or own
    kind = tuple if directed else frozenset
    rows = {kind((names[u], names[v])): w for (u, v), w in zip(edges.tolist(), weights.tolist())}
    links = [kind(map(network.name, link)) for link in network.edges.tolist()]
    for odd in rows.keys() ^ set(links):
        rule = (
            "a link of the file, but not of the network"
            if odd in rows
            else "a link without a weight in the file"
        )
        raise InputError("link", ",".join(sorted(odd)), rule)
    return MixingMatrix.from_edge_weights(network, [rows[link] for link in links], signed=signed)
