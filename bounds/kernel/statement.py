"""A statement and its derivation, as one record that says everything: what `check` finds is all that is claimed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .derivation import Book
from .formulas import discounted
from .naming import ROUNDS
from .poly import SPENT
from .scope import bound
from .table import Kind, Table
from .tables import TABLES
from .text import Node, Refused, fields, indices, inside, integer, need, nodes, parse, ranged, written

STATEMENT = {
    **{"family": str, "options": dict, "parameters": list, "sizes": dict},
    **{"claim": str, "assume": list, "where": dict, "first": int},
}
MALFORMED = "the record is malformed"
LINES = {"steps": list, "conclusion": dict}
RECORD = {"kind": str, "statement": dict, **LINES}


@dataclass(frozen=True)
class Statement:
    """A claim over a family's table, its formulas over numbers and vectors of a run.

    first: the round from which it speaks, -1 where it speaks of no round; at: numbers that have a value, a text over
    other numbers
    rounds: the only rounds t of which it speaks, each with lines of its own; none: the lines are of every round
    """

    table: Table
    claim: str
    assume: tuple[str, ...]
    where: Mapping[str, str]
    first: int
    at: Mapping[str, str] = field(default_factory=dict)
    rounds: tuple[int, ...] = ()

    def book(self, opened: type[Book] = Book, t: int | None = None) -> Book:
        """What is known at the beginning: the family's domains and the assumptions, and nothing else.

        t: the present round, where it is a number
        """
        constants = self.table, max(self.first, 0), self.at
        book = opened(*constants) if t is None else opened(*constants, t)
        self.one_horizon()
        for name, text in self.where.items():
            need(not book.means(name), "{} is defined by the statement and known to the family", name)
            book.let(name, text)
        lets = {**self.table.lets, **self.where}
        book.of_no_window(self.claim, *self.assume, *self.where.values())
        for text in (self.claim, *self.assume, *self.where.values()):
            for told in summed(parse(text)):
                read = meant(told, lets)
                need(
                    not read & {"t", *self.table.states, *self.table.moving},
                    "{} is summed over rounds, and is of the round t alone",
                    written(told),
                )
        for tree in map(parse, (self.claim, *self.assume)):
            loose = indices(tree)
            need(not loose, "{} is an index that nothing binds", min(loose, default=""))
            nobody = unknown(book, tree)
            need(not nobody, "{} is not known", min(nobody, default=""))
        if end := self.end(lets):
            at = book.at("now").number(end)
            need(book.natural(at), "{} is not known to be a round in every setting", end)
            need(not book.space.moves(at), "{} differs from round to round", end)
            book.give("end", f"t == {end}", every=False, of=False)
        for i, text in enumerate(self.assume, 1):
            book.give(f"assume{i}", text, every=False)
        stated = (self.claim, *self.assume, *self.where.values())
        book.taken = book.taken.union(*(inside(parse(text), "name", "index") for text in stated))
        return book

    def end(self, lets: Mapping[str, str]) -> str:
        """The round that a statement of no round means: the one other than 0 at which all its metrics are read, and
        before which its sums over rounds end.

        Rounds that are numbers are read as such, but not in a run that is random.
        """
        stated = [parse(text) for text in (self.claim, *self.assume, *self.where.values())]
        names = set[str]().union(*(meant(tree, lets) for tree in stated))
        if self.first >= 0 or "t" in names:
            return ""
        trees = (*stated, *(parse(lets[name]) for name in names & lets.keys()))
        read = [node for tree in trees for node in nodes(tree) if node.kind == "call"]
        found = {written(node.parts[0]) for node in read if node.value in self.table.metrics and node.parts}
        spans = [span for node in read if (span := ranged(node))]
        found = {at for at in found if at not in {name for name, *_ in spans}}
        found |= {after(last) for _, _, last, _ in spans if inside(last, "name")}
        found.discard("0")
        numbers = any(map(str.isdecimal, found)) and not self.table.random
        return found.pop() if len(found) == 1 and not numbers else ""

    def one_horizon(self) -> None:
        """Refuse metrics of different comparators beside each other: each comparator is another vector."""
        if not self.table.horizon:
            return
        found = set()
        for text in (self.claim, *self.assume, *self.where.values()):
            for node in nodes(parse(text)):
                need(
                    node.kind != "call" or node.value not in ("next", "start"),
                    "{} in a statement",
                    node.value,
                )
                if node.kind == "call" and node.value in self.table.horizon:
                    at = "".join(map(written, node.parts)).replace(" ", "")
                    need(at in ("t", "t+1"), "{} is read at t or t + 1 in a statement", node.value)
                    first, later = self.table.horizon[str(node.value)]
                    found.add((first, later + (at == "t+1")))
        need(len(found) <= 1, "metrics of different comparators stand in one statement")

    def sentence(self) -> str:
        """What is proved, in words."""
        rounds = "" if self.first < 0 else f", every round t >= {self.first}"
        if self.rounds:
            rounds = f", t = {', '.join(map(str, self.rounds))}"
        given = f", given {', '.join(self.assume)}" if self.assume else ""
        where = "".join(f"; {name} = {text}" for name, text in self.where.items())
        fixed = {name for name, value in self.at.items() if not inside(parse(value), "name")}
        told = [text for text in self.table.facts.values() if inside(parse(text), "name") - fixed]
        facts = ", ".join([*told, *(f"{name} = {value}" for name, value in self.at.items())])
        return f"{self.claim}{where}; for every setting of: {self.table.about}; {facts}{rounds}{given}"


def after(last: Node) -> str:
    """The round after a sum's last one."""
    one = Node("number", Fraction(1))
    return written(
        last.parts[0] if last.kind == "-" and last.parts[1] == one else Node("+", None, (last, one))
    )


def unknown(book: Book, tree: Node) -> set[str]:
    """The names in a tree that mean nothing, and that no sum binds."""
    told = inside(tree, "name", "call", "index") - bound(tree)
    return {name for name in told if not book.means(name)}


def summed(node: Node) -> list[Node]:
    """What is summed over rounds in a tree, but for the exponent of a discount."""
    span = ranged(node)
    if not span:
        return [part for inner in node.parts for part in summed(inner)]
    found = discounted(span[0], span[3]) if node.value == "sum" else None
    return [found[0], found[2]] if found else [span[3]]


def meant(node: Node, lets: Mapping[str, str]) -> set[str]:
    """All names that a tree means, through definitions."""
    found, new = set[str](), inside(node, "name")
    while new:
        found |= new
        new = set[str]().union(*(inside(parse(lets[name]), "name") for name in new if name in lets)) - found
    return found


def statement(told: object) -> Statement:
    """The statement of a record. Raises Refused where its family has no table, or a field is not what it must be."""
    own = fields(told, STATEMENT, {"domains": dict, "at": dict, "rounds": list})
    need(own["family"] in TABLES, "the family {} has no table for derivations", own["family"])
    texts = (*own["parameters"], *own["assume"], *own["where"], *own["where"].values())
    need(all(isinstance(text, str) for text in texts), "parameters, assumptions and definitions are texts")
    for name, most in own["sizes"].items():
        integer(most, 0, 10**6, f"size {name}")
    domains = own.get("domains", {})
    need(all(isinstance(told, str | list) for told in domains.values()), "domains are texts or arrays")
    kind = Kind(own["family"], own["options"], frozenset(own["parameters"]), own["sizes"], domains)
    try:
        table = TABLES[own["family"]](kind)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(f"the options of the family cannot be read: {type(error).__name__}") from None
    first = integer(own["first"], -1, 1000, "the first round")
    at = own.get("at", {})
    need(all(isinstance(text, str) for text in at.values()), "values of numbers are texts")
    for name, text in at.items():
        fixed = (*table.states, *table.moving, *table.lets, table.size)
        need(
            table.numbers.get(name) == 0 and name not in fixed,
            "{} is no constant of the family that may have a value",
            name,
        )
        tree = parse(text)
        need(name not in table.natural or tree.kind == "number", "{} is whole, and not {}", name, text)
        others = table.numbers.keys() - at.keys() - set(table.states) - set(table.moving)
        need(
            inside(tree, "name") <= others and not inside(tree, "call", "index"),
            "{} has a value over numbers that have none: {}",
            name,
            text,
        )
    rounds = tuple(integer(t, max(first, 0), ROUNDS, "a round") for t in own.get("rounds", ()))
    need(list(rounds) == sorted(set(rounds)), "rounds are in order, none twice")
    return Statement(table, own["claim"], tuple(own["assume"]), own["where"], first, at, rounds)


def check(record: object) -> dict[str, Any]:
    """{proved, what, checked, limits, reason}: what a derivation proves; nothing is solved.

    `what` is generated from what was checked.
    """
    empty = {"proved": False, "what": "", "checked": {}, "limits": {}, "reason": ""}
    try:
        of_rounds = type(record) is dict and "rounds" in record
        told = fields(record, {"kind": str, "statement": dict, "rounds": list} if of_rounds else RECORD)
        need(told["kind"] == "derivation", "no derivation")
        own = statement(told["statement"])
        need(
            of_rounds == bool(own.rounds) and len(own.rounds) == len(told.get("rounds", ())),
            "there are not lines for every round of the statement",
        )
        spent = 0
        for t, lines in zip(own.rounds or (None,), told.get("rounds", (told,))):
            fields(lines, LINES if of_rounds else RECORD)
            book = own.book(t=t)
            SPENT[0] = spent
            book.steps(lines["steps"])
            book.shown(own.claim, lines["conclusion"])
            spent = SPENT[0]
    except Refused as error:
        return {**empty, "reason": str(error)}
    except RecursionError:
        return {**empty, "reason": "the derivation is nested too deeply"}
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        return {
            **empty,
            "reason": f"{MALFORMED}: {type(error).__name__}",
        }  # a stranger's record: never a traceback
    limits: dict[str, Any] = (
        {"constants": {name: str(value) for name, value in own.at.items()}} if own.at else {}
    )
    limits |= {"rounds": list(own.rounds)} if own.rounds else {}
    return {**empty, "proved": True, "what": own.sentence(), "checked": told["statement"], "limits": limits}


def unused(record: Mapping[str, Any]) -> list[str]:
    """The assumptions without which, one at a time, the same lines still prove the claim."""
    told = record["statement"]

    def without(i: int) -> Mapping[str, Any]:
        return {**record, "statement": {**told, "assume": told["assume"][:i] + told["assume"][i + 1 :]}}

    return [text for i, text in enumerate(told["assume"]) if check(without(i))["proved"]]
