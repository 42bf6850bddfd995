"""Witness files: read them, and compare what they say with a statement."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mixproof.spectral.arrays import check_file
from mixproof.spectral.errors import InputError

from .kernel import records
from .search.replay import KIND, spoken_of
from .theorem import Theorem, Variant
from .theorems import in_library

__all__ = ["difference", "named", "read_record"]


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
