"""Exact witnesses from the primal: clients, in rational numbers, that come within rounding of the worst case.

All conditions are linear in the Gram matrix and the losses. So the optimum is mixed with a little of a point where
every condition has slack, factored, and rounded: the vectors that result meet every condition exactly, and the checker
of `mixproof.bounds.checker.clients` says so. Where one dimension is enough, the clients' losses are given as well
(`line`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ...checker.clients import KIND, check
from ...checker.psd import NotACertificate
from .coordinates import models_first
from .dual import Multipliers, solve
from .forms import Form, Stack
from .line import BITS, near, on_the_line
from .statement import Matrix, Statement
from .trace import Trace, trace

__all__ = ["extremal", "witness"]

SHARES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2)  # of the inner point in the mixture
EXPLICIT = 0.999  # of the worst case: what clients on the line reach at least, else data alone come closer


def extremal(spectrum: tuple[Fraction, Fraction]) -> list[Matrix]:
    """W of two clients with either end of a spectrum, and one of three clients with both.

    >>> [len(W) for W in extremal((Fraction(-1, 2), Fraction(1, 2)))]
    [2, 2, 3]
    """
    low, high = spectrum
    third = [[Fraction(1, 3)] * 3 for _ in range(3)]
    for end, u, square in ((high, (1, -1, 0), 2), (low, (1, 1, -2), 6)):
        third = [[third[i][j] + end * u[i] * u[j] / square for j in range(3)] for i in range(3)]
    pairs = [
        [[(1 + nu) / 2, (1 - nu) / 2], [(1 - nu) / 2, (1 + nu) / 2]] for nu in dict.fromkeys((high, low))
    ]
    return [tuple(map(tuple, W)) for W in (*pairs, *([third] if low < high else []))]


def witness(
    statement: Statement, W: Sequence[Sequence[Fraction]], missed: Fraction = Fraction(0)
) -> dict[str, Any] | None:
    """A witness with this W that the checker confirms, as JSON; None where the solver leads to none.

    With the losses of its clients (`clients`) where the optimum that the solver finds has rank one, else with data.
    statement: of one matrix, which then is W, or of a spectrum that W has. Where eps0 is spoken of, mu > 0 is needed.
    missed: the share by which conditions may be missed, for a run that is scaled or measured afterwards.
    """
    if "minima" in statement.anchors and not statement.mu:
        return None
    run = trace(replace(statement, matrix=tuple(map(tuple, W)), spectrum=None))
    models = models_first(run)
    best = solve(run, models=models)
    if not np.isfinite(best.gram[0]).all():
        return None
    line = on_the_line(statement, run, best)
    explicit = None if line is None else _confirmed(line)
    if explicit is not None and float(Fraction(explicit["value"])) >= EXPLICIT * best.value:
        return explicit
    inner = solve(run, central=True, models=models)
    if not np.isfinite(inner.gram[0]).all():
        return None
    wider = tuple(replace(c, bound=c.bound * (1 + missed)) for c in statement.conditions)
    rounded = (_rounded(replace(statement, conditions=wider), run, best, inner, share) for share in SHARES)
    return next((found for record in rounded if (found := _confirmed(record)) is not None), None)


def _confirmed(record: dict[str, Any]) -> dict[str, Any] | None:
    """The record with a short value, where the checker confirms it; None too where numbers are too long to be read."""
    try:
        result = check(record)
    except NotACertificate:
        return None
    if not result["proved"]:
        return None
    return record | {"value": str(Fraction(int(Fraction(result["reached"]) * 2**BITS), 2**BITS))}


def _rounded(
    statement: Statement, run: Trace, best: Multipliers, inner: Multipliers, share: float
) -> dict[str, Any]:
    gram = (1 - share) * best.gram[0] + share * inner.gram[0]
    sizes, axes = np.linalg.eigh(gram)
    kept = sizes > 1e-12 * sizes[-1]
    basis = [[near(x) for x in row] for row in (axes[:, kept] * np.sqrt(sizes[kept]))[:, ::-1]]
    losses = (1 - share) * best.losses + share * inner.losses
    return {
        "kind": KIND,
        **statement.to_json(),
        "W": [[str(w) for w in row] for row in run.statement.matrix or ()],
        "vectors": [_written(stack, basis) for stack in run.space.made],
        "losses": [[str(near(f)) for f in row] for row, p in zip(losses, run.points) if p.valued],
        "value": "0",
    }


def _written(stack: Stack, basis: list[list[Fraction]]) -> list[list[str]]:
    """The coordinates of the vectors of a stack, exact."""

    def coordinates(form: Form) -> list[str]:
        return [
            str(sum((c * basis[i][axis] for i, c in form.items()), Fraction(0)))
            for axis in range(len(basis[0]))
        ]

    return [coordinates(form) for form in stack]
