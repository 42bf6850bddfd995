"""A counterexample a referee can check by hand: its numbers, what each hypothesis comes to, and both sides."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from mixproof.bounds import Theorem, Variant
from mixproof.bounds.formula import FUNCTIONS, range_of, relations
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.kernel.scope import Scope
from mixproof.bounds.kernel.text import Node, parse
from mixproof.bounds.kernel.text import written as text_of
from mixproof.bounds.kernel_run import KernelRun
from mixproof.bounds.search.replay import record, written
from mixproof.bounds.theorems import in_library

from .digits import apart, arrays, exact, matrix
from .mathml import comparison, formula, name
from .prose import prose
from .sources import meaning

__all__ = ["claim", "counterexample", "setting", "table"]

FEW = 12  # rounds up to which both sides are shown at each


def claim(variant: Variant) -> str:
    """The claim and its hypotheses, set."""
    shown = f"<div class='math'>{comparison(variant.left, variant.relation, variant.right)}</div>"
    if variant.assume:
        given = "".join(f"<span>{formula(text)}</span>" for text in variant.assume)
        shown += f"<div class='math'><span>if</span>{given}</div>"
    return shown


def setting(stated: Theorem, variant: Variant, numbers: Mapping[str, Any]) -> str:
    """A setting's numbers, matrices as matrices, with the kind of setting that says what they are."""
    family = stated.family_of(variant)
    shown = [f"{name(key)}{which} = {matrix(value)}" for key, which, value in arrays(numbers)]
    options = ", ".join(f"{key}: {value}" for key, value in (family.options or {}).items())
    told = f" ({escape(options)})" if options else ""
    kind = f"<p>Setting, of the kind <a href='#kind-{family.name}'>{family.name}</a>{told}:</p>"
    return kind + "<div class='numbers'>" + " ".join(f"<span>{text}</span>" for text in shown) + "</div>"


def counterexample(stated: Theorem, variant: Variant, verdict: Mapping[str, Any]) -> str:
    """Everything needed to follow a refutation with pencil and paper, and the file for the kernel.

    Every value is computed again in exact arithmetic, and the record is given to `bounds.kernel`, which shares
    no code with the search; what it says is printed.
    """
    family, found = stated.family_of(variant), verdict["exact"]
    told = record(stated, variant, verdict["setting"], found["t"], found["left"], found["right"])
    t = told["t"]
    given = family.from_json(verdict["setting"])
    run = family.exact(given)
    now = run.at(t, variant.where)
    rows = [
        (formula(f"{a.text} {relation} {b.text}"), _value(now, a.text), _value(now, b.text))
        for text in variant.assume
        for a, relation, b in relations(text)
    ]
    hypotheses = table(("hypothesis", "left side", "right side"), rows) if rows else "<p>No hypothesis.</p>"
    names = _names(stated, variant, now)
    values = table(("quantity", "what it is", "value"), names) if names else ""
    for key, text in variant.where.items():
        values += f"<p class='math'>{name(key)} = {formula(text)} = {_value(now, key)}</p>"
    broken = {"<=": ">", "<": ">=", "==": "!="}[variant.relation]
    at = "" if stated.first is None else f" at t = {t}"
    left, right = apart(found["left"], found["right"])
    sides = (
        f"<p><b>The claim says</b> {comparison(variant.left, variant.relation, variant.right)}; <b>here</b>{at} "
        f"the left side is {left} {_SIGN[broken]} {right}, the right side.</p>"
    )
    rounds = _rounds(stated, variant, run, t)
    numbers = setting(stated, variant, verdict["setting"])
    return numbers + hypotheses + values + rounds + sides + _checked(stated, variant, told)


_SIGN = {">": "&gt;", ">=": "≥", "!=": "≠"}


def _names(stated: Theorem, variant: Variant, now: Scope) -> list[tuple[str, str, str]]:
    """Symbol, meaning and value of everything that the run computes: constants, and metrics where they are read."""
    family = stated.family_of(variant)
    given = {parameter.name for parameter in family.parameters} | set(family.sizes)
    rows = []
    for text in dict.fromkeys(text for formula_ in variant.formulas for text in _read(formula_.text)):
        key = text.partition("(")[0]
        if key not in given and key not in variant.where and key != "t":
            rows.append((formula(text), prose(meaning(family, key)), _value(now, text)))
    return rows


def _read(text: str) -> list[str]:
    """The names of a formula, metrics with the round they are read at.

    >>> _read("max(Gamma*spread(0), L, mean(s < t, gap(s)))")
    ['Gamma', 'L', 'mean(s < t, gap(s))', 'spread(0)']
    """
    found: set[str] = set()

    def visit(node: Node) -> None:
        whole = range_of(node) is not None  # a sum over rounds is shown as it is
        if node.kind == "name" or (node.kind == "call" and (whole or node.value not in FUNCTIONS)):
            found.add(text_of(node))
        for part in () if whole else node.parts:
            visit(part)

    visit(parse(text))
    return sorted(found)


def _rounds(stated: Theorem, variant: Variant, run: KernelRun, last: int) -> str:
    """Both sides at every round up to the one that breaks the claim, where these are few."""
    if stated.first is None or not stated.first < last <= FEW:
        return ""
    rows = []
    for t in range(stated.first, last + 1):
        now = run.at(t, variant.where)
        sides = (_value(now, side) for side in (variant.left, variant.right))
        rows.append((f"t = {t}", *sides))
    return table(("round", "left side of the claim", "right side"), rows)


def _value(now: Scope, text: str) -> str:
    try:
        return _shown(now.read(text))
    except (ArithmeticError, ValueError):
        return "not defined"


def _shown(value: Any) -> str:
    return exact(int(value)) if isinstance(value, (bool, int)) else exact(written(value))


def table(header: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "quantities") -> str:
    """A table, of a class of the style sheet, that scrolls by itself where the screen is narrow; all cells are HTML."""
    head = "".join(f"<th scope='col'>{text}</th>" for text in header)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    inside = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f"<div class='wide'><table class='{kind}'>{inside}</table></div>"


def _checked(stated: Theorem, variant: Variant, told: Mapping[str, Any]) -> str:
    decision = decide(told)
    said = "confirms it" if decision.confirmed else f"does not confirm it: {decision.sentence}"
    text = json.dumps(told, indent=1)
    data = base64.b64encode(text.encode()).decode()
    own = "" if in_library(stated) else " --theorem FILE.py:NAME"
    file = escape(f"{stated.id}.{variant.label}.json")
    return (
        f"<p>The kernel, which shares no code with the search, {escape(said)}. To run it yourself: save "
        f"<a download='{file}' href='data:application/json;base64,{data}'>{file}</a>, then "
        f"<code>mixproof check-witness {file}{own}</code>.</p>"
    )
