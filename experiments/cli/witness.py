"""`check-witness`: the standalone checker, and whether the witness speaks of the statement it names."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.checker import checker
from mixproof.bounds.search.replay import FORMAT, Replay, claimed, replay, written
from mixproof.bounds.theorems import ALL, theorem
from mixproof.spectral.arrays import check_file
from mixproof.spectral.checks import count
from mixproof.spectral.errors import InputError

from ..campaigns.own import Own, own
from .output import emit

if TYPE_CHECKING:
    from mixproof.bounds import Theorem, Variant

__all__ = ["check_witness", "difference"]

MOST_ROUNDS = 10_000  # that a user's own run is followed for a witness


def check_witness(arguments: Namespace) -> int:
    record = _read(Path(arguments.file))
    told = own(arguments.theorem) if arguments.theorem is not None else None
    id = record.get("id") if isinstance(record, dict) else None
    if told is not None and isinstance(id, str):
        told.theorem(id)  # raises where the file states no such thing
    if told is not None and not _vouches(told.theorem(str(id)), record.get("variant")):
        result = _replayed(record, told.theorem(str(id)), arguments.file)
    else:
        result = _checked(record, arguments.file, told)
    left, right, name = (result["left"], result["right"], f"{result['id']}:{result['variant']}")
    sides = (
        ""
        if left is None or right is None
        else f" at round {result['t']}: left {left:.9g}, right {right:.9g}"
    )
    verdict = (
        "confirmed: it meets every assumption and breaks the claim"
        if result["refuted"]
        else "not confirmed: "
    )
    emit(arguments, result, f"{name}{sides}\n{verdict}{result['reason']}")
    return 0 if result["refuted"] else 1


def _checked(record: Any, file: str, told: Own | None) -> dict[str, Any]:
    """What the independent checker says, and whether the record's text is that of the statement it names."""
    try:
        result = checker.check(record)
    except checker.NotAWitness as error:
        raise InputError("witness", file, str(error)) from None
    if told is None and all(result["id"] != known.id for known in ALL):
        rule = (
            "no statement of the library has it; --theorem FILE.py:NAME says where it is stated, and "
            "`python -m mixproof.bounds.checker FILE` checks the numbers alone"
        )
        raise InputError("id", result["id"], rule)
    stated = theorem(result["id"]) if told is None else told.theorem(result["id"])
    other = difference(record, stated, stated.variant(result["variant"]))
    if other:
        result |= {"refuted": False, "reason": "; ".join(filter(None, (result["reason"], other)))}
    return dict(result)


def _vouches(stated: Theorem, label: Any) -> bool:
    """Whether the independent checker can know this kind of setting: it has the library's, written a second time."""
    return stated.family_of(stated.variant(str(label))).run.__module__.startswith("mixproof.")


def _replayed(record: Mapping[str, Any], stated: Theorem, file: str) -> dict[str, Any]:
    """What the user's own run says of the record in exact arithmetic; no confirmation, which takes a second program."""
    variant = stated.variant(str(record.get("variant")))
    family = stated.family_of(variant)
    missing = {*claimed(stated, variant), "setting", "t", "left_value", "right_value"} - record.keys()
    if missing or record.get("format") != FORMAT:
        raise InputError("witness", file, f"not a record of format {FORMAT}")
    t = count("t", record["t"])
    if t > MOST_ROUNDS:
        raise InputError("t", t, f"a round up to {MOST_ROUNDS}")
    other = difference(record, stated, variant)
    result: Replay | None = None
    if not other:
        result = replay(stated, variant, family.from_json(record["setting"]), t)
        said = [record["left_value"], record["right_value"]]
        if result.refuted and [written(result.left), written(result.right)] != said:
            other = "the sides are other numbers than the record says"
        elif not result.refuted:
            other = f"assumption not met: {result.unmet}" if result.unmet else "the claim is not broken"
    reason = other or "run exactly, the file's own class meets every assumption and breaks the claim"
    vouch = f"the independent checker does not know the family {family.name} and cannot vouch for it"
    return {
        "id": stated.id,
        "variant": variant.label,
        "t": t,
        **{side: _float(result and getattr(result, side)) for side in ("left", "right")},
        "refuted": False,
        "replayed": not other,
        "reason": f"{vouch}; {reason}",
    }


def _float(value: Any) -> float | None:
    return None if value is None else float(sum(enclosure(value)) / 2)


def difference(record: Mapping[str, Any], stated: Theorem, variant: Variant) -> str:
    """What a witness says otherwise than the statement of the same id and variant; empty if nothing."""
    family = stated.family_of(variant)
    whose = "the library's" if any(stated is known for known in ALL) else "the file's"
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
        values = exact.values[parameter.name]
        domain, shape = parameter.domain, values.shape
        kept = domain.assemble(domain.retract(domain.disassemble(values), shape), shape)
        if (kept != values).any():
            return f"{parameter.name} lies outside the settings of {stated.id}:{variant.label}"
    if count("t", record["t"]) < (stated.first or 0):
        return f"t={record['t']}, but the statement begins at round {stated.first}"
    return ""


def _read(path: Path) -> Any:
    def refuse(text: str) -> None:
        raise checker.NotAWitness(f"{text} is not an exact number")

    check_file("witness", path)
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_float=refuse, parse_constant=refuse)
    except OSError as error:
        raise InputError("witness", str(path), f"cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError("witness", str(path), f"no JSON of a witness ({error})") from None
