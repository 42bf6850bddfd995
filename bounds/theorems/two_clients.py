"""Settings of two clients on the line, as JSON: most counterexamples found by thought need no more."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

__all__ = ["two_clients"]

COLUMNS = ("a", "c", "w0", "v")  # of shape (K, d)


def two_clients(*weights: int | str, **values: Any) -> dict[str, Any]:
    """K = 2, d = 1, and a W for each weight of the link; `a`, `c`, `w0` and `v` are given as a number a client.

    >>> two_clients("1/3", a=[2, 1], eta="1/2")
    {'K': 2, 'd': 1, 'S': 1, 'W': [[['2/3', '1/3'], ['1/3', '2/3']]], 'a': [[2], [1]], 'eta': '1/2'}
    """
    columns = {name: [[x] for x in values[name]] for name in COLUMNS if name in values}
    return {"K": 2, "d": 1, "S": len(weights), "W": [*map(_mixing, weights)], **values, **columns}


def _mixing(weight: int | str) -> list[list[int | str]]:
    own = 1 - Fraction(weight)
    kept = own.numerator if own.denominator == 1 else str(own)
    return [[kept, weight], [weight, kept]]
