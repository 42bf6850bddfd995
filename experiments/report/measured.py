"""What was measured: the comparison of weights on each network, and each study with its figure."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ..compare_bounds import cells, meaning
from ..studies import STUDIES

__all__ = ["atlas", "cell", "comparison", "slug", "study"]

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


def comparison(network: str, rows: Sequence[Mapping[str, Any]], pictures: Sequence[Path]) -> dict[str, Any]:
    """The table of one network's weights, what its columns are, and its figures."""
    header, lines = cells(rows)
    return {
        **{"network": network, "anchor": slug(network), "best": _best(rows), "meaning": meaning(rows)},
        "table": _table(header, lines, f"Every method's weights on {network}"),
        "pictures": [_figure(path, SHOWN.get(path.stem.rpartition("-")[2], network)) for path in pictures],
    }


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
    return f"{told}."


def study(result: Mapping[str, Any], picture: Path) -> dict[str, Any]:
    """A study: its question, what it showed, figure and numbers, and how it was done."""
    name = result["study"]
    question, rest = _question(name)
    used = [key for key in COLUMNS if any(entry.get(key) is not None for entry in result["algorithms"])]
    numbers = [[entry.get(key) for key in used] for entry in result["algorithms"]]
    told = ("quantity", "printed", "measured")
    printed = [[line[key] for key in told] for line in result.get("paper") or ()]
    words = {True: "held", False: "did not hold", None: "was not decided"}
    held = words[result["held"]] if "held" in result else ""
    return {
        **{"name": name, "data": result["data"], "question": question, "rest": rest, "held": held},
        "conclusion": result.get("conclusion") or "",
        "picture": _figure(
            picture, f"{question or name} Data: {result['data']}. Numbers are in the table below."
        ),
        "paper": _table(told, printed, f"{name}: what the paper prints, and what was measured")
        if printed
        else None,
        "numbers": _table([key.replace("_", " ") for key in used], numbers, f"Results of {name}"),
    }


def atlas(tables: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The tables of `mixproof atlas`, under their titles."""
    return [_table(table["header"], table["rows"], table["title"]) for table in tables]


def _question(name: str) -> tuple[str, str]:
    """The first line of a study's docstring without its name, and the rest; empty for a study of another kind."""
    if name not in STUDIES:
        return "", ""
    module = import_module(f"mixproof.experiments.studies.{name.replace('-', '_')}")
    first, _, rest = (module.__doc__ or "").partition("\n\n")
    asked = first.partition(": ")[2].replace("\n", " ")
    return asked[:1].upper() + asked[1:], rest


def _figure(path: Path, alt: str) -> dict[str, str]:
    encoded = base64.b64encode(path.read_bytes()).decode()
    return {"alt": alt, "address": f"data:image/png;base64,{encoded}"}


def _table(header: Sequence[str], lines: Sequence[Sequence[Any]], caption: str) -> dict[str, Any]:
    """A table whose first column names its rows; it scrolls by itself where the screen is narrow."""
    return {"header": header, "lines": lines, "caption": caption}


def cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
