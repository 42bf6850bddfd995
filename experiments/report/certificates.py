"""What stands beside a bound that is not refuted: its derivation, and how far it is above the worst case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from typing import Any

__all__ = ["derivation", "worst_case"]

Tables = Sequence[Mapping[str, Any]]


def derivation(found: Mapping[str, Any], lines: str) -> tuple[str, str]:
    """A heading, and a verdict's derivation: its lines, and where its record is, in the library or in the verdict.

    lines: as the library has them; of a user's claim those of the record are shown.

    >>> derivation({"file": "derivations/a.b.json"}, "")[1]
    '<p>Check it: <code>mixproof check-proof bounds/derivations/a.b.json</code>.</p>'
    """
    lines = lines.strip() or "\n".join(_steps(found.get("record", {}).get("steps", ())))
    shown = f"<pre class='latex' tabindex='0'>{escape(lines)}</pre>" if lines else ""
    file = f"bounds/{found['file']}" if found["file"] else "FILE"
    more = (
        ""
        if found["file"]
        else "; <code>mixproof verify --json</code> has the record, under <code>certified</code>"
    )
    check = f"{shown}<p>Check it: <code>mixproof check-proof {escape(file)}</code>{more}.</p>"
    return "derivation of everything that is claimed", check


def _steps(steps: Iterable[Mapping[str, Any]], indent: str = "") -> Iterator[str]:
    """What the steps of a record say, without what they follow from."""
    for step in steps:
        kind = next((kind for kind in ("always", "window", "windows") if kind in step), "")
        if "let" in step:
            yield f"{indent}let {step['let']} = {step['is']}"
        elif kind:
            yield from (f"{indent}{kind} {': '.join(told)}" for told in step[kind])
        elif "claim" in step:
            yield f"{indent}{step['name']}: {step['claim']}"
        blocks = step.get("lines", ())
        yield from _steps(chain(*blocks) if "cases" in step else blocks, indent + "  ")


def worst_case(tables: Tables, form: str) -> str:
    """How far a form's bound is above the worst case, as the atlas measured it; empty where it did not.

    >>> title, row = "Bounds at round 10 against the worst case", ["a.b:c", 12, 3.25, 205.9, None]
    >>> worst_case([{"name": "bounds", "title": title, "rows": [row]}], "a.b:c")
    'Bounds at round 10 against the worst case: at least 3.25 to 206 times as large (certified at 12 points)'
    """
    measured = (found for found in tables if found["name"] == "bounds")
    for found in measured:
        for of, points, least, most, *_ in found["rows"]:
            if of == form:
                times = f"at least {least:.3g} to {most:.3g} times as large"
                return f"{found['title']}: {times} (certified at {points} points)"
    return ""
