"""Verdict tables as Markdown, from `mixproof verify --json`.

    mixproof verify --json | python -m mixproof.experiments.report.markdown [docs/VERDICTS.md]

With files, the lines between their markers are replaced, a row a variant; else the table goes to standard output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mixproof.bounds import Severity

from ..tables import markdown_table, put

__all__ = ["BEGIN", "END", "markdown"]

BEGIN, END = "<!-- verdicts: written by mixproof.experiments.report.markdown -->", "<!-- end of verdicts -->"


def markdown(verdicts: Sequence[Mapping[str, Any]]) -> str:
    """One row a verdict, from the content of `mixproof verify --json`.

    >>> print(markdown([{"id": "a.b", "variant": "main", "verdict": "HOLDS", "ratio": 0.5, "sentence": "tight |x|"}]))
    | statement | variant | verdict | left/right | what is known |
    |---|---|---|---|---|
    | `a.b` | main | HOLDS | 0.5 | tight \\|x\\| |
    """
    rows = []
    for verdict in verdicts:
        known = verdict["sentence"]
        if verdict.get("severity"):
            grave = Severity[verdict["severity"]].value
            known += f". *{grave[0].upper()}{grave[1:]}.*"
            known += f" What remains: {verdict['remains']}" if verdict["remains"] else ""
        rows.append([f"`{verdict['id']}`", verdict["variant"], verdict["verdict"], verdict["ratio"], known])
    return markdown_table(["statement", "variant", "verdict", "left/right", "what is known"], rows)


def main(words: Sequence[str]) -> int:
    verdicts = json.load(sys.stdin)
    if not words:
        print(markdown(verdicts))
        return 0
    for path in map(Path, words):
        put(path, markdown(verdicts), BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
