"""Any record that this folder knows: a witness that a claim is false, or a proof of one of the kinds below."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from . import (
    claims,
    clients,
    decaying,
    gram,
    grid,
    lyapunov,
    lyapunov_family,
    rates,
    signs,
    switching,
    witness,
)
from .intervals import NotAWitness
from .psd import NotACertificate

__all__ = ["PROOFS", "check", "check_proof", "main", "read"]

# kind of a record -> what decides it
PROOFS = {
    "lyapunov": lyapunov.check,
    "lyapunov-family": lyapunov_family.check,
    "switching-witness": switching.check,
    "rate-witness": rates.check,
    "worst-case": gram.check,
    "worst-case-witness": clients.check,
    "claim": claims.check,
    "decaying-steps": decaying.check,
    "grid": grid.check,
    "sign": signs.check,
}
BYTES = 10**7  # of a file, so that none keeps the checker busy; witnesses are shorter


def check_proof(record: Any) -> dict[str, Any]:
    """{proved, what, reason, ...} of a record with a kind; raises NotACertificate for what is none.

    A proof of a claim also has `checked`, the formulas that it proves, and `limits`, for what of all that they speak
    of: constants, rounds, networks. Empty limits: for everything.
    """
    kind = record.get("kind") if isinstance(record, Mapping) else None
    if not isinstance(kind, str) or kind not in PROOFS:
        raise NotACertificate(f"its kind is none of {', '.join(PROOFS)}")
    return PROOFS[kind](record)


def check(record: Any) -> tuple[dict[str, Any], bool]:
    """What is found of a record, and whether that confirms it. Raises ValueError for what is neither kind of record."""
    if isinstance(record, Mapping) and "kind" in record:
        result = check_proof(record)
        return result, result["proved"]
    result = witness.check(record)
    return result, result["refuted"]


def read(path: str) -> Any:
    """The record in a file: JSON without decimal numbers, each field once. Raises OSError and ValueError."""

    def refuse(text: str) -> None:
        raise NotAWitness(f"{text} is not an exact number")

    def once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise NotAWitness("a field is told twice")
        return dict(pairs)

    with open(path, encoding="utf-8") as file:
        text = file.read(BYTES + 1)
    if len(text) > BYTES:
        raise NotAWitness(f"longer than {BYTES} characters")
    record = json.loads(text, parse_float=refuse, parse_constant=refuse, object_pairs_hook=once)
    if len(text) > witness.BYTES and not (isinstance(record, Mapping) and "kind" in record):
        raise NotAWitness(f"longer than {witness.BYTES} characters")
    return record


def main(*arguments: str) -> int:
    """Print what `check` finds, as JSON. Returns 0: confirmed; 1: not confirmed; 2: neither witness nor proof."""
    path = arguments[0] if len(arguments) == 1 else ""
    try:
        if not path:
            raise NotAWitness("usage: python checker FILE.json")
        result, confirmed = check(read(path))
    except (OSError, ValueError, RecursionError) as error:
        print(f"{path}: neither a witness nor a proof: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    print(json.dumps(result))
    if "checked" in result:
        told = "the formulas under `checked` are what was checked, whatever the id, the variant and the statement say"
        print(told, file=sys.stderr)
    return 0 if confirmed else 1
