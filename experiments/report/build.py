"""Measure everything that the report shows: verdicts, the comparison of weights and every study."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mixproof.spectral import parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import folder, reachable, write_json, write_text

from ..campaigns.campaign import campaign, collected
from ..campaigns.own import is_own, own
from ..campaigns.provenance import LIBRARIES, source, version_of
from ..campaigns.verdicts import Task, tasks
from ..studies import LONG, STUDIES, study
from ..studies.campaign import Run
from ..tables import plain
from .confirmed import confirmed
from .page import page
from .sources import LIBRARY, Shelf
from .weights import Weights

__all__ = ["NETWORKS", "build", "write_report"]

NETWORKS = ("grid:rows=4,cols=5", "er:n=20,p=0.25,seed=0", "geometric:n=20,r=2,v=2,seed=0")

Each = Callable[[Any, Any], None]


def _alone(pieces: Sequence[Any], each: Each) -> None:
    campaign(pieces, report=lambda piece, found, new: each(piece, found))


def build(
    out: str | Path,
    *,
    claims: Sequence[str] = (),
    studies: Sequence[str] | None = None,
    networks: Sequence[str] | None = None,
    seconds: float = 0.6,
    seed: int = 0,
    size: str = "full",
    verdicts: Sequence[Mapping[str, Any]] | None = None,
    atlas: Sequence[Mapping[str, Any]] = (),
    conduct: Callable[[Sequence[Any], Each], object] = _alone,
) -> list[str]:
    """Measure everything and write `report.html` into `out`, with `verdicts.json`, figures and the studies' files
    beside it; all paths.

    claims: words as `verify` takes them, none for all; verdicts: records of `verify --json`, which are then used
    instead of searching again, once they are `confirmed`; atlas: tables of `mixproof atlas`, to stand beside the
    bounds. studies: names, `all` for every one; networks: whose weights are compared. Where claims are named, None of
    either means none; else the studies that are not long, and `NETWORKS`. conduct: does the pieces of work, a
    `campaign`, and calls its second argument with each piece and its result. Where it is stopped half-way, the page
    holds what is done.

    Raises InputError for unknown names and for a place that cannot be written, before anything is measured.
    """
    if claims:  # what is named is what is shown
        studies, networks = studies or (), networks or ()
    networks = NETWORKS if networks is None else networks
    for network in networks:
        parse_network(network)
    chosen = _chosen(studies)
    reachable(out)
    todo = tasks(claims, seconds, seed)
    files = [own(word) for word in claims if is_own(word)]
    shelf = Shelf({stated.id: (stated, file.told) for file in files for stated in file.theorems}, atlas)
    if verdicts is not None:
        verdicts = confirmed(verdicts, shelf)
    place = Path(out)
    pieces: list[Any] = [
        *(todo if verdicts is None else ()),
        *(Weights(network, str(place / "weights")) for network in networks),
        *(Run(name, seed, size=size, out=str(place / "studies")) for name in chosen),
    ]
    words = ["mixproof", "report", *claims, *(word for name in studies or () for word in ("--study", name))]
    words += [word for network in networks if networks is not NETWORKS for word in ("--network", network)]
    words += ["--size", size, "--seed", str(seed), "--seconds", f"{seconds:g}"]
    made = _made(words, size, shorter=studies is None)

    def write(results: Mapping[Any, Any]) -> list[str]:
        given = (
            verdicts
            if verdicts is not None
            else [results[task].to_json() for task in todo if task in results]
        )
        told = [] if verdicts is not None else [write_json(folder(place) / "verdicts.json", plain(given))]
        done = {
            piece.network: results[piece]
            for piece in pieces
            if isinstance(piece, Weights) and piece in results
        }
        comparisons = {network: rows for network, (rows, _) in done.items()}
        drawn = {network: figures for network, (_, figures) in done.items()}
        found = [results[piece] for piece in pieces if isinstance(piece, Run) and piece in results]
        missing = _missing([piece for piece in pieces if piece not in results])
        written = write_report(place, given, comparisons, found, drawn, made, shelf, missing)
        return [*written, *map(str, told)]

    return collected(lambda each: conduct(pieces, each), write)


def _chosen(studies: Sequence[str] | None) -> list[str]:
    """The studies that are meant.

    >>> set(_chosen(["all"])) - set(_chosen(None)) == set(LONG)
    True
    """
    if studies is None:
        return [name for name in STUDIES if name not in LONG]
    if "all" in studies:
        return list(STUDIES)
    for name in studies:
        study(name)
    return list(studies)


def _missing(pieces: Sequence[Any]) -> str:
    """What a page that was stopped half-way lacks."""
    searches = sum(isinstance(piece, Task) for piece in pieces)
    others = [str(piece) for piece in pieces if not isinstance(piece, Task)]
    return "; ".join([f"{searches} verdicts"] * bool(searches) + others)


def write_report(
    out: str | Path,
    verdicts: Sequence[Mapping[str, Any]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    results: Sequence[Mapping[str, Any]],
    drawn: Mapping[str, Sequence[Path]] | None = None,
    made: str = "",
    shelf: Shelf = LIBRARY,
    missing: str = "",
) -> list[str]:
    """Write `report.html` from what was measured before; the paths of the page, of the figures of the weights and
    of the studies' files.

    `results` are what studies return when they are given a directory, `drawn` the figures of each network's weights:
    PNG files are embedded; `made` says how to make the page again, `shelf` where the user's statements are, `missing`
    what could not be finished.

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
    content = page(verdicts, comparisons, pictures, shown, made, shelf, missing)
    path = write_text(folder(out) / "report.html", content)
    figures = [str(file) for files in drawn.values() for file in files]
    return [str(path), *figures, *(name for result in results for name in result["files"])]


def _made(words: Sequence[str], size: str, shorter: bool) -> str:
    """The command, and everything else that the numbers depend on; times of the weights depend on the machine too."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in LIBRARIES)
    rooms = source(*(f"{room}/**/*.py" for room in ("spectral", "bounds", "weightopt", "experiments")))
    left = f" {', '.join(LONG)} take minutes each: they are added by --study all." * shorter
    quick = " Studies at small size are a quick look: their conclusions say nothing." * (size == "small")
    return (
        f"{shlex.join(words)} (mixproof {version_of('mixproof')}, source and libraries {rooms}; "
        f"Python {platform.python_version()}, {versions}). The same command gives the same verdicts.{left}{quick}"
    )
