"""What was measured: the comparison of weights on each network, and each study with its figure."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from ..compare_bounds import cells, meaning
from ..studies import STUDIES
from .prose import paragraphs, prose

__all__ = ["comparison", "slug", "study"]

REFERENCE = "metropolis"
SHOWN = {
    "convergence": "Each method's way to its weights: rho and its lower bound above, the certified gap below, against"
    " seconds and against messages sent. Numbers at the end of each way are in the table.",
    "weights": "The network drawn with the best weights and with others for comparison; a link's colour and width are"
    " its weight.",
}
COLUMNS = ("name", "final_gap", "slope", "bound_violations", "accuracy")


def slug(text: str) -> str:
    """A network's description as an anchor."""
    return "weights-" + re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-")


def comparison(network: str, rows: Sequence[Mapping[str, Any]], pictures: Sequence[Path]) -> str:
    """The table of one network's weights, what its columns are, and its figures."""
    header, lines = cells(rows)
    table = _table(header, lines, f"Every method's weights on {network}")
    figures = "\n".join(_figure(path, SHOWN.get(path.stem.rpartition("-")[2], network)) for path in pictures)
    return (
        f"<section id='{slug(network)}'><h3>{escape(network)}</h3>{_best(rows)}{table}"
        f"<p class='faint'>{prose(meaning(rows))}</p>{figures}</section>"
    )


def _best(rows: Sequence[Mapping[str, Any]]) -> str:
    """The least rho against the reference, in a sentence."""
    best = min(rows, key=lambda row: (round(row["rho_mean"], 6), row["gap"]))
    other = next((row for row in rows if row["method"] == REFERENCE), None)
    told = (
        f"The least rho is {best['rho_mean']:.4g} ({best['method']}), at most {best['above']:.2g} above what any "
        f"weights can reach; consensus to 1e-3 takes {best['rounds']} rounds of averaging"
    )
    if other is not None and other is not best:
        told += f", {other['rounds']} with {REFERENCE} weights (rho {other['rho_mean']:.4g})"
    return f"<p>{prose(told)}.</p>"


def study(result: Mapping[str, Any], picture: Path) -> str:
    """A study: its question, what it showed, figure and numbers, and how it was done."""
    name, data = escape(result["study"]), escape(str(result["data"]))
    question, rest = _question(result["study"])
    told = [
        f"<section id='{name}'><h3><a href='#{name}'>{name}</a> <span class='faint'>on {data}</span></h3>",
        f"<p><b>{prose(question)}</b></p>" if question else "",
        f"<p>{prose(result['conclusion'])}</p>" if result.get("conclusion") else "",
        _figure(
            picture, f"{question or result['study']} Data: {result['data']}. Numbers are in the table below."
        ),
    ]
    if result.get("paper"):
        lines = [[line[key] for key in ("quantity", "printed", "measured")] for line in result["paper"]]
        told.append(
            _table(
                ("quantity", "printed", "measured"),
                lines,
                f"{result['study']}: what the paper prints, and what was measured",
            )
        )
    used = [key for key in COLUMNS if any(entry.get(key) is not None for entry in result["algorithms"])]
    lines = [[entry.get(key) for key in used] for entry in result["algorithms"]]
    numbers = _table([key.replace("_", " ") for key in used], lines, f"Results of {result['study']}")
    told.append(f"<details><summary>numbers</summary>{numbers}</details>")
    if rest:
        told.append(f"<details><summary>how it was done</summary>{paragraphs(rest)}</details>")
    return "\n".join((*filter(None, told), "</section>"))


def _question(name: str) -> tuple[str, str]:
    """The first line of a study's docstring without its name, and the rest; empty for a study of another kind."""
    if name not in STUDIES:
        return "", ""
    module = import_module(f"mixproof.experiments.studies.{name.replace('-', '_')}")
    first, _, rest = (module.__doc__ or "").partition("\n\n")
    asked = first.partition(": ")[2].replace("\n", " ")
    return asked[:1].upper() + asked[1:], rest


def _figure(path: Path, alt: str) -> str:
    encoded = base64.b64encode(path.read_bytes()).decode()
    return f"<div class='picture'><img alt='{escape(alt)}' src='data:image/png;base64,{encoded}'></div>"


def _table(header: Sequence[str], lines: Sequence[Sequence[Any]], caption: str) -> str:
    """A table whose first column names its rows; it scrolls by itself where the screen is narrow."""
    head = "".join(f"<th scope='col'>{prose(text)}</th>" for text in header)
    body = "\n".join(
        f"<tr><th scope='row'>{_cell(first)}</th>"
        + "".join(f"<td>{_cell(value)}</td>" for value in others)
        + "</tr>"
        for first, *others in lines
    )
    return (
        f"<div class='wide' role='region' aria-label='{escape(caption)}'><table class='measured'>"
        f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table></div>"
    )


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))
