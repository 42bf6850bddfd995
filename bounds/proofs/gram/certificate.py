"""From the solver's floats to exact multipliers: rounded, the losses made to cancel again, and shown to leave squares.

The dual is solved with every multiplier and matrix a margin inside its cone, so that rounding leaves it inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from .coordinates import models_first
from .derive import Multipliers, identity
from .dual import ALL, Windows, solve
from .dual import Multipliers as Floats
from .inequalities import Pair
from .statement import Statement
from .trace import Trace

__all__ = ["ATTEMPTS", "certified", "restated", "value_of"]

# from the tightest on
ATTEMPTS = ((1e-9, 46), (1e-8, 46), (3e-8, 46), (1e-7, 48), (1e-6, 52))


def certified(
    trace: Trace, windows: Windows = ALL, attempts: Sequence[tuple[float, int]] = ATTEMPTS
) -> Multipliers | None:
    """Multipliers that prove a bound on the objective (`value_of`), or None where the solver leads to none.

    attempts: margin inside the cones, in the solver's units, and bits of the rounding, one after the other.
    """
    first = models_first(trace)
    loose: Multipliers | None = None  # from where the solver stopped early: perhaps far from the optimum
    for models in (first, not first):
        for margin, bits in attempts:
            found = solve(trace, windows, margin, models=models)
            if not np.isfinite(found.value):
                continue
            told = _rounded(trace, found, bits)
            if told is None or identity(trace.statement, told) is None:
                continue
            if found.status in ("Solved", "AlmostSolved"):
                return told
            if loose is None or value_of(trace.statement, told) < value_of(trace.statement, loose):
                loose = told
    return loose


def value_of(statement: Statement, told: Multipliers) -> Fraction:
    """What they prove that the objective is at most."""
    bounds = (y * condition.bound for y, condition in zip(told.conditions, statement.conditions))
    return sum(bounds, Fraction(0))


def restated(statement: Statement) -> Multipliers | None:
    """Those of an objective that a condition bounds by 1 as it stands; None where none does.

    There the worst case is attained on the boundary of every cone, with no room for rounding.
    """
    ((name, goal),) = statement.objective.items()
    for i, condition in enumerate(statement.conditions):
        c = condition.terms.get(name, Fraction(0))
        if c > 0 and goal / c * condition.bound <= 1:
            shares = [goal / c if j == i else Fraction(0) for j in range(len(statement.conditions))]
            told = Multipliers(shares, {}, [], {})
            if identity(statement, told) is not None and not _excess(statement, told):
                return told
    return None


def _excess(statement: Statement, told: Multipliers) -> bool:
    """Whether losses are left over."""
    trace = Trace(statement)
    return any(_left_over(trace, dict(told.pairs), told.conditions).values())


def _rounded(trace: Trace, found: Floats, bits: int) -> Multipliers | None:
    unit = 2**bits * trace.space.copies  # shares of 1/K of the losses are whole numbers of it
    conditions = [Fraction(round(float(y) * unit), unit) for y in found.conditions]
    pairs = {pair: Fraction(round(y * unit), unit) for pair, y in found.pairs.items()}
    if not _cancel(trace, pairs, conditions) or min((*conditions, *pairs.values()), default=0) < 0:
        return None
    return Multipliers(
        conditions,
        {pair: y for pair, y in pairs.items() if y},
        _columns(found.psd, bits),
        {
            (int(a), int(b)): Fraction(round(found.skew[a, b] * unit), unit)
            for a, b in np.argwhere(found.skew)
        },
    )


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


def _left_over(
    trace: Trace, pairs: Mapping[Pair, Fraction], conditions: Sequence[Fraction]
) -> dict[tuple[int, int], Fraction]:
    """The coefficient of the loss at each point and client; at w* the loss is 0."""
    left: dict[tuple[int, int], Fraction] = {}

    def add(values: Mapping[tuple[int, int], Fraction], factor: Fraction) -> None:
        for at, c in values.items():
            if trace.points[at[0]].valued:
                left[at] = left.get(at, Fraction(0)) + factor * c

    statement = trace.statement
    add(trace.quantity(statement.objective).values, Fraction(-1))
    for y, condition in zip(conditions, statement.conditions):
        add(trace.quantity(condition.terms).values, y)
    for (a, b, k), y in pairs.items():
        add({(b, k): Fraction(1), (a, k): Fraction(-1)}, y)
    return left


def _cancel(trace: Trace, pairs: dict[Pair, Fraction], conditions: Sequence[Fraction]) -> bool:
    """Make the losses cancel exactly: a flow, corrected along a tree of the largest multipliers.

    A pair (a, b, k) adds its multiplier to the loss at b and takes it from the loss at a.
    """
    left = _left_over(trace, pairs, conditions)
    for k in range(trace.space.copies):
        order, parent = _tree(k, [pair for pair in pairs if pair[2] == k], pairs, len(trace.points))
        for node in reversed(order[1:]):  # leaves first: each hands its excess to its parent
            a, b, _ = pair = parent[node]
            change = left.get((node, k), Fraction(0)) * (1 if a == node else -1)
            pairs[pair] += change
            for at, sign in (((b, k), 1), ((a, k), -1)):
                if at in left:
                    left[at] += sign * change
    return not any(left.values())


def _tree(
    k: int, edges: list[Pair], weights: Mapping[Pair, Fraction], points: int
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
