"""What names mean, and one evaluation of trees: over numbers, vectors, or formal expressions alike.

Values carry their own + - * (and / where they have one); words are functions of values. Nothing is defined twice and
nothing shadows: a scope inside another may not give a name a second meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .exact import LARGE, STANDARD, Numbers, bits, cost, exact, sum_of
from .text import Node, Undefined, inside, names, need, nodes, parse, ranged, spend, written

SPAN = 10_000  # rounds of one sum at most
FUNCTION, TERM = 100, 10  # what a function and a term of a sum cost
FUNCTIONS = ("sqrt", "exp", "log", "abs", "max", "min")


class Scope:
    """values: name -> value, or a function of nothing that is called once; words: name -> function of values."""

    span = SPAN

    def __init__(
        self,
        values: Mapping[str, Any],
        words: Mapping[str, Callable[..., Any]] | None = None,
        over: Scope | None = None,
        numbers: Numbers = STANDARD,
    ) -> None:
        self.values, self.words, self.over = dict(values), dict(words or {}), over
        self.numbers: Numbers = over.numbers if over else numbers
        for name in names([*self.values, *self.words]):
            need(not (over and over.has(name)), "{} has a meaning already", name)

    def has(self, name: str) -> bool:
        return name in self.values or name in self.words or bool(self.over and self.over.has(name))

    def define(self, name: str, value: Any) -> None:
        need(not self.has(*names([name])), "{} has a meaning already", name)
        self.values[name] = value

    def let(self, texts: Mapping[str, str]) -> Scope:
        """Definitions, each of what stands before it, evaluated once and only where they are needed."""
        for name, text in texts.items():
            tree = parse(text)
            for part in inside(tree, "name", "call", "index") - set(FUNCTIONS) - bound(tree):
                need(
                    part in ("sum", "mean") or self.has(part),
                    "{} is not known where {} is defined",
                    part,
                    name,
                )
            self.define(name, _Later(self, tree))
        return self

    def read(self, text: str) -> Any:
        return self.value(parse(text))

    def number(self, node: Node) -> Any:
        """A side of a comparison. Raises Refused for a vector."""
        found = self.value(node)
        need(is_number(found), "a comparison is of numbers, not of vectors")
        return found

    def find(self, table: str, name: str) -> Any:
        here = getattr(self, table)
        if name in here:
            return here[name]
        need(self.over is not None, "{} is not known", name)
        assert self.over is not None
        return self.over.find(table, name)

    def value(self, node: Node) -> Any:
        spend(1)
        match node.kind:
            case "number":
                return self.numbers.rational(node.value)
            case "name":
                found = self.find("values", node.value)
                return found() if callable(found) else found
            case "neg":
                return -self.value(node.parts[0])
            case "call":
                return self.called(node)
            case "index":
                return self.find("words", node.value)(*(part for part in node.parts))
            case "compare":
                need(False, "a comparison stands where a value belongs: {}", written(node))
        return self.combined(node.kind, *map(self.value, node.parts))

    def called(self, node: Node) -> Any:
        if (span := ranged(node)) is not None:
            return self.over_rounds(node.value, *span)
        if node.value in FUNCTIONS:
            values = [self.value(part) for part in node.parts]
            spend(FUNCTION)
            need(len(values) == 1 or node.value in ("max", "min"), f"{node.value} takes one number")
            need(all(map(is_number, values)), f"{node.value} of what is no number")
            return self.numbers.functions[node.value](*values)
        return self.find("words", node.value)(*(self.value(part) for part in node.parts))

    def combined(self, sign: str, a: Any, b: Any) -> Any:
        """One operation; on numbers by the numbers' own rules, on anything else by the values'."""
        if not (is_number(a) and is_number(b)):
            return self.formed(sign, a, b)
        spend(cost(a) + cost(b))
        found = self.formed(sign, a, b)
        if isinstance(found, Fraction) and bits(found) > LARGE:
            raise Undefined("a number grew too large")
        return found

    def formed(self, sign: str, a: Any, b: Any) -> Any:
        match sign:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return self.numbers.functions["divide"](a, b) if is_number(a) and is_number(b) else a / b
        return self.numbers.functions["power"](a, b) if is_number(a) and is_number(b) else a**b

    def over_rounds(self, kind: str, name: str, first: Node, last: Node, body: Node) -> Any:
        """A sum, mean, maximum or minimum over rounds; its round is a new name, forgotten after."""
        low, high = (whole(self.value(end), self.numbers) for end in (first, last))
        need(high - low < self.span, f"a range has at most {self.span} rounds")
        spend(TERM * max(high - low, 0))
        values = [
            Scope({name: self.numbers.rational(s)}, over=self.at_round(s)).value(body)
            for s in range(low, high + 1)
        ]
        if not values and kind != "sum":
            raise Undefined(f"a {kind} of no rounds")
        if kind in ("max", "min"):
            return self.numbers.functions[kind](*values)
        found = self.numbers.rational(0) + sum_of(values)
        return found if kind == "sum" else found * self.numbers.rational(Fraction(1, len(values)))

    def at_round(self, s: int) -> Scope:
        """Where the body of a sum over rounds is read at round s: here, where names mean the same at every round."""
        return self

    def holds(self, text: str) -> bool:
        """Whether a comparison of numbers, chained or not, is proved."""
        tree = parse(text)
        need(tree.kind == "compare", "{} is no comparison", text)
        sides = [self.number(part) for part in tree.parts]
        return all(
            self.numbers.proved(a, relation, b) for a, relation, b in zip(sides, tree.value, sides[1:])
        )


class _Later:
    """A definition, evaluated once, in the scope where it stands."""

    def __init__(self, scope: Scope, tree: Node) -> None:
        self.scope, self.tree, self.known = scope, tree, None

    def __call__(self) -> Any:
        if self.known is None:
            self.known = self.scope.value(self.tree)
        return self.known


def is_number(x: Any) -> bool:
    """Numbers of any kind, as against vectors and formal expressions, which say so by `formal`."""
    return not getattr(x, "formal", False)


def whole(x: Any, numbers: Numbers = STANDARD) -> int:
    """An integer number as an int."""
    number = exact(numbers.value(x))
    if number.denominator != 1:
        raise Undefined("a round is an integer")
    return int(number)


def bound(node: Node) -> set[str]:
    """The rounds and the indices that sums in a tree bind."""
    found = set[str]()
    for one in nodes(node):
        if (span := ranged(one)) is not None:
            found.add(span[0])
        elif one.kind == "call" and one.value in ("sum", "mean") and one.parts[0].kind == "name":
            found.add(str(one.parts[0].value))
    return found
