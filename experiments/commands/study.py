"""`run`."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ..studies import study
from .output import emit, table

__all__ = ["run_study", "study_table"]

_COLUMNS = ("name", "final_gap", "slope", "slope_interval", "bound_violations", "accuracy")


def run_study(arguments: Namespace) -> int:
    result = study(arguments.study)(
        data=arguments.data, rounds=arguments.rounds, seed=arguments.seed, out=arguments.out
    )
    emit(arguments, result, study_table(result))
    return 0


def study_table(result: dict[str, Any]) -> str:
    """The contract's fields of a study, one line an algorithm, and the files it wrote."""

    def cell(value: Any) -> Any:
        return f"[{value[0]:.4f}, {value[1]:.4f}]" if isinstance(value, list) else value

    rows = [[cell(line[column]) for column in _COLUMNS] for line in result["algorithms"]]
    return "\n".join([table(_COLUMNS, rows), *(f"wrote {path}" for path in result["files"])])
