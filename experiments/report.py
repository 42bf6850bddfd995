"""The report: verdicts, the comparison of weights and every study, measured and put on one page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from spectral import parse_network
from spectral.errors import InputError

from .campaign import Task, campaign, select
from .files import folder, replacing
from .report_page import page
from .studies import STUDIES, study

__all__ = ["NETWORKS", "build", "compare", "write_report"]

NETWORKS = ("grid:rows=4,cols=5", "er:n=20,p=0.25,seed=0", "geometric:n=20,r=2,v=2,seed=0")


def build(
    out: str | Path,
    *,
    claims: Sequence[str] = (),
    studies: Iterable[str] | None = None,
    networks: Sequence[str] = NETWORKS,
    seconds: float = 0.6,
    seed: int = 0,
    jobs: int = 1,
    size: str = "full",
    verdicts: Sequence[Mapping[str, Any]] | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[str]:
    """Measure everything and write `report.html` into `out`, with the studies' own files beside it; all paths.

    claims: words as `verify` takes them, none for all; verdicts: records of `verify --json`, which are then used
    instead of searching again. studies: names, None for all. progress: called with what begins.

    Raises InputError for unknown names before anything is measured.
    """
    say = progress or (lambda text: None)
    chosen = list(STUDIES) if studies is None else list(studies)
    for name in chosen:
        study(name)
    pairs = select(claims)
    place = folder(out)
    if verdicts is None:
        say(f"{len(pairs)} verdicts")
        tasks = [Task(id, label, seconds, seed) for id, label in pairs]
        verdicts = [verdict.to_json() for verdict in campaign(tasks, jobs=jobs)]
    say(f"weights on {len(networks)} networks")
    comparisons = {network: compare(network) for network in networks}
    results = []
    for name in chosen:
        say(name)
        results.append(study(name)(seed=seed, out=place / "studies", size=size))
    return write_report(place, verdicts, comparisons, results)


def write_report(
    out: str | Path,
    verdicts: Sequence[Mapping[str, Any]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    results: Sequence[Mapping[str, Any]],
) -> list[str]:
    """Write `report.html` from what was measured before; the paths of the page and of the studies' files.

    `results` are what studies return when they are given a directory: their PNG is embedded. Raises InputError
    for a verdict on a statement that does not exist, and a result without a figure.
    """
    pictures = []
    for result in results:
        found = [Path(name) for name in result["files"] if name.endswith(".png")]
        if not found or not found[0].is_file():
            raise InputError("study", result["study"], "its figure is needed: run it with a directory")
        pictures.append((result, found[0]))
    content = page(verdicts, _statements(verdicts), comparisons, pictures)
    path = folder(out) / "report.html"
    with replacing(path) as temporary:
        temporary.write_text(content, encoding="utf-8")
    return [str(path), *(name for result in results for name in result["files"])]


def compare(network: str, distributed: bool = False) -> list[dict[str, Any]]:
    """Every method of `weightopt` that applies to the network, best first, one row each.

    `rounds` is the least t with rho^t <= 1e-3, None where rho is 1. distributed: also the methods that run on the
    nodes, message by message, which take their time (to a certified gap of 1e-3).

    >>> [row["method"] for row in compare("path:n=3")][:2]
    ['fast', 'cvxpy']
    """
    from weightopt import METHODS, optimize

    graph = parse_network(network)
    rows = []
    for method in METHODS:
        if method.startswith("distributed") and not distributed:
            continue
        try:
            best = optimize(graph, method=method, gap=1e-3 if method == "distributed" else None)
        except InputError:  # this method's weights are not for this network: uniform needs a regular one
            continue
        rho = best.rho
        rounds = None if rho >= 1 else 1 if rho <= 1e-3 else math.ceil(math.log(1e-3) / math.log(rho))
        row = {"method": method, "objective": best.objective, "rho": rho, "lower_bound": best.lower_bound}
        counts = {"iterations": best.iterations, "messages": best.messages, "status": best.status.name}
        rows.append({**row, "gap": best.gap, "rounds": rounds, "seconds": best.seconds, **counts})
    return sorted(rows, key=lambda row: round(row["rho"], 6))


def _statements(verdicts: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], dict[str, str]]:
    from bounds.theorems import theorem

    said = {}
    for verdict in verdicts:
        stated = theorem(verdict["id"])
        variant = stated.variant(verdict["variant"])
        claim = f"{variant.left} {variant.relation} {variant.right}"
        said[verdict["id"], verdict["variant"]] = {
            "title": stated.title,
            "place": stated.place,
            "claim": claim,
        }
    return said
