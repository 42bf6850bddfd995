"""Exact witnesses from the primal: clients, in rational numbers, that come within rounding of the worst case.

All conditions are linear in the Gram matrix and the losses. So the optimum is mixed with a little of a point where
every condition has slack, factored, and rounded: the vectors that result meet every condition exactly, which the kernel
says. Where one dimension is enough, the clients' losses are given (`line`), else their answers
(`families.interpolated`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from ...kernel.exact import ends
from ...kernel.text import Refused
from ...kernel.witness import Found, judge
from .coordinates import models_first
from .derive import summed
from .dual import Multipliers, solve
from .forms import Form, Stack
from .line import near, on_the_line
from .statement import Condition, Matrix, Statement
from .trace import Trace, trace

__all__ = ["Arrays", "attaining", "extremal", "witness"]

SHARES = (1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2)  # of the inner point in the mixture
EXPLICIT = 0.999  # of the worst case: what clients on the line reach at least, else data alone come closer
FLATTER = (
    1000  # where mu may be 0, clients this many times as flat as they are sharp: other answers are not told
)
UNIT = 2**80  # of the sides of a record
Arrays = dict[str, Any]  # nested lists of fractions: the arrays of a setting of declared clients


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


def witness(statement: Statement, W: Matrix) -> tuple[Fraction, dict[str, Any]] | None:
    """What clients reach with this W, and the kernel's record that nothing smaller holds; None where none are found."""
    found = attaining(statement, W)
    if found is None:
        return None
    goal, _ = found[1]
    claim = f"{summed(statement.objective, False)} < {goal}"
    record, decided = _record(statement, found[0], claim)
    assert decided.left is not None
    sides = [
        [str(Fraction(k, UNIT)) for k in dict.fromkeys((floor(x * UNIT), -floor(-x * UNIT)))]
        for x in (ends(decided.left)[0], goal)
    ]
    return goal, {**record, "left": sides[0], "right": sides[1]}


def attaining(
    statement: Statement, W: Matrix, missed: Fraction = Fraction(0)
) -> tuple[Arrays, tuple[Fraction, Found]] | None:
    """Arrays of a setting with this W that comes close to the worst case, what it reaches, rounded down, and the
    kernel's decision; None where the solver leads to none.

    With the losses of its clients where the optimum that the solver finds has rank one, else with their answers.
    missed: the share by which conditions may be missed, for a run that is scaled or measured afterwards.
    """
    statement = replace(statement, mu=statement.mu or statement.L / FLATTER)
    run, best = _primal(statement, W)
    line = on_the_line(run, best) if np.isfinite(best.gram[0]).all() else None
    explicit = None if line is None else _confirmed(statement, line)
    if explicit is not None and float(explicit[1][0]) >= EXPLICIT * best.value:
        return explicit
    # a run that speaks of these asks the clients at w*, at their minimizers and at the mean of its last models
    spoken = Condition(
        dict.fromkeys(("gstar2", "eps_star", f"gap({statement.rounds})"), Fraction(0)), Fraction(1)
    )
    run, best = _primal(replace(statement, conditions=(*statement.conditions, spoken)), W)
    if not np.isfinite(best.gram[0]).all():
        return None
    inner = solve(run, central=True, models=models_first(run))
    if not np.isfinite(inner.gram[0]).all():
        return None
    wider = replace(
        statement, conditions=tuple(replace(c, bound=c.bound * (1 + missed)) for c in statement.conditions)
    )
    rounded = (_confirmed(wider, _answers(run, best, inner, share)) for share in SHARES)
    return next((found for found in rounded if found is not None), None)


def _primal(statement: Statement, W: Matrix) -> tuple[Trace, Multipliers]:
    """The run with this W, and its optimum."""
    run = trace(replace(statement, matrix=tuple(map(tuple, W)), spectrum=None))
    return run, solve(run, models=models_first(run))


def _confirmed(statement: Statement, arrays: Arrays | None) -> tuple[Arrays, tuple[Fraction, Found]] | None:
    """The arrays, with what they reach, where the kernel confirms it; None where numbers are too long to be read."""
    if arrays is None:
        return None
    try:
        _, found = _record(statement, arrays, f"{summed(statement.objective, False)} < 0")
    except Refused:
        return None
    if not found.refuted or found.left is None:
        return None
    return arrays, (Fraction(floor(ends(found.left)[0] * 2**44), 2**44), found)


def _record(statement: Statement, arrays: Arrays, claim: str) -> tuple[dict[str, Any], Found]:
    """The record of a witness of the claim under the statement's conditions, and the kernel's decision."""
    algorithm = statement.algorithm
    program = {"let": dict(algorithm.let), "next": dict(algorithm.next), "start": dict(algorithm.start)}
    assume = [f"mu >= {statement.mu}", f"L <= {statement.L}"]
    scaled = algorithm.uses("share") or algorithm.uses(
        "average"
    )  # then gradients are scaled by shares of samples
    assume += [
        f"{summed(c.terms, scaled)} <= {c.bound}" for c in statement.conditions if any(c.terms.values())
    ]
    printed = statement.matrix is not None
    if statement.spectrum is not None:
        low, high = statement.spectrum
        assume += [f"lam_n >= {low}", f"lam <= {max(abs(low), abs(high))}"]
        printed = abs(low) > abs(high)  # else no eigenvalue is above high
    samples = {"samples": [1] * len(arrays["c"])} if scaled else {}
    told = {name: _told(array) for name, array in (arrays | samples).items()}
    (K, d), M = np.shape(np.array(arrays["c"], dtype=object)), arrays.get("bend") or arrays["rise"]
    sizes = {"K": K, "d": d, "S": 1, ("M" if "bend" in arrays else "N"): len(M[0])}
    domains = {name: "real" for name in told} | {"W": told["W"] if printed else "mixing"}
    record: dict[str, Any] = {
        "kind": "witness",
        "claim": {
            "family": "declared",
            "options": {
                "program": program,
                "step": "eta" if "eta" in statement.step else "delta/(t + Gamma)",
            },
            "parameters": domains,
            "sizes": sizes,
            "claim": claim,
            "assume": assume,
        },
        "setting": told | sizes,
        "t": 0,
    }
    return record, judge(record["claim"], record["setting"], 0)


def _told(array: Any) -> Any:
    """Nested lists with numbers as texts."""
    return [_told(part) for part in array] if isinstance(array, list | tuple) else str(array)


def _answers(run: Trace, best: Multipliers, inner: Multipliers, share: float) -> Arrays:
    """The answers of clients at a mixture of the optimum and a point inside."""
    gram = (1 - share) * best.gram[0] + share * inner.gram[0]
    sizes, axes = np.linalg.eigh(gram)
    kept = sizes > 1e-12 * sizes[-1]
    basis = [[near(x) for x in row] for row in (axes[:, kept] * np.sqrt(sizes[kept]))[:, ::-1]]
    losses = (1 - share) * best.losses + share * inner.losses
    star, c, *asked, mean = run.points

    def placed(stack: Stack) -> list[list[Fraction]]:
        return [coordinates(form) for form in stack]

    def coordinates(form: Form) -> list[Fraction]:
        return [
            sum((c * basis[i][axis] for i, c in form.items()), Fraction(0)) for axis in range(len(basis[0]))
        ]

    order = [*asked, star, mean]
    lowest = [near(x) for x in losses[1]]
    rise = [
        [(near(losses[run.points.index(p)][k]) if p.valued else Fraction(0)) - lowest[k] for p in order]
        for k in range(run.space.copies)
    ]
    pulls = [placed(p.g) for p in order]
    return {
        **common(run, placed(run.models[0])),
        "mu": run.statement.mu,
        "L": run.statement.L,
        "c": placed(c.x),
        "pull": [[pull[k] for pull in pulls] for k in range(run.space.copies)],
        "rise": rise,
    }


def common(run: Trace, start: Sequence[Sequence[Fraction]]) -> Arrays:
    """What all clients have."""
    W = [list(row) for row in run.statement.matrix or ()]
    begun = {"start": list(start[0])} if run.statement.common else {"w0": [list(row) for row in start]}
    return {"W": [W], **begun, **run.statement.step}
