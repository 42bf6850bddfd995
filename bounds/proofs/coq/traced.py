"""A book that remembers where its facts came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...kernel.derivation import Book
from ...kernel.facts import Fact
from ...kernel.poly import Poly, Vector
from ...kernel.table import Table
from ...kernel.text import Node, parse


@dataclass(frozen=True)
class Info:
    """A lemma or hypothesis. every: for all rounds, t its first argument; fixed: it speaks of the round T.

    premises: the names of what it holds under, as arguments; indices: arguments of type Client
    """

    name: str
    every: bool = False
    fixed: bool = False
    premises: tuple[str, ...] = ()
    indices: tuple[str, ...] = ()


class Traced(Book):
    """A book that remembers where each fact came from."""

    def __init__(self, setting: Table, first: int = 0, constants: Mapping[str, str] | None = None) -> None:
        self.from_facts: dict[int, tuple[Fact, Info]] = {}
        self.source: Info | None = None
        self.given: list[tuple[str, Node, Fact]] = []  # still to be stated
        self.giving: Node | None = None
        self.norms: list[Any] = []  # vectors whose lengths were read
        self.arguments: dict[Any, Vector] = {}  # of functions, by their keys
        self.values: dict[str, Any] = {}  # a lemma -> what it states of, where it is an equation
        super().__init__(setting, first, constants)

    def give(self, name: str, text: str, every: bool, of: bool = True) -> None:
        kept, self.giving = self.giving, parse(text)
        try:
            super().give(name, text, every, of)
        finally:
            self.giving = kept

    def compared(self, told: Any, time: str | int) -> Fact:
        fact = super().compared(told, time)
        if self.giving is not None:
            self.giving = parse(told) if isinstance(told, str) else told
        return fact

    def add(self, name: str, fact: Fact) -> None:
        if self.giving is not None:
            moves = self.moved(fact.value)
            self.given.append((name, self.giving, fact))
            own = Info(f"f_{name}", fact.every and moves, moves and not fact.every)
            kept, self.source = self.source, own
            self.remember(fact, own)
            super().add(name, fact)
            self.source = kept
            return
        if self.source is not None:
            self.remember(fact, self.source)
        super().add(name, fact)

    def moved(self, value: Any) -> bool:
        if not isinstance(value, Vector):
            return self.space.moves(value)
        return any(self.space.moves(c) for c in value.terms.values()) or any(
            self.space.generators[g].moving or any(op in self.space.moving for op in word)
            for _, word, g, _ in value.terms
        )

    def remember(self, fact: Fact, info: Info) -> None:
        self.from_facts[id(fact)] = (fact, info)
        self.values[info.name] = fact.value

    def learn(self, fact: Fact) -> None:
        before = {id(one) for held in (self.known, self.sharper) for one in held.values()}
        super().learn(fact)
        for held in (self.known, self.sharper):
            for one in held.values():
                if id(one) not in before and self.source is not None:
                    self.from_facts[id(one)] = (one, self.source)

    def function(self, name: str, *values: Any) -> Poly:
        found = super().function(name, *values)
        self.arguments[values[0].key] = values[0]
        return found

    def word(self, name: str, values: list[Any], where: Any) -> Any:
        if name == "norm":
            self.norms.append(values[0])
        return super().word(name, values, where)

    def axiom(self, value: Poly) -> None:
        kept, self.source = self.source, None
        super().axiom(value)
        self.source = kept
