"""The report: verdicts, the comparison of weights and every study, measured and put on one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from spectral.errors import InputError

from .campaign import campaign
from .compare import compare, rows
from .files import folder, replacing
from .report_page import page
from .search.campaign import Task, select
from .studies import STUDIES, study
from .weights_figures import draw_convergence, draw_weights

__all__ = ["NETWORKS", "build", "write_report"]

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
    """Measure everything and write `report.html` into `out`, figures and the studies' files beside it; all paths.

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
    comparisons, drawn = {}, {}
    for network in networks:
        found = compare(network)
        comparisons[network] = rows(found)
        drawn[network] = [
            *draw_convergence(found, network, folder(place / "weights")),
            *draw_weights(found, network, place / "weights"),
        ]
    results = []
    for name in chosen:
        say(name)
        results.append(study(name)(seed=seed, out=place / "studies", size=size))
    return write_report(place, verdicts, comparisons, results, drawn)


def write_report(
    out: str | Path,
    verdicts: Sequence[Mapping[str, Any]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    results: Sequence[Mapping[str, Any]],
    drawn: Mapping[str, Sequence[Path]] | None = None,
) -> list[str]:
    """Write `report.html` from what was measured before; the paths of the page, of the figures of the weights and
    of the studies' files.

    `results` are what studies return when they are given a directory, `drawn` the figures of each network's weights:
    PNG files are embedded. Raises InputError for a verdict on a statement that does not exist, and a result
    without a figure.
    """
    pictures = []
    for result in results:
        found = [Path(name) for name in result["files"] if name.endswith(".png")]
        if not found or not found[0].is_file():
            raise InputError("study", result["study"], "its figure is needed: run it with a directory")
        pictures.append((result, found[0]))
    drawn = drawn or {}
    shown = {network: [file for file in files if file.suffix == ".png"] for network, files in drawn.items()}
    content = page(verdicts, _statements(verdicts), comparisons, pictures, shown)
    path = folder(out) / "report.html"
    with replacing(path) as temporary:
        temporary.write_text(content, encoding="utf-8")
    figures = [str(file) for files in drawn.values() for file in files]
    return [str(path), *figures, *(name for result in results for name in result["files"])]


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
