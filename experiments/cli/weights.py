"""Weights as files: what `optimize`, `plan` and `links` write with --out."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral import Network
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import replacing
from mixproof.spectral.weight_files import HEADER
from mixproof.weightopt import Learning, LearningCertificate
from mixproof.weightopt.comparison_rows import summary

if TYPE_CHECKING:
    from mixproof.weightopt import OptimizedWeights

    from ..planning import Plan

__all__ = ["check_out", "write_weights"]

MOST_EXACT = 40  # nodes up to which a certificate is written


def write_weights(path: Path, result: OptimizedWeights | Plan) -> Path:
    """Write W as links, their weights and the nodes' own weights: `.npz`, `.json`, or `.csv` (links only).

    A node's own weight is what the weights of its links leave of 1. `.json` also holds what was said of W, and for each
    node its neighbours' numbers and weights.
    """

    with replacing(path) as temporary:
        WRITERS[path.suffix](temporary, result)
    return path


def check_out(out: str | None, endings: Collection[str] | None = None) -> Path | None:
    """The file of --out, where it can be written; asked before the work, not after it. Raises InputError.

    endings: that it may have (default: those of weights).
    """
    if out is None:
        return None
    path = Path(out)
    known = WRITERS if endings is None else endings
    if path.suffix not in known or not os.access(path.parent, os.W_OK | os.X_OK) or os.path.isdir(path):
        raise InputError("--out", out, f"a file ending in {', '.join(known)}, in a directory to write in")
    return path


def _names(network: Network) -> list[str]:
    return [network.name(i) for i in range(network.n)]


def _write_npz(path: Path, result: OptimizedWeights | Plan) -> None:
    W = result.weights
    with path.open("wb") as file:
        np.savez(
            file,
            edges=W.network.edges,
            weights=W.weights,
            self_weights=W.self_weights,
            names=_names(W.network),
        )


def _write_csv(path: Path, result: OptimizedWeights | Plan) -> None:
    import csv

    W = result.weights
    names = _names(W.network)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(
            [names[u], names[v], repr(w)] for (u, v), w in zip(W.network.edges.tolist(), W.weights.tolist())
        )


def exact_record(result: OptimizedWeights) -> dict[str, Any]:
    """What `weightopt.certify.exact` needs besides edges and weights, where it applies and the network is small."""
    certificate, goal, network = result.certificate, result.goal, result.weights.network
    if (
        not isinstance(certificate, LearningCertificate)
        or not isinstance(goal, Learning)
        or network.n > MOST_EXACT
    ):
        return {}
    arrays = {name: getattr(certificate, name) for name in ("bias", "slow", "fast", "cover", "level")}
    known = {"low": goal.low, "top": goal.top, "most": goal.most, "kappa": goal.kappa, "factor": goal.factor}
    return {"reliability": network.probabilities, **known, "convex": goal.convex, "certificate": arrays}


def _write_json(path: Path, result: OptimizedWeights | Plan) -> None:
    import json

    from mixproof.weightopt import OptimizedWeights

    from ..tables import plain

    W = result.weights
    arrays = {"edges": W.network.edges, "weights": W.weights, "self_weights": W.self_weights}
    if isinstance(result, OptimizedWeights):
        said = {**summary(result), **exact_record(result)}
    else:
        said = result.to_json()
        said["chosen"] = result.chosen.to_json()  # the arrays stand beside it
    nodes = [one.to_json() for one in W.nodes()]
    content = {**said, "names": _names(W.network), **arrays, "nodes": nodes}
    path.write_text(json.dumps(plain(content), allow_nan=False) + "\n", encoding="utf-8")


WRITERS = {".npz": _write_npz, ".csv": _write_csv, ".json": _write_json}
