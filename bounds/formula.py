"""Formulas: the text that states a bound is the text that is evaluated.

A formula is a Python expression over numbers: `+ - * / **`, comparisons, the functions of `arithmetic` (sqrt, exp, log,
abs, max, min), names (constants of a setting), calls of names at a round (`spread(t + 1)`, metrics of its
trajectory), sums, averages and extremes over rounds (`mean(s < t, gap(s))`, see `aggregate`). Nothing else parses: no
attributes, subscripts, strings, decimals (write 1/2) or keywords. One text therefore serves the listing of claims, the
hunt in floats, the exact replay, the witness file and the kernel.
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
from warnings import catch_warnings, simplefilter

from mixproof.spectral.errors import InputError

from .aggregates import KINDS, aggregate
from .arithmetic import FLOAT, Arithmetic
from .hints import SYNONYMS, spelled
from .vector_formulas import SCALARS, vector_name

__all__ = [
    "FUNCTIONS",
    "MARK",
    "Formula",
    "Range",
    "comparison",
    "is_name",
    "parse",
    "range_of",
    "relations",
    "words",
]

FUNCTIONS = frozenset({"sqrt", "exp", "log", "abs", "max", "min"})
RESERVED = FUNCTIONS | KINDS | {"t"}  # names that a formula cannot give another meaning
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
MARK = "_at_"  # of names that stand for a metric at a round, in `evaluate`
MOST_TEXT, MOST_DEPTH, MOST_DIGITS = (
    20_000,
    500,
    300,
)  # of a formula: characters, nesting, digits of an integer
MOST_POWER = 1000  # a constant exponent up to which an exact power is written out, else it may be a ball
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)


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
    tree: ast.expr = field(repr=False, compare=False)

    def evaluate(self, lookup: Callable[[str], Any], arithmetic: Arithmetic = FLOAT) -> Any:
        """The value, with every name looked up by `lookup` and every number entered in `arithmetic`."""
        scope = {**words(arithmetic)}
        for name in self.names:
            if name not in FUNCTIONS:
                scope[name] = lookup(name)
        return eval(self.code, scope)

    @property
    def free(self) -> frozenset[str]:
        """The names a setting has to supply (functions left out)."""
        return self.names - FUNCTIONS


@lru_cache(maxsize=16)
def words(arithmetic: Arithmetic) -> Mapping[str, Any]:
    """What a formula's code reads beside the names that a setting supplies."""
    return {
        **arithmetic.functions,
        "__builtins__": {},
        "_number": arithmetic.number,
        "_power": arithmetic.functions["power"],
        "_over": partial(aggregate, arithmetic),
    }


@dataclass(frozen=True)
class Range:
    """What `sum(l <= s < u, body)` runs over: s from `first` to `last`, both included."""

    name: str
    first: ast.expr
    last: ast.expr
    body: ast.expr


def range_of(node: ast.Call) -> Range | None:
    """The range of a call of sum, mean, max or min over rounds; None for any other call.

    Raises InputError for a first argument that is a comparison and no range.
    """
    kind = node.func.id if isinstance(node.func, ast.Name) else ""
    if kind not in KINDS or not (node.args and isinstance(node.args[0], ast.Compare)):
        if kind in KINDS - FUNCTIONS:
            raise _refused(node, f"{kind} takes the rounds first: {kind}(s < t, gap(s))")
        return None
    told, *bodies = node.args
    assert isinstance(told, ast.Compare)
    parts, signs = [told.left, *told.comparators], [type(op) for op in told.ops]
    if len(parts) == 2:
        parts, signs = [ast.Constant(0), *parts], [ast.LtE, *signs]
    name = parts[1]
    if len(parts) != 3 or not {*signs} <= {ast.Lt, ast.LtE} or not isinstance(name, ast.Name):
        raise _refused(node, f"{ast.unparse(told)} is no range: write s < t, s <= t or 1 <= s <= t")
    if len(bodies) != 1:
        raise _refused(node, f"{kind} over rounds takes one formula after the range")
    first, last = parts[0], parts[2]
    if signs[0] is ast.Lt:
        first = ast.BinOp(first, ast.Add(), ast.Constant(1))
    if signs[1] is ast.Lt:
        last = ast.BinOp(last, ast.Sub(), ast.Constant(1))
    return Range(name.id, first, last, bodies[0])


def _refused(node: ast.AST, rule: str) -> InputError:
    return InputError("formula", ast.unparse(node), rule)


class _Compiler:
    """Checks a formula and rewrites it into what Python evaluates: integers enter through the arithmetic, so that 1/2
    is a half in every arithmetic; so do powers; a sum over rounds becomes a function of its round and of the names
    that its body reads."""

    def __init__(self, rounds: tuple[str, ...] = ()) -> None:
        self.rounds = rounds  # of the sums around what is read
        self.names: set[str] = set()
        self.called: set[str] = set()
        self.alone: set[str] = set()  # without a round
        self.bound: set[str] = set()

    def read(self, node: ast.expr, bound: frozenset[str]) -> ast.expr:
        match node:
            case ast.Constant(value=number):
                if type(number) is not int:
                    raise _refused(node, f"{number!r} is not an integer; write fractions as 1/2")
                return _call("_number", node)
            case ast.Name(id=name):
                if name in FUNCTIONS | KINDS:
                    raise _refused(node, f"{name} is a function: {name}(...)")
                if name.startswith("_") and not name.startswith(MARK):
                    raise _refused(node, "a name begins with a letter")
                if name not in bound:
                    self.names.add(name)
                    self.alone.add(name)
                return node
            case ast.UnaryOp(op=ast.USub() as op, operand=part):
                return ast.UnaryOp(op, self.read(part, bound))
            case ast.BinOp(left=left, op=ast.Pow() as op, right=ast.Constant(value=int(n)) as power) if (
                n <= MOST_POWER
            ):
                self.read(power, bound)
                return ast.BinOp(self.read(left, bound), op, power)  # needs no arithmetic of its own
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return _call("_power", self.read(left, bound), self.read(right, bound))
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
                return ast.BinOp(self.read(left, bound), op, self.read(right, bound))
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                return self._call(node, name, bound)
            case ast.Call():
                raise _refused(
                    node, f"only plain functions of numbers may be called; {spelled(ast.unparse(node))}"
                )
        if isinstance(node, ast.BinOp):
            rule = "the operators are + - * / **, a power being **"
            raise _refused(node, f"{rule}; {said}" if (said := spelled(ast.unparse(node))) else rule)
        rule = f"{type(node).__name__} is not part of a formula"
        if isinstance(node, ast.Subscript) and not spelled(ast.unparse(node)):
            rule += "; a round stands in round brackets: spread(t)"
        raise _refused(node, f"{rule}; {said}" if (said := spelled(ast.unparse(node))) else rule)

    def _call(self, node: ast.Call, name: str, bound: frozenset[str]) -> ast.expr:
        if (span := range_of(node)) is not None:
            return self._over(node, name, span, bound)
        if name in bound:
            raise _refused(node, f"{name} is a round here, not a metric")
        if name in SCALARS:
            return self._over_vectors(node, bound)
        if name in ("max", "min"):
            if not node.args:
                raise _refused(node, f"{name} of nothing")
        elif len(node.args) != 1:
            rule = "takes one number" if name in FUNCTIONS else "takes one round"
            raise _refused(node, f"{name} {rule}, not {len(node.args)}")
        if name not in FUNCTIONS:
            self.called.add(name)
        self.names.add(name)
        return ast.Call(ast.Name(name, ast.Load()), [self.read(part, bound) for part in node.args], [])

    def _over_vectors(self, node: ast.Call, bound: frozenset[str]) -> ast.expr:
        """A metric of its own, read at t, or at the round of the innermost sum, which comes last in `rounds`."""
        read = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        if bound & read or (bound and "t" in read):
            rule = "is read at each round of the sum, and names no round itself"
            raise _refused(node, rule)
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and range_of(part) is not None:
                raise _refused(node, "a sum over rounds stands outside of what is over vectors")
        name, at = vector_name(ast.unparse(node)), self.rounds[-1] if self.rounds else "t"
        self.called.add(name)
        self.names |= {name, *({"t"} if at == "t" else ())}
        return _call(name, ast.Name(at, ast.Load()))

    def _over(self, node: ast.Call, kind: str, span: Range, bound: frozenset[str]) -> ast.expr:
        if span.name in RESERVED | bound:
            raise _refused(node, f"{span.name} has a meaning already; a range takes a name of its own")
        ends = [self.read(end, bound) for end in (span.first, span.last)]
        inner = _Compiler((*self.rounds, span.name))
        body = inner.read(span.body, bound | {span.name})
        self.bound |= {span.name} | inner.bound
        self.names |= inner.names
        self.called |= inner.called
        self.alone |= inner.alone
        read = {part.id for part in ast.walk(span.body) if isinstance(part, ast.Name)}
        names = sorted((inner.names - FUNCTIONS) | (bound & read))
        function = ast.Lambda(_arguments([span.name, *names]), body)
        values = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        return _call("_over", ast.Constant(kind), *ends, function, values)


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


def _parsed(text: str, what: str) -> ast.expr:
    """The tree of a text within the limits; InputError for one that is longer, deeper or has larger numbers."""
    if len(text) > MOST_TEXT:
        raise InputError("formula", text, f"at most {MOST_TEXT:,} characters")
    if not text.isascii():
        odd = next(sign for sign in text if not sign.isascii())
        meant = f"; did you mean {SYNONYMS[odd][0]}?" if odd in SYNONYMS else ": write lam, eta, <=, **"
        rule = spelled(text) or f"ASCII text, and {odd!r} is none{meant}"
        raise InputError("formula", text, rule)
    try:
        with catch_warnings():
            simplefilter("ignore")  # 1(2) is no call: it is said below
            tree = ast.parse(text.strip(), mode="eval").body
        depth, layer = 0, list[ast.AST]([tree])
        while layer:
            depth, layer = depth + 1, [child for node in layer for child in ast.iter_child_nodes(node)]
            if depth > MOST_DEPTH:
                raise InputError(
                    "formula", text, f"nested {MOST_DEPTH} deep at most; a long sum is that of its halves"
                )
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, int)
                and abs(node.value) >= 10**MOST_DIGITS
            ):
                raise InputError("formula", text, f"integers of at most {MOST_DIGITS} digits")
        return tree
    except SyntaxError as error:
        raise InputError("formula", text, f"not {what} ({spelled(text) or error.msg})") from None
    except InputError:
        raise
    except (ValueError, RecursionError, MemoryError):  # a null character, or brackets thousands deep
        raise InputError("formula", text, f"not {what}") from None


@cache
def parse(text: str) -> Formula:
    """Parse one formula; raises InputError with the offending part."""
    tree = _parsed(text, "an expression")
    compiler = _Compiler()
    try:
        body = compiler.read(tree, frozenset())
        code = compile(ast.fix_missing_locations(ast.Expression(body)), f"<{text}>", "eval")
    except RecursionError:
        raise InputError("formula", text, "too deeply nested") from None
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
    if not isinstance(node, ast.Compare) or any(type(op) not in RELATIONS for op in node.ops):
        said = f" ({spelled(text)})" if spelled(text) else ""
        raise InputError("formula", text, f"not a comparison with < <= > >= == !={said}")
    sides = [parse(ast.unparse(side)) for side in (node.left, *node.comparators)]
    return tuple((a, RELATIONS[type(op)], b) for a, op, b in zip(sides, node.ops, sides[1:]))


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
