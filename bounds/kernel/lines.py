"""Facts and lines. A line shows a claim  goal >= 0  by an identity, expanded in fractions:

    over * goal  =  sum of c * fact * ... * fact * (square of a number | squared length)  +  sum of equation * anything

with c > 0 and over > 0. A fact is the name of a line or given, a rule of the setting (`cocoercive(x, o)`), or a
comparison that is evident.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from . import wording
from .facts import Fact
from .formal import NOW, ROUND
from .formulas import Formulas
from .naming import Naming
from .poly import Poly, Vector, added, poly, work
from .rules import GENERAL, general
from .squares import left_over
from .table import RESERVED, Table
from .text import Node, Refused, fields, names, need, number, parse, turned, written

PARTS = 4000  # of one line


class Lines(Naming):
    """The facts of one derivation, and what a line makes of them."""

    depth = 0  # of the cases and inductions around a line

    def __init__(self, setting: Table, constants: Mapping[str, str] | None = None) -> None:
        super().__init__(setting, constants)
        self.facts: dict[str, Fact] = {}
        self.pending: dict[str, str] = {}  # givens that cannot be read yet
        self.said: dict[str, str] = {}  # name of a line -> its claim
        for name, text in {"rounds": "t >= 0", **setting.facts}.items():
            self.give(name, text, every=True, of=False)
        for name in (*setting.alike, *setting.balanced):
            alike = name in setting.alike
            for when in ("start", "next"):
                v = self.state(name, self.at(when))
                apart = self.space.apply("J", v) - v if alike else self.space.apply("J", v)
                need(
                    not self.space.dot(apart, apart),
                    "{} does not stay {}",
                    name,
                    "the same at all clients" if alike else "balanced, its mean 0",
                )

    def give(self, name: str, text: str, every: bool, of: bool = True) -> None:
        """A given: a comparison, chained or not; what cannot be read yet waits for a line that makes it readable."""
        tree = parse(text)
        need(tree.kind == "compare", "{} is no comparison", text)
        parts = list(zip(tree.parts, tree.value, tree.parts[1:]))
        for i, (a, relation, b) in enumerate(parts):
            work(20)  # not inside what follows, where a refusal means that it cannot be read yet
            own = name if len(parts) == 1 else f"{name}{'abcdef'[i]}"
            one = Node("compare", (relation,), (a, b))
            try:
                fact = self.compared(one, "now")
            except Refused:
                if not of:
                    raise
                self.pending[own] = written(one)
                continue
            need(
                isinstance(fact.value, Poly) or not of,
                "{} compares vectors: say sq(u - v) == 0",
                written(one),
            )
            lasting = every or not self.space.moves(fact.value)
            for said in (fact, fact.turned) if fact.equal else (fact,):
                against = None if self.depth or isinstance(said.value, Vector) else self.evident(-said.value)
                apart = against and (against.strict or said.strict)
                need(not apart, "no setting has {} beside what is given before it", written(one))
            self.add(own, Fact(fact.value, fact.strict, lasting, fact.equal, frozenset({text} if of else ())))

    def add(self, name: str, fact: Fact) -> None:
        need(name not in self.facts, "{} is a fact already", name)
        self.facts[name] = self.timed(fact)
        self.learn(self.facts[name])
        if self.pending:
            waiting, self.pending = self.pending, {}
            for own, text in waiting.items():
                self.give(own, text, every=False)

    def fact(self, text: str, time: str | int = "now") -> Fact:
        """The fact of that name, rule or comparison."""
        need(isinstance(text, str), "a fact is a text")
        return self.facts[text] if text in self.facts else self.timed(self.stated(text, time))

    def stated(self, text: str, told: str | int) -> Fact:
        """A rule, a fact with other indices, the equation of a state at a round, or a comparison that is evident.

        `next rule(u)` and `3 rule(u)` read it one round later and at round 3, `next line` what a line says then.
        """
        time = told
        if ahead := re.match(r"(now|next|ahead|[0-9]{1,4}(?= [A-Za-z])) ", text):
            text, word = text[ahead.end() :], ahead[1]
            time = self.round_of(poly(int(word))) if word.isdecimal() else word
        if time == "next" and text in self.said:
            return self.later(text)
        tree = parse(text)
        if tree.kind == "call" and tree.value == "at_round" and len(tree.parts) == 2:
            return self.defined_at(*tree.parts)
        if tree.kind in ("call", "name") and (tree.value in self.setting.rules or tree.value in GENERAL):
            return self.rule(str(tree.value), tree.parts, time)
        if tree.kind == "index":
            return self.instance(str(tree.value), tree.parts)
        need(
            tree.kind == "compare",
            "{} is no fact that is known: a line, a given, a rule or a comparison",
            text,
        )
        goal = self.compared(tree, time)
        need(isinstance(goal.value, Poly), "{}: an equation between vectors is a rule or a given", text)
        found = self.surely(goal.value) if goal.strict else self.evident(goal.value)
        if goal.equal:
            back = self.evident(-goal.value)
            need(found and back, "{} is not known and not evident", text)
            assert found is not None and back is not None
            return Fact(goal.value, False, found.every and back.every, True, found.of | back.of)
        if goal.strict and found and not found.strict:
            sharper = self.sharper.get(self.cleared(goal.value))
            found = sharper and replace(sharper, value=goal.value)
        need(found and found.strict >= goal.strict, "{} is not known and not evident", text)
        assert found is not None
        return found

    def later(self, name: str) -> Fact:
        """A line that holds at every round holds one round later; not of a window's rounds, which have a last one."""
        fact = self.facts[name]
        with self.at_every_round():
            now, then = (self.compared(self.said[name], time) for time in ("now", "next"))
        every = fact.every and not self.in_window and isinstance(fact.value, Poly) and now.value == fact.value
        need(every and self.present is None, "{} is of the present round alone", name)
        return Fact(then.value, fact.strict, True, fact.equal, fact.of)

    def defined_at(self, k: Node, state: Node) -> Fact:
        """at_round(3, x): x at round 3 is what the update makes of round 2."""
        at = self.round_of(self.at("now").number(k))
        need(state.kind == "name" and state.value in self.setting.states, "{} is no state", written(state))
        value = self.reached(str(state.value), at)
        need(
            (state.value, at) in self.steps_of,
            "{} at round {} is a name for what is known already",
            state.value,
            at,
        )
        return Fact(value - self.steps_of[str(state.value), at], equal=True)

    def instance(self, name: str, parts: tuple[Node, ...]) -> Fact:
        """name[i = j]: a fact with other indices, written name[i == j, ...]."""
        need(name in self.facts, "{} is not known", name)
        fact, new = self.facts[name], {}
        for part in parts:
            need(part.kind == "compare" and part.value == ("==",), "an instance is written name[i == j]")
            gone, put = (str(side.value) for side in part.parts)
            need(gone != NOW[1:], "what is known of the present round is not known of every one")
            new[f"{ROUND}{gone}"] = f"{ROUND}{put}"
            if put != NOW[1:]:
                new[gone] = put
        if isinstance(fact.value, Vector):
            terms = []
            for (bound, word, g, gi), c in fact.value.terms.items():
                terms.append(((bound, word, g, tuple(new.get(i, i) for i in gi)), self.space.renamed(c, new)))
            value: Any = Vector(terms)
        else:
            value = self.space.normal(self.space.renamed(fact.value, new))
        return Fact(value, fact.strict, fact.every, fact.equal, fact.of)

    def rule(self, name: str, parts: tuple[Node, ...], time: str | int) -> Fact:
        where = self.at(time)
        values = [where.value(part) for part in parts]
        if name in GENERAL:
            return general(name, self, values)
        places, text = self.setting.rules[name]
        need(len(values) == len(places.split()), f"{name} takes {places}")
        for place, v in zip(places.split(), values):
            need(isinstance(v, Vector), f"{name}: {place} is a vector")
        fact = Formulas(
            self, time if isinstance(time, int) else "now", {}, dict(zip(places.split(), values))
        ).compared(text)
        if name in self.setting.independent:
            made = {op for v in values for g in self.parts(v) for op in self.space.generators[g].needs}
            words = {op for v in values for term in v.terms for op in term[1]}
            need(
                not {
                    op for op in made | words if op in self.space.operators and self.space.operators[op].mean
                },
                f"{name}: the vector was made with this round's W, which is not independent of it",
            )
        if name not in self.setting.premises:
            return Fact(fact.value, fact.strict, True, fact.equal)
        premise = self.fact(self.setting.premises[name], time if isinstance(time, int) else "now")
        return Fact(fact.value, fact.strict, premise.every, fact.equal, premise.of)

    def parts(self, v: Vector) -> set[str]:
        return {term[2] for term in v.terms}

    def product(self, told: list[str], time: str) -> Fact:
        value, strict, every, of = poly(1), True, True, frozenset[str]()
        for text in told:
            fact = self.fact(text, time)
            need(isinstance(fact.value, Poly), "{} is an equation between vectors", text)
            value, strict = value * fact.value, strict and fact.strict
            every, of = every and fact.every, of | fact.of
        return Fact(value, strict, every, False, of)

    def shown(self, claim: str, proof: Any, time: str = "now") -> Fact:
        """The fact that a claim holds at that time; Refused where the identity does not expand to it."""
        goal = self.compared(claim, time)
        need(isinstance(goal.value, Poly), "{}: a line compares numbers, not vectors", claim)
        return self.checked(goal, proof, claim, time)

    def checked(self, goal: Fact, proof: Any, claim: str, time: str = "now") -> Fact:
        time = "start" if time == "start" else "now"  # when facts are read: one round later only by next(...)
        told = fields(proof, {}, {"over": list, "terms": list, "equations": list, "squares": dict})
        terms, equations = told.get("terms", []), told.get("equations", [])
        need(len(terms) + len(equations) <= PARTS, "a line has too many terms")
        need(not (goal.equal and (terms or "squares" in told)), "an equation is shown by equations")
        over = self.product(told.get("over", []), time)
        need(over.strict, "{}: divided by what may vanish", claim)
        parts: list[tuple[Poly, int]] = [(over.value * goal.value, 1)]
        strict, every, of = False, over.every, over.of
        where = self.at(time)
        for term in terms:
            need(type(term) is list and 2 <= len(term) <= 4, "a term is [c, facts, square, indices]")
            work(10)
            c, used, square, indices = (*term, "", "")[:4]
            need(number(c) > 0, "{}: a coefficient is not positive", claim)
            need(
                type(used) is list and type(square) is str and type(indices) is str,
                "a term is [c, facts, square, indices]",
            )
            fact = self.product(used, time)
            value, sure = fact.value * poly(number(c)), fact.strict
            if square:
                root = where.read(square)
                every &= self.lasts(root)
                value = value * (
                    self.space.dot(root, root) if isinstance(root, Vector) else poly(root) * poly(root)
                )
                sure = False
            value, sure = self.summed(value, indices), sure and not indices
            parts.append((value, -1))
            strict, every, of = strict or sure, every and fact.every, of | fact.of
        for told_equation in equations:
            need(
                type(told_equation) is list and len(told_equation) in (2, 3),
                "an equation is [fact, multiplier, indices]",
            )
            text, multiplier, indices = (*told_equation, "")[:3]
            fact = self.fact(text, time)
            need(fact.equal, "{} is no equation", text)
            by = where.read(multiplier)
            if isinstance(fact.value, Vector):
                need(isinstance(by, Vector), "an equation between vectors is multiplied by a vector")
                value = self.space.dot(fact.value, by)
            else:
                value = fact.value * poly(by)
            parts.append((self.summed(value, indices), -1))
            every, of = every and fact.every and self.lasts(by), of | fact.of
        rest = added(parts)
        if "squares" in told:
            own = fields(told["squares"], {"of": list}, {"entries": list})
            need(all(type(block) is list for block in own["of"]), "the vectors of squares stand in blocks")
            blocks = [[where.vector(text) for text in block] for block in own["of"]]
            every &= all(self.lasts(v) for block in blocks for v in block)
            rest = left_over(self.space, self.space.normal(rest), blocks, own.get("entries", []))
        left = self.space.cleared(rest)[0]
        need(not left, "{}: the two sides differ by {}", claim, wording.brief(self.space, left))
        need(strict or not goal.strict, "{}: it is shown with >= only, not strictly", claim)
        lasting = every or not self.space.moves(goal.value)
        return Fact(goal.value, strict or goal.strict, lasting, goal.equal, of)

    def summed(self, value: Poly, indices: str) -> Poly:
        value = self.space.normal(value)
        need(not indices or self.space.size, "there is nothing here that an index counts")
        for i in names(indices.split()):
            need(i != NOW[1:], "the present round is one round")
            rounds = f"{ROUND}{i}" in self.space.indices(value)
            own, new = (f"{ROUND}{i}", self.space.new(ROUND)) if rounds else (i, self.space.new())
            value = self.space.total(new, self.space.renamed(value, {own: new}))
        return value

    def sides(self, claim: str, time: str = "now") -> tuple[Poly, Poly]:
        smaller, sign, larger = turned(parse(claim))
        need(sign == "<=", "a root is of the form a <= b")
        return self.at(time).number(smaller), self.at(time).number(larger)

    def root(self, name: str, claim: str, square: Any, sign: Any) -> None:
        """a <= b from a**2 <= b**2 and b >= 0."""
        named(name)
        a, b = self.sides(claim)
        squares = self.checked(Fact(self.space.normal(b * b - a * a)), square, f"the squares of {claim}")
        signs = self.checked(Fact(b), sign, f"the larger side of {claim} >= 0")
        value = self.space.normal(b - a)
        every = (squares.every and signs.every) or not self.space.moves(value)
        self.add(name, Fact(value, False, every, False, squares.of | signs.of))


def named(name: Any) -> str:
    """A name of a line."""
    return names([name], RESERVED)[0]
