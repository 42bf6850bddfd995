"""Sums, averages and extremes over rounds: what `sum(s < t, gap(s))` and its like mean.

`kind(RANGE, BODY)`, kind one of sum, mean, max and min. RANGE is `s < u`, `s <= u`, `l < s < u`, `l <= s < u`,
`l < s <= u` or `l <= s <= u` for one new name s, which BODY alone may read; without l, s begins at 0. The
ends are formulas without s whose values are integers: elsewhere nothing is defined. s takes every integer in the range,
in order. A sum of no terms is 0; a mean, a max and a min of no terms are not defined, as a division by zero is not.
Names other than s mean in BODY what they mean outside; definitions (`where`) are read at the claim's round t, never at
s. Ranges may be nested, with another name, and have at most LONGEST rounds: more are not defined either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .arithmetic import FLOAT
from .kernel.exact import Numbers

__all__ = ["KINDS", "aggregate"]

KINDS = frozenset({"sum", "mean", "max", "min"})
LONGEST = 10_000  # far beyond the runs that are looked at, and soon added up
_NEUTRAL = {"sum": 0.0, "mean": 0.0, "max": -np.inf, "min": np.inf}


def _varies(x: Any) -> bool:
    """Whether x is an array over more rounds than one."""
    return isinstance(x, np.ndarray) and x.ndim > 0 and len(x) > 1


def aggregate(
    numbers: Numbers, kind: str, first: Any, last: Any, body: Callable[..., Any], values: Sequence[Any]
) -> Any:
    """The sum, mean, max or min of body(s, *values) over the integers s = first, ..., last, in floats.

    The ends and the values may be arrays over rounds, all of one length: the result is one too, NaN where it is not
    defined. Raises ArithmeticError in other numbers.
    """
    if numbers is not FLOAT:
        raise ArithmeticError(f"{kind} over rounds is of floats")
    arrays = [np.asarray(x, dtype=float) for x in (first, last)]
    low, high = np.broadcast_arrays(*map(np.atleast_1d, arrays))
    lengths = [len(x) for x in (low, *values) if _varies(x)]
    low, high = (np.broadcast_to(end, max([1, *lengths])) for end in (low, high))
    defined = (low == np.floor(low)) & (high == np.floor(high)) & np.isfinite(low) & np.isfinite(high)
    defined &= high - low < LONGEST
    some = defined & (low <= high)
    s = np.arange(low[some].min(), high[some].max() + 1) if some.any() else np.zeros(0)
    inside = some[:, None] & (s >= low[:, None]) & (s <= high[:, None])
    terms = np.full(inside.shape, _NEUTRAL[kind])
    if any(map(_varies, values)):
        rows, columns = np.nonzero(inside)
        at_rows = [x[rows] if _varies(x) else x for x in values]
        terms[rows, columns] = body(s[columns], *at_rows) if rows.size else 0.0
    elif s.size:
        terms = np.where(inside, body(s, *values), terms)
    count = inside.sum(1)
    with np.errstate(all="ignore"):
        total = {"max": np.max, "min": np.min}.get(kind, np.sum)(terms, axis=1, initial=_NEUTRAL[kind])
        result = total / count if kind == "mean" else total
    result = np.where(defined & ((count > 0) | (kind == "sum")), result, np.nan)
    return result if lengths or any(x.ndim for x in arrays) else float(result[0])
