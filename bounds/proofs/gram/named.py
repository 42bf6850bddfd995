"""A run in the names that a derivation has: the vectors of `trace`, in the same order, as texts of the kernel.

A vector is a combination of named ones, one combination for all clients (a class of W) or one a client (a given W).
States at a round, mixes and gradients have names; what an update makes of a state is an equation (`Name.equal`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from ...formula import parse
from ...kernel.exact import STANDARD
from .statement import Statement, term

__all__ = ["Combination", "Name", "NamedRun", "Point", "combined"]

Combination = dict[int, Fraction]
ONE = Fraction(1)


@dataclass(frozen=True)
class Name:
    """text: of the vector; equal: what it is, by the fact `by` of the kernel.

    mean, apart: what its mean over clients and the rest are by the kernel's normal form; None: nothing else
    """

    text: str
    equal: Combination | None = None
    by: str = ""
    mean: Combination | None = None
    apart: Combination | None = None


class Stack(tuple[Combination, ...]):
    """A combination, or one a client."""

    def __add__(self, other: Any) -> Stack:
        return Stack(combined((a, ONE), (b, ONE)) for a, b in zip(self, other)) if other else self

    __radd__ = __add__

    def __neg__(self) -> Stack:
        return self * Fraction(-1)

    def __sub__(self, other: Any) -> Stack:
        return self + -other if other else self

    def __rsub__(self, other: Any) -> Stack:
        return -self + other

    def __mul__(self, c: Any) -> Stack:
        return Stack(combined((a, c)) for a in self)

    __rmul__ = __mul__

    def __truediv__(self, c: Any) -> Stack:
        return self * (1 / c)

    @property
    def key(self) -> Any:
        return tuple(frozenset(part.items()) for part in self)


def combined(*parts: tuple[Mapping[int, Fraction], Fraction]) -> Combination:
    total: Combination = {}
    for part, factor in parts:
        for i, c in part.items():
            total[i] = total.get(i, Fraction(0)) + factor * c
    return {i: c for i, c in total.items() if c}


@dataclass(frozen=True)
class Point:
    """Where a gradient is taken: texts of the point at each client."""

    name: str
    x: Stack
    g: Stack
    at: tuple[str, ...]


@dataclass
class NamedRun:
    """names: of the vectors so far; models, points, mixes (z, W z, round) as in `trace`.

    flat: vectors that are 0 by a rule, where the spectrum is one number
    """

    statement: Statement
    names: list[Name] = field(default_factory=list)
    models: list[Stack] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    mixes: list[tuple[Combination, Combination, int]] = field(default_factory=list)
    flat: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        told = self.statement
        self.W, self.copies = told.matrix, len(told.matrix or "1")
        self.known: dict[Any, Stack] = {}
        self.mixed: dict[Any, Stack] = {}
        self.round = 0
        self.prefix = "v"
        while any(name.startswith(self.prefix) for name in (*told.algorithm.lines, "x")):
            self.prefix += "v"
        one = self.W is None
        self.o = Stack([self.new("o", apart={} if one else None)] * self.copies)
        zero = self.zero = Stack({} for _ in range(self.copies))
        for name in told.anchors:
            if name == "star":
                h = self.each("grad#(o)", mean={} if one else None)
                if not one:
                    others = combined(*((part, -ONE) for part in h[:-1]))
                    last = self.new(f"grad_{self.copies}(o)", others, "stationary")
                    h = Stack([*h[:-1], last])
                self.points.append(Point(name, self.o, h, ("o",) * self.copies))
            elif told.mu:
                c = self.each("c#")
                flat = Stack(
                    self.new(self.numbered("grad#(c#)", k), {}, self.numbered("own_flat#", k))
                    for k in range(self.copies)
                )
                self.points.append(Point(name, c, flat, self.numbers("c#")))
            else:
                self.points.append(Point(name, zero, zero, ()))
        if told.common:
            self.start = Stack([self.new("w0", apart={} if one else None)] * self.copies)
        else:
            self.start = self.each("w0#")
        self.models.append(self.start)
        if "minima" in told.anchors:
            self.gradient(self.start)
        self.run()
        for what in told.names:
            kind, t = term(what)
            if kind == "gradients2":
                self.gradient(self.models[t])
        for what in dict.fromkeys(told.names):
            kind, t = term(what)
            if kind == "gap":
                self.evaluate(f"mean({t})", self.average(self.models[t]))

    # --- names

    def numbered(self, text: str, k: int) -> str:
        return text.replace("#", "" if self.W is None else f"_{k + 1}")

    def numbers(self, text: str) -> tuple[str, ...]:
        return tuple(self.numbered(text, k) for k in range(self.copies))

    def new(
        self,
        text: str,
        equal: Combination | None = None,
        by: str = "",
        mean: Combination | None = None,
        apart: Combination | None = None,
    ) -> Combination:
        name = Name(text, equal, by, mean, apart)
        if name not in self.names:  # two points may be one
            self.names.append(name)
        return {self.names.index(name): ONE}

    def each(self, text: str, mean: Combination | None = None) -> Stack:
        return Stack(self.new(told, mean=mean) for told in self.numbers(text))

    def text(self, combination: Mapping[int, Fraction]) -> str:
        """A combination as text, over the names' lets."""
        if not combination:
            return "0*o"
        whole = lcm(*(c.denominator for c in combination.values()))
        terms = []
        for i, c in combination.items():
            size = "" if abs(c) * whole == 1 else f"{abs(c) * whole}*"
            terms.append(f"{'-' if c < 0 else '+'} {size}{self.prefix}{i}")
        told = " ".join(terms)
        told = told[2:] if told.startswith("+ ") else f"-{told[2:]}"
        return told if whole == 1 else f"({told})/{whole}"

    # --- the run

    def run(self) -> None:
        told = self.statement
        algorithm = told.algorithm
        model = algorithm.states[0]
        given = {model: self.start}
        state = {name: self.zero for name in algorithm.states} | given
        state |= {name: self.line(text, given) for name, text in algorithm.start.items()}
        words: dict[str, Any] = {"mix": self.mix, "grad": self.gradient, "average": self.average}
        if told.K is not None:
            words["share"] = lambda g: g / Fraction(told.K or 1)
        for t in range(told.rounds):
            self.round = t
            known: dict[str, Any] = {**state, **words, "eta": told.eta(t)}
            for name, text in algorithm.let.items():
                known[name] = self.line(text, known)
            wanted = (model,) if t == told.rounds - 1 else algorithm.states
            after = {name: self.line(algorithm.next[name], known) for name in wanted}
            state = {name: self.reached(name, t + 1, stack) for name, stack in after.items()}
            self.models.append(state[model])

    def line(self, text: str, known: Mapping[str, Any]) -> Stack:
        value = parse(text).evaluate(known.__getitem__, STANDARD)
        return value if isinstance(value, Stack) else self.zero

    def reached(self, name: str, t: int, stack: Stack) -> Stack:
        """The state by its name, where the kernel gives it one."""
        parts = []
        for k, part in enumerate(stack):
            if not part or (len(part) == 1 and set(part.values()) == {ONE} and self.bare(*part)):
                parts.append(part)
            else:
                own = self.numbered(f"{name}#", k)
                parts.append(self.new(f"at_round({t}, {own})", part, f"at_round({t}, {own})"))
        return Stack(parts)

    def bare(self, i: int) -> bool:
        """Whether the kernel knows a vector by a name, and not as W or J of one."""
        return not re.match(r"(at_round\([0-9]+, )?[WJ]\(", self.names[i].text)

    def gradient(self, x: Stack) -> Stack:
        if x.key not in self.known:
            self.evaluate("", x)
        return self.known[x.key]

    def evaluate(self, name: str, x: Stack) -> None:
        at = tuple(map(self.text, x))
        g = Stack(self.new(self.numbered(f"grad#({text})", k)) for k, text in enumerate(at))
        self.points.append(Point(name, x, g, at))
        self.known.setdefault(x.key, g)

    def average(self, z: Stack) -> Stack:
        if self.W is None:
            if not self.apart(z[0]):
                return z
            return Stack([self.new(f"J({self.text(z[0])})", mean=z[0], apart={})])
        return Stack([combined(*((part, Fraction(1, self.copies)) for part in z))] * self.copies)

    def mix(self, z: Stack) -> Stack:
        if self.W is not None:
            return Stack(combined(*((part, w) for part, w in zip(z, row))) for row in self.W)
        if not self.apart(z[0]):
            return z
        if self.statement.changing or z.key not in self.mixed:
            told = f"W({self.text(z[0])})"
            if self.statement.changing:
                told = f"at_round({self.round}, {told})"
            low, high = self.statement.ends
            if low == high:  # W z - J z = low (z - J z), as the square of the difference is not positive
                gap = f"{told} - J({self.text(z[0])}) - lam_n*({self.text(z[0])} - J({self.text(z[0])}))"
                self.flat.append((gap, self.rule("spectrum", self.text(z[0]))))
                name = self.new(told, {i: low * c for i, c in z[0].items()}, f"vanishing({gap})", mean=z[0])
            else:
                name = self.new(told, mean=z[0])
                self.mixes.append((z[0], name, self.round))
            self.mixed[z.key] = Stack([name])
        return self.mixed[z.key]

    def rule(self, name: str, *places: str, k: int = 0, t: int | None = None) -> str:
        """The rule at vectors; of client k, and of the W of round t where it changes."""
        at = f"{self.round if t is None else t} " if name == "spectrum" and self.statement.changing else ""
        return f"{at}{self.numbered(f'{name}#', k)}({', '.join(places)})"

    def apart(self, z: Combination) -> Combination:
        """What is left of a combination's deviations from its mean, over names that are free."""
        return self.reduced(z, "apart")

    def reduced(self, z: Combination, block: str) -> Combination:
        """The same in one block (mean, apart, or equal: of a given W), over names that are free."""
        left = dict(z)
        for i in range(max(left, default=-1), -1, -1):
            if i in left:
                name = self.names[i]
                value = getattr(name, block)
                value = name.equal if value is None else value
                if value is not None:
                    left = combined(({j: c for j, c in left.items() if j != i}, ONE), (value, left[i]))
        return left
