"""`spectrum` and `optimize`."""

from __future__ import annotations

import math
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.spectral import MixingMatrix, Network, mixing_matrix, parse_network, spectrum
from mixproof.spectral.errors import InputError
from mixproof.spectral.weight_files import read_weights
from mixproof.weightopt.comparison_rows import summary

from ..tables import table
from .groups import read_groups
from .labels import read_labels, read_target
from .output import emit
from .transports import transport_named
from .weights import check_out, write_weights

if TYPE_CHECKING:
    from mixproof.weightopt.nodes.transport import Transport

__all__ = ["optimize_weights", "show_spectrum"]

SYMMETRIC = "eigenvalues are of a symmetric W (one that differs by direction has spectral.geometric_rate)"


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
        from mixproof.spectral import mean_matrix, rho_second_moment

        fields["rho_mean"] = spectrum(mean_matrix(W)).rho
        fields["rho_second_moment"] = rho_second_moment(W)
    words = {"gap": "spectral gap"}
    if "rho_mean" in fields:
        words |= {
            "rho": "rho if no link fails",
            "rho_mean": "rho of the mean",
            "gap": "spectral gap if no link fails",
        }
    lines = [(words.get(key, key), value) for key, value in fields.items() if key != "enclosure"]
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
    if arguments.matrix is None and arguments.signed:
        raise InputError(
            "--signed", "True", "speaks of --matrix FILE; the conventions' weights have their own signs"
        )
    network = None if arguments.network is None else parse_network(arguments.network)
    if network is not None and network.directed:
        raise InputError("NETWORK", arguments.network, f"an undirected network: {SYMMETRIC}")
    if arguments.matrix is not None:
        path = Path(arguments.matrix)
        W = read_weights(path, network, arguments.signed, "--matrix")
        if W.network.directed:
            raise InputError("--matrix", str(path), f"one weight a link: {SYMMETRIC}")
        return W, str(path)
    assert network is not None
    name = "metropolis" if arguments.weights is None else arguments.weights
    return mixing_matrix(network, name), name


def optimize_weights(arguments: Namespace) -> int:
    transport, speaks = transport_named(arguments.transport, arguments.seed)
    try:
        return _optimize_weights(arguments, transport, speaks)
    except InputError:
        if speaks:
            raise
        return 0  # the first rank says it; a status other than 0 here would cut it short


def _optimize_weights(arguments: Namespace, transport: Callable[[Network], Transport], speaks: bool) -> int:
    from mixproof.weightopt import Status, optimize

    out = check_out(arguments.out)
    network = parse_network(arguments.network)
    result = optimize(
        network,
        objective=arguments.objective,
        signed=arguments.signed,
        method=arguments.method,
        gap=arguments.gap,
        time_limit=arguments.time_limit,
        progress=_progress(arguments.gap) if sys.stderr.isatty() else None,
        transport=transport,
        step=arguments.step_curvature,
        run=arguments.run,
        heterogeneity=None if arguments.labels is None else read_labels(Path(arguments.labels), network),
        target=None if arguments.target is None else read_target(Path(arguments.target), network),
        groups=None if arguments.groups is None else read_groups(Path(arguments.groups), network),
    )
    if out is not None and speaks:
        write_weights(out, result)
    text = result.summary() + (f"\nweights written to {out}" if out else "")
    emit(arguments, {**summary(result), "file": None if out is None else str(out)}, text)
    if result.status is Status.INTERRUPTED:  # what there is has been shown; Ctrl-C keeps its exit status
        raise KeyboardInterrupt
    return 0


def _progress(gap: float | None) -> Callable[[int, float, float], None]:
    """A line on the terminal that is written over: iterations, value, lower bound, and about how long it will take.

    gap: the one asked for. What is left is told from how fast the gap has shrunk so far.
    """
    from tqdm import tqdm

    bar = tqdm(file=sys.stderr, leave=False, bar_format="{n_fmt} iterations [{elapsed}{postfix}]")
    began: list[tuple[float, float]] = []

    def show(iteration: int, value: float, lower: float) -> None:
        now, left = time.perf_counter(), value - lower
        began.append((now, left))
        told = f"value {value:.6g}, optimum >= {lower:.6g}"
        if gap is not None and gap < left < began[0][1]:
            rest = (now - began[0][0]) * math.log(left / gap) / math.log(began[0][1] / left)
            told += f", about {rest:.0f} s left"
        bar.update(iteration - bar.n)
        bar.set_postfix_str(told)

    return show
