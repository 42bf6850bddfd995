"""What a repaired form changes of a printed one: formulas with the parts marked that the other has not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mixproof.bounds import Theorem, Variant
from mixproof.bounds.kernel.text import Node, nodes, parse, written

__all__ = ["Line", "lines", "mark", "repair_of"]


@dataclass(frozen=True)
class Line:
    """One formula of both forms, marked where they differ; None where a form has none such.

    what: `claim`, `if` for an assumption, `where` for a definition, whose name is `name`
    """

    what: str
    printed: Node | None
    repaired: Node | None
    name: str = ""

    @property
    def changed(self) -> bool:
        sides = (self.printed, self.repaired)
        return any(side is None or any(node.kind == "changed" for node in nodes(side)) for side in sides)


def mark(a: str, b: str) -> tuple[Node, Node]:
    """Both formulas, a node `changed` around the smallest parts of each that the other has not.

    >>> one, other = mark("2*L/(1 - lam)", "3*L/(1 - lam)")
    >>> [written(node.parts[0]) for node in nodes(other) if node.kind == "changed"]
    ['3']
    """
    return _compared(parse(a), parse(b))


def _compared(a: Node, b: Node) -> tuple[Node, Node]:
    if a == b:
        return a, b
    if a[:2] == b[:2] and a.parts and len(a.parts) == len(b.parts):
        ours, others = zip(*map(_compared, a.parts, b.parts))
        return a._replace(parts=ours), b._replace(parts=others)
    return _changed(a), _changed(b)


def _changed(node: Node) -> Node:
    return Node("changed", None, (node,))


def lines(printed: Variant, repaired: Variant) -> list[Line]:
    """Claim, assumptions and definitions of both forms, side by side."""

    def line(what: str, one: str | None, other: str | None, name: str = "") -> Line:
        if one is not None and other is not None:
            return Line(what, *mark(one, other), name)
        alone = _changed(parse(one or other or ""))
        return Line(what, alone if one else None, alone if other else None, name)

    claims = (form.compared for form in (printed, repaired))
    found = [line("claim", *claims)]
    found += [line("if", *pair) for pair in _paired(printed.assume, repaired.assume)]
    for name in dict.fromkeys((*printed.where, *repaired.where)):
        found.append(line("where", printed.where.get(name), repaired.where.get(name), name))
    return found


def _paired(a: tuple[str, ...], b: tuple[str, ...]) -> Iterator[tuple[str | None, str | None]]:
    """Assumptions that are the same, then those that bound the same thing, then the rest, each once."""
    left = list(b)
    for text in a:
        same = next((other for other in left if other == text), None)
        same = same or next(
            (other for other in left if other not in a and _about(other) == _about(text)), None
        )
        if same is not None:
            left.remove(same)
        yield text, same
    for text in left:
        yield None, text


def _about(text: str) -> str:
    return written(parse(text).parts[0])


def repair_of(stated: Theorem, printed: Variant) -> Variant | None:
    """The repaired form of the same left side that changes least, or the only one; None where there is none."""
    repaired = [form for form in stated.variants if form.label.startswith("repaired")]
    same = [form for form in repaired if form.left == printed.left]
    kind = [form for form in same if form.family == printed.family]
    chosen = kind or same or (repaired if len(repaired) == 1 else [])
    return min(chosen, key=lambda form: sum(line.changed for line in lines(printed, form)), default=None)
