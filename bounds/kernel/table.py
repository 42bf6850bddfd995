"""What is true of every setting of a family, as texts: the table that a derivation is read over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from .formal import Operator
from .text import Node, names, need, parse, written

RESERVED = [
    *("dot", "sq", "norm", "sum", "mean", "max", "min", "sqrt", "exp", "log", "abs", "same", "next", "start"),
    "over_rounds",
    *("at_round", "let", "always", "case", "cases", "by", "over", "with", "claim", "t", "root", "else"),
]


@dataclass(frozen=True)
class Kind:
    """A family as records name it: its options, the names of its parameters, the largest of each of its sizes.

    domains: the domains of parameters that a table may use, where they are more than the family always grants; of a
    printed array, its entries
    """

    name: str
    options: Mapping[str, Any]
    parameters: frozenset[str]
    sizes: Mapping[str, int]
    domains: Mapping[str, Any] = field(default_factory=dict)


def renamed(texts: Mapping[str, Any], **new: str) -> dict[str, Any]:
    """Texts by name, or rules, with other names, or numbers, in the place of these."""

    def put(text: str) -> str:
        return re.sub(r"\w+", lambda word: new.get(word[0], word[0]), text)

    return {
        name: put(told) if isinstance(told, str) else (told[0], put(told[1])) for name, told in texts.items()
    }


def with_calls(text: str, put: Callable[[Node], Node]) -> str:
    """The text with every call as `put` has it, from the inside out."""

    def read(node: Node) -> Node:
        made = node._replace(parts=tuple(map(read, node.parts)))
        return put(made) if made.kind == "call" else made

    return written(read(parse(text)))


def words(text: str) -> set[str]:
    """The names and numbers in a text."""
    return {*re.findall(r"\w+", text)}


@dataclass(frozen=True)
class Table:
    """One kind of setting, as a derivation may use it.

    about: a sentence of what is meant, for verdicts; numbers: name -> how many indices it has
    facts: name -> comparison, the domains of the numbers, true of every setting at every round
    natural: numbers that are whole and >= 0; moving: numbers that differ from round to round
    vectors: name -> properties of `formal.Generator`; states: name -> its next-round text
    start: name of a state -> its text at round 0; a state x without one starts at an unknown x0
    indices: the indices of a state that has some; a state that is in `numbers` is a number, and has a start
    horizon: metrics that depend on the round T at which they are read as a whole, by a comparator that is fixed for all
    rounds up to T: name -> (its first round, how much later its T is); a statement has one comparator
    alike: states that are the same at all clients, which the kernel checks at the start and from round to round
    balanced: states whose mean stays 0, checked alike
    window: how many rounds a window has, a number of the table that is whole and at least 1; opened: states that begin
    with each window, as their texts say, and are followed in it
    rounds: of what has indices, the places at which one counts rounds, of a run as long as one likes
    operators, rows: as in `formal.Space`; size: the number over which an index runs
    law: sum(o, ...) is the mean over a law that may be continuous, `size` is 1, and no two indices are the same
    gradients, functions: names of maps of vectors; flat_at: where the first gradient sums to 0
    rules: name -> (places, comparison over them); places are vectors; independent: the rules that hold only where W is
    independent of the vectors; premises: name of a rule -> the comparison that has to be known where it is used
    lets, metrics: name -> text; a metric is read at a round
    """

    about: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    natural: tuple[str, ...] = ()
    moving: tuple[str, ...] = ()
    vectors: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    start: Mapping[str, str] = field(default_factory=dict)
    indices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    horizon: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    balanced: tuple[str, ...] = ()
    window: str = ""
    opened: Mapping[str, str] = field(default_factory=dict)
    operators: Mapping[str, Operator] = field(default_factory=dict)
    rows: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    rounds: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    size: str = "K"
    law: bool = False
    gradients: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    flat_at: str = ""
    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    independent: tuple[str, ...] = ()
    premises: Mapping[str, str] = field(default_factory=dict)
    lets: Mapping[str, str] = field(default_factory=dict)
    metrics: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a name with two meanings, what is drawn in a round but is said to be the same in all, and a premise
        that names the round of a rule that reads nothing of it, which would be a fact of every round."""
        own = [name.partition("[")[0] for name in self.lets]
        names((*(self.numbers.keys() - self.states.keys()), *self.vectors, *self.states, *own))
        names((*self.metrics, *self.operators, *self.gradients, *self.functions), ("J", *RESERVED))
        for name, told in self.vectors.items():
            need(not told.get("fresh") or told.get("moving"), "{} is drawn once", name)
        moves = {*self.moving, *self.states, *(v for v, told in self.vectors.items() if told.get("moving"))}
        for name in self.premises.keys() & self.rules.keys():
            here = "t" in words(self.premises[name])
            need(not here or moves & words(self.rules[name][1]), "{} holds at a round alone", name)

    def more(self, about: str = "", **parts: Any) -> Table:
        """This table with more: names are joined to names, lists appended, anything else put in its place.

        about: what the table says of itself beside what it said
        """
        new: dict[str, Any] = {"about": f"{self.about}; {about}" if about else self.about}
        for name, part in parts.items():
            old = getattr(self, name)
            new[name] = {**old, **part} if isinstance(old, Mapping) else part
            if isinstance(old, tuple):
                new[name] = (*old, *part)
        return replace(self, **new)

    def without(self, *gone: str) -> Table:
        """This table without these names, and without each fact, rule, definition and metric that reads one of them.

        Refused where the run itself reads what goes.
        """

        def stays(name: str, told: Any) -> bool:
            text = told[1] if isinstance(told, tuple) else told
            return name.partition("[")[0] not in gone and not words(text) & {*gone}

        new: dict[str, Any] = {}
        for part in fields(self):
            old = getattr(self, part.name)
            if part.name in ("facts", "rules", "lets", "metrics"):
                new[part.name] = {name: told for name, told in old.items() if stays(name, told)}
            elif isinstance(old, Mapping):
                new[part.name] = {name: told for name, told in old.items() if name not in gone}
            elif isinstance(old, tuple):
                new[part.name] = tuple(name for name in old if name not in gone)
        run = set[str]().union(*map(words, (*self.states.values(), *self.start.values())))
        read = run & {*gone, *(self.lets.keys() - new["lets"].keys())}
        need(not read, "an update reads {}, which is not there", min(read, default=""))
        return replace(self, **new)

    def saying(self, **new: str) -> Table:
        """This table, in whose updates, definitions and metrics other names stand for these."""
        parts = ("states", "start", "lets", "metrics")
        said: dict[str, Any] = {part: renamed(getattr(self, part), **new) for part in parts}
        return replace(self, **said)

    def ruled(self) -> list[str]:
        """The texts that rules are read from, without their places."""
        texts = []
        for places, text in self.rules.values():
            own = rf"\b({'|'.join(places.split()) or '$'})\b"
            texts.append(re.sub(own, "0", text))
        return [*texts, *self.premises.values()]

    @property
    def random(self) -> bool:
        """Whether anything is drawn: fresh vectors, or a W whose moments alone are known."""
        fresh = any(told.get("fresh") for told in self.vectors.values())
        return fresh or any(operator.mean for operator in self.operators.values())


@dataclass(frozen=True)
class Family:
    """A family that has a table, and what of a statement its table reads, names separated by blanks.

    Any other parameter, option or domain is refused: the table would otherwise speak of settings without it. Parameters
    that the option `free` names are positive numbers.

    parameters, options: None where the table refuses what it does not know; domains: parameters of several domains;
    one: sizes of which the table speaks where they are 1
    """

    table: Callable[[Kind], Table]
    parameters: str | None = None
    options: str | None = ""
    domains: str = ""
    one: str = ""

    def __call__(self, kind: Kind) -> Table:
        free = kind.options.get("free", ()) if "free" in (self.options or "").split() else ()
        for what, told, known in (
            ("parameter", kind.parameters - {*free}, self.parameters),
            ("option", kind.options.keys(), self.options),
            ("domain of", kind.domains.keys(), self.domains),
        ):
            unknown = told - {*known.split()} if known is not None else ()
            need(not unknown, "the {} {} has no table for derivations yet", what, min(unknown, default=""))
        for name in self.one.split():
            need(kind.sizes.get(name, 1) == 1, "sizes {} above 1 have no table for derivations", name)
        return self.table(kind)
