"""Exact numbers on the page: fractions and matrices as MathML, irrational numbers by the digits that are certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

__all__ = ["apart", "arrays", "decimal", "exact", "matrix"]


def exact(value: Any, digits: int = 12) -> str:
    """A rational "p/q" or an integer exactly, an interval [low, high] by the digits that both ends share."""
    if isinstance(value, list | tuple):
        low, high = map(Fraction, value)
        return f"{decimal(low, high, digits)}…"
    number = Fraction(value)
    if len(str(number)) > 40:
        return f"{decimal(number, number, digits)}…"
    return f"<math displaystyle='true'>{_fraction(number)}</math>"


def apart(left: Any, right: Any) -> tuple[str, str]:
    """Two exact numbers with enough digits to tell them apart.

    >>> apart(["1/3", "1/3"], ["333333333333333/1000000000000000"] * 2)
    ('0.33333333333333333333…', '0.33333333333333300000…')
    """
    for digits in (12, 20, 30):
        shown = exact(left, digits), exact(right, digits)
        if shown[0] != shown[1]:
            break
    return shown


def arrays(setting: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """(name, which, numbers) of a setting: a number, a row or a matrix; of several matrices each, `which` "[i]".

    >>> list(arrays({"K": 2, "W": [[["1", "0"], ["0", "1"]]], "Xi": [[["1"]], [["2"]]]}))
    [('K', '', 2), ('W', '', [['1', '0'], ['0', '1']]), ('Xi', '[0]', [['1']]), ('Xi', '[1]', [['2']])]
    """
    for name, value in setting.items():
        matrices = value if np.ndim(np.array(value, dtype=object)) == 3 else [value]
        for i, part in enumerate(matrices):
            yield name, f"[{i}]" if len(matrices) > 1 else "", part


def matrix(value: Any) -> str:
    """Nested lists of exact numbers: a scalar, a row, or the rows of a matrix."""
    if not isinstance(value, list):
        return exact(value)
    rows = value if value and isinstance(value[0], list) else [value]
    # an HTML table, because fonts without a table for mathematics do not stretch the brackets of MathML
    cells = "".join(
        "<tr>"
        + "".join(f"<td><math displaystyle='true'>{_fraction(Fraction(x))}</math></td>" for x in row)
        + "</tr>"
        for row in rows
    )
    return f"<table class='matrix'><tbody>{cells}</tbody></table>"


def decimal(low: Fraction, high: Fraction, digits: int = 12) -> str:
    """The decimals that both ends begin with, at most `digits` significant ones.

    >>> decimal(Fraction(141421, 10**5), Fraction(141422, 10**5))
    '1.4142'
    """
    if low <= 0 <= high:
        return f"{float(high):.3g}"
    for n in range(digits, 0, -1):
        texts = {_cut(end, n) for end in (low, high)}
        if len(texts) == 1:
            return texts.pop()
    return f"{float(low):.3g}"


def _cut(number: Fraction, digits: int) -> str:
    """`digits` significant decimals, cut off and not rounded."""
    size, sign = abs(number), "-" if number < 0 else ""
    exponent = len(str(size.numerator)) - len(str(size.denominator))
    exponent -= size < Fraction(10) ** exponent
    figures = str(int(size / Fraction(10) ** (exponent - digits + 1)))
    if -4 <= exponent < digits:
        figures = "0" * -exponent + figures
        point = max(exponent, 0) + 1
        return sign + f"{figures[:point]}.{figures[point:]}".rstrip(".")
    return sign + f"{figures[0]}.{figures[1:]}e{exponent}"


def _fraction(number: Fraction) -> str:
    size = abs(number)
    shown = f"<mn>{size.numerator}</mn>"
    if size.denominator != 1:
        shown = f"<mfrac>{shown}<mn>{size.denominator}</mn></mfrac>"
    return f"<mrow><mo>−</mo>{shown}</mrow>" if number < 0 else shown
