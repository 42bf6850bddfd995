"""Measure everything that the report shows: verdicts, the comparison of weights and every study."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import folder, replacing
from mixproof.weightopt.comparison import compare, rows
from mixproof.weightopt.figures import draw_convergence, draw_weights

from ..campaigns.campaign import campaign
from ..campaigns.own import is_own, own
from ..campaigns.provenance import LIBRARIES, source, version_of
from ..campaigns.verdicts import tasks
from ..compare_bounds import true_bounds
from ..studies import STUDIES, study
from .page import page
from .sources import LIBRARY, Shelf

__all__ = ["NETWORKS", "build", "write_report"]

NETWORKS = ("grid:rows=4,cols=5", "er:n=20,p=0.25,seed=0", "geometric:n=20,r=2,v=2,seed=0")


def build(
    out: str | Path,
    *,
    claims: Sequence[str] = (),
    studies: Sequence[str] | None = None,
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
    todo = tasks(claims, seconds, seed)
    files = [own(word) for word in claims if is_own(word)]
    shelf = Shelf({stated.id: (stated, file.told) for file in files for stated in file.theorems})
    place = folder(out)
    if verdicts is None:
        say(f"{len(todo)} verdicts")
        verdicts = [verdict.to_json() for verdict in campaign(todo, jobs=jobs)]
    say(f"weights on {len(networks)} networks")
    comparisons, drawn = {}, {}
    for network in networks:
        found = compare(network)
        comparisons[network] = rows(found, true_bounds)
        drawn[network] = [
            *draw_convergence(found, network, folder(place / "weights")),
            *draw_weights(found, network, place / "weights"),
        ]
    results = []
    for name in chosen:
        say(name)
        results.append(study(name)(seed=seed, out=place / "studies", size=size))
    words = ["mixproof", "report", *claims, *(word for name in studies or () for word in ("--study", name))]
    words += ["--size", size, "--seed", str(seed), "--seconds", f"{seconds:g}"]
    return write_report(place, verdicts, comparisons, results, drawn, _made(words, size), shelf)


def write_report(
    out: str | Path,
    verdicts: Sequence[Mapping[str, Any]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    results: Sequence[Mapping[str, Any]],
    drawn: Mapping[str, Sequence[Path]] | None = None,
    made: str = "",
    shelf: Shelf = LIBRARY,
) -> list[str]:
    """Write `report.html` from what was measured before; the paths of the page, of the figures of the weights and
    of the studies' files.

    `results` are what studies return when they are given a directory, `drawn` the figures of each network's weights:
    PNG files are embedded; `made` says how to make the page again, `shelf` where statements
    of one's own are.

    Raises InputError for a verdict on a statement that does not exist, or whose setting is none of it, and for a
    result without a figure.
    """
    pictures = []
    for result in results:
        found = [Path(name) for name in result["files"] if name.endswith(".png")]
        if not found or not found[0].is_file():
            raise InputError("study", result["study"], "its figure is needed: run it with a directory")
        pictures.append((result, found[0]))
    drawn = drawn or {}
    shown = {network: [file for file in files if file.suffix == ".png"] for network, files in drawn.items()}
    content = page(verdicts, comparisons, pictures, shown, made, shelf)
    path = folder(out) / "report.html"
    with replacing(path) as temporary:
        temporary.write_text(content, encoding="utf-8")
    figures = [str(file) for files in drawn.values() for file in files]
    return [str(path), *figures, *(name for result in results for name in result["files"])]


def _made(words: Sequence[str], size: str) -> str:
    """The command, and everything else that the numbers depend on; times of the weights depend on the machine too."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in LIBRARIES)
    rooms = source(*(f"{room}/**/*.py" for room in ("spectral", "bounds", "weightopt", "experiments")))
    quick = " Studies at small size are a quick look: their conclusions say nothing." * (size == "small")
    return (
        f"{shlex.join(words)} (mixproof {version_of('mixproof')}, source and libraries {rooms}; "
        f"Python {platform.python_version()}, {versions}). The same command gives the same verdicts.{quick}"
    )
