"""Witness files: read them, and compare what they say with the library's statements."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

from . import checker
from .search.replay import claimed
from .theorem import Theorem, Variant

__all__ = ["difference", "read_record"]


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


def read_record(path: Path) -> Any:
    """The JSON of a witness file; InputError unless it is one, with exact numbers only."""

    def refuse(text: str) -> None:
        raise checker.NotAWitness(f"{text} is not an exact number")

    check_file("witness", path)
    try:
        return json.loads(path.read_text(encoding="utf-8"), parse_float=refuse, parse_constant=refuse)
    except OSError as error:
        raise InputError("witness", str(path), f"cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError("witness", str(path), f"no JSON of a witness ({error})") from None
