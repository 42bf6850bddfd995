"""The atlas as a campaign of cells, and its page: `ATLAS.md`, figures and `atlas.json`."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from mixproof.bounds.algorithms import algorithm
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import folder, write_json, write_text

from ..campaigns.verdicts import Task, select
from ..tables import markdown_table, plain
from .cells import EXACT, PRINTED, Rate, Slack, Step
from .figures import draw
from .points import KAPPAS, LAMS, Point, can_be_measured
from .tables import bounds, rates, steps

__all__ = ["KAPPAS", "LAMS", "pieces", "write"]

CHIEF = (".theorem", ".si-theorem", ".proposition", ".si-proposition", ".bounded", ".strongly")
MOST = 9  # exchanges for one of the method
INTRO = """# Atlas

How far printed steps, rates and bounds are from what is possible, on a grid of kappa = L/mu and lambda. Here L = 1,
mu = 1/kappa, W is any symmetric matrix with W 1 = 1 whose other eigenvalues are in [-lambda, lambda], and there may be
any number of clients. Every certificate is checked in exact fractions; a dash means that no certificate was found.

Made by `{command}` (also with `--resume FILE`, `--jobs N`, `--dask`, `--mpi`).
"""


def pieces(
    claims: Sequence[str] = (),
    kappas: Sequence[int] = KAPPAS,
    lams: Sequence[str] = LAMS,
    methods: Sequence[str] = (),
) -> list[Any]:
    """All cells; claims: words as `verify` takes them, of forms on gossip descent whose bounds are measured; none for
    all forms of theorems and propositions. methods: NAME or NAME:EXCHANGES, whose best rates alone are compared.

    Raises InputError for kappa below 2, and for an unknown method.
    """
    for kappa in kappas:
        if kappa < 2:
            raise InputError("kappa", kappa, "an integer >= 2: L/mu")
    if methods:
        return _rates([_method(text) for text in methods], kappas, lams)
    names = dict.fromkeys((*PRINTED, *EXACT))
    cells: list[Any] = [Step(name, kappa, lam) for name in names for kappa in kappas for lam in lams]
    cells += _rates([(name, 1) for name in EXACT], kappas, lams)
    points = [Point(Fraction(kappa), Fraction(lam)) for kappa in kappas for lam in lams]
    for id, label in select(claims):
        task = Task(id, label)
        stated, variant = task.statement()
        chief = claims or any(kind in id for kind in CHIEF)
        if chief and can_be_measured(stated, variant):
            cells += [Slack(task, point) for point in points]
    return cells


def _method(text: str) -> tuple[str, int]:
    """NAME:EXCHANGES, or NAME for one exchange."""
    name, colon, number = text.partition(":")
    if colon and not (number.isdecimal() and 1 <= int(number) <= MOST):
        raise InputError("methods", text, f"NAME or NAME:EXCHANGES, of these 1 to {MOST}")
    return algorithm(name).name, int(number or 1)


def _rates(methods: Sequence[tuple[str, int]], kappas: Sequence[int], lams: Sequence[str]) -> list[Any]:
    return [Rate(name, kappa, lam, n) for kappa in kappas for lam in lams for name, n in methods]


def write(
    results: Mapping[Any, Any], out: str | Path, words: Sequence[str] = (), cells: int | None = None
) -> list[str]:
    """`ATLAS.md`, its figures and `atlas.json` in `out`; their paths.

    words: of the command, for the page; cells: how many there are in all; a page of fewer says so
    """
    place = folder(out)
    tables = [table for table in (steps(results), rates(results), bounds(results)) if table.rows]
    figures = draw(results, place)
    parts = [INTRO.format(command=shlex.join(["mixproof", "atlas", *words, "--out", "DIR"]))]
    if cells is not None and len(results) < cells:
        parts.append(f"**Partial: {len(results)} of {cells} cells, as the command was stopped.**\n")
    for table in tables:
        parts.append(f"## {table.title}\n")
        if any(picture.stem == table.figure for picture in figures):
            parts.append(f"![{table.caption}]({table.figure}.png)\n\n{table.caption}\n")
        parts.append(markdown_table(table.header, table.rows) + "\n")
    page = write_text(place / "ATLAS.md", "\n".join(parts))
    shown = ("name", "title", "header", "rows")
    told = [{field: getattr(table, field) for field in shown} for table in tables]
    return [str(file) for file in (page, write_json(place / "atlas.json", plain(told)), *figures)]
