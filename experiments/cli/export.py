"""`export`: a derivation as a file for Coq."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mixproof.spectral.errors import InputError

from .named import statement
from .output import emit

__all__ = ["export_coq"]


def export_coq(arguments: Namespace) -> int:
    from mixproof.bounds.proofs.coq import Unsupported, export

    try:
        found = export(_what(arguments.id), arguments.coq, arguments.compile)
    except Unsupported as error:
        raise InputError("id", arguments.id, f"cannot be exported yet ({error})") from None
    result = asdict(found)
    del result["text"]
    if not arguments.compile:
        del result["accepted"], result["coq_seconds"], result["reason"]
    emit(arguments, result, str(found))
    return 1 if found.accepted is False else 0


def _what(text: str) -> Any:
    """The record in a file, the proof of a user's own claim, or the id of a statement of the library."""
    from mixproof.bounds.theorems import in_library
    from mixproof.bounds.verification import prove
    from mixproof.bounds.witnesses import read_record

    if text.endswith(".json"):
        return read_record(Path(text), "proof")
    named = statement(text)
    if named is None or in_library(named[0]):
        return text
    found = prove(named[0], variant=named[1].label)
    if not found.proved:
        raise InputError("id", text, found.title())
    return found
