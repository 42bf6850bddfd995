"""From a text to a record, line by line; and what a record proves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from mixproof.spectral.showing import Table

from ...hints import guess, spelled
from ...kernel.derivation import TIMES, Book
from ...kernel.facts import Fact
from ...kernel.poly import PRODUCTS, SPENT, Poly
from ...kernel.rules import GENERAL
from ...kernel.statement import Statement, check, statement, unused
from ...kernel.text import Node, Refused, inside, need, nodes, parse, turned, written
from ...theorem import Theorem, Variant
from .binding import stated_as
from .finding import NotFound, find
from .reading import Told, read


@dataclass(frozen=True)
class Spoken:
    """What a line says: one comparison; the definitions before it, and those of the family; what is given where it
    stands (an induction's claims, a case)."""

    claim: str
    lets: Mapping[str, str] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    family: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """One line of a derivation.

    status: proved; refuted, by the setting in `witness`, a record that the kernel confirms; or open, neither
    spoken: what it says
    """

    number: int
    text: str
    status: str
    why: str = ""
    by: tuple[str, ...] = ()
    spoken: Spoken | None = None
    witness: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Proved(Table):
    """What became of a derivation: its lines, its record where all are proved, and what that covers.

    doubt: where the search met no setting that meets the assumptions, so that the claim may say nothing: its sentence
    """

    proved: bool
    what: str
    lines: tuple[Line, ...]
    record: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    unused: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def witness(self) -> dict[str, Any] | None:
        """The record that refutes the first false line; None where no line is refuted."""
        return next((dict(line.witness) for line in self.lines if line.status == "refuted"), None)

    def to_json(self) -> dict[str, Any]:
        lines = [
            {
                "number": line.number,
                "text": line.text,
                "status": line.status,
                "why": line.why,
                "by": list(line.by),
                "witness": dict(line.witness) or None,
            }
            for line in self.lines
        ]
        return {
            "proved": self.proved,
            "what": self.what,
            "reason": self.reason,
            "lines": lines,
            "unused": list(self.unused),
            "doubt": self.doubt,
        }

    def title(self) -> str:
        doubt = f"; it may be vacuous: {self.doubt}" if self.doubt else ""
        lacking = self.reason if self.reason.startswith("no proof") else f"no proof: {self.reason}"
        return f"PROVED {self.what}{doubt}" if self.proved else lacking

    def header(self) -> list[str]:
        return ["row", "status", "line", "remark"]

    def cells(self) -> list[Sequence[str]]:
        return [(str(line.number), line.status, line.text, line.why) for line in self.lines]

    def __repr__(self) -> str:
        lines = [
            f"{line.number:4d}  {line.status:7s} {line.text}" + (f"\n      {line.why}" if line.why else "")
            for line in self.lines
        ]
        return "\n".join([*lines, self.title()])


def prove(stated: Theorem, variant: Variant, text: str, kept: dict[str, Any] | None = None) -> Proved:
    """The derivation in the text, tried line by line; an open line is taken as given by those after it.

    kept: what an earlier run found of each line, filled in here: a proof is used where the kernel accepts it, and a
    line that was open is not tried again
    """
    spoken = stated_as(stated, variant)
    try:
        own = statement(spoken)
        book = own.book()
        told = read(text)
    except Refused as error:
        return Proved(False, "", (), reason=str(error))
    finder = Finder(book, own, variant.label, kept)
    try:
        steps = finder.block(_wanted(told, variant.label))
    except Refused as error:
        return Proved(False, "", tuple(finder.lines), reason=str(error))
    lines = tuple(finder.lines)
    if opened := [line for line in lines if line.status != "proved"]:
        return Proved(False, "", lines, reason=first_gap(opened[0]))
    if finder.conclusion is None:
        return Proved(
            False, "", lines, reason=f"no line concludes: `claim by ...`, or `claim {variant.label} by ...`"
        )
    return decided(stated, variant, lines, recorded(spoken, steps, finder.conclusion))


def recorded(spoken: Mapping[str, Any], steps: Sequence[Any], conclusion: Any) -> dict[str, Any]:
    return {"kind": "derivation", "statement": spoken, "steps": list(steps), "conclusion": conclusion}


def decided(stated: Theorem, variant: Variant, lines: Sequence[Line], record: dict[str, Any]) -> Proved:
    """What the kernel says of a record whose lines were all found."""
    result = checked(stated, variant, record)
    kept = tuple(unused(record)) if result["proved"] else ()
    return Proved(result["proved"], result["what"], tuple(lines), record, result["reason"], kept)


def first_gap(line: Line) -> str:
    word = "false" if line.status == "refuted" else "open"
    return f"line {line.number} is {word}: {line.text}: {line.why}"


def checked(stated: Theorem, variant: Variant, record: Any) -> dict[str, Any]:
    """What the kernel finds of a record, {proved, what, checked, limits, reason}, if it is of this variant."""
    result = check(record)
    if result["proved"] and result["checked"] != stated_as(stated, variant):
        return {**result, "proved": False, "reason": "it is a derivation of another statement"}
    text = {
        "left": variant.left,
        "relation": variant.relation,
        "right": variant.right,
        "where": dict(variant.where),
    }
    return {**result, "checked": text if result["proved"] else {}}


def _wanted(told: list[Told], label: str) -> list[Told]:
    """The lines up to the one that concludes this variant: what follows is of others that share the text."""
    ends = [i for i, one in enumerate(told) if one.kind == "claim" and one.name in ("", label)]
    return told[: ends[0] + 1] if ends else told


class Finder:
    """Walks a text and a book side by side; every line that is found is a step of the record.

    wide: where lines name many facts, of which few are meant (`find`); evident: whether squares of the claim are
    tried; share: units of work that a line may take
    """

    wide = 0
    evident = True
    share = 2 * PRODUCTS  # divisions of monomials are counted beside the kernel's products

    def __init__(self, book: Book, own: Statement, label: str, kept: dict[str, Any] | None = None) -> None:
        self.book, self.own, self.label = book, own, label
        self.kept = kept
        self.lines: list[Line] = []
        self.conclusion: dict[str, Any] | None = None
        self.count = 0
        self.lets: dict[str, str] = {}
        self.given: list[str] = []

    def block(self, told: list[Told]) -> list[dict[str, Any]]:
        return [step for one in told for step in self.statement(one)]

    def name(self, told: Told) -> str:
        self.count += 1
        return told.name or f"line{told.number}x{self.count}"

    def note(self, told: Told, text: str, error: Exception | None = None, claim: str = "") -> None:
        """claim: what the line says, where its text does not say it as a comparison of now."""
        SPENT[0] = 0
        status = "open" if error else "proved"
        own = self.own.table.lets
        spoken = Spoken(claim or text, dict(self.lets), tuple(self.given), own)
        why = str(error or "")
        if short := [
            name for name in self.lets if "lacks" in why and name in inside(parse(claim or text), "name")
        ]:
            why += f", where {', '.join(short)} {'is' if len(short) == 1 else 'are'} written out"
        if isinstance(error, NotFound) and not told.over and "/" in text:
            why += "; to multiply a line by a positive number, name it: over eta > 0"
        there = self.book.setting
        if unknown := re.match(r"(\w+)(\(.*\))? is no fact that is known", why):
            why += guess(unknown[1], [*self.book.facts, *there.rules, *GENERAL])
        elif unknown := re.fullmatch(r"(\w+) is not known", why):
            words = (*there.operators, *there.gradients, *there.functions, "J", "dot", "sq", "norm")
            metrics = (f"{name}(t)" for name in there.metrics)
            why += guess(unknown[1], [*self.book.taken, *there.states, *self.lets, *words, *metrics])
        windowed = (
            self.book.in_window or self.book.spanning
        )  # no setting is searched for at rounds of a window
        self.lines.append(Line(told.number, text, status, why, tuple(told.by), None if windowed else spoken))

    def grant(self, name: str, goal: Fact) -> None:
        """An open claim, for the lines after it."""
        self.book.add(name, Fact(goal.value, goal.strict, True, goal.equal))

    def proof(self, goal: Fact, told: Told, time: str = "now", claim: str = "") -> dict[str, Any]:
        # a line that fails leaves the others their share; a record has one share for all its lines
        self.book.asked, SPENT[0] = 0, PRODUCTS - self.share
        book, text = self.book, claim or told.claim
        clauses = (told.by, told.over, told.squares, told.indices)
        key = " | ".join((str(told.number), time, text, *(", ".join(clause) for clause in clauses)))
        known = None if self.kept is None else self.kept.get(key)
        if isinstance(known, str):
            raise Refused(known)
        try:
            if known is not None:
                book.checked(goal, known, text, time)
                return known
        except Refused:  # of another table, or another text before it
            pass
        try:
            known = self.found(goal, told, time, text)
            book.checked(goal, known, text, time)
        except Refused as why:
            known = str(why)
            raise
        finally:
            if self.kept is not None:
                self.kept[key] = known
        return known

    def found(self, goal: Fact, told: Told, time: str, text: str) -> dict[str, Any]:
        """A proof of the goal; where the line names no squares, those that the claim itself has are tried last.

        What the line names is looked up first: what is evident needs none of it.
        """
        for one in told.by:
            self.book.fact(one.partition(" times ")[0].strip(), "start" if time == "start" else "now")

        def by(squares: list[str]) -> dict[str, Any]:
            return find(self.book, goal, told.by, told.over, squares, told.indices, time, text, self.wide)

        try:
            return by(told.squares)
        except Refused:
            own = [] if told.squares or not self.evident else squares_in(text)
            if own:
                with suppress(Refused):
                    return by(own)
            raise

    def statement(self, told: Told) -> list[dict[str, Any]]:
        match told.kind:
            case "let":
                for name, meaning in told.claims:
                    self.book.let(name, meaning)
                    self.lets[name] = meaning
                return [{"let": name, "is": meaning} for name, meaning in told.claims]
            case "state":
                step = {"state": told.name, **dict(told.claims)}
                self.book.step(step)
                return [step]
            case "always" | "window" | "windows":
                return self.always(told)
            case "cases":
                return self.cases(told)
            case "claim":
                return self.concluded(told)
            case "line":
                return self.line(told)
        raise Refused(f"line {told.number}: `{told.kind}` stands where it has no meaning")

    def line(self, told: Told) -> list[dict[str, Any]]:
        name, claim = self.name(told), told.claim
        try:
            goal = self.book.compared(claim, "now")
            need(isinstance(goal.value, Poly), "a line compares numbers, not vectors")
        except Refused as error:
            hint = spelled(claim)
            self.note(told, claim, Refused(f"{error}; {hint}") if hint else error)
            return []
        step: dict[str, Any] = {"name": name, "claim": claim}
        try:
            if told.root:
                a, b = self.book.sides(claim)
                smaller, _, larger = turned(parse(claim))
                left, right = (written(part).join("()") for part in (smaller, larger))
                step["root"] = self.proof(
                    Fact(self.book.space.normal(b * b - a * a)), told, claim=f"{right}**2 >= {left}**2"
                )
                step["sign"] = self.proof(Fact(b), told, claim=f"{right} >= 0")
            else:
                step["proof"] = self.proof(goal, told)
            self.book.step(step)
        except Refused as error:
            self.note(told, claim, error)
            self.grant(name, goal)
            return []
        self.note(told, claim)
        return [step]

    def concluded(self, told: Told) -> list[dict[str, Any]]:
        if told.name and told.name != self.label:
            return []
        told.claim = self.own.claim
        try:
            self.conclusion = self.proof(self.book.compared(told.claim, "now"), told)
        except Refused as error:
            self.note(told, told.claim, error)
            return []
        self.note(told, told.claim)
        return []

    def always(self, told: Told) -> list[dict[str, Any]]:
        book, claims = self.book, told.claims
        ends: dict[str, dict[str, Told]] = {"start": {}, "next": {}}
        for one in told.block:
            if one.kind in ends:
                ends[one.kind][one.name or claims[0][0]] = one
        first, later, known = TIMES[told.kind]
        starts: list[Any] = []
        with book.starting(told.kind):
            for name, claim in claims:
                starts.append(self.end(ends["start"].get(name) or Told("start", told.number), claim, first))
        lines: list[dict[str, Any]] = []
        after: list[Any] = []
        with book.apart():
            book.enter(claims, told.kind)
            kept, self.given = self.given, [*self.given, *(claim for _, claim in claims)]
            for one in told.block:
                if one.kind not in ends:
                    lines += self.statement(one)
            for name, claim in claims:
                after.append(
                    self.end(ends["next"].get(name) or Told("next", told.number, by=[name]), claim, later)
                )
            self.given = kept
        step = {told.kind: [list(pair) for pair in claims], "start": starts, "lines": lines, "next": after}
        if None in (*starts, *after) or any(line.status != "proved" for line in self.lines):
            for name, claim in claims:
                for time in known:
                    self.grant(f"next {name}" if time == "next" else name, book.compared(claim, time))
            return []
        book.step(step)
        return [step]

    def end(self, told: Told, claim: str, time: str) -> dict[str, Any] | None:
        told.claim = claim
        try:
            found = self.proof(self.book.compared(claim, time), told, time)
        except Refused as error:
            self.note(told, f"{time}: {claim}", error, moved(claim, time))
            return None
        self.note(told, f"{time}: {claim}", claim=moved(claim, time))
        return found

    def cases(self, told: Told) -> list[dict[str, Any]]:
        name = self.name(told)
        blocks = [one for one in told.block if one.kind == "case"]
        need(
            len(blocks) == len(told.by),
            f"line {told.number}: it names {len(told.by)} cases, and has {len(blocks)}",
        )
        found: list[list[dict[str, Any]]] = [[] for _ in blocks]

        def inside(i: int) -> None:
            kept, self.given = self.given, [*self.given, told.by[i]]
            found[i] = self.block(blocks[i].block)
            self.given = kept

        try:
            self.book.cases(name, told.claim, told.by, inside)
        except Refused as error:
            self.note(told, told.claim, error)
            return []
        self.note(told, told.claim)
        return [{"name": name, "claim": told.claim, "cases": told.by, "lines": found}]


def squares_in(claim: str) -> list[str]:
    """What a comparison has squares of, or squared lengths; a number that has a name has them anyway.

    >>> squares_in("0 <= (a - b)**2 + sq(x - J(x)) + c**2")
    ['a - b', 'x - J(x)']
    """
    found = []
    for node in nodes(parse(claim)):
        base = node.parts[0] if node.parts else node
        twice = node.kind == "**" and node.parts[1] == Node("number", Fraction(2))
        if (twice or (node.kind, node.value) == ("call", "sq")) and base.kind not in ("name", "number"):
            found.append(written(base))
    return list(dict.fromkeys(found))


def moved(claim: str, time: str) -> str:
    """The same comparison one round later, or at the start."""
    tree = parse(claim)
    if tree.kind != "compare":  # an error says so
        return claim
    sides = [f"{time}({written(part)})" for part in tree.parts]
    return "".join(f"{side} {sign} " for side, sign in zip(sides, tree.value)) + sides[-1]
