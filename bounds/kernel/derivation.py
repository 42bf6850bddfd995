"""A derivation: lines that are identities, rules of the setting, induction over rounds, cases.

A line shows a claim  goal >= 0  by an identity, expanded in fractions:

    over * goal  =  sum of c * fact * ... * fact * (square of a number | squared length)  +  sum of equation * anything

with c > 0 and over > 0. A fact is the name of a line or given, a rule of the setting (`cocoercive(x, o)`), or a
comparison that is evident: it is known already, or a sum of products of what is known to be >= 0.

Records (JSON): a list of steps, each one of

    {"let", "is"}                                  a name for a formula
    {"state", "start", "next"}                     a vector that is followed beside the run
    {"name", "claim", "proof"}                     proof: {"over": [fact], "terms": [[c, [fact], square, indices]],
    {"name", "claim", "root": proof, "sign": proof}            "equations": [[fact, multiplier, indices]]}
    {"always": [[name, claim], ...], "start": [proof, ...], "lines": [step, ...], "next": [proof, ...]}
    {"name", "claim", "cases": [comparison, ...], "lines": [[step, ...], ...]}

In the place of "always" stands "window" for an induction inside a window of rounds (`first(...)` reads what is in it at
the window's first round, `ahead(...)` one window later), and "windows" for one from window to window.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

from .facts import Fact
from .formal import SPENT, Generator, Poly, Space, Vector, added, poly, work
from .formulas import Formulas
from .rules import GENERAL, general
from .squares import left_over
from .table import RESERVED, Table
from .text import Node, Refused, fields, indices, inside, names, need, number, parse, turned, written

STEPS, PARTS = 3000, 4000  # of a derivation, of one line
ROUNDS = 200  # that are numbers
ASKED = 20_000  # signs, in one derivation; the longest of the library asks 550
LEARNT = (  # in a book
    *("facts", "known", "sharper", "indexed", "pending", "lets", "places", "cache", "lasted"),
    *("lengths", "runs", "steps_of"),
)
TIMES = {  # of an induction: when its claims are shown first, when from what holds now, and when they are known
    "always": ("start", "next", ("now", "next")),
    "window": ("now", "next", ("ahead",)),
    "windows": ("now", "ahead", ("now", "next")),
}


STILL = Generator()
OTHER = {
    "start": "at the start",
    "next": "one round later",
    "first": "at a window's first round",
    "ahead": "one window later",
}
ONE = poly(1).key


class Book:
    """What is known in one derivation, and how its formulas are read."""

    def __init__(
        self, setting: Table, first: int = 0, constants: Mapping[str, str] | None = None, t: int | None = None
    ) -> None:
        """t: the present round, where it is a number."""
        self.setting = setting
        self.constants = dict(constants or {})  # numbers that have a value: its text
        self.present: int | None = None  # what is checked here is of every round
        self.space = Space(setting.size)
        self.facts: dict[str, Fact] = {}
        self.known: dict[Any, Fact] = {}  # primitive polynomial -> the fact that it is >= 0
        self.sharper: dict[Any, Fact] = {}  # the fact that it is > 0 now, where `known` is of every round
        self.indexed: dict[tuple[str, int], Fact] = {}  # an indexed number -> the fact that all of it is >= 0
        self.lets: dict[str, Node] = {}
        self.places: dict[str, tuple[str, ...]] = dict(
            setting.indices
        )  # of states and lets that have indices
        self.rounds: dict[str, Poly] = {}
        self.cache: dict[Any, Any] = {}
        self.gradients: dict[Any, str] = {}
        self.runs: dict[tuple[str, int], Vector] = {}  # a state at a round that is a number, as it is read
        self.steps_of: dict[
            tuple[str, int], Vector
        ] = {}  # what the update makes of it, where it has a name of its own
        self.pending: dict[str, str] = {}
        self.used: set[str] = set()  # givens that reading a formula rested on
        self.lasting = False  # whether formulas are read for every round
        self.inside = False  # an induction
        self.in_window = False  # t is one of the rounds first(t) to first(t) + N - 1
        self.spanning: list[Any] = []  # the claims that hold in every round of the present window
        self.judging: set[int] = set()
        self.reading: list[tuple[str | int, str]] = []
        self.lasted: set[int] = set()  # atoms that have a value at every round
        self.taken = set[str]()  # what rules and the statement name: no line may give it a meaning
        for text in setting.ruled():
            self.taken |= inside(parse(text), "name", "index")
        self.asked, SPENT[0] = 0, 0
        self.depth = 0  # of cases and inductions
        self.lengths: set[Any] = set()  # squared lengths of vectors, which are >= 0 whatever is known
        self.waiting: dict[int, int] = {}  # those of which this is not known, and how much was known then
        self.space.operators |= setting.operators
        self.space.rows |= setting.rows
        self.space.moving |= {*setting.moving, "first(t)"}
        for name, generator in setting.vectors.items():
            self.space.generator(name, **generator)
        for name in setting.states:
            if name in setting.numbers:
                need(name in setting.start, "{} is a number, and has no start", name)
                need(setting.numbers[name] == len(self.places.get(name, ())), "{} has other indices", name)
                self.space.moving.add(name)
                continue
            arity = len(self.places.get(name, ()))
            kept = {"still": name in setting.alike, "flat": name in setting.balanced}
            self.space.generator(name, moving=True, arity=arity, **kept)
            if name not in setting.start and name not in setting.opened:
                self.space.generator(f"{name}0", arity=arity)
        for name, value in setting.lets.items():
            self.define(name, value)
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
        if first:
            self.give("first", f"t >= {first}", every=False, of=False)
        self.present = None if t is None else self.round_of(poly(t))

    # --- knowing

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
            if not isinstance(fact.value, Vector) and (gap := fact.value.constant()) is not None:
                met = gap == 0 if fact.equal else gap > 0 if fact.strict else gap >= 0
                need(met, "no setting has {}", written(one))
            self.add(own, Fact(fact.value, fact.strict, lasting, fact.equal, frozenset({text} if of else ())))

    def add(self, name: str, fact: Fact) -> None:
        need(name not in self.facts, "{} is a fact already", name)
        self.facts[name] = self.timed(fact)
        self.learn(self.facts[name])
        if self.pending:
            waiting, self.pending = self.pending, {}
            for own, text in waiting.items():
                self.give(own, text, every=False)

    def learn(self, fact: Fact) -> None:
        if isinstance(fact.value, Vector) or not fact.value:
            return
        fact = self.timed(fact)
        for one in (fact, fact.turned) if fact.equal else (fact,):
            key = self.cleared(one.value)
            if key == ONE and not one.strict:  # that 1 >= 0 would hide that 1 > 0
                continue
            if len(key) == 1 and len(key[0][0]) == 1 and key[0][1] > 0:
                a, e = key[0][0][0]
                atom = self.space.atoms[a]
                if e == 1 and atom[0] == "s" and atom[2] and len(set(atom[2])) == len(atom[2]):
                    self.indexed.setdefault((atom[1], len(atom[2])), one)
            before = self.known.get(key)
            if before is None or (one.strict, one.every) > (before.strict, before.every):
                if before is None or (one.strict >= before.strict and one.every >= before.every):
                    self.known[key] = one
                elif one.strict:
                    self.sharper[key] = one

    def timed(self, fact: Fact) -> Fact:
        """The fact; of the present round alone where its formula is known to have a value there alone."""
        return fact if not fact.every or self.lasts(fact.value) else replace(fact, every=False)

    def lasts(self, value: Any) -> bool:
        """Whether a formula has a value at every round: what is inside its divisors and roots has its sign there."""
        found = value.terms.values() if isinstance(value, Vector) else (value,)
        return all(self.defined(a) for p in found for key in p for a, _ in key)

    def defined(self, a: int) -> bool:
        """Whether an atom has a value at every round."""
        if a in self.lasted or not self.space.moves(Poly({((a, 1),): 1})):
            return True
        if self.waiting.get(a) == len(self.known):
            return False
        atom = self.space.atoms[a]
        parts = self.space.parts(atom)
        sure = all(map(self.lasts, parts)) and (atom[0] != "S" or all(self.defined(b) for b, _ in atom[2]))
        if sure and atom[0] in "ril":
            length = atom[0] == "r" and self.shape(parts[0]) in self.lengths
            inside = None if length else self.evident(parts[0])
            sure = length or bool(inside and inside.every and (inside.strict or atom[0] == "r"))
        elif sure and atom[0] == "p":
            base, exponent = self.evident(parts[0]), self.evident(parts[1])
            sure = bool(base and base.strict and base.every) or bool(
                self.whole(parts[1]) and exponent and exponent.every
            )
        if sure:
            self.lasted.add(a)
        else:
            self.waiting[a] = len(self.known)
        return sure

    def axiom(self, value: Poly) -> None:
        """What is >= 0 by definition."""
        self.learn(Fact(value))

    def within(self, value: Poly, known: Fact) -> None:
        """What is >= 0 by definition where another fact holds."""
        self.learn(Fact(value, False, known.every, False, known.of))

    def cleared(self, value: Poly) -> Any:
        return self.space.cleared(value)[0].primitive()[1].key

    def shape(self, value: Poly) -> Any:
        """A key of a number that is the same whatever its indices are called."""
        indices = sorted(self.space.indices(value))
        named = ({i: f"${k}" for k, i in enumerate(order)} for order in permutations(indices[:3]))
        return min(self.cleared(self.space.renamed(value, new)) for new in named)

    def evident(self, value: Poly, depth: int = 2) -> Fact | None:
        """The fact that value >= 0, where it is known already or a sum of products of what is known to be."""
        self.asked += 1
        work(4)
        need(self.asked <= ASKED, "the derivation asks for too many signs")
        value = self.space.normal(value)
        if not value:
            return Fact(value)
        if (found := self.known.get(self.cleared(value))) is not None:
            return Fact(value, found.strict, found.every, found.equal, found.of)
        fact = self.signed(value) or self.factored(value, depth) or self.lowered(value, depth)
        return fact and replace(fact, value=value)

    def factored(self, value: Poly, depth: int) -> Fact | None:
        """Evident as a product of a common factor of known sign and the rest."""
        common = {a: e for a, e in value.common().items() if self.sign(a) is not None}
        if not common:
            return None
        factor = self.signed(Poly({tuple(sorted(common.items())): 1}))
        rest = self.evident(value.without(common), depth)
        if factor is None or rest is None:
            return None
        every, strict = factor.every and rest.every, factor.strict and rest.strict
        return Fact(value, strict, every, False, factor.of | rest.of)

    def lowered(self, value: Poly, depth: int) -> Fact | None:
        """Evident after a known fact is taken off, so that a term of unknown sign goes."""
        if not depth:
            return None
        value = self.space.cleared(value)[0]
        bad = next((key for key, c in value.items() if c < 0 or not self.signed(Poly({key: 1}))), None)
        if bad is None:
            return None
        for known, fact in list(self.known.items()):
            work(1 + (len(known) >> 3))
            held = dict(known)
            if bad in held and (ratio := Fraction(value[bad]) / held[bad]) > 0:
                rest = self.space.normal(value - Poly(held) * poly(ratio))
                if (found := self.evident(rest, depth - 1)) is not None:
                    strict, every = fact.strict or found.strict, fact.every and found.every
                    return Fact(value, strict, every, False, fact.of | found.of)
        return None

    def signed(self, value: Poly) -> Fact | None:
        """Evident by the signs of its atoms alone."""
        strict, every, of = False, True, frozenset[str]()
        for key, c in value.items():
            if c < 0:
                return None
            sure = True
            for a, e in key:
                if (sign := self.sign(a)) is None:
                    if e % 2:
                        return None
                    sure = False
                    continue
                sure &= sign.strict
                every &= sign.every
                of |= sign.of
            strict |= sure
        return Fact(value, strict, every, False, of)

    def sign(self, a: int) -> Fact | None:
        """The fact that an atom is >= 0."""
        atom = self.space.atoms[a]
        one = Poly({((a, 1),): 1})
        found = self.known.get(one.key)
        if found is not None and found.strict:
            return found
        match atom[0]:
            case "r":
                inside = self.evident(self.space.parts(atom)[0], 0)
                return inside if inside and inside.strict else found or Fact(one)
            case "i" | "e":
                return Fact(one, True)
            case "p":
                return found or self.evident(self.space.parts(atom)[0], 1)
            case "<":
                _, word, g, gi, h, hi = atom
                if g == h and gi == hi and word in ((), ("J",)):
                    return found or Fact(one)
            case "=":
                return Fact(one)
            case "m" if a not in self.judging:
                self.judging.add(a)  # a maximum inside a maximum would ask for itself
                try:
                    least = [fact for part in self.space.parts(atom) if (fact := self.evident(part, 1))]
                finally:
                    self.judging.discard(a)
                return max(least, key=lambda fact: fact.strict, default=found)
            case "S":
                signs = [self.sign(b) for b, e in atom[2] if e % 2]
                if found is None and all(signs):
                    every = all(fact.every for fact in signs if fact)
                    return Fact(one, False, every, False, frozenset().union(*(f.of for f in signs if f)))
            case "R":
                signs = [self.sign(b) for b, e in atom[1] if e % 2]
                if found is None and all(fact and fact.every for fact in signs):
                    return Fact(one, False, True, False, frozenset().union(*(f.of for f in signs if f)))
            case "s" if atom[2] and found is None:  # a fact of one index is one of all
                return (
                    self.indexed.get((atom[1], len(atom[2]))) if len(set(atom[2])) == len(atom[2]) else None
                )
        return found

    def surely(self, value: Poly) -> Fact | None:
        """The fact that value > 0, of the present round if need be, or else that it is >= 0."""
        fact = self.evident(value)
        if not self.sharper or (fact and fact.strict):
            return fact
        with self.at_present():
            return self.evident(value) or fact

    @contextmanager
    def at_present(self) -> Iterator[None]:
        """With what is known to be > 0 in the present round alone."""
        kept, self.known = self.known, {**self.known, **self.sharper}
        try:
            yield
        finally:
            self.known = kept

    def positive(self, value: Poly, strict: bool = True) -> bool:
        fact = self.surely(value) if strict and not self.lasting else self.evident(value)
        if fact is None or (strict and not fact.strict) or (self.lasting and not self.timed(fact).every):
            return False
        self.used |= fact.of
        return True

    def natural(self, value: Poly) -> bool:
        """Whether it is a whole number >= 0."""
        return self.whole(value) and (
            all(c > 0 for c in value.values()) or self.positive(value, strict=False)
        )

    def whole(self, value: Poly) -> bool:
        """Whether it is a whole number, by what it is made of."""
        known = {"t", "first(t)", *self.setting.natural}
        return all(
            Fraction(c).denominator == 1
            and all(self.space.atoms[a][0] == "s" and self.space.atoms[a][1] in known for a, _ in key)
            for key, c in value.items()
        )

    # --- reading

    def at(self, time: str | int) -> Formulas:
        return Formulas(self, time)

    def round_of(self, told: Poly) -> int:
        """A round that is a number. Refused where vectors are drawn: what a run was made of is then kept by no name."""
        k = told.constant()
        need(
            k is not None and k.denominator == 1 and 0 <= k <= ROUNDS,
            f"a round is a number from 0 to {ROUNDS}",
        )
        need(not self.setting.random, "a round is no number in a run that is random")
        return int(k or 0)

    def reached(self, name: str, k: int) -> Vector:
        """A state at round k, a vector of its own: `at_round(k, name)` says what the update makes of round k - 1."""
        need(
            name not in self.setting.numbers,
            "{} is a number, and is not read at a round that is a number",
            name,
        )
        for s in range(k + 1):
            if (name, s) in self.runs:
                continue
            value = (
                self.state(name, self.at("start"))
                if not s
                else self.at(s - 1).value(parse(self.setting.states[name]))
            )
            need(isinstance(value, Vector) and not self.places.get(name), "{} has an index", name)
            if s and not (
                len(value.terms) < 2
                and all(not term[0] and not term[1] and c == poly(1) for term, c in value.terms.items())
            ):
                own = f"{name}({s})"
                self.steps_of[name, s] = value
                kept = {"still": name in self.setting.alike, "flat": name in self.setting.balanced}
                # a case before this one may have read it
                known = own in self.space.generators
                value = self.space.vector(own) if known else self.space.generator(own, **kept)
            self.runs[name, s] = value
        return self.runs[name, k]

    def operator_at(self, name: str, k: int) -> str:
        """The operator that an update at round k applies: one of its own where it differs from round to round."""
        if name not in self.space.moving:
            return name
        own = f"{name}({k})"
        self.space.operators.setdefault(own, self.space.operators[name])
        return own

    def named(self, name: str, indices: tuple[str, ...], where: Formulas) -> Any:
        setting, time = self.setting, where.time
        if name in self.rounds:
            return self.rounds[name]
        if name == "t":
            if isinstance(time, int):
                return poly(time)
            t = self.space.scalar("t")
            match time:
                case "start":
                    return poly(0)
                case "first":
                    return self.space.scalar("first(t)")
                case "ahead":
                    return t + self.span
            return t if time == "now" else t + 1
        if name in setting.states or name in self.lets:
            key = (time, name, indices)
            if key in self.cache:
                return self.cache[key]
            need((time, name) not in self.reading, "{} is defined by itself", name)
            self.reading.append((time, name))
            try:
                places = self.places.get(name, ())
                need(len(indices) == len(places), "{} has another number of indices", name)
                own = Formulas(self, time, dict(zip(places, indices)))  # no index of where it is read
                value = self.state(name, own) if name in setting.states else own.value(self.lets[name])
            finally:
                self.reading.pop()
            if not self.rounds and not where.bound:
                self.cache[key] = value
            return value
        need(
            time == "now"
            or (name not in setting.moving and not self.space.generators.get(name, STILL).moving),
            f"{{}} is of the present round: it is not read {OTHER.get(str(time), OTHER['next'])}",
            name,
        )
        if name in self.constants:
            return self.at("now").number(self.constants[name])
        if (generator := self.space.generators.get(name)) is not None:
            need(generator.arity == len(indices), "{} has another number of indices", name)
            return self.space.vector(name, *indices)
        need(name in setting.numbers, "{} is not known", name)
        need(setting.numbers[name] == len(indices), "{} has another number of indices", name)
        return self.space.scalar(name, *indices)

    def state(self, name: str, where: Formulas) -> Any:
        indices = tuple(where.bound.get(i, i) for i in self.places.get(name, ()))
        if name in self.setting.opened:
            if where.time == "first" or (where.time == "now" and not self.in_window):
                return where.value(parse(self.setting.opened[name]))
            followed = where.time in ("now", "next") if self.in_window else where.time == "ahead"
            need(
                followed,
                "{} begins with a window, and is not read {}",
                name,
                OTHER.get(str(where.time), "there"),
            )
        match where.time:
            case int(k):
                return self.reached(name, k)
            case "first" | "ahead":
                return self.elsewhere(name, where.time)
            case "now" if name in self.setting.numbers:
                return self.space.scalar(name, *indices)
            case "now":
                return self.space.vector(name, *indices)
            case "next":
                return where.at("now").value(parse(self.setting.states[name]))
        if name in self.setting.start:
            return where.value(parse(self.setting.start[name]))
        return self.space.vector(f"{name}0", *indices)

    def of_no_window(self, *texts: str) -> None:
        """Refuse what has another meaning inside a window, also where a definition says it."""
        left, seen = [*map(parse, texts)], set[str]()
        while left:
            tree = left.pop()
            found = inside(tree, "name", "index") - seen
            windowed = (found & self.setting.opened.keys()) | (inside(tree, "call") & {"first", "ahead"})
            need(not windowed, "{} is of a window, and stands in lines alone", min(windowed, default=""))
            seen |= found
            left += [self.lets[name] for name in found if name in self.lets]

    @property
    def span(self) -> Poly:
        """The number of rounds of a window, whole and at least 1."""
        need(self.setting.window, "the family has no windows of rounds")
        span = self.at("now").number(self.setting.window)
        least = self.evident(span - 1)
        known = self.whole(span) and not self.space.moves(span) and least is not None and least.every
        need(known, "a window of {} rounds: that it has one is not known", self.setting.window)
        return span

    def elsewhere(self, name: str, time: str) -> Vector:
        """A state at a window's first round, or one window later, made by then with all that is drawn from now on."""
        places = self.places.get(name, ())
        need(name not in self.setting.numbers and not places, "{} is not read {}", name, OTHER[time])
        own = f"{time}({name})"
        if own not in self.space.generators:
            drawn = {g for g, known in self.space.generators.items() if known.fresh}
            drawn |= {op for op, known in self.space.operators.items() if known.mean}
            needs = frozenset(drawn if time == "ahead" else ())
            kept = {"still": name in self.setting.alike, "flat": name in self.setting.balanced}
            self.space.generator(own, moving=True, needs=needs, **kept)
        return self.space.vector(own)

    def with_round(self, name: str, s: Poly, read: Callable[[], Poly]) -> Poly:
        need(
            name not in self.rounds and name != "t" and not self.means(name), "{} has a meaning already", name
        )
        self.rounds[name] = s
        try:
            return read()
        finally:
            del self.rounds[name]

    @contextmanager
    def at_every_round(self) -> Iterator[None]:
        """Divisors and roots that are read inside have to be known at every round."""
        kept = self.lasting, self.cache
        self.lasting, self.cache = True, {}
        try:
            yield
        finally:
            self.lasting, self.cache = kept

    def means(self, name: str) -> bool:
        return (
            name
            in (*self.setting.numbers, *self.setting.states, *self.setting.metrics, *self.lets, *RESERVED)
            or name in (*self.setting.gradients, *self.setting.functions, *self.space.generators)
            or name in self.space.operators
        )

    def let(self, name: str, text: str) -> None:
        base = name.partition("[")[0].strip()
        need(not self.means(*names([base], self.taken)), "{} has a meaning already", name)
        self.define(name, text)

    def define(self, name: str, text: str) -> None:
        """A name for a formula; y[i] has an index."""
        tree = parse(name)
        need(tree.kind in ("name", "index"), "{} is no name", name)
        places = [str(part.value) for part in tree.parts if part.kind == "name"]
        need(len(set(places)) == len(tree.parts), "{}: its indices are names, each another", name)
        loose = indices(parse(text)) - {*places}
        need(not loose, "{} is no index of {}", min(loose, default=""), name)
        self.lets[str(tree.value)] = parse(text)
        self.places[str(tree.value)] = tuple(names(places))

    def follow(self, name: str, start: str, after: str) -> None:
        """A vector that is followed beside the run: its value at round 0, and the next by the present ones."""
        need(not self.inside and not self.depth, "a vector is followed outside inductions and cases")
        need(not self.means(*names([name], self.taken)), "{} has a meaning already", name)
        self.of_no_window(start, after)
        own = self.setting
        self.setting = replace(own, states={**own.states, name: after}, start={**own.start, name: start})
        begun = self.state(name, self.at("start"))
        need(isinstance(begun, Vector), "{} is no vector", name)
        needs = frozenset[str]().union(*(self.space.generators[g].needs for g in self.parts(begun)))
        self.space.generator(name, moving=True, needs=needs)
        need(isinstance(self.state(name, self.at("next")), Vector), "{} is no vector", name)

    def word(self, name: str, values: list[Any], where: Formulas) -> Any:
        space = self.space
        if name in self.setting.metrics:
            need(len(values) == 1, f"{name} takes a round")
            return self.metric(name, space.normal(poly(values[0])))
        if name in space.operators:
            need(len(values) == 1, f"{name} takes one vector")
            if isinstance(where.time, int):
                name = self.operator_at(name, where.time)
            need(
                isinstance(where.time, int) or where.time == "now" or name not in space.moving,
                f"{name} is of the present round alone",
            )
            return space.apply(name, values[0])
        if name in self.setting.gradients:
            return self.gradient(name, *values)
        if name in self.setting.functions:
            return self.function(name, *values)
        need(name in ("dot", "sq", "norm"), "{} is not known", name)
        need(len(values) == (2 if name == "dot" else 1), f"{name} takes another number of vectors")
        square = space.dot(values[0], values[-1])
        if name != "norm":
            return square
        self.axiom(square)
        self.lengths.add(self.shape(square))
        result = where.root(square)
        for key in result:  # what is left in the root where factors > 0 came out of it
            for a, _ in key:
                if self.space.atoms[a][0] == "r":
                    factor = self.evident(Poly({tuple(f for f in key if f[0] != a): 1}))
                    if factor and factor.strict and self.timed(factor).every:
                        self.lengths.add(self.shape(self.space.parts(self.space.atoms[a])[0]))
        return result

    def metric(self, name: str, at: Poly) -> Poly:
        apart = at - self.space.scalar("t")
        ahead = apart.constant()
        if ahead is None and not self.lasting and self.evident(apart) and self.evident(-apart):
            ahead = Fraction(0)
        time: str | int = (
            "start" if not at else {0: "now", 1: "next"}.get(-1 if ahead is None else int(ahead), "")
        )
        if not time and self.setting.window and name not in self.setting.horizon:
            time = "first" if at == self.space.scalar("first(t)") else "ahead" if apart == self.span else ""
            need(self.in_window or time != "first", "{} is not read {}", name, OTHER["first"])
        if at.constant() and not time:
            need(name not in self.setting.horizon, "{} is of all rounds up to its own", name)
            time = self.round_of(at)
        need(time, f"{name}({self.space.told(at)}): a round is a number, t or t + 1")
        kept, self.rounds = self.rounds, {}
        try:
            return self.at(time).number(self.setting.metrics[name])
        finally:
            self.rounds = kept

    def made(self, name: str, v: Any) -> tuple[Any, dict[str, Any]]:
        """A key of the vector that a gradient or a function is taken at, and what its value depends on."""
        need(isinstance(v, Vector), f"{name} is taken at a vector")
        free = any(term[0] or term[3] or self.space.indices(c) for term, c in v.terms.items())
        need(not free, f"{name} at a vector with indices")
        found = [self.space.generators[term[2]] for term in v.terms]
        random = {op for term in v.terms for op in term[1] if self.space.operators[op].mean}
        needs = frozenset(term[2] for term in v.terms if self.space.generators[term[2]].fresh) | random
        needs = needs.union(*(generator.needs for generator in found))
        moving = any(g.moving for g in found) or any(self.space.moves(c) for c in v.terms.values())
        moving |= any(op in self.space.moving for term in v.terms for op in term[1])
        return (name, v.key), {"needs": needs, "moving": moving}

    def gradient(self, name: str, *values: Any) -> Vector:
        need(len(values) == 1, f"{name} takes one vector")
        key, properties = self.made(name, values[0])
        if key not in self.gradients:
            at = self.setting.flat_at
            flat = (
                bool(at) and values[0].key == self.space.vector(at).key and name == self.setting.gradients[0]
            )
            own = f"{name}({self.space.text(values[0])})"
            self.space.generator(own, flat=flat, **properties)
            self.gradients[key] = own
        return self.space.vector(self.gradients[key])

    def function(self, name: str, *values: Any) -> Poly:
        need(len(values) == 1, f"{name} takes one vector")
        (_, key), properties = self.made(name, values[0])
        atom = "f", name, key, (), properties["moving"]  # a text may be that of two vectors
        self.space.shown.setdefault(self.space.intern(*atom), f"{name}({self.space.text(values[0])})")
        return self.space.atom(*atom)

    # --- comparisons and facts

    def compared(self, told: str | Node, time: str | int) -> Fact:
        """b - a of a <= b, as a goal at that time."""
        return self.at(time).compared(told)

    def fact(self, text: str, time: str | int = "now") -> Fact:
        """The fact of that name, rule or comparison."""
        need(isinstance(text, str), "a fact is a text")
        return self.facts[text] if text in self.facts else self.timed(self.stated(text, time))

    def stated(self, text: str, told: str | int) -> Fact:
        """A rule, a fact with other indices, the equation of a state at a round, or a comparison that is evident.

        `next rule(u)` and `3 rule(u)` read it one round later and at round 3.
        """
        time = told
        if ahead := re.match(r"(now|next|ahead|[0-9]{1,4}(?= [A-Za-z])) ", text):
            text, word = text[ahead.end() :], ahead[1]
            time = self.round_of(poly(int(word))) if word.isdecimal() else word
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
            new[str(part.parts[0].value)] = str(part.parts[1].value)
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
            return general(name, self, where, values)
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

    # --- lines

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
            need(
                type(multiplier) is str and type(indices) is str, "an equation is [fact, multiplier, indices]"
            )
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
        need(not left, "{}: the two sides differ by {}", claim, self.space.told(left))
        need(strict or not goal.strict, "{}: it is shown with >= only, not strictly", claim)
        lasting = every or not self.space.moves(goal.value)
        return Fact(goal.value, strict or goal.strict, lasting, goal.equal, of)

    def summed(self, value: Poly, indices: str) -> Poly:
        value = self.space.normal(value)
        need(not indices or self.space.size, "there is nothing here that an index counts")
        for i in names(indices.split()):
            new = self.space.new()
            value = self.space.total(new, self.space.renamed(value, {i: new}))
        return value

    # --- steps

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What is learnt inside is forgotten after."""
        kept = {name: getattr(self, name) for name in LEARNT}
        inside = self.inside, self.in_window, self.spanning
        work(len(self.facts) + len(self.known) >> 3)
        for name, held in kept.items():
            setattr(self, name, held.copy())
        self.waiting = {}
        self.depth += 1
        try:
            yield
        finally:
            for name, held in kept.items():
                setattr(self, name, held)
            (self.inside, self.in_window, self.spanning), self.waiting = inside, {}
            self.depth -= 1

    def step(self, told: Any) -> None:
        """One step of a record."""
        need(type(told) is dict, "a step is an object")
        if "let" in told:
            fields(told, {"let": str, "is": str})
            return self.let(told["let"], told["is"])
        if "state" in told:
            fields(told, {"state": str, "start": str, "next": str})
            return self.follow(told["state"], told["start"], told["next"])
        if kind := next((kind for kind in TIMES if kind in told), None):
            fields(told, {kind: list, "start": list, "lines": list, "next": list})
            return self.always(
                told[kind], told["start"], told["next"], lambda: self.steps(told["lines"]), kind
            )
        if "cases" in told:
            fields(told, {"name": str, "claim": str, "cases": list, "lines": list})
            need(len(told["cases"]) == len(told["lines"]), "every case has its lines")
            blocks = told["lines"]
            return self.cases(told["name"], told["claim"], told["cases"], lambda i: self.steps(blocks[i]))
        if "root" in told:
            fields(told, {"name": str, "claim": str, "root": dict, "sign": dict})
            return self.root(told["name"], told["claim"], told["root"], told["sign"])
        fields(told, {"name": str, "claim": str, "proof": dict})
        named(told["name"])
        return self.add(told["name"], self.shown(told["claim"], told["proof"]))

    def steps(self, told: Any) -> None:
        need(type(told) is list and len(told) <= STEPS, "a derivation is a list of steps")
        for one in told:
            self.step(one)

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

    def always(
        self,
        claims: Any,
        start: list[Any],
        after: list[Any],
        lines: Callable[[], None],
        kind: str = "always",
    ) -> None:
        """Induction. The claims are shown at the start and, where all of them hold now, one step later:

        always: at round 0, and one round later; window: at a window's first round, and one round later in the window,
        so that they hold one window later; windows: at the rounds t < N, and N rounds later where they hold at all
        rounds t, ..., t + N - 1, so that they may not speak of a window (read one round later, they are refused).
        """
        nested = kind == "window" and bool(self.spanning) and not self.in_window
        need(
            not self.inside or nested,
            "an induction stands inside another: its hypothesis is of one round alone",
        )
        need(self.present is None, "an induction is over every round, and t is a number")
        pairs = all(type(one) is list and len(one) == 2 and type(one[1]) is str for one in claims)
        need(pairs, "an invariant is a name and a claim")
        need(len(claims) == len(start) == len(after) > 0, "every invariant has its start and its next round")
        of = frozenset[str]()
        first, later, known = TIMES[kind]
        with self.starting(kind):
            for (name, claim), proof in zip(claims, start):
                fact = self.shown(named(name) and claim, proof, first)
                need(
                    fact.every or kind != "always",
                    "{}: its start uses what is known of the present round alone",
                    claim,
                )
                of |= fact.of
        with self.apart():
            self.enter(claims, kind)
            lines()
            for (_name, claim), proof in zip(claims, after):
                of |= self.shown(claim, proof, later).of
        every = not self.spanning
        for name, claim in claims:
            for time in known:
                with self.at_every_round():
                    fact = self.compared(claim, time)
                own = f"next {name}" if time == "next" else name
                self.add(own, Fact(fact.value, fact.strict, every, fact.equal, of))

    @contextmanager
    def starting(self, kind: str) -> Iterator[None]:
        """What is known where an induction's claims are shown first: of every round, at the rounds where they are."""
        if kind == "always":
            yield
            return
        with self.apart():
            self.enter([])
            if kind == "windows":
                self.learn(Fact(self.span - 1 - self.space.scalar("t"), every=False))
            yield

    def enter(self, claims: Any, kind: str = "always") -> None:
        """The induction's step: what is known of every round, and the claims now."""
        self.inside, self.in_window = True, kind == "window"
        lasting = {name: fact for name, fact in self.facts.items() if fact.every}
        self.facts, self.known, self.cache = lasting, {k: f for k, f in self.known.items() if f.every}, {}
        self.pending, self.indexed = {}, {k: f for k, f in self.indexed.items() if f.every}
        self.sharper = {}
        if kind == "window":
            t, first = self.space.scalar("t"), self.space.scalar("first(t)")
            for value in (first, t - first, first + self.span - 1 - t):
                self.learn(Fact(value))
        for name, claim in [*self.spanning, *claims]:
            fact = self.compared(claim, "now")
            self.add(name, Fact(fact.value, fact.strict, False, fact.equal))
        if kind == "windows":
            self.spanning = claims

    def cases(self, name: str, claim: str, told: list[str], lines: Callable[[int], None]) -> None:
        """A claim that is shown in each of the cases, one of which holds."""
        named(name)
        outside = self.compared(claim, "now")
        need(not outside.equal, "{}: an equation is not shown by cases", claim)
        found, same = [], True
        for i, givens in enumerate(self.covering(told)):
            with self.apart():
                for given, fact in givens:
                    self.facts.pop(given, None)
                    self.add(given, fact)
                lines(i)
                goal = self.compared(claim, "now")
                here = self.evident(goal.value)
                need(here and here.strict >= goal.strict, "{}: not shown in the case {}", claim, told[i])
                assert here is not None
                found.append(here)
                same &= goal.value == outside.value  # else what is known in a case went into its reading
        goal = self.compared(claim, "now")
        need(isinstance(goal.value, Poly), "{}: a line compares numbers, not vectors", claim)
        every = (same and all(fact.every for fact in found)) or not self.space.moves(goal.value)
        of = frozenset().union(*(fact.of for fact in found))
        self.add(name, Fact(goal.value, all(f.strict for f in found), every, goal.equal, of))

    def covering(self, told: list[str]) -> list[list[tuple[str, Fact]]]:
        """What each case grants: a <= b, b <= a; a whole number at most m, at least m + 1; a maximum's arguments."""
        need(len(told) >= 2 and all(type(text) is str for text in told), "cases are two comparisons or more")
        facts = [self.compared(text, "now") for text in told]
        need(all(isinstance(fact.value, Poly) for fact in facts), "a case compares numbers, not vectors")
        values = [self.space.normal(fact.value) for fact in facts]
        need(not any(map(self.space.indices, values)), "a case speaks of one index, and a fact of every one")

        def granted(fact: Fact) -> Fact:
            return Fact(fact.value, fact.strict, not self.space.moves(fact.value), fact.equal)

        if len(told) == 2 and not any(fact.equal for fact in facts):
            gap = self.space.cleared(values[0] + values[1])[0].constant()
            whole = all(self.whole(value) for value in values) and not any(fact.strict for fact in facts)
            both_strict = facts[0].strict and facts[1].strict
            need(
                (gap is not None and gap >= 0 and not (gap == 0 and both_strict)) or (gap == -1 and whole),
                "{} and {} are not all cases: write a <= b and a >= b",
                *told,
            )
            return [[("case", granted(fact))] for fact in facts]
        need(
            all(fact.equal for fact in facts),
            "cases are a <= b and a >= b, or a maximum equal to each of its arguments",
        )
        atoms = [a for key in values[0] for a, _ in key if self.space.atoms[a][0] == "m"]
        for a in atoms:
            parts = self.space.parts(self.space.atoms[a])
            wanted = {self.cleared(Poly({((a, 1),): 1}) - part) for part in parts}
            have = {self.cleared(value) for value in values} | {self.cleared(-value) for value in values}
            if wanted <= have:
                return [[("case", granted(fact))] for fact in facts]
        need(False, "the cases of a maximum are its arguments: m == a, m == b")
        return []


def named(name: Any) -> str:
    """A name of a line."""
    return names([name], RESERVED)[0]
