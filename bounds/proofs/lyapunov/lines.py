"""Lines of a derivation of a rate: their terms, and the record that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ...algorithms import Algorithm
from .parts import Parts, sum_of_squares
from .texts import Texts, combination

__all__ = ["ONE", "Short", "Terms", "derivation", "less_one", "line", "parts", "rule", "squares", "up"]

DIGITS = 10**9  # of a floor, rounded up
ONE = Fraction(1)
Terms = list[list[Any]]


class Short(Exception):
    """Rounding left nothing of a margin."""


def parts(A: np.ndarray) -> Parts:
    found = sum_of_squares(A)
    if found is None:
        raise Short
    return found


def less_one(A: np.ndarray) -> np.ndarray:
    """A less the square of the first state."""
    A = A.copy()
    if len(A):
        A[0, 0] -= 1
    return A


def up(value: Fraction) -> Fraction:
    """A short fraction, the value or a little more.

    >>> up(Fraction(1, 3))
    Fraction(166666667, 500000000)
    """
    return Fraction(-(-value * DIGITS // 1), DIGITS)


def squares(told: Parts, names: Sequence[str], factor: Fraction = ONE, facts: Sequence[str] = ()) -> Terms:
    return [[str(factor * c), list(facts), combination(zip(row, names))] for c, row in told if any(row)]


def rule(
    name: str, told: Parts, names: Sequence[str], factor: Fraction = ONE, facts: Sequence[str] = ()
) -> Terms:
    """A rule of the class of W at combinations of vectors."""
    found = squares(told, names, factor, facts)
    return [[c, [*given, f"{name}({vector})"]] for c, given, vector in found]


def line(name: str, claim: str, terms: Terms) -> dict[str, Any]:
    return {"name": name, "claim": claim, "proof": {"terms": terms}}


def derivation(
    algorithm: Algorithm,
    matrices: str,
    texts: Texts,
    *,
    left: str,
    right: str,
    where: Mapping[str, str],
    at: Mapping[str, Any],
    assume: Sequence[str],
    noisy: bool,
    lines: Sequence[dict[str, Any]],
    start: Terms,
    after: Terms,
) -> dict[str, Any]:
    """The record of left <= right at every round: left <= V by the line `above`, V <= right by induction.

    lines: one is `above`; start, after: the terms of V <= right at round 0 and a round later, from `bounded`
    """
    V = texts.name("V")
    return {
        "kind": "derivation",
        "statement": {
            "family": "declared",
            "options": {"algorithm": algorithm.to_json(), "step": "eta", "matrices": matrices},
            "parameters": ["v"] if noisy else [],
            "sizes": {},
            "claim": f"{left} <= {right}",
            "assume": list(assume),
            "where": dict(where),
            "first": 0,
            "at": {name: str(value) for name, value in at.items()},
        },
        "steps": [
            *({"let": name, "is": text} for name, text in texts.lets.items()),
            *lines,
            {
                "always": [["bounded", f"{V} <= {right}"]],
                "start": [{"terms": start}],
                "lines": [],
                "next": [{"terms": after}],
            },
        ],
        "conclusion": {"terms": [["1", ["above"]], ["1", ["bounded"]]]},
    }
