"""The verdict table as Markdown: `mixproof verify --json | python -m experiments.table [README.md]`.

With a file, the lines between its two verdict markers are replaced; else the table goes to standard output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spectral.errors import InputError

from .commands.output import shown
from .files import replacing

__all__ = ["BEGIN", "END", "between", "markdown"]

BEGIN, END = "<!-- verdicts: written by experiments.table -->", "<!-- end of verdicts -->"


def markdown(verdicts: Sequence[Mapping[str, Any]]) -> str:
    """One row a verdict, from the content of `mixproof verify --json`.

    >>> print(markdown([{"id": "a.b", "variant": "main", "verdict": "HOLDS", "ratio": 0.5, "sentence": "tight |x|"}]))
    | statement | variant | verdict | left/right | what is known |
    |---|---|---|---|---|
    | `a.b` | main | HOLDS | 0.5 | tight \\|x\\| |
    """
    rows = ["| statement | variant | verdict | left/right | what is known |", "|---|---|---|---|---|"]
    for verdict in verdicts:
        cells = [f"`{verdict['id']}`", verdict["variant"], verdict["verdict"], shown(verdict["ratio"])]
        rows.append("| " + " | ".join([*cells, verdict["sentence"].replace("|", r"\|")]) + " |")
    return "\n".join(rows)


def between(text: str) -> str:
    """What stands between the markers of a file; raises InputError where there are none."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(END) < text.index(BEGIN):
        raise InputError("markers", "not found once each", f"{BEGIN} and then {END}")
    return text.split(BEGIN)[1].split(END)[0]


def main(words: Sequence[str]) -> int:
    table = markdown(json.load(sys.stdin))
    if not words:
        print(table)
        return 0
    path = Path(words[0])
    text = path.read_text(encoding="utf-8")
    old = between(text)
    with replacing(path) as temporary:
        temporary.write_text(
            text.replace(BEGIN + old + END, f"{BEGIN}\n\n{table}\n\n{END}"), encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
