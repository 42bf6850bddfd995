"""`check-witness`: the standalone checker, and whether the witness speaks of the statement it names."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mixproof.bounds import checker
from mixproof.bounds.search.replay import claimed
from mixproof.bounds.theorems import ALL, theorem
from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

from .output import emit

if TYPE_CHECKING:
    from mixproof.bounds import Theorem, Variant

__all__ = ["check_witness", "difference"]


def check_witness(arguments: Namespace) -> int:
    record = _read(Path(arguments.file))
    try:
        result = checker.check(record)
    except checker.NotAWitness as error:
        raise InputError("witness", arguments.file, str(error)) from None
    if all(result["id"] != known.id for known in ALL):
        rule = (
            "no statement of the library has it; `python -m mixproof.bounds.checker FILE` checks the numbers"
        )
        raise InputError("id", result["id"], rule)
    stated = theorem(result["id"])
    other = difference(record, stated, stated.variant(result["variant"]))
    if other:
        result |= {"refuted": False, "reason": "; ".join(filter(None, (result["reason"], other)))}
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


def difference(record: Mapping[str, Any], stated: Theorem, variant: Variant) -> str:
    """What a witness says otherwise than the library's statement of the same id and variant; empty if nothing."""
    family = stated.family_of(variant)
    for field, value in claimed(stated, variant).items():
        if record[field] != value:
            return f"{field} differs from the library's statement of {stated.id}:{variant.label}"
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
    if record["t"] < (stated.first or 0):
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
