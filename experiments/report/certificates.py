"""What stands beside a bound that is not refuted: its derivation, and how far it is above the worst case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["derivation", "worst_case"]

Tables = Sequence[Mapping[str, Any]]


def derivation(found: Mapping[str, Any]) -> tuple[str, str]:
    """A heading, and where a verdict's derivation is: in the library, or in the verdict of a user's claim.

    >>> derivation({"file": "derivations/a.b.json"})[1]
    '<p>Check it: <code>mixproof check-proof bounds/derivations/a.b.json</code>.</p>'
    """
    file = f"bounds/{found['file']}" if found["file"] else "FILE"
    more = (
        ""
        if found["file"]
        else "; <code>mixproof verify --json</code> has the record, under <code>certified</code>"
    )
    check = f"<p>Check it: <code>mixproof check-proof {escape(file)}</code>{more}.</p>"
    return "derivation of everything that is claimed", check


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
