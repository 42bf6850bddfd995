"""What stands beside a bound that is not refuted: its certificates, and how far it is above the worst case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from .mathml import name
from .prose import prose
from .witness import table

__all__ = ["certificates", "worst_case"]

Tables = Sequence[Mapping[str, Any]]


def certificates(found: Mapping[str, Any]) -> tuple[str, str]:
    """What a verdict's certificates cover: a heading, and a table with a row a point of constants.

    >>> at = {"constants": {"L": "1", "mu": "1/2"}, "rounds": [0, 1, 2], "runs": "every K"}
    >>> certificates({"whole": False, "limits": [at, at], "file": "a.b.json"})[0]
    'certificates at 2 points of constants, rounds 0 to 2'
    >>> certificates({"whole": True, "limits": [{}], "file": "derivations/a.b.json"})[1]
    '<p>Check it: <code>mixproof check-proof bounds/derivations/a.b.json</code>.</p>'
    """
    derived = found["file"].startswith("derivations/")
    place = found["file"] if derived else f"certificates/{found['file']}"
    check = f"<p>Check it: <code>mixproof check-proof bounds/{escape(place)}</code>.</p>"
    if found["whole"]:
        return f"{'derivation' if derived else 'certificate'} of everything that is claimed", check
    limits = found["limits"]
    keys = list(dict.fromkeys(key for limit in limits for key in limit.get("constants", ())))
    rows = [_row(limit, keys) for limit in limits]
    words = (str(limit[key]) for limit in limits for key in limit if key not in ("constants", "rounds"))
    runs = "".join(f"<p>{prose(text)}</p>" for text in dict.fromkeys(words))
    points = f"{len(limits)} points" if len(limits) > 1 else "1 point"
    rounds = [f"rounds {span}" for span in dict.fromkeys(row[-1] for row in rows) if span]
    heading = ", ".join([f"certificates at {points} of constants", *rounds])
    return heading, runs + table([*map(name, keys), "rounds"], rows, "measured") + check


def _row(limit: Mapping[str, Any], keys: Sequence[str]) -> list[str]:
    given, rounds = limit.get("constants", {}), limit.get("rounds") or ()
    cells = [escape(str(given.get(key, "–"))) for key in keys]
    return [*cells, f"{min(rounds)} to {max(rounds)}" if rounds else ""]


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
