"""From the solver's floats to a certificate: multipliers rounded, the losses made to cancel again, and checked.

The dual is solved with every multiplier and matrix a margin inside its cone, so that rounding leaves it inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from ...kernel.statement import check
from .coordinates import models_first
from .derive import Multipliers, derived
from .dual import ALL, Windows, solve
from .dual import Multipliers as Floats
from .inequalities import Pair
from .statement import Statement
from .trace import Trace

__all__ = ["ATTEMPTS", "certify", "restated", "value_of"]

# from the tightest on
ATTEMPTS = ((1e-9, 46), (1e-8, 46), (3e-8, 46), (1e-7, 48), (1e-6, 52))


def certify(
    trace: Trace, windows: Windows = ALL, attempts: Sequence[tuple[float, int]] = ATTEMPTS
) -> dict[str, Any] | None:
    """A certificate that the checker accepts, as JSON, or None where the solver leads to none.

    attempts: margin inside the cones, in the solver's units, and bits of the rounding, one after the other.
    """
    first = models_first(trace)
    loose: dict[str, Any] | None = (
        None  # from where the solver stopped early: proved, but perhaps far from the optimum
    )
    for models in (first, not first):
        for margin, bits in attempts:
            found = solve(trace, windows, margin, models=models)
            if not np.isfinite(found.value):
                continue
            record = _rounded(trace, found, bits)
            if record is None or not check(record)["proved"]:
                continue
            if found.status in ("Solved", "AlmostSolved"):
                return record
            if loose is None or value_of(record) < value_of(loose):
                loose = record
    return loose


def value_of(record: Mapping[str, Any]) -> Fraction:
    """What a derivation says that the objective is at most."""
    return Fraction(record["statement"]["claim"].rpartition("<=")[2].strip())


def restated(statement: Statement) -> dict[str, Any] | None:
    """The certificate of an objective that a condition bounds by 1 as it stands; None where none does.

    There the worst case is attained on the boundary of every cone, with no room for rounding.
    """
    ((name, goal),) = statement.objective.items()
    for i, condition in enumerate(statement.conditions):
        c = condition.terms.get(name, Fraction(0))
        if c <= 0 or goal / c * condition.bound > 1:
            continue
        y = goal / c
        conditions = [y if j == i else Fraction(0) for j in range(len(statement.conditions))]
        record = derived(statement, y * condition.bound, Multipliers(conditions, {}, [], {}))
        if record is not None and check(record)["proved"]:
            return record
    return None


def _rounded(trace: Trace, found: Floats, bits: int) -> dict[str, Any] | None:
    unit = 2**bits * trace.space.copies  # shares of 1/K of the losses are whole numbers of it
    statement = trace.statement
    conditions = []
    for y, condition in zip(found.conditions, statement.conditions):
        # a multiple that keeps the losses' coefficients whole numbers of the unit
        whole = lcm(*(c.denominator for c in trace.quantity(condition.terms).values.values()))
        conditions.append(whole * round(float(y) * unit / whole))
    pairs = {pair: round(y * unit) for pair, y in found.pairs.items()}
    if not _cancel(trace, pairs, conditions, unit):
        return None
    value = sum(
        (Fraction(y, unit) * condition.bound for y, condition in zip(conditions, statement.conditions)),
        Fraction(0),
    )
    told = Multipliers(
        [Fraction(y, unit) for y in conditions],
        {pair: Fraction(y, unit) for pair, y in pairs.items() if y},
        _columns(found.psd, bits),
        {(int(a), int(b)): Fraction(round(found.skew[a, b] * unit), unit) for a, b in np.argwhere(found.skew)},
    )
    if any(y < 0 for y in (*told.conditions, *told.pairs.values())):
        return None
    return derived(statement, value, told)


def _columns(psd: np.ndarray, bits: int) -> list[tuple[Fraction, dict[int, Fraction]]]:
    """A matrix that is a little inside its cone as a sum of squares: the columns of its Cholesky factor, rounded."""
    live = np.flatnonzero(np.diag(psd) > 0)
    try:
        factor = np.linalg.cholesky(psd[np.ix_(live, live)])
    except np.linalg.LinAlgError:
        return []
    found = []
    for j in range(len(live)):
        whole = {int(live[i]): Fraction(round(factor[i, j] * 2**bits)) for i in range(j, len(live))}
        if whole := {i: c for i, c in whole.items() if c}:
            found.append((Fraction(1, 4**bits), whole))
    return found


def _cancel(trace: Trace, pairs: dict[Pair, int], conditions: list[int], unit: int) -> bool:
    """Make the losses cancel exactly: a flow, corrected along a tree of the largest multipliers.

    A pair (a, b, k) adds its multiplier to the loss at b and takes it from the loss at a; at w* the loss is 0.
    """
    statement = trace.statement
    excess: dict[tuple[int, int], Fraction] = {}

    def add(values: Mapping[tuple[int, int], Fraction], factor: int) -> None:
        for at, c in values.items():
            excess[at] = excess.get(at, Fraction(0)) + factor * c

    add(trace.quantity(statement.objective).values, -unit)
    for y, condition in zip(conditions, statement.conditions):
        add(trace.quantity(condition.terms).values, y)
    for (a, b, k), y in pairs.items():
        add({(b, k): Fraction(1), (a, k): Fraction(-1)}, y)
    free = {
        (p, k) for p, point in enumerate(trace.points) if not point.valued for k in range(trace.space.copies)
    }
    for k in range(trace.space.copies):
        order, parent = _tree(k, [pair for pair in pairs if pair[2] == k], pairs, len(trace.points))
        for node in reversed(order[1:]):  # leaves first: each hands its excess to its parent
            left = excess.get((node, k), Fraction(0))
            if not left or (node, k) in free:
                continue
            if left.denominator != 1:
                return False
            a, b, _ = pair = parent[node]
            change = int(left) if a == node else -int(left)
            pairs[pair] += change
            add({(b, k): Fraction(1), (a, k): Fraction(-1)}, change)
    return all(not left or at in free for at, left in excess.items())


def _tree(
    k: int, edges: list[Pair], weights: Mapping[Pair, int], points: int
) -> tuple[list[int], dict[int, Pair]]:
    """Prim's spanning tree of largest weights from point 0 (w*, where there is one): order, and edge to the parent."""
    order, parent, inside = [0], {}, {0}
    while len(order) < points:
        border = [e for e in edges if (e[0] in inside) != (e[1] in inside)]
        best = max(border, key=lambda e: weights[e], default=None)
        if best is None:
            break
        node = best[0] if best[1] in inside else best[1]
        parent[node] = best
        inside.add(node)
        order.append(node)
    return order, parent
