"""What the page shows of verdicts: of each paper its statements, of each statement its forms."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from mixproof.bounds import PAPERS, Severity, Theorem, Variant
from mixproof.bounds.printed import BY_STATEMENT, examine
from mixproof.bounds.theorems import in_library

from .certificates import derivation, worst_case
from .difference import Line, lines, repair_of
from .latex import finding as latex
from .mathml import formula, name
from .prose import prose
from .sources import LIBRARY, Shelf, about, meaning
from .witness import claim, counterexample, setting

__all__ = ["MEANING", "counts", "finding", "kinds", "names", "paper", "tightness"]

OWN = {"own": "Your own claims"}
MEANING = {
    "REFUTED": "is false: a counterexample in exact numbers is given, and the kernel confirms it",
    "PROVED": "is true: the kernel checks every line of a derivation of all that it says",
    "HOLDS": "survived the search for a counterexample; where it says so, it is proved in prose",
    "VACUOUS": "says nothing: its assumptions cannot be met, or its bound is never informative",
    "UNDECIDED": "could not be decided, so nothing is known",
}
WHY = re.compile(r"(Why|Reading|The printed proof)\b")

Verdicts = Sequence[Mapping[str, Any]]


def counts(verdicts: Verdicts) -> dict[str, int]:
    """The number of verdicts of each kind."""
    words = [verdict["verdict"] for verdict in verdicts]
    return {text: words.count(text) for text in MEANING}


def names(verdicts: Verdicts) -> dict[str, str]:
    """Key -> name of the papers that the verdicts are about: the library's in their order, then others."""
    keys = list(dict.fromkeys(verdict["id"].partition(".")[0] for verdict in verdicts))
    told = {key: paper.name for key, paper in PAPERS.items() if key in keys}
    return told | {key: OWN.get(key, key) for key in keys if key not in told}


def paper(key: str, verdicts: Verdicts, shelf: Shelf = LIBRARY) -> dict[str, Any]:
    """All verdicts on one paper, with where it is to be read."""
    own = [verdict for verdict in verdicts if verdict["id"].partition(".")[0] == key]
    ids = list(dict.fromkeys(verdict["id"] for verdict in own))
    shown: dict[str, Any] = {"key": key, "name": names(own).get(key, key), "ids": ids}
    cited = PAPERS.get(key)
    shown |= {
        "citation": cited.citation if cited else "",
        "link": cited.link if cited else "",
        "note": f" {cited.note}." if cited and cited.note else "",
    }
    return shown | {"statements": [_statement(shelf, id, [v for v in own if v["id"] == id]) for id in ids]}


def _statement(shelf: Shelf, key: str, verdicts: Verdicts) -> dict[str, Any]:
    stated = shelf.theorem(key)
    blocks = shelf.reasons(key).strip("\n").split("\n\n")
    first, *rest = blocks
    why = [block for block in rest if WHY.match(block)]
    return {
        **{"id": stated.id, "title": stated.title, "place": stated.place, "statement": stated.statement},
        "why": "\n\n".join(why),
        "reasons": "\n\n".join(block for block in (first, *rest) if block not in why),
        "forms": [_form(shelf, stated, verdict) for verdict in verdicts],
        "printed": _printed(stated),
    }


def _printed(stated: Theorem) -> str:
    """What became of the proof that the paper prints; empty where it is not typed."""
    one = BY_STATEMENT.get(stated.id) if in_library(stated) else None
    return "" if one is None else examine(one).verdict


def finding(verdict: Mapping[str, Any], shelf: Shelf = LIBRARY) -> dict[str, Any]:
    """A refutation for the top of the page."""
    stated = shelf.theorem(verdict["id"])
    variant = stated.variant(verdict["variant"])
    return {**_known(stated, verdict), "title": stated.title, "claim": claim(variant)}


def _known(stated: Theorem, verdict: Mapping[str, Any]) -> dict[str, Any]:
    """What is known of a form in words."""
    severity = verdict.get("severity")
    return {
        "anchor": f"{verdict['id']}:{verdict['variant']}",
        "sentence": _sentence(stated, verdict),
        "severity": Severity[severity] if severity else None,
        "remains": (verdict.get("remains") or "").rstrip("."),
    }


def _form(shelf: Shelf, stated: Theorem, verdict: Mapping[str, Any]) -> dict[str, Any]:
    variant, more = stated.variant(verdict["variant"]), []
    if verdict.get("exact"):
        more.append(("counterexample", counterexample(stated, variant, verdict)))
    else:
        more.append(("what the symbols mean", _glossary(stated, variant)))
        if verdict.get("setting"):
            more.append(("tightest setting met", setting(stated, variant, verdict["setting"])))
        if verdict.get("certified"):
            more.append(derivation(verdict["certified"], variant.derivation))
    repaired = repair_of(stated, variant) if verdict["verdict"] == "REFUTED" else None
    return {
        **_known(stated, verdict),
        **{"label": verdict["variant"], "word": verdict["verdict"]},
        **{"statement": variant.statement, "claim": claim(variant), "more": more},
        "worst": worst_case(shelf.atlas, f"{verdict['id']}:{verdict['variant']}"),
        "tightness": tightness(verdict, variant.relation),
        "repaired": repaired.label if repaired else "",
        "lines": [_line(line) for line in lines(variant, repaired)] if repaired else [],
        "latex": latex(stated, variant, verdict) if verdict.get("exact") else "",
    }


def _line(line: Line) -> dict[str, Any]:
    lead = {"claim": "", "if": "if", "where": f"where {name(line.name)} =" if line.name else ""}[line.what]
    return {"lead": lead, "printed": line.printed, "repaired": line.repaired, "changed": line.changed}


def _sentence(stated: Theorem, verdict: Mapping[str, Any]) -> str:
    """The verdict's own sentence, as HTML; the docstring it speaks of is on the page."""
    place = f"<a href='#{escape(stated.id)}'>the statement's docstring</a>"
    return prose(verdict["sentence"]).replace("the statement&#x27;s docstring", place)


def _glossary(stated: Theorem, variant: Variant) -> str:
    """What the names of the claim mean; a counterexample has its own table of them."""
    family = stated.family_of(variant)
    told = [(key, meaning(family, key)) for key in sorted(variant.free)]
    rows = "".join(
        f"<li class='math'>{name(key)} = {formula(text)}</li>" for key, text in variant.where.items()
    )
    rows += "".join(f"<li>{name(key)}: {prose(text)}</li>" for key, text in told if text)
    kind = f"<p>Settings of the kind <a href='#kind-{escape(family.name)}'>{escape(family.name)}</a>.</p>"
    return f"{kind}<ul>{rows}</ul>"


def tightness(verdict: Mapping[str, Any], relation: str = "<=") -> str:
    """Left over right in words: how much room the bound leaves, or by how much it is broken.

    >>> tightness({"verdict": "HOLDS", "ratio": 0.25}), tightness({"verdict": "REFUTED", "ratio": 1.5})
    ('0.25: could be at most 4 times smaller', '1.5: exceeded by 50 %')
    """
    ratio, found = verdict["ratio"], verdict["verdict"]
    if found not in ("PROVED", "HOLDS", "REFUTED"):
        return "–"
    if relation == "==":
        return "an equality" if found != "REFUTED" else "the sides differ"
    if ratio is None or ratio <= 0:
        return "no ratio: a side is 0 or below"
    shown = f"{math.floor(ratio * 1e5) / 1e5:.5g}: "  # rounded down: only what is attained reads 1
    if found == "REFUTED":
        if ratio <= 1:
            return shown + ("attained, where less is claimed" if ratio == 1 else "both sides negative")
        return shown + (
            f"exceeded by {100 * (ratio - 1):.2g} %" if ratio < 2 else f"exceeded {ratio:.3g} times"
        )
    if ratio == 1:
        return shown + "attained"
    if ratio > 0.9:
        return shown + f"could be at most {100 * (1 - ratio):.1g} % smaller"
    return shown + f"could be at most {1 / ratio:.3g} times smaller"


def kinds(verdicts: Verdicts, shelf: Shelf = LIBRARY) -> list[tuple[str, list[str]]]:
    """The kinds of setting that these verdicts are about, in the words of the modules that compute them."""
    told: dict[str, dict[str, None]] = {}
    for verdict in verdicts:
        stated = shelf.theorem(verdict["id"])
        family = stated.family_of(stated.variant(verdict["variant"]))
        told.setdefault(family.name, {}).update(dict.fromkeys(about(family)))
    return sorted((name, list(texts)) for name, texts in told.items())
