"""What lines are guessed with: a finder that keeps what it finds, and what its book knows of a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import combinations, permutations
from typing import Any

from ...kernel import wording
from ...kernel.derivation import Book
from ...kernel.facts import Fact
from ...kernel.poly import PRODUCTS, SPENT, Poly, Vector
from ...kernel.statement import Statement
from ...kernel.text import Node, Refused, inside, nodes, parse, ranged, turned, written
from .proving import Finder, Line
from .reading import Told, read

__all__ = ["GRADIENTS", "ONE", "SQUARES", "TWO", "Guesser", "by", "with_squares"]

LINE = 250_000  # units of work that one guess may take: products of terms, or four divisions of monomials
ONE = ("x", "J(x)", "next(x)", "J(next(x))", "x - o", "x - J(x)")
TWO = (
    ("x", "o"),
    ("w0", "o"),
    ("o", "x"),
    ("x", "J(x)"),
    ("J(x)", "x"),
    ("J(x)", "o"),
    ("o", "J(x)"),
    ("next(x)", "x"),
    ("J(next(x))", "J(x)"),
    *permutations("xyz", 2),
)
GRADIENTS = (
    "grad(x)",
    "J(grad(x))",
    "J(grad(J(x)))",
    "J(grad(x)) - J(grad(J(x)))",
    "grad(x) - J(grad(x))",
    "grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))",
)
OVERALL = ("L_mean", "mu_mean")
LIPSCHITZ = re.compile(r"[<>]= (\w+)(?:\*\*2)?\*sq\(u - v\)")
NEARER = (
    "mean_interpolation_convex(o, x)",
    "below(o, x)",
    "above(J(x), x)",
    "mean_steep(x)",
    "lipschitz(x, J(x))",
)
NOT_FARTHER = ("monotone(J(x), o)", "mean_cocoercive_convex(x, o)")
FARTHER = ("x - o", "x - J(x)", "J(grad(x)) - 2*J(grad(J(x)))")
SQUARES = ("x - J(x)", "J(x) - o", "x - o", *GRADIENTS)


class Guesser(Finder):
    """Tries lines, and keeps those that are found; the open one is the conclusion that was tried last."""

    evident = False

    def __init__(self, book: Book, own: Statement, label: str, effort: int) -> None:
        super().__init__(book, own, label)
        self.steps: list[tuple[dict[str, Any], list[Line]]] = []
        self.left = effort
        self.chains: list[str] = []  # the names of lines about the next round
        self.squared: list[
            tuple[str, list[tuple[str, str]]]
        ] = []  # lines on squares, and the lengths in them
        self.texts: list[tuple[str, int]] = []  # what was found, and whether it was wide
        self.composed: dict[str, list[tuple[str, str]]] = {}  # a sum of lengths -> its parts
        self.of_mean: list[str] = []  # lines on a step of the mean model
        self.extremes: list[str] = []  # lines on maxima and minima over rounds
        self.signs: list[str] = []  # lines that what a sum over rounds leaves is >= 0
        self.lacking: list[
            tuple[str, str]
        ] = []  # lines of one round that were not found, and an induction by `step`
        self.differences: list[str] = []  # of multiples of the lengths that they compare
        self.open: Line | None = None
        self.asked_for: dict[str, str] = {}  # line -> its name, or nothing where it was not found

    def grant(self, name: str, goal: Fact) -> None:
        raise Refused("nothing open is taken as given")

    def proof(self, goal: Fact, told: Told, time: str = "now", claim: str = "") -> dict[str, Any]:
        try:
            return super().proof(goal, told, time, claim)
        finally:
            self.left -= SPENT[0] - PRODUCTS + self.share
            SPENT[0] = 0  # what is read between lines is not of a line

    def tried(self, text: str, wide: int = 0) -> bool:
        """Whether the one statement in the text is found; if so, it is a step."""
        self.left -= SPENT[0]  # what was read to make the guess
        SPENT[0] = 0
        if self.left <= 0 or self.conclusion is not None:
            return False
        before, self.wide, self.share = len(self.lines), wide, min(self.left, LINE)
        SPENT[0], self.book.asked = 0, 0
        steps: list[dict[str, Any]] | None = None
        with suppress(Refused):
            steps = self.block(read(text))
        new = self.lines[before:]
        opened = [line for line in new if line.status != "proved"]
        if steps is None or opened:
            del self.lines[before:]
            if opened and text.startswith("claim") and self.clearer(opened[0]):
                self.open = opened[0]
            return False
        self.texts.append((text, wide))
        self.steps += [(step, new) for step in steps]
        return True

    def clearer(self, line: Line) -> bool:
        """Whether a line that was not found says more plainly what it lacks than the one that is kept."""
        return (
            self.open is None
            or "too much" in self.open.why
            or ("too much" not in line.why and len(line.why) < len(self.open.why))
        )

    # --- what the book knows

    def spoken(self) -> list[str]:
        """The definitions that the claim uses, each after those that it uses itself, and the claim."""
        found: dict[str, str] = {}

        def visit(text: str) -> None:
            for name in sorted(inside(parse(text), "name")):
                if name in self.own.where and name not in found:
                    visit(self.own.where[name])
                    found[name] = self.own.where[name]

        visit(self.own.claim)
        return [*found.values(), self.own.claim]

    def named_numbers(self) -> set[str]:
        """The numbers that the claim, its definitions and its assumptions name."""
        found = set[str]()
        for text in (*self.spoken(), *self.own.assume):
            found |= inside(parse(text), "name")
        return found & self.book.setting.numbers.keys()

    def curvatures(self, overall: bool = True) -> tuple[str, str]:
        """The constants of losses that the claim is about: the clients' extremes, or their means (overall)."""
        if overall and self.named_numbers() & {*OVERALL}:
            return OVERALL
        rules = self.book.setting.rules
        told = (
            LIPSCHITZ.search(rules[name][1]) if name in rules else None for name in ("lipschitz", "monotone")
        )
        steep, flat = (found[1] if found else usual for found, usual in zip(told, ("L", "mu")))
        return steep, flat

    def lengthy(self) -> list[tuple[str, int, bool]]:
        """The vectors whose lengths the claim compares, in how many rounds, whether on its smaller side.

        They stand inside sq and norm, in its own texts and in those of its metrics and definitions.
        """
        setting = self.book.setting
        found: dict[tuple[str, int, bool], None] = {}
        seen = set[str]()

        def visit(tree: Node, rounds: int, smaller: bool, start: bool = False) -> None:
            for node in nodes(tree):
                if node.kind == "call" and node.value in ("sq", "norm"):
                    told = written(node.parts[0])
                    for one in (f"start({told})", told) if start else (told,):
                        found[one, rounds, smaller] = None
                elif node.kind == "call" and node.value in setting.metrics and node.parts:
                    at = written(node.parts[0])
                    later = at.partition("t + ")[2]
                    body = parse(setting.metrics[node.value])
                    visit(body, int(later) if later.isdecimal() else 0, smaller, at == "0")
                elif node.kind == "name" and node.value not in seen:
                    text = setting.lets.get(str(node.value), self.own.where.get(str(node.value)))
                    if text is not None:
                        seen.add(str(node.value))
                        visit(parse(text), rounds, smaller)

        tree = parse(self.own.claim)
        if tree.kind == "compare" and len(tree.parts) == 2:
            less, _, more = turned(tree)
            visit(less, 0, True)
            visit(more, 0, False)
        return [one for one in found if isinstance(self.value(one[0]), Vector)]

    def ahead(self, v: str, rounds: int) -> str:
        return f"next({v})" if rounds else v

    def moves(self, v: str) -> bool:
        """Whether a vector is read one round later, as another one."""
        now, then = self.value(v), self.value(f"next({v})")
        return isinstance(then, Vector) and then.key != now.key

    def taken_at(self) -> dict[str, list[str]]:
        """Where gradients and other maps of vectors were taken, by the name of the map."""
        found: dict[str, list[str]] = {}
        for name, key in self.book.gradients:
            v = Vector((term, Poly(c)) for term, c in key)
            found.setdefault(name, []).append(wording.of_vector(self.book.space, v))
        return found

    def taken_apart(self) -> list[tuple[str, str]]:
        """Pairs of such places, and of one and where the same map leads to w*."""
        rest = {"prox": "o - eta*J(grad(o))", "backward": "o + eta*grad(o)"}
        found = []
        for name, places in self.taken_at().items():
            own = sorted(
                (
                    p
                    for p in places
                    if "(" in p and not p.startswith("J(") and not self.book.setting.states.keys() & {p}
                ),
                key=len,
            )
            last = rest.get(name, "o")
            found += [(p, last) for p in own if self.value(last) is not None and p not in (last, "o")]
            found += list(combinations(own, 2)) if name != "grad" else []
        return [(p, q) for p, q in found if self.value(p).key != self.value(q).key]

    def orders(self) -> list[str]:
        """How each max and min of two numbers that the claim speaks of compares with its arguments."""
        return [
            f"{written(node)} {'>=' if node.value == 'max' else '<='} {written(part)}"
            for text in self.spoken()
            for node in nodes(parse(text))
            if node.kind == "call" and node.value in ("max", "min") and not ranged(node)
            for part in node.parts
        ]

    def sure(self, claim: str) -> str:
        """The name of a comparison of numbers, asked for once."""
        if claim not in self.asked_for:
            self.asked_for[claim] = self.signed(claim)
        return self.asked_for[claim]

    def rooted(self, stage: Any) -> str:
        """The name of the line that a vector is at most so many times as long as its source, asked for once."""
        line = f"norm({stage.of}) <= {stage.factor}*{stage.source}"
        if line not in self.asked_for:
            facts = by(["root", *stage.facts])
            self.asked_for[line] = self.named(f"{line}{facts}{with_squares(stage.squares)}")
        return self.asked_for[line]

    def pairs(self) -> list[str]:
        """Sums and differences of two of them: what (a + b)**2 <= 2*a**2 + 2*b**2 leaves is the square of a - b."""
        found = []
        texts = dict.fromkeys(self.ahead(v, rounds) for v, rounds, _ in self.lengthy())
        for a, b in combinations(texts, 2):
            for c, d in ((1, 1), (1, -1), (1, 2), (1, -2), (2, 1), (2, -1)):
                found.append(f"{c}*({a}) + ({d})*({b})")
        return found

    def value(self, text: str) -> Any:
        """What a text means now; None where it has no meaning here, or nothing is left of the effort."""
        try:
            return self.book.at("now").read(text)
        except Refused:
            return None

    def atoms(self, value: Poly) -> set[tuple[Any, ...]]:
        """The atoms of a polynomial, those inside roots and divisors too."""
        found: set[tuple[Any, ...]] = set()
        for a in {a for key in value for a, _ in key}:
            atom = self.book.space.atoms[a]
            found.add(atom)
            if atom[0] in "rilpm":
                for part in self.book.space.parts(atom):
                    found |= self.atoms(part)
            elif atom[0] == "S":
                found |= self.atoms(Poly({atom[2]: 1}))
        return found

    def known(self, text: str) -> Fact | None:
        if self.left <= 0:
            return None
        try:
            return self.book.fact(text)
        except Refused:
            return None

    def goal(self, claim: str) -> Fact | None:
        """The claim as it is read now; None where it cannot be read yet, or nothing is left of the effort."""
        if self.left <= 0:
            return None
        try:
            return self.book.compared(claim, "now")
        except Refused:
            return None

    def numbers(self, goal: Poly | None = None) -> list[str]:
        """The names of facts about the goal's numbers alone that say more than a sign."""
        found = []
        wanted = None if goal is None else {a for a in self.atoms(goal) if a[0] == "s"}
        wanted = None if wanted is None else wanted | {("s", name, ()) for name in self.curvatures()}
        for name, fact in self.book.facts.items():
            if isinstance(fact.value, Poly) and (len(fact.value) > 1 or fact.equal):
                atoms = self.atoms(fact.value)
                own = {a for a in atoms if a[0] == "s"}
                given = name.startswith(("assume", "given"))
                if name.startswith("assume") and name.replace("assume", "given") in self.book.facts:
                    continue  # the same without divisors
                if all(a[0] in "sip" for a in atoms) and (wanted is None or given or own <= wanted):
                    found.append(name)
        return found

    def noise(self) -> list[str]:
        """The table's facts about what is fresh in a round."""
        fresh = {name for name, one in self.book.space.generators.items() if one.fresh}
        return [
            name
            for name in self.book.setting.facts
            if isinstance(value := self.book.facts[name].value, Poly)
            and any(a[0] == "<" and {a[2], a[4]} & fresh for a in self.atoms(value))
        ]

    def instances(self, goal: Poly) -> list[str]:
        """The table's rules and facts of vectors that speak of what the goal speaks of."""
        atoms = self.atoms(goal)
        vectors = {name for atom in atoms if atom[0] == "<" for name in (atom[2], atom[4])}
        values = {atom for atom in atoms if atom[0] == "f"}
        if not vectors and not values:
            return []
        points = ("o", "grad(o)", "J(grad(J(x)))", "x", *(("next(x)", "grad(x)") if values else ()))
        more = {g for text in points for g in self.made_of(text)}
        taken = [p for name, places in self.taken_at().items() if name != "grad" for p in places]
        texts = list(self.book.setting.facts)
        rules = self.book.setting.rules
        overall = self.curvatures() == OVERALL
        of_each = any("own_" in str(atom) for atom in atoms)  # the claim reads constants of each client
        for name, (places, text) in rules.items():
            if not of_each and ("own_L" in text or "own_mu" in text):
                continue
            if (f"overall_{name.removeprefix('mean_')}" in rules) if overall else name.startswith("overall_"):
                continue  # of the same losses by constants that the claim does not name
            many = len(places.split())
            if many == 0:
                texts.append(name)
            elif many == 1:
                texts += [f"{name}({v})" for v in (*ONE, *self.mixed(), *taken)]
            elif many == 2:
                texts += [f"{name}({u}, {v})" for u, v in TWO]
        found: dict[Any, str] = {}
        for text in texts:
            fact = self.known(text)
            if fact is None or not isinstance(fact.value, Poly) or not fact.value:
                continue
            own = self.atoms(fact.value)
            used = {name for atom in own if atom[0] == "<" for name in (atom[2], atom[4])}
            read = {atom for atom in own if atom[0] == "f"}
            if (used or read) and used <= vectors | more and (not read or read & values):
                found.setdefault(fact.value.primitive()[1].key, text)
        return list(found.values())

    def models(self, goal: Poly) -> list[str]:
        """A few facts about losses: of those one round later their models at the round before, and how far apart
        gradients are; of those now, what a step towards w* gains."""
        values = {atom for atom in self.atoms(goal) if atom[0] == "f"}
        upper = []
        for text in self.instances(goal) if values else ():
            if text.startswith("above(") and "next" in text:
                fact = self.known(text)
                if fact and {atom for atom in self.atoms(fact.value) if atom[0] == "f"} <= values:
                    upper.append(text)
        more: tuple[str, ...] = NEARER
        if upper:
            more = ("lipschitz(x, J(x))", "mean_curved(x)", "below(o, J(x))")
        elif not self.made_of("x - J(x)"):  # one model for all
            more = NEARER[:2]
        found: dict[Any, str] = {}
        if not values:
            more = NOT_FARTHER if any(atom[0] == "<" for atom in self.atoms(goal)) else ()
        for text in (*self.noise(), *more) if more else ():
            if (fact := self.known(text)) is not None and isinstance(fact.value, Poly) and fact.value:
                found.setdefault(fact.value.key, text)
        return [*upper, *found.values()]

    def made_of(self, text: str) -> set[str]:
        value = self.value(text)
        return {term[2] for term in value.terms} if isinstance(value, Vector) else set()

    def mixed(self) -> list[str]:
        """The vectors that are mixed in a round, as texts."""
        value = self.value("next(x)")
        terms: dict[str, list[Any]] = {}
        if isinstance(value, Vector):
            for (bound, word, g, gi), c in value.terms.items():
                if word and word[0] != "J" and not bound and not gi:
                    terms.setdefault(word[0], []).append(((bound, word[1:], g, gi), c))
        return [wording.of_vector(self.book.space, Vector(told)) for told in terms.values()]

    # --- lines

    def named(self, line: str, wide: int = 0) -> str:
        """The name of the line, if it is found; else nothing."""
        name = f"guess{len(self.steps) + 1}"
        return name if self.tried(f"{name}: {line}", wide) else ""

    def signed(self, claim: str) -> str:
        """The name of a comparison of numbers alone, if it is found."""
        goal = self.goal(claim)
        return self.named(f"{claim}{by(self.numbers(goal.value))}", wide=True) if goal else ""

    def show(self, line: str, claim: str, squares: Iterable[str] = (), extra: Iterable[str] = ()) -> bool:
        """Whether the line is found: from numbers alone, or from rules and squares of the claim's vectors too."""
        if self.left <= 0:
            return False
        try:
            goal = self.book.compared(claim, "now")
        except Refused as error:
            if line.startswith("claim"):
                self.open = Line(1, line, "open", str(error))
            return False
        numbers = self.numbers(goal.value)
        vectors = any(atom[0] in "<f" for atom in self.atoms(goal.value))
        if not extra and self.tried(f"{line}{by(numbers)}", wide=vectors and not goal.equal):
            return True
        own = SQUARES if any(atom[0] in "<f" for atom in self.atoms(goal.value)) else ()
        wanted = [
            text for text in (*own, *(FARTHER if own else ()), *squares) if self.value(text) is not None
        ]
        if facts := self.models(goal.value):
            few = [*extra, *facts, *numbers]
            if facts[-1] in (*NEARER, *NOT_FARTHER):  # without what was guessed beside them
                few = [*facts, *([name for name in numbers if name.startswith("given")] or numbers[:4])]
            near = (*GRADIENTS, *FARTHER) if facts[-1] in NEARER else GRADIENTS
            if self.tried(f"{line}{by(few)}{with_squares(text for text in wanted if text in near)}", wide=3):
                return True
        facts = [*extra, *self.instances(goal.value), *numbers]
        return self.tried(f"{line}{by(facts)}{with_squares(wanted)}", wide=True) or (
            line.startswith("claim")
            and bool(pairs := self.pairs())
            and self.tried(f"{line}{by(facts)}{with_squares([*wanted, *pairs])}", wide=True)
        )

    def shown(self, claim: str, squares: Iterable[str] = (), extra: Iterable[str] = ()) -> str:
        name = f"guess{len(self.steps) + 1}"
        return name if self.show(f"{name}: {claim}", claim, squares, extra) else ""

    def root(self, line: str, *facts: str, square: str = "") -> str:
        """The line from its square."""
        return self.named(f"{line}{by(['root', *facts])}{with_squares([square] if square else [])}")


def by(facts: Iterable[str]) -> str:
    told = ", ".join(dict.fromkeys(facts))
    return f" by {told}" if told else ""


def with_squares(squares: Iterable[str]) -> str:
    told = ", ".join(dict.fromkeys(squares))
    return f" with {told}" if told else ""
