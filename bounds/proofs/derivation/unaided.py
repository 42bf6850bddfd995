"""A derivation that nobody wrote: lines are guessed from the claim and its family's table, and found like any others.

Guesses, general ones first: the claim as one line, over the table's rules at the vectors of a round; lengths one round
later by the triangle inequality, and their squares; invariants of all rounds, made of the claim's own sides. A guess
that is not found is dropped; what remains is a record, and the kernel alone says what it proves.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import combinations, permutations
from typing import Any

from ...kernel import wording
from ...kernel.derivation import Book
from ...kernel.facts import Fact
from ...kernel.poly import PRODUCTS, SPENT, Poly, Vector, poly
from ...kernel.statement import Statement, check, statement
from ...kernel.text import Refused, inside, nodes, parse, ranged, turned, written
from ...theorem import Theorem, Variant
from .binding import stated_as
from .proving import Finder, Line, Proved, decided, recorded
from .reading import Told, read

__all__ = ["EFFORT", "unaided"]

EFFORT = 6_000_000  # products of terms that all guesses together may take
LINE = 600_000  # those of one guess
CHOICES = 6  # of max, min and abs, so that a claim has 64 cases at most
ONE = ("x", "J(x)", "next(x)", "J(next(x))", "x - o")
TWO = (
    ("x", "o"),
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
    "J(grad(x))",
    "J(grad(J(x)))",
    "J(grad(x)) - J(grad(J(x)))",
    "grad(x) - J(grad(x))",
    "grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))",
)
SQUARES = ("x - J(x)", "J(x) - o", "x - o", *GRADIENTS)
# what a round does to a metric, as textbooks have it: (metrics that the claim speaks of, line)
LEMMAS = (
    ("gap", "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t)"),
    ("gap", "gap(t + 1) <= gap(t) - eta/2*global_gradient2(t) + eta*L**2/(2*K)*spread2(t)"),
    ("gap error2", "2*eta*gap(t + 1) + error2(t + 1) <= error2(t)"),
    ("spread2 gradients2", "spread2(t + 1) <= lam*spread2(t) + eta**2*gradients2(t)/(1 - lam)"),
    ("error2 spread2", "error2(t + 1) <= (1 - eta*mu)*error2(t) + eta*L**2/(mu*K)*spread2(t)"),
)


class _Guesser(Finder):
    """Tries lines, and keeps those that are found; the open one is the conclusion that was tried last."""

    evident = False

    def __init__(self, book: Book, own: Statement, label: str, effort: int) -> None:
        super().__init__(book, own, label)
        self.steps: list[tuple[dict[str, Any], list[Line]]] = []
        self.left = effort
        self.chains: list[str] = []  # the names of lines about the next round
        self.differences: list[str] = []  # of multiples of the lengths that they compare
        self.open: Line | None = None

    def grant(self, name: str, goal: Fact) -> None:
        raise Refused("nothing open is taken as given")

    def proof(self, goal: Fact, told: Told, time: str = "now", claim: str = "") -> dict[str, Any]:
        try:
            return super().proof(goal, told, time, claim)
        finally:
            self.left -= SPENT[0] - PRODUCTS + self.share
            SPENT[0] = 0  # what is read between lines is not of a line

    def tried(self, text: str, wide: bool = False) -> bool:
        """Whether the one statement in the text is found; if so, it is a step."""
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
            if opened and text.startswith("claim"):
                self.open = opened[0]
            return False
        self.steps += [(step, new) for step in steps]
        return True

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

    def value(self, text: str) -> Any:
        """What a text means now; None where it has no meaning here."""
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
        return found

    def known(self, text: str) -> Fact | None:
        try:
            return self.book.fact(text)
        except Refused:
            return None

    def goal(self, claim: str) -> Fact | None:
        """The claim as it is read now; None where it cannot be read yet."""
        try:
            return self.book.compared(claim, "now")
        except Refused:
            return None

    def numbers(self, goal: Poly | None = None) -> list[str]:
        """The names of facts about the goal's numbers alone that say more than a sign."""
        found = []
        wanted = None if goal is None else {a for a in self.atoms(goal) if a[0] == "s"}
        wanted = None if wanted is None else wanted | {("s", name, ()) for name in ("L", "mu")}
        for name, fact in self.book.facts.items():
            if isinstance(fact.value, Poly) and (len(fact.value) > 1 or fact.equal):
                atoms = self.atoms(fact.value)
                own = {a for a in atoms if a[0] == "s"}
                if all(a[0] in "sip" for a in atoms) and (wanted is None or own <= wanted):
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
        points = ("o", "grad(o)", "J(grad(J(x)))", "x", *(("next(x)", "grad(x)") if values else ()))
        more = {g for text in points for g in self.made_of(text)}
        texts = list(self.book.setting.facts)
        for name, (places, _) in self.book.setting.rules.items():
            many = len(places.split())
            if many == 0:
                texts.append(name)
            elif many == 1:
                texts += [f"{name}({v})" for v in (*ONE, *self.mixed())]
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
        """Facts about losses one round later: their models at the round before, and how far apart gradients are."""
        values = {atom for atom in self.atoms(goal) if atom[0] == "f"}
        upper = []
        for text in self.instances(goal) if values else ():
            if text.startswith("above(") and "next" in text:
                fact = self.known(text)
                if fact and {atom for atom in self.atoms(fact.value) if atom[0] == "f"} <= values:
                    upper.append(text)
        more = (*self.noise(), "lipschitz(x, J(x))", "mean_curved(x)", "below(o, J(x))")
        return [*upper, *(text for text in more if self.known(text))] if upper else []

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

    def named(self, line: str, wide: bool = False) -> str:
        """The name of the line, if it is found; else nothing."""
        name = f"guess{len(self.steps) + 1}"
        return name if self.tried(f"{name}: {line}", wide) else ""

    def show(self, line: str, claim: str, squares: Iterable[str] = (), extra: Iterable[str] = ()) -> bool:
        """Whether the line is found: from numbers alone, or from rules and squares of the claim's vectors too."""
        try:
            goal = self.book.compared(claim, "now")
        except Refused as error:
            if line.startswith("claim"):
                self.open = Line(1, line, "open", str(error))
            return False
        numbers = self.numbers(goal.value)
        if not extra and self.tried(f"{line}{_by(numbers)}"):
            return True
        wanted = [text for text in (*SQUARES, *squares) if self.value(text) is not None]
        if (facts := self.models(goal.value)) and self.tried(
            f"{line}{_by([*extra, *facts, *numbers])}{_with(text for text in wanted if text in GRADIENTS)}"
        ):
            return True
        facts = [*extra, *self.instances(goal.value), *numbers]
        return self.tried(f"{line}{_by(facts)}{_with(wanted)}", wide=True)

    def shown(self, claim: str, squares: Iterable[str] = (), extra: Iterable[str] = ()) -> str:
        name = f"guess{len(self.steps) + 1}"
        return name if self.show(f"{name}: {claim}", claim, squares, extra) else ""

    def root(self, line: str, *facts: str, square: str = "") -> str:
        """The line from its square."""
        return self.named(f"{line}{_by(['root', *facts])}{_with([square] if square else [])}")


def _by(facts: Iterable[str]) -> str:
    told = ", ".join(dict.fromkeys(facts))
    return f" by {told}" if told else ""


def _with(squares: Iterable[str]) -> str:
    told = ", ".join(dict.fromkeys(squares))
    return f" with {told}" if told else ""


def unaided(stated: Theorem, variant: Variant, effort: int = EFFORT) -> Proved:
    """A derivation of the variant that nobody wrote, or the line that lacked; effort: products of terms."""
    spoken = stated_as(stated, variant)
    try:
        own = statement(spoken)
        guesser = _Guesser(own.book(), own, variant.label, effort)
    except Refused as error:
        return Proved(False, "", (), reason=f"no proof found: {error}")
    for guess in (_signs, _alone, _numbers, _indices, _lengths, _rounds):
        if guesser.conclusion is None:
            guess(guesser)
    if guesser.conclusion is None:
        opened = guesser.open
        why = "no guess could be read" if opened is None else f"{opened.text}: {opened.why}"
        return Proved(False, "", () if opened is None else (opened,), reason=f"no proof found: {why}")
    record = _shortest(recorded(spoken, [step for step, _ in guesser.steps], guesser.conclusion))
    kept = [line for step, lines in guesser.steps if step in record["steps"] for line in lines]
    return decided(stated, variant, (*kept, guesser.lines[-1]), record)


def _shortest(record: dict[str, Any]) -> dict[str, Any]:
    """The record without the steps that it does not need."""
    for step in reversed(record["steps"]):
        without = {**record, "steps": [one for one in record["steps"] if one is not step]}
        if check(without)["proved"]:
            record = without
    return record


# --- guesses


def _signs(g: _Guesser) -> None:
    """What stands in divisors, roots, powers and logarithms is > 0, or >= 0; steps are short."""
    for text in g.spoken():
        for node in reversed(list(nodes(parse(text)))):
            inner = None
            if node.kind == "/":
                inner = node.parts[1]
            elif node.value in ("sqrt", "log") or (node.kind == "**" and node.parts[1].kind != "number"):
                inner = node.parts[0]
            elif node.value == "exp":
                told = f"{written(node)} >= 1"
                g.show(
                    f"guess{len(g.steps) + 1}: {told}", told, extra=[f"exp_tangent({written(node.parts[0])})"]
                )
            if inner is not None and (inner.kind != "call" or node.value == "log"):
                _positive(g, inner)
    if g.value("eta*L") is not None:
        g.show("eta*L <= 1", "eta*L <= 1")
        _sign(g, "1 - eta*mu")


def _positive(g: _Guesser, node: Any) -> None:
    """The sign of a formula, after those of its factors."""
    if node.kind == "number" or (node.kind == "name" and node.value not in g.own.where):
        return
    for part in node.parts if node.kind == "*" else node.parts[:1] if node.kind == "**" else ():
        _positive(g, part)
    if node.kind != "call":
        _sign(g, written(node))


def _sign(g: _Guesser, text: str) -> None:
    for relation in (">", ">="):
        told = f"{text} {relation} 0"
        if g.known(told) is not None or g.show(told, told):
            return


def _alone(g: _Guesser) -> None:
    """The claim as one line."""
    g.show("claim", g.own.claim, _apart(g))


def _apart(g: _Guesser) -> list[str]:
    """Differences of the parts of a round: squares that split the square of their sum."""
    space, found = g.book.space, []
    value = g.value("next(x) - J(next(x))")
    if not isinstance(value, Vector):
        return []
    kinds: dict[Any, list[Any]] = {}
    for (bound, word, name, gi), c in value.terms.items():
        if space.generators[name].fresh:
            continue
        kinds.setdefault(name, []).append(((bound, word, name, gi), c))
    parts = [wording.of_vector(space, Vector(terms)) for terms in kinds.values()]
    for a, b in combinations(parts, 2):
        found.append(f"{a} - ({b})")
    for told in g.mixed():
        inner = g.value(f"{told} - J({told})")
        names = dict.fromkeys(term[2] for term in inner.terms)
        pieces = [
            wording.of_vector(space, Vector((k, c) for k, c in inner.terms.items() if k[2] == name))
            for name in names
        ]
        for a, b in combinations(pieces, 2):
            found.append(f"{a} - ({b})")
    return found


def _numbers(g: _Guesser) -> None:
    """Claims about numbers: tangents of powers, exponentials, logarithms; squares of differences."""
    if g.book.setting.vectors:
        return
    facts, things = [], []
    for node in (node for text in g.spoken() for node in nodes(parse(text))):
        told = [written(part) for part in node.parts]
        if node.kind == "**" and node.parts[1].kind != "number":
            facts += [f"bernoulli({told[0]} - 1, {told[1]})", f"smaller_power({told[0]}, {told[1]})"]
        elif node.kind == "call" and node.value == "exp":
            facts.append(f"exp_tangent({told[0]})")
        elif node.kind == "call" and node.value == "log":
            facts += [f"log_tangent({told[0]})", f"log_below({told[0]})"]
            one = g.shown(f"{told[0]} >= 1")
            if one and (least := g.named(f"1/({told[0]}) <= 1 by {one} over {told[0]} > 0")):
                facts.append(least)
        elif node.kind == "call" and node.value == "sqrt":
            things.append(written(node))
            things += [f"sqrt({name})" for name in sorted(inside(node, "name"))]
    names = sorted(inside(parse(g.own.claim), "name"))
    things += [*names, *(f"{a}*{b}" for a, b in combinations(names, 2))]
    known = [text for text in facts if g.known(text) is not None]
    squares = [f"{a} - {b}" for a, b in combinations(dict.fromkeys(things), 2)]
    if not g.show("claim", g.own.claim, squares, known) and not (known and g.tried(f"claim{_by(known)}")):
        _choices(g)


def _choices(g: _Guesser) -> None:
    """The claim in every case of each max, min and abs that it speaks of, the inner ones first."""
    found: dict[str, list[str]] = {}
    orders: list[str] = []
    for node in (node for text in g.spoken() for node in reversed(list(nodes(parse(text))))):
        if node.kind != "call" or node.value not in ("max", "min", "abs"):
            continue
        chosen, told = written(node), [written(part) for part in node.parts]
        found[chosen] = [told[0], f"-({told[0]})"] if node.value == "abs" else told
        orders += [f"{chosen} {'<=' if node.value == 'min' else '>='} {value}" for value in found[chosen]]
    if not 0 < len(found) <= CHOICES:
        return
    given = [f"assume{i}" for i, _ in enumerate(g.own.assume, 1)]
    known = [text for text in (*dict.fromkeys(orders), *given) if g.known(text) is not None]
    if name := g.named("\n".join(_cases(g.own.claim, list(found.items()), known))):
        g.tried(f"claim by {name}")


def _cases(claim: str, choices: list[tuple[str, list[str]]], facts: list[str], path: str = "") -> list[str]:
    """The lines of a claim that is proved in each case of the first choice, and there in each of the others."""
    if not choices:
        return [f"{claim}{_by(facts)}"]
    (chosen, values), *rest = choices
    lines = [f"{claim} by cases {', '.join(f'{chosen} == {value}' for value in values)}"]
    for i, value in enumerate(values):
        name = f"taken{path}_{i}"
        inner = [f"{name}: {chosen} == {value} by case", *_cases(claim, rest, [name, *facts], f"{path}_{i}")]
        lines += ["  case", *(f"    {line}" for line in inner)]
    return lines


def _indices(g: _Guesser) -> None:
    """Claims about vectors with an index: squared differences, summed over two indices."""
    many = [name for name, told in g.book.setting.vectors.items() if told.get("arity") == 1]
    for name in many:
        squares = f"{name}[i] - {name}[j], sum(i, {name}[i])"
        if g.tried(f"claim{_by(g.numbers())} with {squares} sum i j"):
            return


def _lengths(g: _Guesser) -> None:
    """Lengths one round later, by the triangle inequality; the claim by these and their squares."""
    found = [chain for chain in (_spread(g), _error(g), _distance(g)) if chain]
    for whole, target, parts in found:
        total = " + ".join(f"({c})*{length}" for c, length in parts)
        square = g.named(f"sq({target}) <= ({total})**2 by {whole}")
        own = inside(parse(g.own.claim), "name") & g.book.setting.numbers.keys()
        sizes = [c for c, _ in parts]
        factors = list(
            dict.fromkeys(["1", *sizes, *(f"1 - ({c})" for c in sizes), *_divisors(g), *sorted(own)])
        )
        squares = [
            f"({a})*{p} - ({b})*{q}"
            for (_, p), (_, q) in combinations(parts, 2)
            for a in factors
            for b in factors
        ]
        g.chains += [name for name in (whole, square) if name]
        g.differences += squares
        goal = g.goal(g.own.claim)
        numbers = [] if goal is None else g.numbers(goal.value)
        facts = [name for name in (whole, square, *g.noise()) if name]
        if g.tried(f"claim{_by([*facts, *numbers])}{_with(squares)}", wide=True):
            return


def _divisors(g: _Guesser) -> list[str]:
    return [
        written(node.parts[1])
        for node in nodes(parse(g.own.claim))
        if node.kind == "/" and not inside(node.parts[1], "call")
    ]


def _chained(g: _Guesser, vectors: list[str]) -> str:
    """norm(v1 + v2 + ...) <= norm(v1) + norm(v2) + ..., by name."""
    name, sum_ = "", vectors[0]
    for i, v in enumerate(vectors[1:], 1):
        more = f"{sum_} + {v}"
        lengths = " + ".join(f"norm({u})" for u in vectors[: i + 1])
        name = g.named(f"norm({more}) <= {lengths} by triangle({sum_}, {v}){f', {name}' if name else ''}")
        if not name:
            return ""
        sum_ = more
    return name


def _spread(g: _Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(next(x) - J(next(x))) without noise: what is mixed shrinks by lam, the rest is added."""
    space = g.book.space
    value, mixed = g.value("next(x)"), g.mixed()
    if not isinstance(value, Vector) or len(mixed) != 1:
        return None
    (u,) = mixed
    rest = [(key, c) for key, c in value.terms.items() if not (key[1] and key[1][0] != "J")]
    rest = [(key, c) for key, c in rest if not space.generators[key[2]].fresh]
    if any(key[1] for key, _ in rest):
        return None
    facts, vectors = [], [f"(W({u}) - J({u}))"]
    facts.append(g.root(f"norm(W({u}) - J({u})) <= lam*norm({u} - J({u}))", f"mixing({u})"))
    if not facts[0]:
        return None
    parts: list[tuple[str, str]] = []
    inner = g.value(u)
    if len(inner.terms) > 1:
        told = []
        for key, c in inner.terms.items():
            told.append(_term(g, key, c, parts, "lam"))
        facts += [_chained(g, [v for v, _ in told]), *(fact for _, fact in told)]
    else:
        ((key, c),) = inner.terms.items()
        facts.append(_term(g, key, c, parts, "lam")[1])
    for key, c in rest:
        v, fact = _term(g, key, c, parts, "1")
        vectors.append(v)
        facts.append(fact)
    if len(vectors) > 1:
        facts.append(_chained(g, vectors))
    return _whole(g, " + ".join(vectors), parts, facts)


def _term(g: _Guesser, key: Any, c: Poly, parts: list[tuple[str, str]], factor: str) -> tuple[str, str]:
    """A part c*v of a round off its mean, and the fact that it is no longer than |c|*norm(v)."""
    space = g.book.space
    v = wording.of_vector(space, Vector([(key, poly(1))]))
    size = wording.full(space, c if all(d > 0 for d in c.values()) else -c)
    fact = ""
    if v.startswith("grad("):
        fact = g.root(f"norm({v} - J({v})) <= norm({v})", square=f"J({v})")
        fact, length = _bounded(g, v, fact)
    else:
        length = f"norm({v} - J({v}))"
    parts.append((f"{factor}*({size})", length))
    return f"({wording.full(space, c)})*({v} - J({v}))", fact


def _bounded(g: _Guesser, v: str, fact: str) -> tuple[str, str]:
    """The length of v, or a constant that bounds it."""
    for name, (places, text) in g.book.setting.rules.items():
        tree = parse(text)
        if places or tree.kind != "compare" or name not in g.book.setting.premises:
            continue
        if not inside(parse(g.own.claim), "name") & inside(tree.parts[1], "name") - {"K"}:
            continue
        premise = g.book.setting.premises[name]
        if g.known(premise) is None:
            g.show(premise, premise)
        most = f"sqrt({written(tree.parts[1])})"
        if bound := g.root(f"norm({v}) <= {most}", name):
            both = g.named(f"norm({v} - J({v})) <= {most} by {fact}, {bound}")
            if both:
                return both, most
    return fact, f"norm({v})"


def _whole(
    g: _Guesser, target: str, parts: list[tuple[str, str]], facts: list[str]
) -> tuple[str, str, list[tuple[str, str]]] | None:
    merged: dict[str, str] = {}
    for c, length in parts:
        merged[length] = f"{merged[length]} + {c}" if length in merged else c
    total = " + ".join(f"({c})*{length}" for length, c in merged.items())
    name = g.named(f"norm({target}) <= {total}{_by(filter(None, facts))}")
    return (name, target, [(c, length) for length, c in merged.items()]) if name else None


def _step(g: _Guesser, a: str, mean: str) -> str:
    """A gradient step of size eta from a, off o, is shorter by 1 - eta*mu."""
    rules = (
        ("monotone({}, o)", "mean_cocoercive({}, o)") if mean else ("monotone({}, o)", "cocoercive({}, o)")
    )
    moved = f"{a} - o - eta*J(grad({a}))" if mean else f"{a} - o - eta*(grad({a}) - grad(o))"
    numbers = [name for name in g.numbers() if name.startswith(("line", "guess")) or name == "order"]
    return g.root(
        f"norm({moved}) <= (1 - eta*mu)*norm({a} - o)", *(rule.format(a) for rule in rules), *numbers
    )


def _error(g: _Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(J(next(x)) - o) without noise: a step at the mean, and how far the gradients are from those there."""
    if g.value("J(next(x)) - o - (J(x) - o - eta*J(grad(x)))") is None:
        return None
    step = _step(g, "J(x)", "mean")
    if not step:
        return None
    square = "grad(x) - grad(J(x)) - J(grad(x) - grad(J(x)))"
    far = g.root("norm(J(grad(x)) - J(grad(J(x)))) <= L*norm(x - J(x))", "lipschitz(x, J(x))", square=square)
    vectors = ["(J(x) - o - eta*J(grad(J(x))))", "(- eta)*(J(grad(x)) - J(grad(J(x))))"]
    parts = [("1 - eta*mu", "norm(J(x) - o)"), ("eta*L", "norm(x - J(x))")]
    return _whole(g, " + ".join(vectors), parts, [step, far, _chained(g, vectors)]) if far else None


def _distance(g: _Guesser) -> tuple[str, str, list[tuple[str, str]]] | None:
    """norm(next(x) - o) of a gradient step that is mixed."""
    step = _step(g, "x", "")
    if not step:
        return None
    vectors = ["(x - o - eta*(grad(x) - grad(o)))", "(- eta)*grad(o)"]
    parts = [("1 - eta*mu", "norm(x - o)"), ("eta", "norm(grad(o))")]
    facts = [step, _chained(g, vectors)]
    if g.mixed() and (
        short := g.root(
            f"norm(next(x) - o) <= norm({' + '.join(vectors)})", f"shorter({' + '.join(vectors)})"
        )
    ):
        return _whole(g, "next(x) - o", parts, [short, *facts])
    return None


def _rounds(g: _Guesser) -> None:
    """Invariants: the claim itself, cleared of divisors that name t, or with what is left of the start."""
    tree = parse(g.own.claim)
    if tree.value not in (("<=",), (">=",)) or "t" not in inside(tree, "name"):
        return
    left, _, right = turned(tree)
    ahead = [
        node
        for node in nodes(tree)
        if node.kind == "call" and len(node.parts) == 1 and node.parts[0].kind == "+"
    ]
    if ahead:
        return
    spoken = {name for text in g.spoken() for name in inside(parse(text), "call")}
    for metrics, line in LEMMAS:
        if spoken >= {*metrics.split()} and (goal := g.goal(line)) is not None:
            by = _by([*g.chains, *g.noise(), *g.numbers(goal.value)])
            if name := g.named(f"{line}{by}{_with(g.differences)}", wide=True) or g.shown(line):
                g.chains.append(name)
    starts = dict.fromkeys(
        written(node)
        for node in nodes(tree)
        if node.kind == "call" and node.value in g.book.setting.metrics and written(node.parts[0]) == "0"
    )
    for text in starts:
        metric = text.partition("(")[0]
        if name := g.shown(f"{metric}(t) >= 0"):
            g.chains.append(name)
        for node in nodes(tree):
            if node.kind == "**" and written(node.parts[1]) in ("t", "2*t", "2 * t"):
                q = f"({written(node.parts[0])}){'**2' if written(node.parts[1]) != 't' else ''}"
                if name := g.shown(f"{metric}(t + 1) <= {q}*{metric}(t)", extra=g.chains):
                    g.chains.append(name)
    a, b = written(left).replace("<= t,", "< t,"), right
    forms = [f"{a} <= {written(b)}"]
    if b.kind == "/" and "t" in inside(b.parts[1], "name"):
        forms.append(f"({a})*({written(b.parts[1])}) <= {written(b.parts[0])}")
    for form in list(forms):
        lower, _, upper = form.partition(" <= ")
        for text in starts:
            metric = text.partition("(")[0]
            forms.append(f"{lower} <= {upper.replace(text, f'({text} - {metric}(t))')}")
    goal = g.goal(g.own.claim)
    for form in forms:
        if _always(g, form):
            facts = ["rounds", *g.chains, "everyround"]
            numbers = [] if goal is None else g.numbers(goal.value)
            if g.tried(f"claim{_by([*facts, *numbers])}") or g.show("claim", g.own.claim, extra=facts):
                return


def _always(g: _Guesser, form: str) -> bool:
    """Whether the form is found to hold at every round, by induction."""
    try:
        goals = [g.book.compared(form, time) for time in ("start", "now", "next")]
    except Refused as error:
        g.open = Line(1, form, "open", str(error))
        return False
    largest = [
        f"{written(node)} >= {written(part)}"
        for node in nodes(parse(form))
        if node.kind == "call" and node.value == "max" and not ranged(node)
        for part in node.parts
    ]
    numbers = g.numbers(goals[2].value)
    rules = g.instances(goals[2].value)
    squares = [text for text in SQUARES if g.value(text) is not None]
    lasting = [name for name in (*g.chains, *numbers) if name not in g.book.facts or g.book.facts[name].every]
    models = [*lasting, "rounds", *g.models(goals[2].value)]
    for facts in ([*lasting, *largest], models, [*lasting, *largest, *rules]):
        text = (
            f"always everyround: {form}\n"
            f"  start everyround{_by([*largest, *g.numbers(goals[0].value)])}\n"
            f"  next everyround{_by(['everyround', *facts])}{_with(squares)}"
        )
        if g.tried(text, wide=facts is not models):
            return True
    return False
