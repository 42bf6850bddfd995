"""Formulas: the text that states a bound is the text that is evaluated.

The grammar is the kernel's (`kernel.text`): integers, `+ - * / **`, comparisons, the functions of `arithmetic` (sqrt,
exp, log, abs, max, min), names (constants of a setting), calls of names at a round (`spread(t + 1)`, metrics of its
trajectory), sums, averages and extremes over rounds (`mean(s < t, gap(s))`, see `aggregate`). Nothing else parses. One
text therefore serves the listing of claims, the hunt in floats, the exact replay, the witness file and the kernel.
Here its tree is compiled into what Python evaluates, in floats at many rounds at once.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from keyword import iskeyword
from types import CodeType
from typing import Any

from mixproof.spectral.errors import InputError

from .aggregates import KINDS, aggregate
from .arithmetic import FLOAT
from .hints import SYNONYMS, spelled
from .kernel.exact import Numbers
from .kernel.text import LENGTH, Node, Refused, inside, nodes, ranged, written
from .kernel.text import parse as tree_of
from .vector_formulas import SCALARS, vector_name

__all__ = [
    "FUNCTIONS",
    "MARK",
    "Formula",
    "comparison",
    "compiled",
    "is_name",
    "parse",
    "range_of",
    "relations",
    "words",
]

FUNCTIONS = frozenset({"sqrt", "exp", "log", "abs", "max", "min"})
RESERVED = FUNCTIONS | KINDS | {"t"}  # names that a formula cannot give another meaning
COMPARE: dict[str, Callable[[Any, Any], Any]] = {  # of floats, and of arrays entry by entry
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
MARK = "_at_"  # of names that stand for a metric at a round, in `evaluate`
MOST_DEPTH, MOST_DIGITS = 500, 300  # of a formula: nesting, digits of an integer
MOST_POWER = 1000  # a constant exponent up to which an exact power is written out, else it may be a ball
_OPERATORS = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "**": ast.Pow()}


@dataclass(frozen=True)
class Formula:
    """A parsed formula: its text, its compiled code, the names it needs, those among them that it calls, and those that
    its sums over rounds bind.

    >>> float(parse("1/4 + sqrt(x)").evaluate({"x": 4}.get))
    2.25
    >>> parse("mean(s < t, s**2)").evaluate({"t": 4}.get)
    3.5
    """

    text: str
    code: CodeType
    names: frozenset[str]
    called: frozenset[str]
    bound: frozenset[str]
    tree: Node = field(repr=False, compare=False)

    def evaluate(self, lookup: Callable[[str], Any], numbers: Numbers = FLOAT) -> Any:
        """The value, with every name looked up by `lookup` and every number entered as one of `numbers`."""
        scope = {**words(numbers)}
        for name in self.names:
            if name not in FUNCTIONS:
                scope[name] = lookup(name)
        return eval(self.code, scope)

    @property
    def free(self) -> frozenset[str]:
        """The names a setting has to supply (functions left out)."""
        return self.names - FUNCTIONS


@lru_cache(maxsize=16)
def words(numbers: Numbers) -> Mapping[str, Any]:
    """What a formula's code reads beside the names that a setting supplies."""
    return {
        **numbers.functions,
        "__builtins__": {},
        "_number": numbers.rational,
        "_power": numbers.functions["power"],
        "_over": partial(aggregate, numbers),
    }


def range_of(node: Node) -> tuple[str, Node, Node, Node] | None:
    """(name, first, last, body) of a call of sum, mean, max or min over rounds, both ends included; None for any other.

    Raises InputError for a first argument that is a comparison and no range.
    """
    kind = node.value if node.kind == "call" else ""
    if kind not in KINDS or node.parts[0].kind != "compare":
        if kind in KINDS - FUNCTIONS:
            raise _refused(
                node, f"{kind} takes the rounds first: {kind}(s < t, gap(s)); clients: J(x), average(x)"
            )
        return None
    if len(node.parts) != 2:
        raise _refused(node, f"{kind} over rounds takes one formula after the range")
    try:
        return ranged(node)
    except Refused:
        rule = f"{written(node.parts[0])} is no range: write s < t, s <= t or 1 <= s <= t"
        raise _refused(node, rule) from None


def _refused(node: Node, rule: str) -> InputError:
    return InputError("formula", written(node), rule)


class _Compiler:
    """Checks a formula and turns it into what Python evaluates: integers enter through the arithmetic, so that 1/2 is a
    half in every arithmetic; so do powers; a sum over rounds becomes a function of its round and of the names that its
    body reads."""

    def __init__(self, rounds: tuple[str, ...] = ()) -> None:
        self.rounds = rounds  # of the sums around what is read
        self.names: set[str] = set()
        self.called: set[str] = set()
        self.alone: set[str] = set()  # without a round
        self.bound: set[str] = set()

    def read(self, node: Node, bound: frozenset[str]) -> ast.expr:
        match node.kind:
            case "number":
                return _call("_number", ast.Constant(int(node.value)))
            case "name":
                if node.value in FUNCTIONS | KINDS:
                    raise _refused(node, f"{node.value} is a function: {node.value}(...)")
                if node.value not in bound:
                    self.names.add(node.value)
                    self.alone.add(node.value)
                return ast.Name(node.value, ast.Load())
            case "neg":
                return ast.UnaryOp(ast.USub(), self.read(node.parts[0], bound))
            case "call":
                return self._call(node, bound)
            case "index":
                rule = spelled(written(node)) or "a round stands in round brackets: spread(t)"
                raise _refused(node, f"is no number; {rule}")
            case "compare":
                raise _refused(
                    node, "a comparison stands where a number belongs; rounds come first: sum(s < t, gap(s))"
                )
        left, right = node.parts
        if node.kind == "**" and not (right.kind == "number" and right.value <= MOST_POWER):
            return _call("_power", self.read(left, bound), self.read(right, bound))
        # a constant power needs no arithmetic of its own
        second = ast.Constant(int(right.value)) if node.kind == "**" else self.read(right, bound)
        return ast.BinOp(self.read(left, bound), _OPERATORS[node.kind], second)

    def _call(self, node: Node, bound: frozenset[str]) -> ast.expr:
        name = str(node.value)
        if (span := range_of(node)) is not None:
            return self._over(name, span, bound)
        if name in bound:
            raise _refused(node, f"{name} is a round here, not a metric")
        if name in SCALARS:
            return self._over_vectors(node, bound)
        if name not in ("max", "min") and len(node.parts) != 1:
            rule = "takes one number" if name in FUNCTIONS else "takes one round"
            raise _refused(node, f"{name} {rule}, not {len(node.parts)}")
        if name not in FUNCTIONS:
            self.called.add(name)
        self.names.add(name)
        return _call(name, *(self.read(part, bound) for part in node.parts))

    def _over_vectors(self, node: Node, bound: frozenset[str]) -> ast.expr:
        """A metric of its own, read at t, or at the round of the innermost sum, which comes last in `rounds`."""
        read = inside(node, "name", "call")
        if bound & read or (bound and "t" in read):
            raise _refused(node, "is read at each round of the sum, and names no round itself")
        if any(range_of(part) is not None for part in nodes(node)):
            raise _refused(node, "a sum over rounds stands outside of what is over vectors")
        name, at = vector_name(written(node)), self.rounds[-1] if self.rounds else "t"
        self.called.add(name)
        self.names |= {name, *({"t"} if at == "t" else ())}
        return _call(name, ast.Name(at, ast.Load()))

    def _over(self, kind: str, span: tuple[str, Node, Node, Node], bound: frozenset[str]) -> ast.expr:
        name, *ends, told = span
        if name in RESERVED | bound:
            rule = f"{name} has a meaning already; a range takes a name of its own"
            raise InputError("formula", name, rule)
        inner = _Compiler((*self.rounds, name))
        values = [self.read(end, bound) for end in ends]
        body = inner.read(told, bound | {name})
        self.bound |= {name} | inner.bound
        self.names |= inner.names
        self.called |= inner.called
        self.alone |= inner.alone
        names = sorted((inner.names - FUNCTIONS) | (bound & inside(told, "name", "call")))
        function = ast.Lambda(_arguments([name, *names]), body)
        given = ast.Tuple([ast.Name(each, ast.Load()) for each in names], ast.Load())
        return _call("_over", ast.Constant(kind), *values, function, given)


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _arguments(names: list[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])


def is_name(text: str) -> bool:
    """Whether formulas can call something so: ASCII letters, digits and _, a letter first, no keyword of Python.

    >>> [is_name(text) for text in ("eps0", "lambda", "_number", "x y", "naïve")]
    [True, False, False, False, False]
    """
    return re.fullmatch(r"[A-Za-z]\w*", text, re.ASCII) is not None and not iskeyword(text)


def _parsed(text: str, what: str) -> Node:
    """The tree of a text within the limits; InputError for one that is longer, deeper or has larger numbers."""
    if len(text) > LENGTH:
        raise InputError("formula", text, f"at most {LENGTH:,} characters")
    if not text.isascii():
        odd = next(sign for sign in text if not sign.isascii())
        meant = f"; did you mean {SYNONYMS[odd][0]}?" if odd in SYNONYMS else ": write lam, eta, <=, **"
        raise InputError("formula", text, spelled(text) or f"ASCII text, and {odd!r} is none{meant}")
    if found := re.search(r"(?<!\w)_\w*", text):
        raise InputError("formula", found[0], "a name begins with a letter")
    try:
        tree = tree_of(text.strip())
    except Refused as why:
        raise InputError("formula", text, f"not {what} ({spelled(text) or why})") from None
    except RecursionError:
        raise InputError("formula", text, f"not {what}") from None
    depth, layer = 0, [tree]
    while layer:
        depth, layer = depth + 1, [part for node in layer for part in node.parts]
    if depth > MOST_DEPTH:
        rule = f"nested {MOST_DEPTH} deep at most; a long sum is that of its halves"
        raise InputError("formula", text, rule)
    if any(iskeyword(name) for name in inside(tree, "name", "call")):
        raise InputError("formula", text, f"not {what} ({spelled(text) or 'a word that Python keeps'})")
    if any(node.kind == "number" and node.value >= 10**MOST_DIGITS for node in nodes(tree)):
        raise InputError("formula", text, f"integers of at most {MOST_DIGITS} digits")
    return tree


@cache
def parse(text: str) -> Formula:
    """Parse one formula; raises InputError with the offending part."""
    return compiled(_parsed(text, "an expression"), text)


def compiled(tree: Node, text: str) -> Formula:
    """The formula of a tree; names in it that no text can have stand for other texts."""
    compiler = _Compiler()
    body = compiler.read(tree, frozenset())
    code = compile(ast.fix_missing_locations(ast.Expression(body)), f"<{text}>", "eval")
    both = compiler.bound & compiler.names
    if both:
        name = min(both)
        raise InputError("formula", text, f"{name} is a round of a sum and something else; take another name")
    if both := compiler.alone & compiler.called:
        rule = f"{min(both)} is used with a round and without one; a product is written {min(both)}*(...)"
        raise InputError("formula", text, rule)
    names, called, bound = map(frozenset, (compiler.names, compiler.called, compiler.bound))
    return Formula(text, code, names, called, bound, tree)


@cache
def relations(text: str) -> tuple[tuple[Formula, str, Formula], ...]:
    """A comparison, chained or not, as (left, relation, right) triples.

    >>> [(a.text, r, b.text) for a, r, b in relations("0 < lam < 1")]
    [('0', '<', 'lam'), ('lam', '<', '1')]
    """
    node = _parsed(text, "a comparison")
    if node.kind != "compare":
        said = f" ({spelled(text)})" if spelled(text) else ""
        raise InputError("formula", text, f"not a comparison with < <= > >= == !={said}")
    sides = [parse(written(side)) for side in node.parts]
    return tuple(zip(sides, node.value, sides[1:]))


@cache
def comparison(text: str) -> tuple[str, str, str]:
    """A claim, one comparison, as left, relation and right: the sides as they are written, the relation <=, < or ==.

    Raises InputError for what is no comparison, a chained one, and !=.

    >>> comparison("(1 + mu)*spread(t) >= sum(s < t, gap(s))")
    ('sum(s < t, gap(s))', '<=', '(1 + mu)*spread(t)')
    """
    parts = relations(text)
    if len(parts) != 1:
        raise InputError("claim", text, "one comparison, left <= right")
    ((first, relation, second),) = parts
    if relation == "!=":
        raise InputError("claim", text, "a comparison with <=, < or ==, or turned round")
    at = _outside(text, relation)
    left, right = (text[:at].strip(), text[at + len(relation) :].strip()) if at else (first.text, second.text)
    return (right, relation.replace(">", "<"), left) if relation.startswith(">") else (left, relation, right)


def _outside(text: str, sign: str) -> int:
    """Where a sign stands outside of all brackets; 0 where it stands inside of some."""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth and text.startswith(sign, i):
            return i
    return 0
