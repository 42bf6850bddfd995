"""Witness files: read them, compare what they say with a statement, and replay those of a user's own run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from .arithmetic import middle
from .family import Family, Setting
from .kernel import records
from .search.replay import KIND, Replay, replay, spoken_of, witness
from .theorem import Theorem, Variant
from .theorems import in_library

__all__ = ["difference", "named", "read_record", "replayed"]

MOST_ROUNDS = 10_000  # that a user's own run is followed for a witness


def difference(record: Mapping[str, Any], stated: Theorem, variant: Variant) -> str:
    """What a witness says otherwise than the statement of the same id and variant; empty if nothing."""
    family = stated.family_of(variant).form(record["setting"])
    whose = "the library's" if in_library(stated) else "the file's"
    told, meant = record["claim"], spoken_of(stated, variant, family)
    for field in sorted({*told, *meant}):
        if told.get(field) != meant.get(field):
            return f"{field} differs from {whose} statement of {stated.id}:{variant.label}"
    return ""


def read_record(path: Path, what: str = "witness") -> Any:
    """The JSON of the file of a witness or proof, as the kernel reads it; InputError unless it is one."""
    check_file(what, path)
    try:
        return records.load(str(path))
    except OSError as error:
        raise InputError(what, str(path), f"cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(what, str(path), f"no JSON of a {what} ({error})") from None


def named(record: Any, name: str) -> tuple[str, str]:
    """The id and the variant that the label of a record says; InputError where it says none."""
    label = record.get("label") if isinstance(record, Mapping) and record.get("kind") == KIND else None
    if not isinstance(label, Mapping) or not all(isinstance(label.get(x), str) for x in ("id", "variant")):
        raise InputError(
            "witness", name, f"a record of kind {KIND}, labelled with the id and the variant of its claim"
        )
    return label["id"], label["variant"]


def _outside(stated: Theorem, family: Family, setting: Setting, t: int) -> str:
    """Why the statement does not speak of this setting and round; empty if it does. The kernel's families ask too."""
    for size, choices in family.sizes.items():
        if len(choices) == 1 and setting.sizes[size] != choices[0]:
            return f"{size}={setting.sizes[size]}, but {stated.id} speaks of {size}={choices[0]}"
    for parameter in family.parameters:
        if not parameter.allows(setting.values[parameter.name]):
            return f"{parameter.name} lies outside the settings of {stated.id}"
    if t < (stated.first or 0):
        return f"t={t}, but the statement begins at round {stated.first}"
    return ""


def replayed(record: Mapping[str, Any], stated: Theorem, variant: Variant, name: str) -> dict[str, Any]:
    """What a user's own run says of the record in exact arithmetic; no confirmation, which takes a second program."""
    family = stated.family_of(variant)
    if missing := {"claim", "setting", "t", "left", "right"} - record.keys():
        raise InputError("witness", name, f"a whole record; {min(missing)} is missing")
    t = count("t", record["t"])
    if t > MOST_ROUNDS:
        raise InputError("t", t, f"a round up to {MOST_ROUNDS}")
    other = difference(record, stated, variant)
    result: Replay | None = None
    if not other:
        setting = family.from_json(record["setting"])
        other = _outside(stated, family, setting, t)
    if not other:
        result = replay(stated, variant, setting, t)
        if not result.refuted:
            other = f"assumption not met: {result.unmet}" if result.unmet else "the claim is not broken"
        elif dict(witness(stated, variant, setting, result)) != dict(record):
            other = "the sides are other numbers than the record says"
    vouch = f"the kernel does not know the family {family.name} and cannot vouch for it"
    reason = other or "run exactly, the file's own class meets every assumption and breaks the claim"
    sides = {}
    for side in ("left", "right"):
        value = None if result is None else getattr(result, side)
        sides[side] = None if value is None else middle(value)
    return {"id": stated.id, "variant": variant.label, "t": t, **sides, "replayed": not other} | {
        "reason": f"{vouch}; {reason}"
    }
