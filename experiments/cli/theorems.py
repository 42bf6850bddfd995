"""`claims`."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ..campaigns.verdicts import Task, tasks
from .output import emit

__all__ = ["claims"]


def claims(arguments: Namespace) -> int:
    grave = {word.upper() for word in arguments.severity or ()}
    chosen: dict[str, list[Task]] = {}
    for task in tasks(arguments.ids):
        severity = task.statement()[1].severity
        if not grave or (severity is not None and severity.name in grave):
            chosen.setdefault(task.id, []).append(task)
    listing: list[dict[str, Any]] = []
    lines: list[str] = []
    for forms in chosen.values():
        stated, labels = forms[0].statement()[0], {task.variant for task in forms}
        listing.append(
            {
                "id": stated.id,
                "paper": stated.paper,
                "title": stated.title,
                "place": stated.place,
                "statement": stated.statement,
                "variants": [
                    {
                        "label": v.label,
                        "statement": v.statement or v.compared,
                        "claim": v.compared,
                        "assume": list(v.assume),
                        "where": dict(v.where),
                        "proved": v.holds,
                        "severity": v.severity and v.severity.name,
                        "remains": v.remains,
                        "note": v.note,
                    }
                    for v in stated.variants
                    if v.label in labels
                ],
            }
        )
    for entry in listing:
        lines.append(f"{entry['id']}: {entry['title']} ({entry['place']})\n  {entry['statement']}")
        for variant in entry["variants"]:
            said = dict.fromkeys((variant["statement"], variant["claim"]))
            lines.append(f"  {variant['label']}: " + "\n    ".join(said))
            lines += [f"    where {name} = {text}" for name, text in variant["where"].items()]
            lines += [f"    if {text}" for text in variant["assume"]]
    emit(arguments, listing, "\n".join(lines))
    return 0
