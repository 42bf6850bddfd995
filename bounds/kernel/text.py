"""Text to trees: one grammar for claims, programs and derivations, one reader of numbers, one policy of names.


    claim   = sum (relation sum)*            relation = <= < >= > == !=
    sum     = product ((+ | -) product)*
    product = unary ((* | /) unary)*
    unary   = - unary | power
    power   = atom (** unary)?
    atom    = integer | name | name[name, ...] | name(claim, ...) | (sum)

Nothing else is text: no tab, comment, decimal point or letter outside ASCII, no integer with an underscore.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

LENGTH, DEPTH, DIGITS, TOKENS = 6000, 60, 600, 3000  # limits of a text, its brackets, a number, a formula
RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
RANGED = frozenset({"sum", "mean", "max", "min"})  # words that may take a range of rounds first
_TOKEN = re.compile(r" *(?:([0-9]+)|([A-Za-z][A-Za-z0-9_]*)|(\*\*|<=|>=|==|!=|[-+*/()<>,\[\]]))", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]*[1-9][0-9]*)?", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}", re.ASCII)


class Refused(ValueError):
    """The record is no proof and no witness; one sentence says why."""


class Undefined(Refused):
    """A formula has no value here: a division by zero, a root of what may be negative, a round that is none."""


def need(ok: object, why: str, *parts: object) -> None:
    """Refuse unless ok; the sentence is put together only where it is needed."""
    if not ok:
        raise Refused(why.format(*(shown(part) for part in parts)))


class _Budget:
    """What may still be spent, in multiplications of short fractions; None: without limit."""

    left: int | None = None


def spend(work: int) -> None:
    """Take `work` from the budget, the same on every machine; Refused where it is used up."""
    if _Budget.left is not None:
        _Budget.left -= work
        need(_Budget.left >= 0, "the record takes too much work")


@contextmanager
def limited(work: int) -> Iterator[None]:
    """All that is computed inside costs at most `work`."""
    before, _Budget.left = _Budget.left, work
    try:
        yield
    finally:
        _Budget.left = before


def shown(told: object) -> str:
    """A part of a stranger's record, short enough for a sentence."""
    text = told if isinstance(told, str) else repr(told)
    return text if len(text) <= 60 else f"{text[:60]}..."


class Node(NamedTuple):
    """A tree. kind: number, name, index, call, neg, + - * / **, or compare (value: its relations)."""

    kind: str
    value: Any = None
    parts: tuple[Node, ...] = ()


def number(told: object) -> Fraction:
    """A number of a record: an integer, or "p/q"."""
    if type(told) is int and told.bit_length() < 3 * DIGITS:
        return Fraction(told)
    exact = isinstance(told, str) and len(told) <= 2 * DIGITS and _NUMBER.fullmatch(told)
    need(exact, "{} is no integer and no fraction p/q", told)
    return Fraction(str(told))


def integer(told: object, low: int, high: int, what: str = "a number") -> int:
    need(
        type(told) is int and low <= told <= high,
        f"{what} is {{}}, not an integer from {low} to {high}",
        told,
    )
    return told  # type: ignore[return-value]


def fields(
    record: object, required: Mapping[str, type], optional: Mapping[str, type] | None = None
) -> dict[str, Any]:
    """The record, with exactly these fields of these types: what is not known is refused, never ignored."""
    known = {**required, **(optional or {})}
    need(type(record) is dict, "{} is no object of fields", record)
    assert isinstance(record, dict)
    for name, value in record.items():
        need(name in known, "field {} is not known", name)
        need(type(value) is known[name], "field {} is of the wrong kind", name)
    for name in required:
        need(name in record, "field {} is missing", name)
    return record


def names(told: Iterable[object], taken: Iterable[str] = ()) -> list[str]:
    """New names: ASCII, short, none that has a meaning already, none twice."""
    seen, listed = set(taken), []
    for name in told:
        need(isinstance(name, str) and _NAME.fullmatch(name), "{} is no name", name)
        need(name not in seen, "{} has a meaning already", name)
        seen.add(str(name))
        listed.append(str(name))
    return listed


def joined(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """One table of names from several; a name in two of them is refused, where {**a, **b} would shadow it."""
    names(name for table in tables for name in table)
    return united(*tables)


def united(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """One table from several that have no key in common, whatever their keys are."""
    found: dict[str, Any] = {}
    for table in tables:
        twice = sorted(found.keys() & table.keys())
        need(not twice, "{} stands in two tables", *twice[:1])
        found |= table
    return found


def parse(text: Any) -> Node:
    """The tree of a whole text."""
    need(
        isinstance(text, str) and 0 < len(text) <= LENGTH,
        f"a formula is a text of at most {LENGTH} characters",
    )
    spend(8 * len(text))  # also where it was read before: what a record may take hangs on no other record
    return _parsed(text)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Node:
    tokens, at, end = [], 0, len(text.rstrip(" "))
    while at < end:
        found = _TOKEN.match(text, at)
        need(found, "{} is no part of a formula", text[at : at + 20])
        assert found is not None
        tokens.append(found[0].strip(" "))
        at = found.end()
    need(0 < len(tokens) <= TOKENS, "a formula is too long, or empty")
    reader = _Reader([*tokens, ""])
    node = reader.claim(0)
    need(reader.word == "", "{} is out of place in {}", reader.word, text)
    return node


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    @property
    def word(self) -> str:
        return self.tokens[self.at]

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, word: str) -> None:
        need(self.word == word, f"{{}} stands where {word} belongs", self.word or "the end")
        self.at += 1

    def claim(self, depth: int) -> Node:
        sides, relations = [self.sum(depth)], []
        while self.word in RELATIONS:
            relations.append(self.take())
            sides.append(self.sum(depth))
        return Node("compare", tuple(relations), tuple(sides)) if relations else sides[0]

    def sum(self, depth: int) -> Node:
        need(depth < DEPTH, "a formula is nested too deeply")
        node = self.product(depth)
        while self.word in ("+", "-"):
            node = Node(self.take(), None, (node, self.product(depth)))
        return node

    def product(self, depth: int) -> Node:
        node = self.unary(depth)
        while self.word in ("*", "/"):
            node = Node(self.take(), None, (node, self.unary(depth)))
        return node

    def unary(self, depth: int) -> Node:
        need(depth < DEPTH, "a formula is nested too deeply")
        if self.word == "-":
            self.take()
            return Node("neg", None, (self.unary(depth + 1),))
        node = self.atom(depth)
        if self.word == "**":
            self.take()
            node = Node("**", None, (node, self.unary(depth + 1)))
        return node

    def atom(self, depth: int) -> Node:
        word = self.take() if self.word else ""
        if word.isdigit():
            return Node("number", number(word))
        if word == "(":
            node = self.sum(depth + 1)
            self.expect(")")
            return node
        need(_NAME.fullmatch(word), "{} is out of place", word or "the end")
        if self.word == "(":
            return Node("call", word, self.listed(")", lambda: self.claim(depth + 1)))
        if self.word == "[":
            return Node("index", word, self.listed("]", lambda: self.claim(depth + 1)))
        return Node("name", word)

    def listed(self, close: str, one: Any) -> tuple[Node, ...]:
        self.take()
        parts = [one()]
        while self.word == ",":
            self.take()
            parts.append(one())
        self.expect(close)
        return tuple(parts)


def nodes(tree: Node) -> Iterator[Node]:
    """A tree and all that is inside it."""
    yield tree
    for part in tree.parts:
        yield from nodes(part)


def inside(tree: Node, *kinds: str) -> set[str]:
    """All names of these kinds in a tree: name, call, index."""
    return {node.value for node in nodes(tree) if node.kind in kinds}


def indices(tree: Node) -> set[str]:
    """The names of indices in a tree that no sum over an index binds."""
    found, left = set[str](), [(tree, frozenset[str]())]
    while left:
        node, bound = left.pop()
        own = [str(part.value) for part in node.parts if part.kind == "name"]
        if node.kind == "index" or (node.kind == "call" and node.value == "same"):
            found |= {*own} - bound
            continue
        if node.kind == "call" and node.value in ("sum", "mean", "over_rounds") and len(node.parts) == 2:
            bound |= {str(node.parts[0].value)}
        left += [(part, bound) for part in node.parts]
    return found


def turned(node: Node) -> tuple[Node, str, Node]:
    """(a, sign, b) of one comparison, the smaller side first: a <= b, a < b or a == b."""
    need(node.kind == "compare" and len(node.value) == 1, "{} is not one comparison", written(node))
    (a, b), (sign,) = node.parts, node.value
    need(sign != "!=", "{} says of no side that it is the smaller one", written(node))
    return (b, sign.replace(">", "<"), a) if sign in (">", ">=") else (a, sign, b)


def written(node: Node, least: int = 0) -> str:
    """The text of a tree, with as few brackets as the grammar needs: parse(written(node)) == node."""
    match node.kind:
        case "number" | "name":
            return str(node.value)
        case "index" | "call":
            open_, close = "[]" if node.kind == "index" else "()"
            return f"{node.value}{open_}{', '.join(map(written, node.parts))}{close}"
        case "compare":
            sides = [written(part, 1) for part in node.parts]
            return sides[0] + "".join(f" {sign} {side}" for sign, side in zip(node.value, sides[1:]))
        case "neg":
            text, rank = f"-{written(node.parts[0], 3)}", 3
        case "**":
            text, rank = f"{written(node.parts[0], 5)}**{written(node.parts[1], 3)}", 4
        case sign:
            rank = 1 if sign in "+-" else 2
            space = " " if rank == 1 else ""
            text = f"{written(node.parts[0], rank)}{space}{sign}{space}{written(node.parts[1], rank + 1)}"
    return f"({text})" if rank < least else text


def ranged(node: Node) -> tuple[str, Node, Node, Node] | None:
    """(name, first, last, body) of `sum(l <= s < u, body)`, both ends included; None for any other call."""
    if node.kind != "call" or node.value not in RANGED or node.parts[0].kind != "compare":
        return None
    told, *bodies = node.parts
    ends, signs = list(told.parts), list(told.value)
    if len(ends) == 2:
        ends, signs = [Node("number", Fraction(0)), *ends], ["<=", *signs]
    need(
        len(bodies) == 1 and len(ends) == 3 and set(signs) <= {"<", "<="},
        "{} is no range of rounds",
        written(told),
    )
    need(ends[1].kind == "name", "{} names no round", written(told))
    one = Node("number", Fraction(1))
    first = Node("+", None, (ends[0], one)) if signs[0] == "<" else ends[0]
    last = Node("-", None, (ends[2], one)) if signs[1] == "<" else ends[2]
    return str(ends[1].value), first, last, bodies[0]
