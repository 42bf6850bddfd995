"""STUDIES.md from studies' results: `python -m experiments.studies.table STUDIES.md RESULT.json ...`.

The results are the JSON files that `mixproof run STUDY --out DIR` leaves, in any order. STUDIES.md gets every
conclusion in words; standard output gets a table with one row a study, for README.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from spectral.errors import InputError

from ..files import replacing
from . import MODULES

__all__ = ["page", "question", "rows"]

Result = Mapping[str, Any]


def question(study: str) -> str:
    """What the study asks: the first line of its module, without the name.

    >>> question("ops-density")
    "Does a denser network lower push-sum's average loss?"
    """
    text = (import_module(f"{__package__}.{MODULES[study]}").__doc__ or "").split("\n\n")[0]
    asked = " ".join(text.split()).partition(": ")[2]
    return asked[0].upper() + asked[1:]


def rows(results: Sequence[Result]) -> str:
    """A Markdown table, one row a study: the question, whether it held on each data set, the excesses over true bounds.

    >>> print(rows([{"study": "ops-density", "data": "a", "held": True, "algorithms": [{"bound_violations": 0}]}]))
    | study | question | the paper's conclusion | recorded values above a proved bound |
    |---|---|---|---|
    | `ops-density` | Does a denser network lower push-sum's average loss? | held on a | 0 |
    """
    lines = [
        "| study | question | the paper's conclusion | recorded values above a proved bound |",
        "|---|---|---|---|",
    ]
    for study, own in _grouped(results).items():
        said = [
            f"{word} on {', '.join(found)}"
            for word, wanted in (("held", True), ("did not hold", False))
            if (found := [result["data"] for result in own if result["held"] is wanted])
        ]
        counts = [a["bound_violations"] for result in own for a in result["algorithms"]]
        known = [number for number in counts if number is not None]
        cells = [
            f"`{study}`",
            question(study),
            "; ".join(said),
            str(sum(known)) if known else "no bound shown",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def page(results: Sequence[Result]) -> str:
    """Every conclusion in words, with the paper's printed numbers where the data are the same."""
    parts = [
        "# Studies",
        "Written by `python -m experiments.studies.table` from the results of `mixproof run`.",
    ]
    for study, own in _grouped(results).items():
        parts.append(f"## `{study}`\n\n{question(study)}")
        for result in own:
            parts.append(f"**{result['data']}.** {result['conclusion']}")
            if result["paper"]:
                table = ["| | printed | measured |", "|---|---:|---:|"]
                for line in result["paper"]:
                    printed = "" if line["printed"] is None else line["printed"]
                    table.append(f"| {line['quantity']} | {printed} | {line['measured']} |")
                parts.append("\n".join(table))
    return "\n\n".join(parts) + "\n"


def _grouped(results: Sequence[Result]) -> dict[str, list[Result]]:
    """By study, in the order of MODULES."""
    unknown = {result["study"] for result in results} - set(MODULES)
    if unknown:
        raise InputError("study", ", ".join(sorted(unknown)), f"known: {', '.join(MODULES)}")
    grouped = {study: [result for result in results if result["study"] == study] for study in MODULES}
    return {study: own for study, own in grouped.items() if own}


def main(words: Sequence[str]) -> int:
    if len(words) < 2:
        raise InputError("files", " ".join(words), "STUDIES.md and then at least one result")
    results = [json.loads(Path(word).read_text(encoding="utf-8")) for word in words[1:]]
    with replacing(Path(words[0])) as temporary:
        temporary.write_text(page(results), encoding="utf-8")
    print(rows(results))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
