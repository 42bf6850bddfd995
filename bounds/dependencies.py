"""Which rounds and names a claim's formulas read, as far as the text alone says it: `spread(t + 1)` at t = 3 reads
round 4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from .formula import COMPARE, FUNCTIONS, parse, range_of, relations
from .kernel.text import Node, written
from .vector_formulas import SCALARS, ahead

if TYPE_CHECKING:
    from .formula import Formula
    from .theorem import Variant

__all__ = ["early", "farthest", "in_scope", "needed"]

SEARCHED = 60  # rounds looked through for one that is read too early
POWER = 64  # larger ones are not worked out


def farthest(variant: Variant, t: int) -> int:
    """The last round that the formulas read at round t; at least t."""
    read = [at for formula in variant.formulas for _, at in _reads(formula.tree, {"t": Fraction(t)})]
    return max([t, *(int(at) for at in read if at.denominator == 1)])


def early(variant: Variant, first: int, rounds: int) -> tuple[str, int, Fraction] | None:
    """(call, t, round) where a formula reads what is no round, at the last such t of which the claim speaks; None where
    the text reads none."""
    found = None
    for t in range(first, min(rounds, first + SEARCHED) + 1):
        given = {"t": Fraction(t)}
        if not in_scope(variant, given):
            continue
        for formula in variant.formulas:
            for text, at in _reads(formula.tree, given):
                if at < 0 or at.denominator != 1:
                    found = text, t, at
    return found


def needed(formulas: Iterable[Formula], where: Mapping[str, str]) -> frozenset[str]:
    """Names that the formulas read, definitions followed."""
    names: set[str] = set()
    waiting = [name for formula in formulas for name in formula.free]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += parse(where[name]).free if name in where else ()
    return frozenset(names)


def in_scope(variant: Variant, given: Mapping[str, Fraction]) -> bool:
    """Whether the claim speaks of this round for sure: no assumption that names t excludes it or leaves it open."""
    for text in variant.assume:
        for left, relation, right in relations(text):
            if "t" in left.free | right.free:
                a, b = _number(left.tree, given), _number(right.tree, given)
                if a is None or b is None or not COMPARE[relation](a, b):
                    return False
    return True


def _reads(node: Node, given: Mapping[str, Fraction]) -> Iterator[tuple[str, Fraction]]:
    """(call, round) of every metric that is read at a round known from `given` alone."""
    if (span := range_of(node)) is not None:
        name, *ends, body = span
        for end in ends:
            yield from _reads(end, given)
        first, last = (_number(end, given) for end in ends)
        if first is not None and last is not None and first <= last:
            for s in {first, last}:
                yield from _reads(body, {**given, name: s})
        return
    if node.kind == "call" and node.value in SCALARS:
        yield written(node), [*given.values()][-1] + ahead(node)
        return
    if node.kind == "call" and node.value not in FUNCTIONS:
        at = _number(node.parts[0], given)
        if at is not None:
            yield written(node), at
    for part in node.parts:
        yield from _reads(part, given)


def _number(node: Node, given: Mapping[str, Fraction]) -> Fraction | None:
    """The value of an expression in `given`, integers, + - * / **; None for any other."""
    if node.kind == "number":
        return Fraction(node.value)
    if node.kind == "name":
        return given.get(node.value)
    parts = [_number(part, given) for part in node.parts]
    match node.kind, *parts:
        case "neg", Fraction() as a:
            return -a
        case "+", Fraction() as a, Fraction() as b:
            return a + b
        case "-", Fraction() as a, Fraction() as b:
            return a - b
        case "*", Fraction() as a, Fraction() as b:
            return a * b
        case "/", Fraction() as a, Fraction() as b if b:
            return a / b
        case "**", Fraction() as a, Fraction() as b if b.denominator == 1 and 0 <= b <= POWER:
            return a ** int(b)
    return None
