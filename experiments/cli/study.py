"""`run`."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from itertools import product
from pathlib import Path

from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import reachable

from ..learning.data import load
from ..studies import check_choices, check_rate, study
from ..studies.campaign import Run
from .conduct import conduct
from .output import emit

__all__ = ["check_rounds", "run_study", "seeds_of"]

MOST_ROUNDS = 10_000_000
MOST_SEEDS = 10_000


def run_study(arguments: Namespace) -> int:
    """Studies x data x seeds. One run is one document; several are a list, each with a directory in --out."""
    runs = _runs(arguments)
    results = conduct(arguments, runs, "runs")
    texts = [result.text() for result in results]
    if len(runs) > 1:
        texts = [f"{run}\n{text}" for run, text in zip(runs, texts)]
    emit(arguments, results if len(runs) > 1 else results[0], "\n\n".join(texts))
    return 0


def _runs(arguments: Namespace) -> list[Run]:
    for name in arguments.study:
        study(name)
        if arguments.rate is not None:
            check_rate(name, arguments.rate)
    count("seed", arguments.seed)
    check_rounds(arguments.rounds)
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
    own |= {"network": arguments.network and tuple(arguments.network), "labels": arguments.labels}
    runs = [Run(name, seed, source, out=place(name, source, seed), **own) for name, source, seed in settings]
    for one in runs:
        check_choices(one.study, one.choices)
    if arguments.out is not None and len({run.out for run in runs}) < len(runs):
        raise InputError(
            "data", ", ".join(arguments.data), "files need different names, --out names runs after them"
        )
    return runs


def _found_anywhere(data: str) -> str:
    """A file by its whole path: workers may stand elsewhere."""
    return os.path.abspath(data) if data.endswith(".npz") else data


def check_rounds(rounds: int | None) -> None:
    """InputError for a number of rounds that no study runs; None is the study's own."""
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise InputError("rounds", rounds, f"an integer >= 1, at most {MOST_ROUNDS:,}")


def seeds_of(text: str) -> list[int]:
    """`A..B`, both ends in, or `N` for 0..N-1.

    >>> seeds_of("3..5"), seeds_of("2"), seeds_of("4..4")
    ([3, 4, 5], [0, 1], [4])
    """
    found = re.fullmatch(r"(\d{1,30})\.\.(\d{1,30})|([1-9]\d{,30})", text, re.ASCII)
    first, last = (0, -1) if found is None else (int(found[1] or 0), int(found[2] or int(found[3] or 0) - 1))
    if not 0 <= last - first < MOST_SEEDS:
        raise InputError(
            "seeds", text, f"A..B with A <= B, or how many from 0 on; at most {MOST_SEEDS:,} of them"
        )
    return list(range(first, last + 1))
