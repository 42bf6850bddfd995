"""The report as one HTML file: it asks nothing of the network, and every text in it is escaped."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from .measured import comparison, slug, study
from .sources import LIBRARY, Shelf
from .verdicts import MEANING, counts, kinds, paper, papers, word

__all__ = ["page"]

HOW_TO_READ = """
<p>Each statement is taken at its word. Where a paper prints it in several ways, each printed form has a row of its own;
<i>repaired</i> forms are the smallest change that is true. The link on a form's
name can be sent to a colleague: it opens that verdict.</p>
<p>Tightness is the largest ratio of the left to the right side that the search met: at 1 a bound is attained,
at 0.25 a bound that is 4 times smaller might be true, but none smaller than that; above 1 it is broken.
A <i>counterexample</i> lists the setting in exact numbers, every hypothesis with both its sides, every quantity of
the claim with its meaning and value, and both sides of the claim: it can be followed with pencil and paper.
Digits that end in … are cut off, not rounded.</p>
"""


def page(
    verdicts: Sequence[Mapping[str, Any]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    studies: Sequence[tuple[Mapping[str, Any], Path]],
    drawn: Mapping[str, Sequence[Path]],
    made: str = "",
    shelf: Shelf = LIBRARY,
) -> str:
    """The whole page.

    verdicts: records of `verify --json`; comparisons: network -> rows of the weight comparison; studies: each result
    with its PNG; drawn: network -> PNGs of its weights; made: how the page was made, for those who make it again;
    shelf: where the statements of the verdicts are.
    """
    style, script = (_asset(name) for name in ("page.css", "page.js"))
    allowed = f"default-src 'none'; img-src data:; style-src {_digest(style)}; script-src {_digest(script)}"
    title = "What is true of five papers on decentralized learning"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>mixproof: {title}</title><style>{style}</style></head><body>",
        '<nav class="top" aria-label="Parts"><a href="#verdicts">Verdicts</a><a href="#weights">Weights</a>'
        '<a href="#studies">Studies</a><a href="#kinds">Settings</a></nav><main>',
        f"<h1>{title}</h1>",
        *_summary(verdicts, comparisons, studies),
        '<h2 id="verdicts">Verdicts</h2>',
        "<ul>" + "".join(f"<li>{word(text)} {escape(said)}</li>" for text, said in MEANING.items()) + "</ul>",
        HOW_TO_READ,
        _filter(verdicts),
        *(paper(key, verdicts, shelf) for key in papers(verdicts)),
        '<h2 id="weights">Mixing weights</h2>',
        "<p>Every method on the same networks; all measures are computed anew from the weights.</p>",
        *(comparison(network, rows, drawn.get(network, ())) for network, rows in comparisons.items()),
        '<h2 id="studies">Studies</h2>',
        *(study(result, picture) for result, picture in studies),
        '<h2 id="kinds">Kinds of setting</h2>',
        "<p>What a counterexample's numbers mean: how a run goes, in the words of the modules that compute it.</p>",
        kinds(verdicts, shelf),
        "</main>",
        f"<footer><h2 id='made'>How this page was made</h2><p>{escape(made)}</p></footer>" if made else "",
        f"<script>{script}</script></body></html>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _asset(name: str) -> str:
    return "\n" + (files(__package__) / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The only style and script that a browser may use here, so that no text can bring in another."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _summary(
    verdicts: Sequence[Mapping[str, Any]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    studies: Sequence[tuple[Mapping[str, Any], Path]],
) -> list[str]:
    """The contents, which are the result at a glance."""
    asked = [result for result, _ in studies if "held" in result]
    told = [
        f"{len(verdicts)} forms of {len({verdict['id'] for verdict in verdicts})} statements have a verdict."
    ]
    if asked:
        held = sum(bool(result["held"]) for result in asked)
        told.append(f"Of {len(asked)} experimental conclusions {held} held on convex models.")
    words = [text for text, number in counts(verdicts).items() if number]
    head = "".join(f"<th scope='col'>{word(text)}</th>" for text in words)
    rows = ""
    for key, title in papers(verdicts).items():
        own = [verdict for verdict in verdicts if verdict["id"].partition(".")[0] == key]
        if own:
            cells = "".join(f"<td>{counts(own)[text]}</td>" for text in words)
            rows += f"<tr><th scope='row'><a href='#{escape(key)}'>{escape(title)}</a></th>{cells}</tr>"
    table = (
        "<div class='wide'><table class='glance'><thead><tr><th scope='col'>paper</th>"
        f"{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
    networks = " ".join(
        f"<span><a href='#{slug(network)}'>{escape(network)}</a></span>" for network in comparisons
    )
    held_or_not = (
        f"<span><a href='#{escape(r['study'])}'>{escape(r['study'])}</a> {_held(r)}</span>"
        for r, _ in studies
    )
    return [
        f"<p>{' '.join(told)}</p>",
        table if rows else "",
        f"<p class='index'><b>Weights:</b> {networks}</p>" if comparisons else "",
        f"<p class='index'><b>Studies:</b> {' '.join(held_or_not)}</p>" if studies else "",
    ]


def _held(result: Mapping[str, Any]) -> str:
    if "held" not in result:
        return ""
    return "held" if result["held"] else "did not hold"


def _filter(verdicts: Sequence[Mapping[str, Any]]) -> str:
    """Words and verdicts to look for; without its script it is not shown, and nothing else is lost."""
    boxes = "".join(
        f"<label><input type='checkbox' value='{text}' checked> {word(text)} {number}</label>"
        for text, number in counts(verdicts).items()
        if number
    )
    return (
        "<form id='filter' role='search' hidden><label>Find <input type='search' placeholder='theorem-1 repaired'>"
        f"</label>{boxes}<output aria-live='polite'></output></form>"
    )
