"""What the names of a formula mean: states and definitions at a round, operators, gradients, metrics.

A state is a vector of its own now, its start at round 0, and what the update makes of it one round later; at a round
that is a number, at a window's first round and one window later it has names of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

from . import wording
from .facts import Fact
from .formal import Generator
from .formulas import LATER, Formulas
from .poly import Poly, Vector, poly
from .signs import Signs
from .table import RESERVED, Table
from .text import Node, Refused, indices, inside, names, need, parse

ROUNDS = 200  # that are numbers
STILL = Generator()
OTHER = {
    "start": "at the start",
    "next": "one round later",
    "first": "at a window's first round",
    "ahead": "one window later",
    "2 later": "two rounds later",
    "3 later": "three rounds later",
}


class Naming(Signs):
    """Signs, and the meaning of names."""

    def __init__(self, setting: Table, constants: Mapping[str, str] | None = None) -> None:
        super().__init__(setting)
        self.constants = dict(constants or {})  # numbers that have a value: its text
        self.lets: dict[str, Node] = {}
        self.places = dict(setting.indices)  # of states and lets that have indices
        # what sums over rounds bind; None: not read inside another sum
        self.rounds: dict[str, Poly | None] = {}
        self.gradients: dict[Any, str] = {}
        self.runs: dict[tuple[str, int], Vector] = {}  # a state at a round that is a number, as it is read
        self.steps_of: dict[
            tuple[str, int], Vector
        ] = {}  # what the update makes of it, under a name of its own
        self.present: int | None = None  # the round t, where it is a number
        self.in_window = False  # t is one of the rounds first(t) to first(t) + N - 1
        self.reading: list[tuple[str | int, str]] = []
        self.taken = set[str]()  # what rules and the statement name: no line may give it a meaning
        for text in setting.ruled():
            self.taken |= inside(parse(text), "name", "index")
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
            self.space.generator(name, moving=True, arity=arity, **self.properties(name))
            if name not in setting.start and name not in setting.opened:
                self.space.generator(f"{name}0", arity=arity)
        for name, value in setting.lets.items():
            self.define(name, value)

    def properties(self, name: str) -> dict[str, bool]:
        """What every state of that name is: the same at all clients, or of mean 0."""
        return {"still": name in self.setting.alike, "flat": name in self.setting.balanced}

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
                # a case before this one may have read it
                known = own in self.space.generators
                value = (
                    self.space.vector(own) if known else self.space.generator(own, **self.properties(name))
                )
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
            need(
                self.rounds[name] is not None, "{} is of a sum over rounds around the one that reads it", name
            )
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
            return t + LATER.index(str(time))
        if name not in self.lets:
            counted = setting.rounds.get(name, ())
            indices = tuple(where.counted(i, place in counted) for place, i in enumerate(indices))
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
            case str(time) if time in LATER:  # where what an update draws is of another round, it is refused
                return self.later_state(name, where, LATER.index(time))
        if name in self.setting.start:
            return where.value(parse(self.setting.start[name]))
        return self.space.vector(f"{name}0", *indices)

    def later_state(self, name: str, where: Formulas, rounds: int) -> Any:
        """What the update makes of the round before; two rounds ahead and more, where that is drawn in a later round,
        a vector of its own, of which lines of every round are known."""
        try:
            return where.at(LATER[rounds - 1]).value(parse(self.setting.states[name]))
        except Refused:
            if rounds == 1 or name in self.setting.numbers or self.places.get(name):
                raise
            return self.elsewhere(name, LATER[rounds])

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
        """A state at a window's first round, or at a later one, made by then with all that is drawn from now on."""
        places = self.places.get(name, ())
        need(name not in self.setting.numbers and not places, "{} is not read {}", name, OTHER[time])
        own = f"{time}({name})"
        if own not in self.space.generators:
            drawn = {g for g, known in self.space.generators.items() if known.fresh}
            drawn |= {op for op, known in self.space.operators.items() if known.mean}
            needs = frozenset(() if time == "first" else drawn)
            self.space.generator(own, moving=True, needs=needs, **self.properties(name))
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

    def means(self, name: str) -> bool:
        return (
            name
            in (*self.setting.numbers, *self.setting.states, *self.setting.metrics, *self.lets, *RESERVED)
            or name in (*self.setting.gradients, *self.setting.functions, *self.space.generators)
            or name in self.space.operators
        )

    def define(self, name: str, text: str) -> None:
        """A name for a formula; y[i] has an index."""
        tree = parse(name)
        need(tree.kind in ("name", "index"), "{} is no name", name)
        places = [str(part.value) for part in tree.parts if part.kind == "name"]
        need(len(set(places)) == len(tree.parts), "{}: its indices are names, each another", name)
        self.closed(name, text, places)
        self.lets[str(tree.value)] = parse(text)
        self.places[str(tree.value)] = tuple(names(places))

    def closed(self, name: str, text: str, places: Collection[str] = ()) -> None:
        """Refuse what is of an index that nothing binds, as it would be one thing for all of them."""
        loose = indices(parse(text)) - {*places}
        need(not loose, "{} is no index of {}", min(loose, default=""), name)

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

    def present_round(self, at: Poly) -> bool:
        """Whether a round is known to be the present one."""
        apart = at - self.space.scalar("t")
        return not self.lasting and bool(self.evident(apart) and self.evident(-apart))

    def metric(self, name: str, at: Poly) -> Poly:
        apart = at - self.space.scalar("t")
        ahead = apart.constant()
        if ahead is None and self.present_round(at):
            ahead = Fraction(0)
        later = LATER[: 2 if name in self.setting.horizon else None]
        time: str | int = "start" if not at else later[int(ahead or 0)] if ahead in range(len(later)) else ""
        if not time and self.setting.window and name not in self.setting.horizon:
            time = "first" if at == self.space.scalar("first(t)") else "ahead" if apart == self.span else ""
            need(self.in_window or time != "first", "{} is not read {}", name, OTHER["first"])
        if at.constant() and not time:
            need(name not in self.setting.horizon, "{} is of all rounds up to its own", name)
            time = self.round_of(at)
        need(time, f"{name}({wording.brief(self.space, at)}): a round is a number, or t, t + 1, up to t + 3")
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
            own = f"{name}({wording.of_vector(self.space, values[0])})"
            self.space.generator(own, flat=flat, **properties)
            self.gradients[key] = own
        return self.space.vector(self.gradients[key])

    def function(self, name: str, *values: Any) -> Poly:
        need(len(values) == 1, f"{name} takes one vector")
        (_, key), properties = self.made(name, values[0])
        atom = "f", name, key, (), properties["moving"]  # a text may be that of two vectors
        self.space.shown.setdefault(
            self.space.intern(*atom), f"{name}({wording.of_vector(self.space, values[0])})"
        )
        return self.space.atom(*atom)

    def compared(self, told: str | Node, time: str | int) -> Fact:
        """b - a of a <= b, as a goal at that time."""
        return self.at(time).compared(told)
