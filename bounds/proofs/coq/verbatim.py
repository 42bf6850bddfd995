"""Formulas as they are written, as terms of Coq, each with the equations to the kernel's normal form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction

from ...kernel.formulas import TIMES, Formulas
from ...kernel.poly import Poly, Vector, poly
from ...kernel.text import Node, Refused, parse, ranged
from .part import Part
from .terms import Unsupported, brackets, coq, ratio, variable
from .vectors import Vec


class Verbatim(Part):
    """Reads a tree at a time of the book; what its value rests on is added to `needs` and `met`."""

    def begin(self) -> None:
        self.needs: list[str] = []  # equations from what is written to the kernel's normal form
        self.met: list[Poly] = []  # numbers with roots and reciprocals on the way
        self.binders = 0  # sums over an index that are being read
        self.places: dict[str, Vec] = {}  # of the rule that is being stated or used

    @contextmanager
    def afresh(self, term: str) -> Iterator[None]:
        """At a round, outside the rule, the case and the proof that are being stated."""
        kept = self.places, self.lemmas.premises, self.lemmas.proving
        self.places, self.lemmas.premises, self.lemmas.proving = {}, {}, 0
        try:
            with self.terms.at_round(term):
                yield
        finally:
            self.places, self.lemmas.premises, self.lemmas.proving = kept

    def read(self, node: Node, where: Formulas) -> tuple[str, Poly, list[str], list[Poly]]:
        """(term, normal form, equations, numbers on the way) of a number."""
        kept = self.needs, self.met
        self.needs, self.met = [], []
        try:
            text = self.scalar(node, where)
            return text, where.number(node), self.needs, self.met
        finally:
            self.needs, self.met = kept

    @contextmanager
    def bound(self, name: str, where: Formulas) -> Iterator[tuple[str, Formulas]]:
        """The index of a sum, and formulas with it."""
        index = f"~v{self.binders}"
        self.binders += 1
        yield index, Formulas(self.book, where.time, {**where.bound, name: index}, where.given)
        self.binders -= 1

    def needing(self, kind: str, left: str, value: Poly, proof: Callable[[], str]) -> str:
        """A term whose value is met on the way and needs an equation to its normal form."""
        self.needs.append(self.equation(kind, left, self.poly(value), proof))
        self.met.append(value)
        return f"({left})"

    def is_vector(self, node: Node, where: Formulas) -> bool:
        return isinstance(where.value(node), Vector)

    def bridge(self, node: Node, where: Formulas, kind: str = "is") -> tuple[str, str]:
        """(term, lemma that it equals its normal form)."""
        text, value, needs, met = self.read(node, where)
        return text, self.equation(
            kind, text, self.poly(value), lambda: f"{self.rewrites(needs)}{self.close(value, *met)}"
        )

    def scalar(self, node: Node, where: Formulas) -> str:
        match node.kind:
            case "number":
                return ratio(node.value)
            case "name" | "index":
                return self.named(node, where)
            case "neg":
                return f"(- {self.scalar(node.parts[0], where)})"
            case "call":
                return self.call(node, where)
            case "**":
                return self.words.power(node, where)
            case "+" | "-" | "*":
                a, b = (self.scalar(part, where) for part in node.parts)
                return f"({a} {node.kind} {b})"
            case "/":
                a, b = self.scalar(node.parts[0], where), self.below(node.parts[1], where)
                self.met += [poly(where.value(node)), *self.divided_by(node, where)]
                return f"({a} / {b})"
        raise Unsupported(f"no term for {node.kind}")

    def below(self, node: Node, where: Formulas) -> str:
        """A divisor, in normal form where it has divisors itself: `field` would ask for a multiple of it."""
        text, value, needs, met = self.read(node, where)
        if not self.field.nested(met)[1]:
            self.needs += needs
            self.met += met
            return text
        content, rest = value.primitive()
        common = {a: e for a, e in rest.common().items() if self.book.positive(Poly({((a, 1),): 1}))}
        factor, left = Poly({tuple(sorted(common.items())): content}), rest.without(common)
        right = f"({self.poly(factor)}) * ({self.poly(left)})" if common else self.poly(value)
        proof = lambda: f"{self.rewrites(needs)}{self.close(value, *met)}"  # noqa: E731
        self.needs.append(self.equation("divisor", text, right, proof))
        self.met.append(value)
        return text

    def divided_by(self, node: Node, where: Formulas) -> list[Poly]:
        below = node.parts[1]
        factors = below.parts if below.kind == "*" else ()
        for one in (below, *factors):
            if one.kind in "+-" and (p := where.number(one)).constant() is None:
                with suppress(Refused):
                    self.field.divides(poly(where.divided(poly(1), p)))
        return self.divisor(where.number(below), where, *factors)

    def divisor(self, p: Poly, where: Formulas, *factors: Node) -> list[Poly]:
        """What of a divisor must be known to be no 0, as reciprocals: itself, and its factors where they are known."""
        known = [] if p.constant() is not None else [poly(where.divided(poly(1), p))]
        for factor in factors:
            with suppress(Refused):
                known += self.divisor(where.number(factor), where)
        return known

    def named(self, node: Node, where: Formulas) -> str:
        name = str(node.value)
        if name in self.book.rounds:
            s = self.book.rounds[name]
            return f"({self.terms.number('t')} + 1)" if s == self.space.scalar("t") + 1 else self.poly(s)
        if name == "t":
            t = self.terms.number("t")
            match where.time:
                case "start":
                    return "0"
                case "first":
                    return self.terms.number("first(t)")
                case "next" | "ahead":
                    return f"({t} + {1 if where.time == 'next' else self.poly(self.book.span)})"
                case "now":
                    return t
            raise Unsupported("a round that is a number")
        if name in self.book.lets:
            return self.scalar(self.book.lets[name], self.placed(node, where, where.time))
        if name in self.setting.states and where.time in ("start", "next"):
            at_start = where.time == "start"
            told = self.setting.start[name] if at_start else self.setting.states[name]
            return self.scalar(parse(told), self.placed(node, where, "start" if at_start else "now"))
        return self.terms.number(name, tuple(map(where.index, node.parts)))

    def placed(self, node: Node, where: Formulas, time: str | int) -> Formulas:
        """As the kernel reads a definition or a state: it knows its own indices alone."""
        places = self.book.places.get(str(node.value), ())
        return Formulas(self.book, time, dict(zip(places, map(where.index, node.parts))))

    def timed(self, node: Node, where: Formulas) -> Formulas:
        """As the kernel reads next(...) and start(...)."""
        name = str(node.value)
        if name in ("first", "ahead"):
            return where.at(where.windowed(name))
        if name == "next" and where.time == "next":
            raise Unsupported("two rounds later")
        time = name if where.time == "now" or name == "start" else where.time
        return where.at("next" if where.time == "start" and name == "next" else time)

    def call(self, node: Node, where: Formulas) -> str:
        name, parts = str(node.value), node.parts
        if name in TIMES:
            return self.scalar(parts[0], self.timed(node, where))
        if ranged(node) is not None:
            return self.words.running_sum(node, where)
        if name in ("sum", "mean") and len(parts) == 2 and parts[0].kind == "name":
            text = self.words.sum_over_index(str(parts[0].value), parts[1], where)
            if name == "sum":
                return text
            size = self.space.scalar(self.space.size)
            self.met.append(poly(where.divided(poly(1), size)))
            return f"({text} / {brackets(self.poly(size))})"
        if name == "same":
            i, j = (variable(where.index(part)) for part in parts)
            self.needs.append(
                f"(same_sym clients {j} {i})"
                if self.space.atom("=", *sorted(map(where.index, parts)))
                != self.space.atom("=", *map(where.index, parts))
                else ""
            )
            return f"(same clients {i} {j})" if i != j else "1"
        if name in self.setting.metrics:
            at = self.space.normal(poly(where.value(parts[0])))
            apart = at - self.space.scalar("t")
            ahead = apart.constant()
            if ahead is None and self.book.evident(apart) and self.book.evident(-apart):
                ahead = Fraction(0)  # the assumptions say that t is this round
            window_end = self.setting.window and apart == self.book.span
            if at and ahead not in (0, 1) and not window_end:
                raise Unsupported("a metric at a round that is a number")
            time = "ahead" if window_end else "next" if at and ahead else "now" if at else "start"
            kept, self.book.rounds = self.book.rounds, {}
            try:
                return self.scalar(parse(self.setting.metrics[name]), self.book.at(time))
            finally:
                self.book.rounds = kept
        if name in ("dot", "sq", "norm"):
            return self.product_of(name, parts, where)
        if name == "sqrt":
            return self.words.square_root(
                self.scalar(parts[0], where), where.number(parts[0]), where.number(node)
            )
        if name in ("max", "min", "abs"):
            return self.words.largest(name, node, where)
        if name == "exp":
            return self.words.equal_inside("exp", node, where)
        if name == "log":
            return self.words.equal_inside("ln", node, where)
        if name in self.setting.functions:
            v = self.vec(parts[0], where)
            self.terms.used[name] = "function"
            text, canonical = f"{coq(name)} {brackets(v.text)}", self.poly(where.value(node))
            if text != canonical:
                own = self.vectors.from_value(where.value(parts[0]))
                self.needs.append(
                    self.equation(
                        "value", text, canonical, lambda: f"apply f_equal. {self.vectors.same_vector(v, own)}"
                    )
                )
            return f"({text})"
        raise Unsupported(f"no term for {name}")

    def product_of(self, name: str, parts: tuple[Node, ...], where: Formulas) -> str:
        u, v = self.vec(parts[0], where), self.vec(parts[-1], where)
        a, b = where.value(parts[0]), where.value(parts[-1])
        square = self.space.dot(a, b)
        equation = self.vectors.dotted(u, v, square)
        text = f"dot {brackets(u.text)} {brackets(v.text)}"
        if name != "norm":
            self.needs.append(equation)
            self.met.append(square)
            return f"({text})"
        root = self.field.length(a)
        left = f"norm {brackets(u.text)}"
        return self.needing("norm", left, root, lambda: self.field.norm_proof(equation, square, root))

    def vec(self, node: Node, where: Formulas) -> Vec:
        f = lambda part: self.vec(part, where)  # noqa: E731
        match node.kind:
            case "name" | "index":
                return self.vector_named(node, where)
            case "neg":
                v = f(node.parts[0])
                return replace(v, text=f"opp {brackets(v.text)}", expression=f"Opp ({v.expression})")
            case "+":
                return self.vectors.added("add", "Add", *map(f, node.parts))
            case "-":
                return self.vectors.added("sub", "Sub", *map(f, node.parts))
            case "*":
                a, b = node.parts if self.is_vector(node.parts[1], where) else node.parts[::-1]
                text, value, needs, met = self.read(a, where)
                return self.vectors.scaled(text, replace(v := f(b), numbers=(*v.numbers, *met)), value, needs)
            case "/":
                text, value, needs, met = self.read(node.parts[1], where)
                v = f(node.parts[0])
                inverse = poly(self.space.normal(poly(where.divided(poly(1), value))))
                v = replace(v, numbers=(*v.numbers, *met, *self.divided_by(node, where)))
                return self.vectors.scaled(f"/ {text}", v, inverse, needs)
        name = str(node.value)
        if name in TIMES:
            return self.vec(node.parts[0], self.timed(node, where))
        if name == "mean":
            size = self.space.scalar(self.space.size)
            inverse = poly(where.divided(poly(1), size))
            whole = f(node._replace(value="sum"))
            return self.vectors.scaled(f"/ {brackets(self.poly(size))}", whole, inverse)
        if name == "sum":
            with self.bound(str(node.parts[0].value), where) as (index, inner):
                return self.vectors.sum_of(index, self.vec(node.parts[1], inner), inner.value(node.parts[1]))
        if name in self.space.operators:
            return self.vectors.word_of((name,), f(node.parts[0]))
        if name in self.setting.gradients:
            v = f(node.parts[0])
            g = next(iter(where.value(node).terms))[2]
            text, canonical = f"{coq(name)} {brackets(v.text)}", self.terms.base(g)
            if text != canonical and text not in self.vectors.points:
                own = self.vectors.from_value(where.value(node.parts[0]))
                self.vectors.points[text] = self.equation(
                    "point", text, canonical, lambda: f"apply f_equal. {self.vectors.same_vector(v, own)}"
                )
            return self.vectors.leaf(text, g)
        raise Unsupported(f"no vector for {name}")

    def vector_named(self, node: Node, where: Formulas) -> Vec:
        name = str(node.value)
        if name in self.places:
            return self.places[name]
        if name in self.book.lets:
            return self.vec(self.book.lets[name], self.placed(node, where, where.time))
        begins = where.time == "first" or (where.time == "now" and not self.book.in_window)
        if name in self.setting.opened and begins:
            return self.vec(parse(self.setting.opened[name]), where)
        if name in self.setting.states:
            if where.time in ("first", "ahead"):
                own = next(iter(where.value(node).terms))[2]
                return self.vectors.leaf(self.terms.base(own), own)
            if where.time == "next":
                return self.vec(parse(self.setting.states[name]), self.placed(node, where, "now"))
            if where.time == "start":
                if name in self.setting.start:
                    return self.vec(parse(self.setting.start[name]), self.placed(node, where, "start"))
                indices = tuple(map(where.index, node.parts))
                return self.vectors.leaf(self.terms.base(f"{name}0", indices), f"{name}0", indices)
        indices = tuple(map(where.index, node.parts))
        return self.vectors.leaf(self.terms.base(name, indices), name, indices)
