"""Studies' results as Markdown: `python -m mixproof.experiments.studies.table docs/STUDIES.md RESULT.json ...`.

The results are the JSON files that `mixproof run STUDY --out DIR` leaves, in any order. STUDIES.md has a table, one row
a study, and then every conclusion in words. STUDIES.json beside it keeps what the page says of each study on each data
set: a new result takes the place of the old one, the others stay, hours of runs need not be repeated.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import write_json, write_text

from ..tables import markdown_table
from . import MODULES
from .certified import ratios

__all__ = ["BEGIN", "END", "page", "question", "rows", "told"]

Result = Mapping[str, Any]
BEGIN, END = "<!-- studies: written by mixproof.experiments.studies.table -->", "<!-- end of studies -->"
HEADER = (
    "study",
    "the paper's conclusion, as a criterion",
    "on data: held? (measured)",
    "above the bound",
    "bound/measured",
)
NUMBERS = ("printed", "measured")
ANSWERS = {True: "yes", False: "**no**", None: "not decided"}


def question(study: str) -> str:
    """What the study asks: the first line of its module, without the name.

    >>> question("ops-density")
    "Does a denser network lower push-sum's average loss?"
    """
    text = (import_module(f"{__package__}.{MODULES[study]}").__doc__ or "").split("\n\n")[0]
    asked = " ".join(text.split()).partition(": ")[2]
    return asked[0].upper() + asked[1:]


def rows(results: Sequence[Result]) -> str:
    """A Markdown table, one row a study: whether the paper's conclusion held on each data set, by which criterion.

    The last two columns: measured values above a proved bound, and by what factor that bound is above what is measured
    after the last round, the range over the runs.

    >>> print(rows([{"study": "ops-size", "data": "a", "held": True, "criterion": "within 10 %", "measured": "3 %",
    ...              "algorithms": [{"bound_violations": 0, "bound_over_measured": {"regret": 400}}]}]))
    | study | the paper's conclusion, as a criterion | on data: held? (measured) | above the bound | bound/measured |
    |---|---|---|---:|---|
    | `ops-size` | within 10 % | a: yes (3 %) | 0 | a: regret 4e+02 |
    """
    lines = []
    for study, own in _grouped(results).items():
        said = [f"{r['data']}: {ANSWERS[r['held']]} ({r['measured']})" for r in own]
        keys = ("bound_violations", "certified_violations")
        counts = [a.get(key) for result in own for a in result["algorithms"] for key in keys]
        known = [number for number in counts if number is not None]
        above = str(sum(known)) if known else "none drawn"
        ends = [f"{r['data']}: {found}" for r in own if (found := ratios(r["algorithms"]))]
        lines.append(
            [f"`{study}`", own[0]["criterion"], "<br>".join(said), above, "<br>".join(ends) or "none"]
        )
    return markdown_table(HEADER, lines, numbers=["above the bound"])


def page(results: Sequence[Result]) -> str:
    """Every conclusion in words, with the paper's printed numbers where the data are the same."""
    parts = [
        "# Studies",
        "Written by `python -m mixproof.experiments.studies.table docs/STUDIES.md RESULT.json ...` from the results"
        " of `mixproof run`, each with the command below; the papers' data with `--data FILE.npz`. What is not run"
        " again is kept in STUDIES.json. *Above the bound*: how many measured values are above a bound proved for"
        " them; *bound/measured*: how many times what is measured that bound is after the last round.",
        f"{BEGIN}\n\n{rows(results)}\n\n{END}",
    ]
    for study, own in _grouped(results).items():
        labels = " --labels" if any(result.get("setting", {}).get("labels") for result in own) else ""
        parts.append(f"## `{study}`\n\n{question(study)} `mixproof run {study}{labels}`")
        for result in own:
            parts.append(f"**{result['data']}.** {result['conclusion']}")
            if result["paper"]:
                parts.append(_beside(result["paper"]))
    return "\n\n".join(parts) + "\n"


def told(result: Result) -> Result:
    """What `page` reads of a result, which is enough to write it again."""
    read = ("study", "data", "held", "criterion", "measured", "conclusion", "paper")
    numbers = ("bound_violations", "certified_violations", "bound_over_measured")
    entries = [{key: a[key] for key in numbers if a.get(key) is not None} for a in result["algorithms"]]
    labels = {"labels": bool(result.get("setting", {}).get("labels"))}
    return {key: result[key] for key in read} | {"setting": labels, "algorithms": [a for a in entries if a]}


def _beside(paper: Sequence[Mapping[str, Any]]) -> str:
    """The paper's numbers beside the study's, as they were written down."""
    lines = [
        [line["quantity"], "" if line["printed"] is None else str(line["printed"]), str(line["measured"])]
        for line in paper
    ]
    return markdown_table(["", *NUMBERS], lines, NUMBERS)


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
    place = Path(words[0])
    store = place.with_suffix(".json")
    kept = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else []
    new = [told(json.loads(Path(word).read_text(encoding="utf-8"))) for word in words[1:]]
    results = list({(result["study"], result["data"]): result for result in [*kept, *new]}.values())
    write_text(place, page(results))
    write_json(store, results)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
