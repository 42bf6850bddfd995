"""`prove ID[:VARIANT]` without --rounds: an O(1/t) bound at given constants, for all rounds."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from mixproof.bounds.proofs import prove_decay
from mixproof.spectral.errors import InputError
from mixproof.spectral.outputs import write_json

from .bound import constants_at
from .output import emit

if TYPE_CHECKING:
    from mixproof.bounds import Theorem, Variant

__all__ = ["prove_for_all_rounds"]


def prove_for_all_rounds(arguments: Namespace, stated: Theorem, variant: Variant) -> int:
    for flag in ("spectrum", "matrix"):
        if getattr(arguments, flag) is not None:
            raise InputError(
                f"--{flag}", getattr(arguments, flag), "goes with --rounds; here give lam and lam_n"
            )
    found = prove_decay(stated, variant, constants_at(arguments.at))
    if arguments.out is not None and found.certificate is not None:
        write_json(Path(arguments.out), found.certificate)
    fields = {
        "id": stated.id,
        "variant": variant.label,
        "proved": found.certificate is not None,
        "covers": found.what,
        "constant": found.constant if found.certificate is not None else None,
        "stated": found.stated,
        "rounds": None,
        "start": found.start,
        "file": arguments.out if found.certificate is not None else None,
    }
    if found.certificate is None:
        text = f"no proof found; the claim says {found.stated:.6g}/(t + Gamma) there"
    else:
        text = (
            f"{found.what}\nproved, with {found.constant:.6g} for the claim's {found.stated:.6g}; the induction begins "
            f"at round {found.start}"
        )
    emit(arguments, fields, text)
    return 0 if found.certificate is not None else 1
