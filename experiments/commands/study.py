"""`run`."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from itertools import product
from pathlib import Path
from typing import Any

from spectral.errors import InputError

from ..data import load
from ..files import reachable
from ..studies import check_rate, study
from ..studies.campaign import Run
from .conduct import conduct
from .output import emit, table

__all__ = ["run_study", "seeds_of", "study_table"]

_COLUMNS = ("name", "final_gap", "slope", "slope_interval", "bound_violations", "accuracy")


def run_study(arguments: Namespace) -> int:
    """Studies x data x seeds. One run is one document; several are a list, each with a directory in --out."""
    runs = _runs(arguments)
    results = conduct(arguments, runs, "runs")
    texts = [study_table(result) for result in results]
    if len(runs) > 1:
        texts = [f"{run}\n{text}" for run, text in zip(runs, texts)]
    emit(arguments, results if len(runs) > 1 else results[0], "\n\n".join(texts))
    return 0


def _runs(arguments: Namespace) -> list[Run]:
    for name in arguments.study:
        study(name)
        if arguments.rate is not None:
            check_rate(name, arguments.rate)
    if arguments.seed < 0:
        raise InputError("seed", arguments.seed, "an integer >= 0")
    seeds = [arguments.seed] if arguments.seeds is None else seeds_of(arguments.seeds)
    data = [_found_anywhere(name) for name in arguments.data] if arguments.data else [None]
    for file in data:
        if file is not None and file.endswith(".npz"):
            load(file)  # says what is wrong with it before anything runs
    settings = dict.fromkeys(product(arguments.study, data, seeds))
    if arguments.out is not None:
        reachable(arguments.out)

    def place(name: str, source: str | None, seed: int) -> str | None:
        if arguments.out is None or len(settings) == 1:
            return arguments.out
        label = "" if source is None else "-" + re.sub(r"[^\w.-]", "_", Path(source).stem)
        return str(Path(arguments.out) / f"{name}{label}-seed{seed}")

    own = {"rounds": arguments.rounds, "rate": arguments.rate, "size": arguments.size}
    runs = [Run(name, seed, source, out=place(name, source, seed), **own) for name, source, seed in settings]
    if arguments.out is not None and len({run.out for run in runs}) < len(runs):
        raise InputError(
            "data", ", ".join(arguments.data), "files need different names, --out names runs after them"
        )
    return runs


def _found_anywhere(data: str) -> str:
    """A file by its whole path: workers may stand elsewhere."""
    return os.path.abspath(data) if data.endswith(".npz") else data


def seeds_of(text: str) -> list[int]:
    """`A..B`, both ends in, or `N` for 0..N-1.

    >>> seeds_of("3..5"), seeds_of("2")
    ([3, 4, 5], [0, 1])
    """
    found = re.fullmatch(r"(\d+)\.\.(\d+)|([1-9]\d*)", text)
    first, last = (0, 0) if found is None else (int(found[1] or 0), int(found[2] or int(found[3] or 0) - 1))
    if found is None or last < first:
        raise InputError("seeds", text, "A..B with A <= B, or how many from 0 on")
    return list(range(first, last + 1))


def study_table(result: dict[str, Any]) -> str:
    """The contract's fields of a study, one line an algorithm, and the files it wrote."""

    def cell(value: Any) -> Any:
        return f"[{value[0]:.4f}, {value[1]:.4f}]" if isinstance(value, list) else value

    rows = [[cell(line[column]) for column in _COLUMNS] for line in result["algorithms"]]
    said = [result["conclusion"]] if "conclusion" in result else []
    return "\n".join([table(_COLUMNS, rows), *said, *(f"wrote {path}" for path in result["files"])])
