"""The door: any record that the kernel knows, decided within a budget of work.

>>> decide({"kind": "rumour"}).sentence
'REFUSED: no record of kind witness, derivation, growth'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import growth, statement, witness
from .text import Refused, limited, need

BYTES = 10_000_000  # of a file
WORK = 10_000_000  # some seconds: a multiplication of short fractions is one
ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError, AssertionError)


@dataclass(frozen=True)
class Decision:
    """word: REFUTED, PROVED or REFUSED; sentence: what was checked, or why the record is refused."""

    word: str
    sentence: str
    found: Any = None

    @property
    def confirmed(self) -> bool:
        return self.word != "REFUSED"


def _witness(record: object) -> Decision:
    found = witness.check(record)
    if found.refuted:
        return Decision("REFUTED", f"REFUTED: {found.sentence}", found)
    return Decision("REFUSED", f"REFUSED: {'; '.join(found.reasons)}", found)


def _derivation(record: object) -> Decision:
    found = statement.check(record)
    if found["proved"]:
        return Decision("PROVED", f"PROVED: {found['what']}", found)
    return Decision("REFUSED", f"REFUSED: {found['reason']}", found)


def _growth(record: object) -> Decision:
    found = growth.check(record)
    if found.reason:
        return Decision("REFUSED", f"REFUSED: {found.reason}", found)
    return Decision("PROVED", f"PROVED: {found.sentence}", found)


KINDS: Mapping[str, Callable[[object], Decision]] = {
    "witness": _witness,
    "derivation": _derivation,
    "growth": _growth,
}


def decide(record: object) -> Decision:
    """The decision on a record; never raises."""
    try:
        kind = record.get("kind") if type(record) is dict else None
        need(type(kind) is str and kind in KINDS, f"no record of kind {', '.join(KINDS)}")
        with limited(WORK):
            return KINDS[str(kind)](record)
    except Refused as why:
        return Decision("REFUSED", f"REFUSED: {why}")
    except ODD as error:
        return Decision("REFUSED", f"REFUSED: the record cannot be read ({type(error).__name__})")


def load(path: str) -> Any:
    """The record in a file: JSON without decimal numbers, no field twice. Raises OSError and ValueError."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(pairs)) == len(pairs), "a field stands twice")
        return dict(pairs)

    def exact(text: str) -> None:
        raise Refused(f"{text[:40]} is not an exact number")

    with open(path, "rb") as file:
        data = file.read(BYTES + 1)
    need(len(data) <= BYTES, f"the file is longer than {BYTES} bytes")
    return json.loads(data, object_pairs_hook=once, parse_float=exact, parse_constant=exact)


def main(*paths: str) -> int:
    """Print the decision on each file. Returns 0 if all are confirmed, 1 if one is refused, 2 without a file."""
    confirmed = bool(paths)
    for path in paths:
        try:
            decision = decide(load(path))
        except (OSError, ValueError, RecursionError) as error:
            decision = Decision("REFUSED", f"REFUSED: {str(error).splitlines()[0]}")
        print(decision.sentence)
        confirmed = confirmed and decision.confirmed
    return 0 if confirmed else 1 if paths else 2
