"""One interpreter of programs: a round of a method as text, and the run of it in a space.

let lines in order, then all of `next` at once, read the states before the round, earlier let lines, eta (the step of
the round), and the words mix(z), grad(y), share(u), average(z) and those of `words`. The first state is the model;
every other starts as a formula of it, or at a number in every coordinate, 0 if nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

from .exact import Numbers
from .matrix import dot
from .scope import Scope
from .setting import ROUNDS
from .text import RANGED, fields, inside, joined, names, need, nodes, parse, written
from .vectors import Space, Vector, vector
from .words import NEEDS, Words

WORDS = ("mix", "grad", "share", "average", *NEEDS)
TAKEN = (*WORDS, *RANGED, "eta", "chance", "t")
LINES = 80
NEAR, FAR = 100, 10**6  # rounds in full length; those that a run whose rounds are all alike is known before


class Program:
    """The texts, read once, and the policy on their names."""

    def __init__(self, told: object, step: object, numbers: Sequence[str] = ()) -> None:
        """numbers: what updates may read beside eta and chance."""
        lines = fields(told, {"let": dict, "next": dict, "start": dict})
        need(type(step) is str, "the step is a text")
        self.lets = names(lines["let"], (*TAKEN, *numbers))
        self.states = names(lines["next"], (*TAKEN, *numbers, *self.lets))
        need(
            len(self.states) > 0 and len(self.states) + len(self.lets) <= LINES,
            f"a program has 1 to {LINES} lines",
        )
        need(set(lines["start"]) <= {*self.states[1:]}, "a start is one of a state beside the model")
        self.let = {name: parse(lines["let"][name]) for name in self.lets}
        self.next = {name: parse(lines["next"][name]) for name in self.states}
        self.start = {name: parse(lines["start"].get(name, "0")) for name in self.states[1:]}
        self.step = parse(step)
        updates = [*self.let.values(), *self.next.values()]
        self.called = set().union(*(inside(tree, "call") for tree in updates))
        need(self.called <= {*WORDS}, "{} is no word of a program", min(self.called - {*WORDS}, default=""))
        for tree in updates:
            free = inside(tree, "name", "index") - {"eta", "chance", *numbers, *self.lets, *self.states}
            need(not free, "{} is not known in a program", min(free, default=""))
        calls = [node for tree in updates for node in nodes(tree) if node.kind == "call"]
        gradients = sum(call.value == "grad" for call in calls)
        shared = [call for call in calls if call.value == "share"]
        alike = all(len(call.parts) == 1 and call.parts[0].value == "grad" for call in shared)
        need(
            not shared or (alike and len(shared) == gradients), "share is for gradients, all of them or none"
        )

    @property
    def text(self) -> str:
        return self.updates + "".join(f", {name}(0) = {written(tree)}" for name, tree in self.start.items())

    @property
    def updates(self) -> str:
        """The text of a round, without starts."""
        lines = joined(self.let, self.next)
        return "; ".join(f"{name} <- {written(tree)}" for name, tree in lines.items())

    @property
    def fixed(self) -> bool:
        """Whether every round has the same step."""
        return "t" not in inside(self.step, "name")

    @property
    def affine(self) -> bool:
        """Whether a round is an affine map of the states: it takes no prox and no top, and divides by no vector."""
        vectors = {*self.states, *WORDS}
        for name, tree in self.let.items():
            if inside(tree, "name", "call") & vectors:
                vectors.add(name)
        quotients = [
            node
            for tree in (*self.let.values(), *self.next.values())
            for node in nodes(tree)
            if node.kind == "/"
        ]
        divided = any(inside(node.parts[1], "name", "call") & vectors for node in quotients)
        return not {"prox", "top"} & self.called and not divided

    def following(
        self, states: Mapping[str, Any], words: Mapping[str, Any], given: Mapping[str, Any], numbers: Numbers
    ) -> dict[str, Any]:
        """All states after a round; given: eta, and the other numbers that the setting has."""
        own = {name: states[name] for name in self.states}
        scope = Scope(joined(given, own), words, numbers=numbers)
        for name, tree in self.let.items():
            scope.define(name, scope.value(tree))
        found = {name: scope.value(tree) for name, tree in self.next.items()}
        need(all(isinstance(v, Vector) for v in found.values()), "a state is a number")
        return found


class Run:
    """A program in a space, with clients that answer, from a start on.

    oracle(v, name): what the run is told when it asks for gradients; `name` is a new one at every call. affine: whether
    that is an affine map, so that long runs may go on in enclosures. more: words that the setting has beside the usual;
    losses: of the clients, whose proximal maps a word may be.
    steps: the constants that the formula of the step reads. beside: a state that follows the program's without acting
    on it, name -> its next one, of all states and the round.
    """

    def __init__(
        self,
        program: Program,
        space: Space,
        start: Vector,
        oracle: Callable[[Vector, Any], Vector],
        steps: Mapping[str, Any],
        affine: bool = False,
        rounds: int = ROUNDS,
        more: Words | None = None,
        losses: Any = None,
    ) -> None:
        self.program, self.space, self.oracle = program, space, oracle
        self.affine, self.rounds, self.more, self.losses = affine, rounds, more, losses
        self.steps = Scope(steps, numbers=space.numbers)
        self.beside: dict[str, Callable[[Mapping[str, Vector], int], Vector]] = {}
        self.path = [self.begun(start)]
        self.etas: dict[int, Any] = {}
        self.powers: list[tuple[list[list[Any]], list[Any]]] = []

    def followed(self, name: str, start: Vector, move: Callable[[Mapping[str, Vector], int], Vector]) -> Run:
        """The same run with a state beside it."""
        other = copy(self)
        other.beside, other.path, other.powers = {name: move}, [{**self.path[0], name: start}], []
        return other

    def begun(self, model: Vector) -> dict[str, Vector]:
        first, *rest = self.program.states
        found = {first: model}
        for name in rest:
            value = Scope({first: model}, numbers=self.space.numbers).value(self.program.start[name])
            found[name] = value if isinstance(value, Vector) else self.space.ones() * value
        return found

    def eta(self, t: int) -> Any:
        if t not in self.etas:
            scope = Scope({"t": self.space.numbers.rational(t)}, over=self.steps)
            self.etas[t] = scope.value(self.program.step)
        return self.etas[t]

    def words(self, t: int) -> dict[str, Callable[[Vector], Vector]]:
        calls = iter(range(10**6))
        return {
            "mix": lambda z: self.space.mix(z, t),
            "grad": lambda y: self.oracle(vector(y), (t, next(calls))),
            "share": self.space.share,
            "average": self.space.average,
            **(self.more.at(t, lambda: self.eta(t), self.losses) if self.more else {}),
        }

    def moved(self, states: Mapping[str, Vector], t: int) -> dict[str, Vector]:
        """The states after round t, whose noise and links are the same at every call."""
        given = {"eta": lambda: self.eta(t), **(self.more.given if self.more else {})}
        found = self.program.following(states, self.words(t), given, self.space.numbers)
        return found | {name: move(states, t) for name, move in self.beside.items()}

    def states(self, t: int) -> dict[str, Vector]:
        need(0 <= t < self.rounds, f"a round is from 0 and below {self.rounds}")
        if t > NEAR and self.rounds == FAR:
            return self.leap(t)
        while len(self.path) <= t:
            before = self.path[-1]
            if (
                self.affine
                and len(self.path) == NEAR
                and all(v.terms.keys() == {()} for v in before.values())
            ):
                before = {name: v.each(self.coarse) for name, v in before.items()}
            self.path.append(self.space.settled(self.moved(before, len(self.path) - 1)))
        return self.path[t]

    def model(self, t: int) -> Vector:
        return self.states(t)[self.program.states[0]]

    def after(self, t: int) -> Vector:
        """The model of round t + 1, with the chances of that of round t."""
        return self.moved(self.states(t), t)[self.program.states[0]]

    def coarse(self, row: Sequence[Any]) -> list[Any]:
        return [self.space.numbers.coarse(x) for x in row]

    # --- rounds that are all alike, x -> A x + b of the stacked states: two, four, eight, ... of them at once

    def leap(self, t: int) -> dict[str, Vector]:
        x = self.coarse(self.stacked(self.path[0]))
        for power in range(t.bit_length()):
            if t >> power & 1:
                A, b = self.doubled(power)
                x = [dot(row, x) + y for row, y in zip(A, b)]
        return self.unstacked(x)

    def doubled(self, power: int) -> tuple[list[list[Any]], list[Any]]:
        """(A, b) of 2^power rounds."""
        if not self.powers:
            n = len(self.stacked(self.path[0]))
            zero, one = self.space.numbers.rational(0), self.space.numbers.rational(1)
            b = self.stacked(self.moved(self.unstacked([zero] * n), 0))
            columns = []
            for i in range(n):
                unit = self.unstacked([one if i == j else zero for j in range(n)])
                columns.append([x - y for x, y in zip(self.stacked(self.moved(unit, 0)), b)])
            self.powers.append(([self.coarse(row) for row in zip(*columns)], self.coarse(b)))
        while len(self.powers) <= power:
            A, b = self.powers[-1]
            columns = [list(column) for column in zip(*A)]
            twice = [dot(row, b) + y for row, y in zip(A, b)]
            self.powers.append(([[dot(row, column) for column in columns] for row in A], twice))
        return self.powers[power]

    def stacked(self, states: Mapping[str, Vector]) -> list[Any]:
        return [x for v in states.values() for x in v.terms[()]]

    def unstacked(self, x: Sequence[Any]) -> dict[str, Vector]:
        n = self.space.K * self.space.d
        return {name: Vector({(): x[i * n : (i + 1) * n]}) for i, name in enumerate(self.path[0])}
