"""What a repaired form changes of a printed one: formulas with the parts marked that the other has not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from mixproof.bounds import Theorem, Variant

__all__ = ["Line", "lines", "mark", "repair_of"]


@dataclass(frozen=True)
class Line:
    """One formula of both forms, marked where they differ; None where a form has none such.

    what: `claim`, `if` for an assumption, `where` for a definition, whose name is `name`
    """

    what: str
    printed: ast.expr | None
    repaired: ast.expr | None
    name: str = ""

    @property
    def changed(self) -> bool:
        return any(
            side is None or any(getattr(node, "changed", False) for node in ast.walk(side))
            for side in (self.printed, self.repaired)
        )


def mark(a: str, b: str) -> tuple[ast.expr, ast.expr]:
    """Both formulas, `changed` set on the smallest parts of each that the other has not.

    >>> one, other = mark("2*L/(1 - lam)", "3*L/(1 - lam)")
    >>> [ast.unparse(node) for node in ast.walk(other) if getattr(node, "changed", False)]
    ['3']
    """
    parsed = _parsed(a), _parsed(b)
    _compare(*parsed)
    return parsed


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _compare(a: ast.expr, b: ast.expr) -> None:
    if ast.dump(a) == ast.dump(b):
        return
    parts = _parts(a), _parts(b)
    if _kind(a) == _kind(b) and parts[0] and len(parts[0]) == len(parts[1]):
        for one, other in zip(*parts):
            _compare(one, other)
        return
    for node in (a, b):
        node.changed = True  # type: ignore[attr-defined]


def _parts(node: ast.expr) -> list[ast.expr]:
    return [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]


def _kind(node: ast.expr) -> str:
    """What a node is, without its parts."""
    match node:
        case ast.BinOp(op=op) | ast.UnaryOp(op=op):
            return type(op).__name__
        case ast.Compare(ops=ops):
            return " ".join(type(op).__name__ for op in ops)
        case ast.Call(func=func):
            return f"call {ast.unparse(func)}"
    return type(node).__name__


def lines(printed: Variant, repaired: Variant) -> list[Line]:
    """Claim, assumptions and definitions of both forms, side by side."""

    def line(what: str, one: str | None, other: str | None, name: str = "") -> Line:
        if one is not None and other is not None:
            return Line(what, *mark(one, other), name)
        alone = _parsed(one or other or "")
        alone.changed = True  # type: ignore[attr-defined]
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
    return ast.unparse(_parts(_parsed(text))[0])


def repair_of(stated: Theorem, printed: Variant) -> Variant | None:
    """The repaired form of the same left side that changes least, or the only one; None where there is none."""
    repaired = [form for form in stated.variants if form.label.startswith("repaired")]
    same = [form for form in repaired if form.left == printed.left]
    kind = [form for form in same if form.family == printed.family]
    chosen = kind or same or (repaired if len(repaired) == 1 else [])
    return min(chosen, key=lambda form: sum(line.changed for line in lines(printed, form)), default=None)
