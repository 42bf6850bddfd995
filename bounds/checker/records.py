"""Any proof of one of the kinds below; witnesses, derivations and rates are the kernel's."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from ..kernel.records import load
from . import claims, clients, gram, grid
from .psd import NotACertificate

__all__ = ["PROOFS", "check_proof", "main", "read"]

# kind of a record -> what decides it
PROOFS = {
    "worst-case": gram.check,
    "worst-case-witness": clients.check,
    "claim": claims.check,
    "grid": lambda record: grid.check(record, check_proof),
}


def check_proof(record: Any) -> dict[str, Any]:
    """{proved, what, reason, ...} of a record with a kind; raises NotACertificate for what is none.

    A proof of a claim also has `checked`, the formulas that it proves, and `limits`, for what of all that they speak
    of: constants, rounds, networks. Empty limits: for everything.
    """
    kind = record.get("kind") if isinstance(record, Mapping) else None
    if not isinstance(kind, str) or kind not in PROOFS:
        raise NotACertificate(f"its kind is none of {', '.join(PROOFS)}")
    return PROOFS[kind](record)


def read(path: str) -> Any:
    """The record in a file: JSON without decimal numbers, each field once. Raises OSError and ValueError."""
    return load(path)


def main(*arguments: str) -> int:
    """Print what `check_proof` finds, as JSON. Returns 0: proved; 1: not proved; 2: no proof."""
    path = arguments[0] if len(arguments) == 1 else ""
    try:
        if not path:
            raise NotACertificate("usage: python -m mixproof.bounds.checker FILE.json")
        result = check_proof(load(path))
    except (OSError, ValueError, RecursionError) as error:
        print(f"{path}: no proof: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    print(json.dumps(result))
    if "checked" in result:
        told = "the formulas under `checked` are what was checked, whatever the id, the variant and the statement say"
        print(told, file=sys.stderr)
    return 0 if result["proved"] else 1
