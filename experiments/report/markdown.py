"""Verdict tables as Markdown, from `mixproof verify --json`.

    mixproof verify --json | python -m mixproof.experiments.report.markdown [README.md VERDICTS.md]

With files, the lines between their markers are replaced, a row a variant or (summary) a row a statement; else the table
of variants goes to standard output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..tables import put, shown

__all__ = ["BEGIN", "END", "SUMMARY", "markdown", "summary"]

BEGIN, END = "<!-- verdicts: written by mixproof.experiments.report.markdown -->", "<!-- end of verdicts -->"
SUMMARY = "<!-- summary of verdicts: written by mixproof.experiments.report.markdown -->"


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


def summary(verdicts: Sequence[Mapping[str, Any]]) -> str:
    """One row a statement: which of its variants got which verdict.

    >>> print(summary([{"id": "a.b", "variant": "main", "verdict": "REFUTED"},
    ...                {"id": "a.b", "variant": "repaired", "verdict": "HOLDS"}]))
    | statement | refuted | holds | vacuous or undecided |
    |---|---|---|---|
    | `a.b` | main | repaired | |
    """
    rows = ["| statement | refuted | holds | vacuous or undecided |", "|---|---|---|---|"]
    for id in dict.fromkeys(verdict["id"] for verdict in verdicts):
        labels: dict[str, list[str]] = {"REFUTED": [], "HOLDS": [], "": []}
        for verdict in verdicts:
            if verdict["id"] == id:
                word = verdict["verdict"]
                labels[word if word in labels else ""].append(verdict["variant"])
        rows.append(
            f"| `{id}` |" + "|".join(f" {', '.join(x)} " if x else " " for x in labels.values()) + "|"
        )
    return "\n".join(rows)


def main(words: Sequence[str]) -> int:
    verdicts = json.load(sys.stdin)
    if not words:
        print(markdown(verdicts))
        return 0
    for path in map(Path, words):
        short = SUMMARY in path.read_text(encoding="utf-8")
        put(path, *((summary(verdicts), SUMMARY, END) if short else (markdown(verdicts), BEGIN, END)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
