"""Verdicts that come from a file are checked again before a page repeats them.

A file may be old, or written by hand. REFUTED is printed only where the kernel confirms the counterexample once more,
PROVED only where a derivation is accepted again: the library's, or that of a user's claim, which the verdict holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mixproof.bounds import Theorem, Variant, kept
from mixproof.bounds.search.replay import record
from mixproof.bounds.theorems import in_library
from mixproof.bounds.verification import check
from mixproof.spectral.errors import InputError

from .sources import LIBRARY, Shelf

__all__ = ["confirmed"]


def confirmed(verdicts: Sequence[Mapping[str, Any]], shelf: Shelf = LIBRARY) -> list[dict[str, Any]]:
    """The verdicts, with the derivations that the library has now.

    Raises InputError for a statement or variant that does not exist, a counterexample that is not confirmed, a proof
    that is not in the library, a form called vacuous that is not, and one that holds though it is refuted.
    """
    return list(_confirmed(verdicts, shelf))


def _confirmed(verdicts: Sequence[Mapping[str, Any]], shelf: Shelf) -> Iterator[dict[str, Any]]:
    for verdict in verdicts:
        stated = shelf.theorem(verdict["id"])
        variant = stated.variant(verdict["variant"])
        told = (verdict.get("certified") or {}).get("record")
        library = in_library(stated)
        proof = kept.proof(stated, variant) if library else kept.own_proof(stated, variant, told)
        word = verdict["verdict"]
        if word == "REFUTED":
            why = _unconfirmed(stated, variant, verdict)
        elif word == "PROVED":
            why = "" if proof else f"{'the library has' if library else 'there is'} no derivation of it"
        elif word == "VACUOUS":
            why = "" if variant.vacuous else "its assumptions can be met"
        else:
            why = "the library refutes it" if variant.severity is not None and word == "HOLDS" else ""
        if why:
            raise InputError("verdicts", f"{stated.id}:{variant.label}", f"{word} in the file; but {why}")
        yield {**verdict, "certified": proof if word in ("HOLDS", "PROVED") else None}


def _unconfirmed(stated: Theorem, variant: Variant, verdict: Mapping[str, Any]) -> str:
    """Why the counterexample is none; empty where the kernel confirms it."""
    exact, setting = verdict.get("exact"), verdict.get("setting")
    if not exact or not setting:
        return "without a counterexample"
    told = record(stated, variant, setting, exact["t"], exact["left"], exact["right"])
    try:
        found = check(told, None if in_library(stated) else stated)
    except InputError as error:
        return f"its counterexample is none ({error.rule})"
    return "" if found.refuted else f"the counterexample is not confirmed: {found.reason}"
