"""A bound as numbers: a variant's right side for constants that a user gives, without a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError

from .arithmetic import FLOAT
from .formula import COMPARE, FUNCTIONS, parse, relations
from .theorem import Theorem, Variant, scope

__all__ = ["evaluate", "needs"]

_AT_ROUND = re.compile(r"\b([A-Za-z_]\w*)\(([^()]*)\)")


def needs(variant: Variant) -> tuple[str, ...]:
    """The names that `evaluate` has to be given: constants, and metrics at fixed rounds written like `spread(0)`.

    >>> from mixproof.bounds.theorems.decefl.theorem_1 import THEOREM_1
    >>> needs(THEOREM_1.variant("eq-5"))
    ('Gamma', 'L', 'delta', 'eps0', 'lam', 'spread(0)')
    """
    texts = [_as_names(text) for text in (variant.right, *variant.where.values())]
    free = frozenset().union(*(parse(text).free for text, _ in texts))
    known = {plain: shown for _, shown_as in texts for plain, shown in shown_as.items()}
    return tuple(sorted(known.get(name, name) for name in free - set(variant.where) - {"t"}))


def evaluate(
    theorem: Theorem, variant: Variant, values: Mapping[str, Any], t: float | np.ndarray = 0.0
) -> dict[str, Any]:
    """Every definition of the variant and its right side at round t (a number or an array).

    values: every name of `needs(variant)`. Raises InputError for a name that is missing, a value that is not a finite
    number, values at which the bound is not defined, or an assumption that they break (assumptions on names that were
    not given are not checked).

    >>> from mixproof.bounds.theorems.decefl.theorem_1 import THEOREM_1
    >>> given = {"Gamma": 4, "L": 1, "mu": 1, "delta": 2, "eps0": 0.5, "lam": 0.5, "spread(0)": 1}
    >>> evaluate(THEOREM_1, THEOREM_1.variant("eq-5"), given, t=2)["right"]
    1.111111111111111
    """
    given = {}
    for name, value in values.items():
        try:
            given[_plain(name)] = float(value)
        except (TypeError, ValueError):
            raise InputError(name, value, "a number") from None
        if not np.isfinite(given[_plain(name)]):
            raise InputError(name, value, "a finite number")
    missing = [name for name in needs(variant) if _plain(name) not in given]
    if missing:
        raise InputError("name", ", ".join(missing), f"{theorem.id}:{variant.label} needs a value for each")
    where = {name: _as_names(text)[0] for name, text in variant.where.items()}
    plain = Variant(variant.label, "", "0", _as_names(variant.right)[0], where=where)

    def lookup(name: str) -> Any:
        if name not in given:
            raise KeyError(name)
        return given[name]

    find = scope(plain, lookup, FLOAT, t)
    said = f"{theorem.id}:{variant.label}"
    try:
        for text in variant.assume:
            _check_assumption(text, find, said)
        result = {name: find(name) for name in where}
        result["right"] = parse(plain.right).evaluate(find, FLOAT)
    except ArithmeticError as error:
        raise InputError("values", said, f"the bound is not defined there ({error})") from None
    return {name: value if isinstance(value, np.ndarray) else float(value) for name, value in result.items()}


def _check_assumption(text: str, find: Callable[[str], Any], said: str) -> None:
    for left, relation, right in relations(_as_names(text)[0]):
        try:
            a, b = left.evaluate(find, FLOAT), right.evaluate(find, FLOAT)
        except KeyError:  # about something the bound itself does not need
            continue
        if not COMPARE[relation](a, b):
            raise InputError(
                text, f"{float(a):.6g} {relation} {float(b):.6g}", f"outside the range of {said}"
            )


def _plain(name: str) -> str:
    return _AT_ROUND.sub(lambda m: m[0] if m[1] in FUNCTIONS else f"{m[1]}__{_mark(m[2])}", name)


def _mark(inside: str) -> str:
    return "".join(c if c.isalnum() else f"_{ord(c)}_" for c in inside if c != " ")


def _as_names(text: str) -> tuple[str, dict[str, str]]:
    """The formula with every metric at a round replaced by a plain name, and what each name stands for."""
    shown: dict[str, str] = {}

    def rename(match: re.Match[str]) -> str:
        if match[1] in FUNCTIONS:
            return match[0]
        name = f"{match[1]}__{_mark(match[2])}"
        shown[name] = f"{match[1]}({match[2].replace(' ', '')})"
        return name

    return _AT_ROUND.sub(rename, text), shown
