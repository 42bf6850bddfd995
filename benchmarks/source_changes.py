"""Small changes of a module, one at a time, for `mutants.py`.

A change swaps a comparison, an arithmetic or a Boolean operator, min and max, True and False, drops a minus or a `not`,
or adds one to an integer.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

__all__ = ["Change", "changes_of"]

BOTH_WAYS: list[tuple[type, type]] = [
    *[(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)],
    *[(ast.And, ast.Or), (ast.Add, ast.Sub), (ast.LShift, ast.RShift)],
]
OPERATORS: dict[type, type] = {
    **dict(BOTH_WAYS),
    **{other: one for one, other in BOTH_WAYS},
    **{ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult},
}
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
PAIRS = [("min", "max"), ("largest", "smallest"), ("all", "any"), ("low", "high")]
NAMES = dict(PAIRS) | {other: one for one, other in PAIRS}


@dataclass(frozen=True)
class Change:
    """A change of a module: where, what it is, and the code objects that differ, the innermost last."""

    file: str
    line: int
    text: str
    what: str
    module: CodeType
    differing: list[tuple[CodeType, CodeType]]

    @property
    def inside(self) -> bool:
        """Whether the change is in a function, not in what runs at import; there a comprehension is code of its own."""
        around = [old for old, _ in self.differing if old.co_name not in COMPREHENSIONS]
        return bool(around[-1].co_flags & inspect.CO_OPTIMIZED)


def changes_of(module: ModuleType) -> Iterator[Change]:
    """Every change of a module that compiles to other code."""
    path = Path(str(module.__file__))
    source = path.read_text(encoding="utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    unchanged = list(_codes(compile(tree, path, "exec")))
    for node, what in _changed(tree):
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        code = compile(ast.fix_missing_locations(tree), path, "exec")
        changed = list(_codes(code))
        if len(changed) != len(
            unchanged
        ):  # a branch never taken is not compiled: only whole modules correspond
            changed = [code]
        differing = [(old, new) for old, new in zip(unchanged, changed) if old != new]
        if differing:
            yield Change(path.name, line, lines[line - 1].strip(), f"{what} at {column}", code, differing)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all inside it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _changed(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Each change, made in the tree and taken back when the next one is asked for: where, and what."""
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    worded = {id(part) for text in texts for part in ast.walk(text)}
    for node in ast.walk(tree):
        if id(node) in worded:  # how long a quotation in a message is decides nothing
            continue
        for field, other, what in _alternatives(node):
            kept = getattr(node, field)
            setattr(node, field, other)
            yield node, what
            setattr(node, field, kept)


def _alternatives(node: ast.AST) -> Iterator[tuple[str, Any, str]]:
    """What may stand in a node's place: a field of it, what the field is then, and the change in words."""
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                if other := OPERATORS.get(type(op)):
                    yield (
                        "ops",
                        [*ops[:i], other(), *ops[i + 1 :]],
                        f"{type(op).__name__} -> {other.__name__}",
                    )
        case ast.BinOp(op=op) | ast.BoolOp(op=op):
            if other := OPERATORS.get(type(op)):
                yield "op", other(), f"{type(op).__name__} -> {other.__name__}"
        case ast.UnaryOp(op=ast.USub()):
            yield "op", ast.UAdd(), "minus dropped"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", ast.UnaryOp(ast.Not(), operand), "not dropped"
        case ast.Constant(value=bool(value)):
            yield "value", not value, f"{value} -> {not value}"
        case ast.Constant(value=int(value)):
            yield "value", value + 1, f"{value} -> {value + 1}"
        case ast.Name(id=name) if name in NAMES:
            yield "id", NAMES[name], f"{name} -> {NAMES[name]}"
        case ast.Attribute(attr=name) if name in NAMES:
            yield "attr", NAMES[name], f".{name} -> .{NAMES[name]}"
