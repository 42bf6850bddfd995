"""`compare` and `report`."""

from __future__ import annotations

import sys
from argparse import Namespace

from .output import emit, table

__all__ = ["compare_methods", "make_report"]

_COLUMNS = ("method", "rho", "lower_bound", "gap", "rounds", "seconds")


def compare_methods(arguments: Namespace) -> int:
    """One row a method; `rounds`: the least t with rho^t <= 1e-3, exact for reliable links."""
    from ..report import compare

    rows = compare(arguments.network, distributed=True)
    emit(arguments, rows, table(_COLUMNS, [[row[column] for column in _COLUMNS] for row in rows]))
    return 0


def make_report(arguments: Namespace) -> int:
    """The page `report.html`, with the studies' own files beside it."""
    from ..report import build

    def say(text: str) -> None:
        if sys.stderr.isatty():
            print(text, file=sys.stderr)

    files = build(
        arguments.out,
        claims=arguments.ids,
        studies=arguments.study,
        seconds=arguments.seconds,
        seed=arguments.seed,
        jobs=arguments.jobs,
        size=arguments.size,
        progress=say,
    )
    emit(arguments, {"files": files}, "\n".join(f"wrote {path}" for path in files))
    return 0
