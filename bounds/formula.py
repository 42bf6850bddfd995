"""Formulas: the text that states a bound is the text that is evaluated.

A formula is a Python expression over numbers: `+ - * / **`, comparisons, the functions of `arithmetic` (sqrt, exp, log,
abs, max, min), names (constants of a setting) and calls of names at a round (`spread(t + 1)`, metrics of its
trajectory). Nothing else parses: no attributes, subscripts, strings, decimals (write 1/2) or keywords. One text
therefore serves the listing of claims, the hunt in floats, the exact replay, the witness file and the checker.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import CodeType
from typing import Any

from mixproof.spectral.errors import InputError

from .arithmetic import Arithmetic

__all__ = ["Formula", "parse", "relations"]

FUNCTIONS = frozenset({"sqrt", "exp", "log", "abs", "max", "min"})
RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
COMPARE: dict[str, Callable[[Any, Any], Any]] = {  # of floats, and of arrays entry by entry
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_NODES = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Call, ast.Name, ast.Constant, ast.Load, ast.USub)
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)


@dataclass(frozen=True)
class Formula:
    """A parsed formula: its text, its compiled code, the names it needs, and those among them that it calls.

    >>> from mixproof.bounds.arithmetic import EXACT
    >>> parse("1/3 + sqrt(x)").evaluate({"x": EXACT.number(4)}.get, EXACT)
    7/3
    """

    text: str
    code: CodeType
    names: frozenset[str]
    called: frozenset[str]

    def evaluate(self, lookup: Callable[[str], Any], arithmetic: Arithmetic) -> Any:
        """The value, with every name looked up by `lookup` and every number entered in `arithmetic`."""
        scope = {"__builtins__": {}, "_number": arithmetic.number, "_power": arithmetic.functions["power"]}
        for name in self.names:
            scope[name] = arithmetic.functions[name] if name in FUNCTIONS else lookup(name)
        return eval(self.code, scope)

    @property
    def free(self) -> frozenset[str]:
        """The names a setting has to supply (functions left out)."""
        return self.names - FUNCTIONS


class _Numbers(ast.NodeTransformer):
    """Enter integers through the arithmetic, so that 1/2 is a half in every arithmetic; same for powers."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.Call(ast.Name("_number", ast.Load()), [node], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if not isinstance(node.op, ast.Pow):
            return self.generic_visit(node)  # type: ignore[return-value]
        if isinstance(node.right, ast.Constant):  # an integer power needs no arithmetic of its own
            node.left = self.visit(node.left)
            return node
        return ast.Call(ast.Name("_power", ast.Load()), [self.visit(node.left), self.visit(node.right)], [])


@cache
def parse(text: str) -> Formula:
    """Parse one formula; raises InputError with the offending part."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise InputError("formula", text, f"not an expression ({error.msg})") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is not int:
            raise InputError("formula", text, f"{node.value!r} is not an integer; write fractions as 1/2")
        if isinstance(node, ast.Call) and (node.keywords or not isinstance(node.func, ast.Name)):
            raise InputError("formula", text, "only plain functions of numbers may be called")
        if not isinstance(node, _NODES + _OPERATORS):
            raise InputError("formula", text, f"{type(node).__name__} is not part of a formula")
    names = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    called = frozenset(call.id for call in calls if isinstance(call, ast.Name))
    code = compile(ast.fix_missing_locations(_Numbers().visit(tree)), f"<{text}>", "eval")
    return Formula(text, code, names, called)


@cache
def relations(text: str) -> tuple[tuple[Formula, str, Formula], ...]:
    """A comparison, chained or not, as (left, relation, right) triples.

    >>> [(a.text, r, b.text) for a, r, b in relations("0 < lam < 1")]
    [('0', '<', 'lam'), ('lam', '<', '1')]
    """
    try:
        node = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        raise InputError("formula", text, f"not a comparison ({error.msg})") from None
    if not isinstance(node, ast.Compare) or any(type(op) not in RELATIONS for op in node.ops):
        raise InputError("formula", text, "not a comparison with < <= > >= == !=")
    sides = [parse(ast.unparse(side)) for side in (node.left, *node.comparators)]
    return tuple((a, RELATIONS[type(op)], b) for a, op, b in zip(sides, node.ops, sides[1:]))
