"""A derivation: lines, roots, cases, induction over rounds and windows of rounds.

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

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from .facts import Fact
from .lines import Lines, named
from .poly import Poly, Vector, poly, work
from .table import Table
from .text import fields, names, need

STEPS = 3000  # of a derivation
LEARNT = (  # in a book
    *("facts", "known", "sharper", "indexed", "pending", "lets", "places", "cache", "lasted", "said"),
    *("lengths", "runs", "steps_of"),
)
TIMES = {  # of an induction: when its claims are shown first, when from what holds now, and when they are known
    "always": ("start", "next", ("now", "next")),
    "window": ("now", "next", ("ahead",)),
    "windows": ("now", "ahead", ("now", "next")),
}


class Book(Lines):
    """What is known in one derivation, and the steps that add to it."""

    def __init__(
        self, setting: Table, first: int = 0, constants: Mapping[str, str] | None = None, t: int | None = None
    ) -> None:
        """t: the present round, where it is a number."""
        self.inside = False  # an induction
        self.spanning: list[Any] = []  # the claims that hold in every round of the present window
        super().__init__(setting, constants)
        if first:
            self.give("first", f"t >= {first}", every=False, of=False)
        self.present = None if t is None else self.round_of(poly(t))

    def let(self, name: str, text: str) -> None:
        base = name.partition("[")[0].strip()
        need(not self.means(*names([base], self.taken)), "{} has a meaning already", name)
        self.define(name, text)

    def follow(self, name: str, start: str, after: str) -> None:
        """A vector that is followed beside the run: its value at round 0, and the next by the present ones."""
        need(not self.inside and not self.depth, "a vector is followed outside inductions and cases")
        need(not self.means(*names([name], self.taken)), "{} has a meaning already", name)
        self.of_no_window(start, after)
        for text in (start, after):
            self.closed(name, text)
        own = self.setting
        self.setting = replace(own, states={**own.states, name: after}, start={**own.start, name: start})
        begun = self.state(name, self.at("start"))
        need(isinstance(begun, Vector), "{} is no vector", name)
        needs = frozenset[str]().union(*(self.space.generators[g].needs for g in self.parts(begun)))
        self.space.generator(name, moving=True, needs=needs)
        need(isinstance(self.state(name, self.at("next")), Vector), "{} is no vector", name)

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
            self.root(told["name"], told["claim"], told["root"], told["sign"])
        else:
            fields(told, {"name": str, "claim": str, "proof": dict})
            self.add(named(told["name"]), self.shown(told["claim"], told["proof"]))
        self.said[told["name"]] = told["claim"]
        return None

    def steps(self, told: Any) -> None:
        need(type(told) is list and len(told) <= STEPS, "a derivation is a list of steps")
        for one in told:
            self.step(one)

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
        need(len(claims) == len(start) == len(after), "every invariant has its start and its next round")
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
