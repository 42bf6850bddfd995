"""Settings that attain the worst case of a claim, in rational numbers.

`claims` bounds left over right from above, by worst cases of left on pieces that cover {right <= 1}. Here the piece
with the largest is asked for a run that comes within rounding of it (`witness`), as a setting of the claim's family:
clients on the line whose gradients bend where these are enough (`families.line`), else a few answers of clients
(`families.answers`). What left over right is there, an exact run says.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from ...family import Family, Setting
from ...theorem import Theorem, Variant
from .dual import solve
from .inputs import Number, exact
from .line import near
from .question import asked
from .right import NONNEGATIVE, conditions_of
from .sizes import cells
from .statement import Condition, Statement
from .trace import trace
from .witness import attaining

__all__ = ["MOST", "attained"]

MOST = 10  # the last round that a setting of answers tells
PIECES = 4  # of a sum of two norms
MISSED = Fraction(1, 100)  # of conditions: left over right does not change when a run is scaled


def attained(
    theorem: Theorem,
    variant: Variant,
    values: Mapping[str, Number],
    t: int,
    W: Sequence[Sequence[Fraction]],
) -> Setting | None:
    """A setting where left is large at round t, beside right; None where the solver leads to none.

    values, W: as in `prove_claim`, and mu > 0. None too beyond round 10. Raises InputError where `prove_claim` does.
    """
    given = {name: exact(name, value) for name, value in values.items()}
    question = asked(theorem, variant, given, matrix=W)
    statement, right = question.at(t)
    if statement.rounds > MOST:
        return None
    if any(part.name == "chi2" for parts in right.sums for part in parts) and question.metric != "gap":
        statement = replace(statement, rounds=MOST)  # chi2 bounds later rounds the better, the more are told
    pieces = []
    for cell in cells(right, PIECES, inside=True):
        told = conditions_of(cell, statement.rounds, NONNEGATIVE in variant.assume)
        pieces.append(replace(statement, conditions=tuple(_scaled([condition for condition, _ in told]))))
    piece = max(pieces, key=_bound) if len(pieces) > 1 else pieces[0]
    found = attaining(piece, tuple(map(tuple, W)), MISSED)
    means = {name for name in piece.names if name.startswith("gap(")} | {f"gap({piece.rounds})"}
    if found is None or ("bend" not in found[0] and len(means) > 1):
        return None  # a setting of answers tells those at one mean model
    return _setting(theorem.family_of(variant), found[0], question.given.get("m", Fraction(0)) / len(W))


def _scaled(conditions: Sequence[Condition]) -> list[Condition]:
    """The same of a run that is larger, by one factor: its numbers are then of the order of 1, as the solver likes."""
    largest = max(max(condition.terms.values()) for condition in conditions)
    return [Condition(condition.terms, condition.bound * largest) for condition in conditions]


def _bound(statement: Statement) -> float:
    """The largest objective there is, as the solver says; below all others where it fails."""
    value = solve(trace(statement)).value
    return value if math.isfinite(value) else -math.inf


def _setting(family: Family, found: Mapping[str, Any], samples: Fraction) -> Setting:
    """The setting of the family at these arrays; samples: of each client, where the data count.

    Clients that bend are rounded: others of the class, and hardly others.
    """
    values = {name: _fractions(array) for name, array in found.items()}
    values |= {
        name: np.vectorize(lambda x: near(x), otypes=[object])(values[name])
        for name in ("c", "bend")
        if "bend" in found
    }
    K, d = values["c"].shape
    begun = {"w0": np.array([values["start"]] * K)} if "start" in values else {"start": values["w0"][0]}
    values |= {**begun, "o": _fractions([0] * K), "samples": np.array([samples] * K)}
    sizes = {"K": K, "d": d, "S": 1}
    sizes |= {"M": values["bend"].shape[1]} if "bend" in values else {"N": values["pull"].shape[1]}
    form = family.form(values.keys() | sizes.keys())
    return Setting(sizes, {parameter.name: values[parameter.name] for parameter in form.parameters})


def _fractions(told: Any) -> np.ndarray:
    """Nested lists of fractions, as an array."""
    return np.vectorize(Fraction, otypes=[object])(np.array(told, dtype=object))
