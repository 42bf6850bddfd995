"""`export`: a derivation as a file for Coq."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from mixproof.spectral.errors import InputError

from .output import emit

__all__ = ["export_coq"]


def export_coq(arguments: Namespace) -> int:
    from mixproof.bounds.proofs.coq import Unsupported, export

    try:
        found = export(arguments.id, arguments.coq, arguments.compile)
    except Unsupported as error:
        raise InputError("id", arguments.id, f"cannot be exported yet ({error})") from None
    result = asdict(found)
    del result["text"]
    if not arguments.compile:
        del result["accepted"], result["coq_seconds"], result["reason"]
    emit(arguments, result, str(found))
    return 1 if found.accepted is False else 0
