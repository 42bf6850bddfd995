"""`spectrum` and `optimize`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spectral import MixingMatrix, Network, mixing_matrix, parse_network, spectrum
from spectral.errors import InputError

from ..compare import summary
from .output import emit, table
from .transports import transport_named

if TYPE_CHECKING:
    from weightopt import OptimizedWeights
    from weightopt.transport import Transport

__all__ = ["optimize_weights", "show_spectrum", "write_weights"]


def show_spectrum(arguments: Namespace) -> int:
    W, name = _mixing(arguments)
    found = spectrum(W)
    fields: dict[str, Any] = {
        "nodes": W.n,
        "edges": W.network.m,
        "weights": name,
        "lambda2": found.lambda2,
        "lambda_min": found.lambda_min,
        "rho": found.rho,
        "gap": found.gap,
        "enclosure": list(found.enclosure),
        "method": found.method,
    }
    if W.network.reliability is not None:
        from spectral import mean_matrix, rho_second_moment

        fields["rho_mean"] = spectrum(mean_matrix(W)).rho
        fields["rho_second_moment"] = rho_second_moment(W)
    lines = [(key, value) for key, value in fields.items() if key != "enclosure"]
    low, high = found.enclosure
    emit(
        arguments,
        fields,
        table(["quantity", "value"], lines) + f"\nrho is proved to lie in [{low:.17g}, {high:.17g}]",
    )
    return 0


def _mixing(arguments: Namespace) -> tuple[MixingMatrix, str]:
    if arguments.network is None and arguments.matrix is None:
        raise InputError("NETWORK", "nothing", "spectrum needs a NETWORK, or --matrix FILE")
    if arguments.matrix is not None and arguments.weights is not None:
        raise InputError("--weights", arguments.weights, "either --weights or --matrix")
    network = None if arguments.network is None else parse_network(arguments.network)
    if arguments.matrix is not None:
        matrix = read_matrix(Path(arguments.matrix))
        return MixingMatrix.from_matrix(matrix, signed=arguments.signed, network=network), str(
            arguments.matrix
        )
    assert network is not None
    name = arguments.weights or ("out-degree" if network.directed else "metropolis")
    return mixing_matrix(network, name), name


def read_matrix(path: Path) -> np.ndarray:
    """A matrix of a `.npy` file, a `.npz` file (its array W, or its only one) or a `.csv` file of numbers."""
    if not path.is_file():
        raise InputError("--matrix", str(path), "no such file")
    try:
        if path.suffix == ".csv":
            return np.loadtxt(path, delimiter=",", ndmin=2)
        if path.suffix not in (".npy", ".npz"):
            raise InputError("--matrix", str(path), "a file ending in .npz, .npy or .csv")
        loaded = np.load(path, allow_pickle=False)
        if path.suffix == ".npy":
            return np.asarray(loaded)
        with loaded as archive:
            names = ["W"] if "W" in archive.files else archive.files
            if len(names) != 1:
                raise InputError(
                    "--matrix",
                    str(path),
                    f"holds one array, or one named W; found {', '.join(names) or 'none'}",
                )
            return np.asarray(archive[names[0]])
    except InputError:
        raise
    except Exception as error:  # zipfile, zlib and numpy each have their own
        raise InputError("--matrix", str(path), f"not readable as a matrix ({error})") from None


def optimize_weights(arguments: Namespace) -> int:
    transport, speaks = transport_named(arguments.transport, arguments.seed)
    try:
        return _optimize_weights(arguments, transport, speaks)
    except InputError:
        if speaks:
            raise
        return 0  # the first rank says it; a status other than 0 here would cut it short


def _optimize_weights(arguments: Namespace, transport: Callable[[Network], Transport], speaks: bool) -> int:
    from weightopt import optimize

    out = None if arguments.out is None else Path(arguments.out)
    if out is not None and (out.suffix not in _WRITERS or not out.parent.is_dir()):
        raise InputError(
            "--out", str(out), f"a file ending in {', '.join(_WRITERS)} in a directory that exists"
        )
    network = parse_network(arguments.network)
    result = optimize(
        network,
        objective=arguments.objective,
        signed=arguments.signed,
        method=arguments.method,
        gap=arguments.gap,
        time_limit=arguments.time_limit,
        progress=_progress() if sys.stderr.isatty() else None,
        transport=transport,
    )
    if out is not None and speaks:
        write_weights(out, result)
    text = result.summary() + (f"\nweights written to {out}" if out else "")
    emit(arguments, {**summary(result), "file": None if out is None else str(out)}, text)
    return 0


def write_weights(path: Path, result: OptimizedWeights) -> Path:
    """Write W as links, their weights and the nodes' own weights: `.npz`, `.csv` (links only) or `.json`."""
    from ..files import replacing

    with replacing(path) as temporary:
        _WRITERS[path.suffix](temporary, result)
    return path


def _progress() -> Any:
    """A line on the terminal that is written over: iteration, value, lower bound."""
    from tqdm import tqdm

    bar = tqdm(unit=" iterations", file=sys.stderr, leave=False)

    def show(iteration: int, value: float, lower: float) -> None:
        bar.update(iteration - bar.n)
        bar.set_postfix_str(f"rho {value:.6g}, optimum >= {lower:.6g}")

    return show


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
        writer.writerow(["u", "v", "weight"])
        writer.writerows(
            [names[u], names[v], repr(w)] for (u, v), w in zip(W.network.edges.tolist(), W.weights.tolist())
        )


def _write_json(path: Path, result: OptimizedWeights) -> None:
    import json

    from .output import plain

    W = result.weights
    arrays = {"edges": W.network.edges, "weights": W.weights, "self_weights": W.self_weights}
    content = {**summary(result), "names": _names(W.network), **arrays}
    path.write_text(json.dumps(plain(content), allow_nan=False) + "\n", encoding="utf-8")


_WRITERS = {".npz": _write_npz, ".csv": _write_csv, ".json": _write_json}
