"""Witness files: read them, compare what they say with a statement, and replay those of a run of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from . import checker
from .arithmetic import enclosure
from .search.replay import FORMAT, Replay, claimed, replay, written
from .theorem import Theorem, Variant
from .theorems import in_library

__all__ = ["difference", "read_record", "replayed"]

MOST_ROUNDS = 10_000  # that a user's own run is followed for a witness


def difference(record: Mapping[str, Any], stated: Theorem, variant: Variant) -> str:
    """What a witness says otherwise than the statement of the same id and variant; empty if nothing."""
    family = stated.family_of(variant).form(record["setting"])
    whose = "the library's" if in_library(stated) else "the file's"
    for field, value in claimed(stated, variant).items():
        if record[field] != value:
            return f"{field} differs from {whose} statement of {stated.id}:{variant.label}"
    setting = record["setting"]
    names = {*family.sizes, *(p.name for p in family.parameters)}
    if other := names.symmetric_difference(setting):
        return f"{sorted(other)[0]} does not belong to, or is lacking in, a setting of {stated.id}:{variant.label}"
    for size, choices in family.sizes.items():
        if len(choices) == 1 and setting[size] != choices[0]:
            return f"{size}={setting[size]}, but {stated.id}:{variant.label} speaks of {size}={choices[0]}"
    exact = family.from_json(setting)
    for parameter in family.parameters:
        if not parameter.allows(exact.values[parameter.name]):
            return f"{parameter.name} lies outside the settings of {stated.id}:{variant.label}"
    if count("t", record["t"]) < (stated.first or 0):
        return f"t={record['t']}, but the statement begins at round {stated.first}"
    return ""


def read_record(path: Path, what: str = "witness") -> Any:
    """The JSON of the file of a witness or proof, as the checker reads it; InputError unless it is one."""
    check_file(what, path)
    try:
        return checker.read(str(path))
    except OSError as error:
        raise InputError(what, str(path), f"cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(what, str(path), f"no JSON of a {what} ({error})") from None


def replayed(record: Mapping[str, Any], stated: Theorem, variant: Variant, name: str) -> dict[str, Any]:
    """What a user's own run says of the record in exact arithmetic; no confirmation, which takes a second program."""
    family = stated.family_of(variant)
    missing = {*claimed(stated, variant), "setting", "t", "left_value", "right_value"} - record.keys()
    if missing or record.get("format") != FORMAT:
        raise InputError("witness", name, f"not a record of format {FORMAT}")
    t = count("t", record["t"])
    if t > MOST_ROUNDS:
        raise InputError("t", t, f"a round up to {MOST_ROUNDS}")
    other = difference(record, stated, variant)
    result: Replay | None = None
    if not other:
        result = replay(stated, variant, family.from_json(record["setting"]), t)
        said = [record["left_value"], record["right_value"]]
        if not result.refuted:
            other = f"assumption not met: {result.unmet}" if result.unmet else "the claim is not broken"
        elif [written(result.left), written(result.right)] != said:
            other = "the sides are other numbers than the record says"
    vouch = f"the independent checker does not know the family {family.name} and cannot vouch for it"
    reason = other or "run exactly, the file's own class meets every assumption and breaks the claim"
    sides = {side: None if result is None else _float(getattr(result, side)) for side in ("left", "right")}
    return {"id": stated.id, "variant": variant.label, "t": t, **sides, "replayed": not other} | {
        "reason": f"{vouch}; {reason}"
    }


def _float(value: Any) -> float | None:
    return None if value is None else float(sum(enclosure(value)) / 2)
