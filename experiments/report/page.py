"""The report as one HTML file, from the template `page.html`: every text is escaped that is not marked safe there."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.bounds import Severity

from .findings import findings
from .mathml import formula
from .measured import atlas, cell, comparison, study
from .prose import paragraphs, prose
from .sources import LIBRARY, Shelf
from .verdicts import MEANING, counts, finding, kinds, names, paper

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["page", "template"]


@cache
def template() -> Template:
    """The page's macros, with what they set formulas and sentences by."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    def safe(write: Any) -> Any:
        return lambda text: Markup(write(text))

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        **{"prose": safe(prose), "paragraphs": safe(paragraphs), "formula": safe(formula)},
        **{"cell": cell, "sentence": lambda text: text[:1].upper() + text[1:]},
    }
    return environment.from_string(_asset("page.html"))


def page(
    verdicts: Sequence[Mapping[str, Any]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    studies: Sequence[tuple[Mapping[str, Any], Path]],
    drawn: Mapping[str, Sequence[Path]],
    made: str = "",
    shelf: Shelf = LIBRARY,
    missing: str = "",
) -> str:
    """The whole page.

    verdicts: records of `verify --json`; comparisons: network -> rows of the weight comparison; studies: each result
    with its PNG; drawn: network -> PNGs of its weights; made: how the page was made, for those who make it again;
    shelf: where the statements of the verdicts are; missing: what could not be finished.
    """
    style, script = (_asset(name) for name in ("page.css", "page.js"))
    found = [finding(verdict, shelf) for verdict in findings(verdicts)]
    graves = [verdict.get("severity") for verdict in verdicts]
    shown: dict[str, Any] = {
        "findings": found,
        "verdicts": verdicts,
        "weights": [
            comparison(network, rows, drawn.get(network, ())) for network, rows in comparisons.items()
        ],
        "studies": [study(result, picture) for result, picture in studies],
        "atlas": atlas(shelf.atlas),
        "settings": kinds(verdicts, shelf),
    }
    values: dict[str, Any] = {
        "allowed": f"default-src 'none'; img-src data:; style-src {_digest(style)}; script-src {_digest(script)}",
        **{"style": style, "script": script, "made": made, "missing": missing, "meaning": MEANING},
        "title": _title(verdicts, comparisons, studies),
        "told": _told(verdicts, studies),
        "parts": [name.capitalize() for name, part in shown.items() if part],
        "glance": _glance(verdicts),
        "filters": [(text, number) for text, number in counts(verdicts).items() if number],
        "severities": [(grave.name, graves.count(grave.name)) for grave in Severity if grave.name in graves],
        "findings": found,
        "papers": [paper(key, verdicts, shelf) for key in names(verdicts)],
        "comparisons": shown["weights"],
        "studies": shown["studies"],
        "atlas": shown["atlas"],
        "kinds": shown["settings"],
    }
    macros: Any = template().make_module(values)
    return str(macros.whole()) + "\n"


def _asset(name: str) -> str:
    return "\n" + (files(__package__) / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The only style and script that a browser may use here, so that no text can bring in another."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _title(verdicts: Sequence[Any], comparisons: Mapping[str, Any], studies: Sequence[Any]) -> str:
    """What is in the page."""
    told = list(names(verdicts).values())
    if len(told) > 3:
        return f"What is true of {len(told)} papers on decentralized learning"
    if told:
        return f"What is true of {' and '.join(filter(None, (', '.join(told[:-1]), told[-1])))}"
    parts = ["mixing weights"] * bool(comparisons) + ["studies of decentralized learning"] * bool(studies)
    return " and ".join(parts).capitalize() or "An empty report"


def number_of(count: int, noun: str) -> str:
    """A number with its noun.

    >>> number_of(1, "form"), number_of(6, "form")
    ('1 form', '6 forms')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _told(verdicts: Sequence[Mapping[str, Any]], studies: Sequence[tuple[Mapping[str, Any], Path]]) -> str:
    told = []
    if verdicts:
        statements = number_of(len({verdict["id"] for verdict in verdicts}), "statement")
        verb = "has" if len(verdicts) == 1 else "have"
        told.append(f"{number_of(len(verdicts), 'form')} of {statements} {verb} a verdict.")
    asked = [result for result, _ in studies if "held" in result]
    if asked:
        held = sum(result["held"] is True for result in asked)
        open_ = sum(result["held"] is None for result in asked)
        undecided = f", {open_} not decided" * bool(open_)
        told.append(
            f"{held} of {number_of(len(asked), 'experimental conclusion')} held on convex models{undecided}."
        )
    return " ".join(told)


def _glance(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The table of contents: one row per paper, with its number of verdicts of each kind."""
    words = [text for text, number in counts(verdicts).items() if number]
    rows = []
    for key, name in names(verdicts).items():
        own = counts([verdict for verdict in verdicts if verdict["id"].partition(".")[0] == key])
        rows.append((key, name, [own[text] for text in words]))
    return {"words": words, "rows": rows}
