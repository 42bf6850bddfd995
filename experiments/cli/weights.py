"""Weights as files: what `optimize --out` writes, and what `spectrum --matrix` reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mixproof.spectral import MixingMatrix, Network
from mixproof.spectral.arrays import check_file, load_arrays
from mixproof.spectral.checks import numbers
from mixproof.spectral.errors import InputError
from mixproof.weightopt.compare import summary

if TYPE_CHECKING:
    from mixproof.weightopt import OptimizedWeights

__all__ = ["WRITERS", "read_weights", "write_weights"]

HEADER = ("u", "v", "weight")


def read_weights(path: Path, network: Network | None = None, signed: bool = False) -> MixingMatrix:
    """W of a file, on `network` or on the links that the file names.

    `.npz` and `.csv` as `write_weights` makes them (nodes by name, a row for every link of the network), or a square
    matrix: `.npy`, `.npz` (its array W, or its only one), `.csv` of numbers. Raises InputError on anything else.
    """
    if path.suffix not in (".npz", ".npy", ".csv"):
        raise InputError("--matrix", str(path), "a file ending in .npz, .npy or .csv")
    arrays = _read_csv(path) if path.suffix == ".csv" else load_arrays("--matrix", path)
    if {"edges", "weights", "names"} <= arrays.keys():
        return _on_links(arrays, network, signed)
    names = ["W"] if "W" in arrays else list(arrays)
    if len(names) != 1:
        found = f"holds one array, or one named W; found {', '.join(names) or 'none'}"
        raise InputError("--matrix", str(path), found)
    return MixingMatrix.from_matrix(arrays[names[0]], signed=signed, network=network)


def _read_csv(path: Path) -> dict[str, np.ndarray]:
    import csv

    check_file("--matrix", path)
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = [row for row in csv.reader(file) if row]
        if not rows:
            raise ValueError("an empty file")
        if tuple(rows[0]) != HEADER:
            if len({len(row) for row in rows}) > 1:
                raise ValueError("rows of different lengths")
            return {"W": np.array([[float(cell) for cell in row] for row in rows])}
        u, v, weights = zip(*rows[1:], strict=True)
        index = {name: i for i, name in enumerate(dict.fromkeys(u + v))}
        edges = [(index[a], index[b]) for a, b in zip(u, v, strict=True)]
        values = np.array(weights, dtype=float)
    except (OSError, ValueError, csv.Error) as error:
        raise InputError("--matrix", str(path), f"not readable as a matrix ({error})") from None
    return {"edges": np.array(edges), "weights": values, "names": np.array(list(index))}


def _on_links(arrays: dict[str, np.ndarray], network: Network | None, signed: bool) -> MixingMatrix:
    """W from edges (m, 2), weights (m,) and names (n,) of a file; each node keeps what is left of 1."""
    edges, names = arrays["edges"], arrays["names"].astype(str).ravel().tolist()
    weights = numbers("weights", arrays["weights"])
    own = Network.from_edges(len(names), edges, names=names)
    if weights.shape != (own.m,):
        raise InputError("weights", f"array of shape {weights.shape}", f"one per link, ({own.m},)")
    network = network or own
    rows = {frozenset((names[u], names[v])): w for (u, v), w in zip(edges.tolist(), weights.tolist())}
    links = [frozenset(map(network.name, link)) for link in network.edges.tolist()]
    for odd in rows.keys() ^ set(links):
        rule = (
            "a link of the file, but not of the network"
            if odd in rows
            else "a link without a weight in the file"
        )
        raise InputError("link", ",".join(sorted(odd)), rule)
    return MixingMatrix.from_edge_weights(network, [rows[link] for link in links], signed=signed)


def write_weights(path: Path, result: OptimizedWeights) -> Path:
    """Write W as links, their weights and the nodes' own weights: `.npz`, `.json`, or `.csv` (links only).

    A node's own weight is what the weights of its links leave of 1.
    """
    from mixproof.spectral.outputs import replacing

    with replacing(path) as temporary:
        WRITERS[path.suffix](temporary, result)
    return path


def _names(network: Network) -> list[str]:
    return [network.name(i) for i in range(network.n)]


def _write_npz(path: Path, result: OptimizedWeights) -> None:
    W = result.weights
    with path.open("wb") as file:
        np.savez(
            file,
            edges=W.network.edges,
            weights=W.weights,
            self_weights=W.self_weights,
            names=_names(W.network),
        )


def _write_csv(path: Path, result: OptimizedWeights) -> None:
    import csv

    W = result.weights
    names = _names(W.network)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(
            [names[u], names[v], repr(w)] for (u, v), w in zip(W.network.edges.tolist(), W.weights.tolist())
        )


def _write_json(path: Path, result: OptimizedWeights) -> None:
    import json

    from ..tables import plain

    W = result.weights
    arrays = {"edges": W.network.edges, "weights": W.weights, "self_weights": W.self_weights}
    content = {**summary(result), "names": _names(W.network), **arrays}
    path.write_text(json.dumps(plain(content), allow_nan=False) + "\n", encoding="utf-8")


WRITERS = {".npz": _write_npz, ".csv": _write_csv, ".json": _write_json}
