"""`prove --grid`: certificates of statements on trajectories at a grid of constants."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from mixproof.bounds.proofs.gram.grid import GRID, on_a_trajectory
from mixproof.spectral.outputs import folder, reachable, write_text

from ..campaigns.grid import AtPoint, Found
from ..campaigns.verdicts import Task, tasks
from ..tables import table
from .conduct import conduct
from .output import emit

__all__ = ["prove_grid"]

ROUNDS = 4


def prove_grid(arguments: Namespace) -> int:
    words = [] if arguments.algorithm is None else [arguments.algorithm]
    chosen = [task for task in tasks(words) if task.word or on_a_trajectory(*task.statement())]
    rounds = ROUNDS if arguments.rounds is None else arguments.rounds
    pieces = [AtPoint(task, point, rounds) for task in chosen for point in GRID]
    if arguments.out is not None:
        reachable(arguments.out)
    found = iter(conduct(arguments, pieces, "points"))
    results = [(task, [next(found) for _ in GRID]) for task in chosen]
    rows = [_row(task, points, _written(arguments.out, task, points)) for task, points in results]
    whole = sum(row["points"] == len(GRID) for row in rows)
    said = (
        f"{whole} of {len(rows)} statements on trajectories proved on the whole grid: {len(GRID)} points of constants, "
        f"rounds up to {rounds}"
    )
    document = {
        "statements": rows,
        "grid": list(map(str, GRID)),
        "rounds": rounds,
        "whole": whole,
        "of": len(rows),
    }
    shown = [
        (row["id"], row["variant"], f"{row['points']}/{len(GRID)}", row["value"], row["why"]) for row in rows
    ]
    heads = ["id", "variant", "points", "left/right", "where not: why"]
    emit(arguments, document, f"{table(heads, shown)}\n{said}")
    return 0


def _row(task: Task, points: Sequence[Found], file: str | None) -> dict[str, Any]:
    values = [found.value for found in points if found.proved and found.value is not None]
    missed = {point: found.why for point, found in zip(GRID, points) if not found.proved}
    if len(missed) == len(points):
        why = next(iter(missed.values()))
    else:
        why = "; ".join(f"{point}: {reason}" for point, reason in missed.items())
    return {
        "id": task.id,
        "variant": task.variant,
        "points": len(values),
        "value": max(values, default=None),
        "why": why,
        "file": file,
    }


def _written(out: str | None, task: Task, points: Sequence[Found]) -> str | None:
    """The file of a statement's certificates, a record of kind `grid`, where there are any."""
    records = [found.record for found in points if found.proved]
    if out is None or not records:
        return None
    text = json.dumps({"kind": "grid", "proofs": records}, separators=(",", ":"))
    return str(write_text(folder(out) / f"{task.id}.{task.variant}.json", text + "\n"))
