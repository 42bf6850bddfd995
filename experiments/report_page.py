"""The report as one HTML page: no script, no link to anything outside, pictures embedded."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from .compare import cells, meaning

__all__ = ["page"]

PAPERS = {
    "defed": "DeFed",
    "decefl": "DeceFL",
    "ops": "Online Push-Sum",
    "dawo": "Distributed aggregation-weight optimization",
    "alidpfl": "ALI-DPFL",
}
MEANING = {
    "REFUTED": "false: an exact counterexample is given",
    "HOLDS": "survived the search, or is proved",
    "VACUOUS": "its assumptions cannot be met, or its bound never says anything",
    "UNDECIDED": "not decided, which is no pass",
}
STYLE = """
:root { color-scheme: light; --ink: #1d2126; --faint: #5d6672; --line: #d9dde2; --soft: #f5f6f8; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #fff; margin: 0 auto; padding: 1rem;
  max-width: 62rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: .5rem 0; } h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
p { margin: .4rem 0; } .faint { color: var(--faint); font-size: .88rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem; border-top: 1px solid var(--line); }
th { border-top: 0; color: var(--faint); font-weight: 600; }
code, pre { font: .84rem/1.45 ui-monospace, monospace; }
pre { background: var(--soft); padding: .6rem; white-space: pre-wrap; margin: .3rem 0; }
.number, th { overflow-wrap: normal; white-space: nowrap; }
.word { font-weight: 700; font-size: .78rem; padding: .1rem .4rem; border-radius: .25rem; white-space: nowrap; }
.REFUTED { background: #fbe3d9; color: #8a2b00; } .HOLDS { background: #d8f0e6; color: #00573f; }
.VACUOUS { background: #fdf0cf; color: #6b4a00; } .UNDECIDED { background: #e6e8ec; color: #3a424d; }
img { max-width: 100%; height: auto; display: block; margin: .6rem 0; }
summary { cursor: pointer; color: #005a93; }
nav a { margin-right: 1rem; } a { color: #005a93; }
@media (max-width: 40rem) {
  table, tbody, tr, td { display: block; width: 100%; } thead { display: none; }
  tr { border-top: 1px solid var(--line); padding: .5rem 0; } td { border: 0; padding: .1rem 0; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--faint); }
}
"""


def page(
    verdicts: Sequence[Mapping[str, Any]],
    statements: Mapping[tuple[str, str], Mapping[str, str]],
    comparisons: Mapping[str, Sequence[Mapping[str, Any]]],
    studies: Sequence[tuple[Mapping[str, Any], Path]],
    drawn: Mapping[str, Sequence[Path]],
) -> str:
    """The whole page.

    verdicts: records of `verify --json`; statements: title, place and claim of each (id, variant); comparisons:
    network -> rows of the weight comparison; studies: each result with its PNG; drawn: network -> PNGs of its weights.
    """
    held = sum(bool(result.get("held")) for result, _ in studies if "held" in result)
    asked = sum("held" in result for result, _ in studies)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>mixproof: what is true of five papers</title><style>{STYLE}</style></head><body>",
        "<h1>What is true of five papers on decentralized learning</h1>",
        f"<p>{_counts(verdicts)}. Of {asked} experimental conclusions {held} held on convex models.</p>",
        '<nav><a href="#verdicts">Verdicts</a><a href="#weights">Weights</a><a href="#studies">Studies</a></nav>',
        '<h2 id="verdicts">Verdicts</h2>',
        "<p>" + "; ".join(f"{_word(word)} {escape(text)}" for word, text in MEANING.items()) + ".</p>",
        "<p class='faint'>Tightness is the largest ratio of left to right side that the search met; at 1 a bound is"
        " attained. A counterexample lists exact numbers: anyone can put them into the statement.</p>",
        *(_paper(paper, verdicts, statements) for paper in PAPERS),
        '<h2 id="weights">Mixing weights</h2>',
        "<p>Every method on the same networks; all measures are computed anew from the weights.</p>",
        *(_comparison(network, rows, drawn.get(network, ())) for network, rows in comparisons.items()),
        '<h2 id="studies">Studies</h2>',
        *(_study(result, picture) for result, picture in studies),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _word(word: str) -> str:
    return f'<span class="word {escape(word)}">{escape(word)}</span>'


def _counts(verdicts: Sequence[Mapping[str, Any]]) -> str:
    words = [verdict["verdict"] for verdict in verdicts]
    each = ", ".join(f"{words.count(word)} {word}" for word in MEANING if word in words)
    return f"{len(verdicts)} statements, each printed form by itself: {each or 'none'}"


def _paper(
    paper: str, verdicts: Sequence[Mapping[str, Any]], statements: Mapping[tuple[str, str], Mapping[str, str]]
) -> str:
    own = [verdict for verdict in verdicts if verdict["id"].partition(".")[0] == paper]
    if not own:
        return ""
    rows = "\n".join(_verdict(verdict, statements[verdict["id"], verdict["variant"]]) for verdict in own)
    return (
        f"<h3>{escape(PAPERS[paper])}</h3><p class='faint'>{_counts(own)}.</p>"
        "<table class='verdicts'><thead><tr><th>statement</th><th>verdict</th><th>what was found</th><th>tightness</th>"
        f"</tr></thead><tbody>{rows}</tbody></table>"
    )


def _verdict(verdict: Mapping[str, Any], said: Mapping[str, str]) -> str:
    ratio = verdict["ratio"]
    tight = (
        "<td></td>" if ratio is None else f"<td class='number' data-label='tightness'>{ratio + 0.0:.4g}</td>"
    )
    found = escape(verdict["sentence"])
    if verdict.get("exact"):
        sides = "\n".join(f"{side} = {_exact(verdict['exact'].get(side))}" for side in ("left", "right"))
        setting = "\n".join(
            f"{name} = {json.dumps(value)}" for name, value in (verdict["setting"] or {}).items()
        )
        found += f"<details><summary>counterexample</summary><pre>{escape(sides)}\n{escape(setting)}</pre></details>"
    return (
        f"<tr><td><b>{escape(verdict['id'])}</b> {escape(verdict['variant'])}<br><code>{escape(said['claim'])}</code>"
        f"<div class='faint'>{escape(said['title'])}. {escape(said['place'])}</div></td>"
        f"<td>{_word(verdict['verdict'])}</td><td>{found}</td>{tight}</tr>"
    )


def _exact(value: Any) -> str:
    """An exact number, or the two ends of an enclosure."""
    return f"between {value[0]} and {value[1]}" if isinstance(value, list | tuple) else str(value)


def _comparison(network: str, rows: Sequence[Mapping[str, Any]], pictures: Sequence[Path]) -> str:
    header, lines = cells(rows)
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "\n".join(
        "<tr>"
        + "".join(
            f"<td data-label='{escape(name)}'>{_number(value)}</td>" for name, value in zip(header, line)
        )
        + "</tr>"
        for line in lines
    )
    table = f"<table class='weights'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    shown = [_picture(picture, f"{network}: weights") for picture in pictures]
    said = f"<p class='faint'>{escape(meaning(rows))}</p>"
    return "\n".join([f"<h3>{escape(network)}</h3>{table}{said}", *shown])


def _picture(path: Path, name: str) -> str:
    encoded = base64.b64encode(path.read_bytes()).decode()
    return f"<img alt='{escape(name)}' src='data:image/png;base64,{encoded}'>"


def _study(result: Mapping[str, Any], picture: Path) -> str:
    name = escape(result["study"])
    shown = [f"<h3 id='{name}'>{name} <span class='faint'>on {escape(str(result['data']))}</span></h3>"]
    if result.get("conclusion"):
        shown.append(f"<p>{escape(result['conclusion'])}</p>")
    shown.append(_picture(picture, f"{result['study']}: figure"))
    if result.get("paper"):
        rows = "".join(
            f"<tr><td>{escape(line['quantity'])}</td><td data-label='printed'>{_number(line['printed'])}</td>"
            f"<td data-label='measured'>{_number(line['measured'])}</td></tr>"
            for line in result["paper"]
        )
        head = "<thead><tr><th>quantity</th><th>printed</th><th>measured</th></tr></thead>"
        shown.append(f"<table>{head}<tbody>{rows}</tbody></table>")
    columns = ("name", "final_gap", "slope", "bound_violations", "accuracy")
    rows = "".join(
        "<tr>" + "".join(f"<td data-label='{c}'>{_number(a.get(c))}</td>" for c in columns) + "</tr>"
        for a in result["algorithms"]
    )
    head = "".join(f"<th>{c.replace('_', ' ')}</th>" for c in columns)
    numbers = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    shown.append(f"<details><summary>numbers</summary>{numbers}</details>")
    return "\n".join(shown)


def _number(value: Any) -> str:
    if value is None:
        return "&ndash;"
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))
