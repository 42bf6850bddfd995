"""`check-witness`: the kernel, and whether the witness speaks of the statement it names."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

from mixproof.bounds.verification import check
from mixproof.bounds.witnesses import named, read_record
from mixproof.spectral.errors import InputError

from ..campaigns.own import own
from .output import emit

__all__ = ["check_witness"]


def check_witness(arguments: Namespace) -> int:
    stated = None
    if arguments.theorem is not None:
        record = read_record(Path(arguments.file))
        stated = own(arguments.theorem).theorem(named(record, arguments.file)[0])
    found = check(arguments.file, stated)
    if not found.known:
        rule = (
            "no statement of the library has it; --theorem FILE.py:NAME says where it is stated, and "
            "`python -m mixproof.bounds.kernel FILE` checks the numbers alone"
        )
        raise InputError("id", found.id, rule)
    sides = ""
    if found.left is not None and found.right is not None:
        sides = f" at round {found.t}: left {found.left:.9g}, right {found.right:.9g}"
    verdict = (
        "confirmed: it meets every assumption and breaks the claim" if found.refuted else "not confirmed: "
    )
    result = asdict(found)
    del result["known"]
    emit(arguments, result, f"{found.id}:{found.variant}{sides}\n{verdict}{found.reason}")
    return 0 if found.refuted else 1
