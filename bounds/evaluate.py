"""A bound as numbers: a variant's right side for constants that a user gives, without a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from mixproof.spectral.checks import of_kind
from mixproof.spectral.errors import InputError

from .formula import COMPARE, FUNCTIONS, MARK, Formula, compiled, parse, range_of, relations
from .kernel.text import Node, inside, written
from .theorem import Theorem, Variant

__all__ = ["evaluate", "needs", "reads_round", "shown_name"]


def needs(variant: Variant) -> tuple[str, ...]:
    """The names that `evaluate` has to be given: constants, and metrics at fixed rounds written like `spread(0)`.

    >>> from mixproof.bounds.theorems.decefl.theorem_1 import THEOREM_1
    >>> needs(THEOREM_1.variant("eq-5"))
    ('Gamma', 'L', 'delta', 'eps0', 'lam', 'spread(0)')
    """
    read = frozenset().union(*(_plain(text).free for text in (variant.right, *variant.where.values())))
    return tuple(sorted(map(_shown, read - set(variant.where) - {"t"})))


def reads_round(variant: Variant) -> bool:
    """Whether the bound is another at another t, its metrics given."""
    return any("t" in _plain(text).names for text in (variant.right, *variant.where.values()))


def shown_name(text: str) -> str:
    """A name as `needs` writes it, from what a user wrote for it. InputError for anything else.

    >>> shown_name(" spread( (t + 1) * 2)")
    'spread((t+1)*2)'
    """
    node = parse(text).tree
    metric = node.kind == "call" and range_of(node) is None and node.value not in FUNCTIONS
    if not metric and node.kind != "name":
        raise InputError("name", text, "a constant, or a metric at a round like spread(0)")
    return written(node).replace(" ", "")


def evaluate(
    theorem: Theorem, variant: Variant, values: Mapping[str, Any], t: float | np.ndarray = 0.0
) -> dict[str, Any]:
    """Every definition of the variant and its right side at round t (a number or an array).

    values: every name of `needs(variant)`. Raises InputError for a name that is missing, a value that is not a finite
    number, values at which the bound is not defined, an assumption that they break (assumptions on names that were
    not given are not checked), and a bound that sums metrics over rounds.

    >>> from mixproof.bounds.theorems.decefl.theorem_1 import THEOREM_1
    >>> given = {"Gamma": 4, "L": 1, "mu": 1, "delta": 2, "eps0": 0.5, "lam": 0.5, "spread(0)": 1}
    >>> evaluate(THEOREM_1, THEOREM_1.variant("eq-5"), given, t=2)["right"]
    1.111111111111111
    """
    of_kind("theorem", theorem, Theorem, "a Theorem, as theorem(id) or claim(...) give it")
    of_kind("variant", variant, Variant, "a Variant, as Theorem.variant(label) gives it")
    of_kind("values", values, Mapping, "a mapping, name -> number")
    given = {shown_name(name): _number(name, value) for name, value in values.items()}
    said = f"{theorem.id}:{variant.label}"
    missing = [name for name in needs(variant) if name not in given]
    if missing:
        raise InputError("name", ", ".join(missing), f"{said} needs a value for each")
    known: dict[str, Any] = {"t": t}

    def find(name: str) -> Any:
        if name not in known:
            text = variant.where.get(name)
            known[name] = given[_shown(name)] if text is None else _plain(text).evaluate(find)
        return known[name]

    try:
        with np.errstate(invalid="ignore"):  # the result says NaN
            for text in variant.assume:
                _check_assumption(text, find, said)
            result = {name: find(name) for name in variant.where}
            result["right"] = _plain(variant.right).evaluate(find)
    except ArithmeticError as error:
        raise InputError("values", said, f"the bound is not defined there ({error})") from None
    return {name: value if isinstance(value, np.ndarray) else float(value) for name, value in result.items()}


def _number(name: str, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(name, value, "a number") from None
    if not np.isfinite(number):
        raise InputError(name, value, "a finite number")
    return number


def _check_assumption(text: str, find: Callable[[str], Any], said: str) -> None:
    for left, relation, right in relations(text):
        sides = [_plain(side.text) for side in (left, right)]
        try:
            a, b = (side.evaluate(find) for side in sides)
        except KeyError:  # about something the bound itself does not need
            continue
        if np.all(COMPARE[relation](a, b)):
            continue
        names = {name for side in sides for name in side.free}
        told = [(_shown(name), np.ravel(find(name))) for name in sorted(names, key=_shown)]
        shown = [(name, f"{value[0]:.6g}" if len(value) == 1 else "these") for name, value in told]
        rule = f"but {text} is assumed by {said}"
        if np.isnan(a).any() or np.isnan(b).any():
            rule += ", of which a side is NaN (not a number) there"
        if len(shown) == 1:
            raise InputError(*shown[0], rule)
        raise InputError("values", ", ".join(f"{name} = {value}" for name, value in shown), rule)


@cache
def _plain(text: str) -> Formula:
    """The formula with every metric at a round as one name, which `_shown` turns back."""
    return compiled(_at_rounds(parse(text).tree, ()), text)


def _shown(name: str) -> str:
    """What a name of a plain formula stands for."""
    return bytes.fromhex(name.removeprefix(MARK)).decode() if name.startswith(MARK) else name


def _at_rounds(node: Node, bound: tuple[str, ...]) -> Node:
    """Metrics at rounds as names; refuses those at a round that a sum runs over, which no single number is."""
    span = range_of(node)
    if node.kind == "call" and span is None and node.value not in FUNCTIONS:
        if inside(node, "name") & {*bound}:
            raise InputError(
                "name", written(node), "is read over many rounds, and a bound is evaluated from numbers"
            )
        return Node("name", MARK + shown_name(written(node)).encode().hex())
    within = (*bound, span[0]) if span else bound
    return node._replace(parts=tuple(_at_rounds(part, within) for part in node.parts))
