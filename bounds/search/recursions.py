"""Recursions, gap(t + 1) <= gap(t) + ...: the same claim with what is known of both sides moved to the left.

Where little happens in a round the two sides are nearly equal, and their ratio leads a search away from where the rest
of the bound is too small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import Variant
from ..formula import FUNCTIONS, parse, range_of
from ..kernel.text import Node, nodes, written

__all__ = ["without_common"]


def without_common(variant: Variant) -> Variant | None:
    """The claim with the terms of the right side moved that read a metric of the left; None where there are none."""
    left, right = (parse(text).tree for text in (variant.left, variant.right))
    known = {name for sign, term in _terms(left) for name in _metrics(term)}
    terms = [(sign, term, bool(known & _metrics(term))) for sign, term in _terms(right)]
    common, rest = ([(s, term) for s, term, here in terms if here is moved] for moved in (True, False))
    if not known or not common or not rest:
        return None
    told = _sum([(1, left), *((-sign, term) for sign, term in common)])
    return replace(variant, claim=f"{told} {variant.relation} {_sum(rest)}")


def _terms(node: Node, sign: int = 1) -> Iterator[tuple[int, Node]]:
    """(sign, term) of a sum."""
    match node.kind:
        case "+" | "-" as kind:
            yield from _terms(node.parts[0], sign)
            yield from _terms(node.parts[1], sign if kind == "+" else -sign)
        case "neg":
            yield from _terms(node.parts[0], -sign)
        case _:
            yield sign, node


def _metrics(node: Node) -> set[str]:
    calls = [part for part in nodes(node) if part.kind == "call" and range_of(part) is None]
    return {call.value for call in calls} - FUNCTIONS


def _sum(terms: list[tuple[int, Node]]) -> str:
    texts = [f"{'-' if sign < 0 else '+'} ({written(term)})" for sign, term in terms]
    return " ".join(texts).removeprefix("+ ")
