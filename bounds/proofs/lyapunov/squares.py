"""Matrix sums of squares on [0, 1], in floats and made exact; fractions as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from .exact import inverse

__all__ = ["exact_sum_of_squares", "rounded", "squares", "text", "triangle"]


def squares(G: np.ndarray, size: int, s: Any, which: int) -> np.ndarray:
    """sum_ij s^(i+j) G_ij over the blocks of `size` rows; times s (1 - s) for the second of the two (`which` = 1)."""
    total = np.zeros((size, size), dtype=object if isinstance(s, Fraction) else float)
    blocks = len(G) // size
    weight = s * (1 - s) if which else 1
    for a in range(blocks):
        for b in range(blocks):
            total = total + weight * s ** (a + b) * G[size * a : size * a + size, size * b : size * b + size]
    return total


def exact_sum_of_squares(
    G0: np.ndarray,
    G1: np.ndarray,
    size: int,
    top: int,
    target: Callable[[Fraction], np.ndarray],
    bits: int,
) -> list[Any]:
    """Lower triangles of G0, G1 with S0(s) + s (1 - s) S1(s) = target(s) exactly, a polynomial of degree <= top.

    What rounding left of each coefficient goes in equal parts to the blocks of G0 that make it; `target` is not asked
    at 0, where a form divided by powers of s is no number.
    """
    G0, G1 = G0.copy(), G1 + np.diag([Fraction(4, 2**bits)] * len(G1)) if len(G1) else G1
    points = [Fraction(k + 1, top + 1) for k in range(top + 1)]
    rests = [target(s) - squares(G0, size, s, 0) - squares(G1, size, s, 1) for s in points]
    blocks = top // 2 + 1
    for power, row in enumerate(inverse([[s**k for k in range(top + 1)] for s in points])):
        left = sum(weight * rest for weight, rest in zip(row, rests))
        cells = [(a, power - a) for a in range(blocks) if 0 <= power - a < blocks]
        for a, b in cells:
            G0[size * a : size * a + size, size * b : size * b + size] += left / Fraction(len(cells))
    return [triangle(G0), triangle(G1)]


def rounded(A: np.ndarray, bits: int) -> np.ndarray:
    """Fractions of 2^-bits; a matrix is made symmetric."""
    A = (A + A.T) / 2 if A.ndim == 2 else A
    flat = [Fraction(round(float(v) * 2**bits), 2**bits) for v in A.reshape(-1)]
    made = np.empty(A.size, dtype=object)
    made[:] = flat
    return made.reshape(A.shape)


def triangle(A: np.ndarray) -> list[list[Fraction]]:
    """The lower triangle, a list a row."""
    return [list(A[i, : i + 1]) for i in range(len(A))]


def text(value: Any) -> Any:
    """JSON content: fractions as "p/q"."""
    if isinstance(value, Mapping):
        return {key: text(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [text(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value
