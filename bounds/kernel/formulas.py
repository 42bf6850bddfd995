"""Formulas of a derivation, read by the one evaluation of trees: at the start, now, and one round later.

A number is an atom. `a/b` needs b > 0 to be known, `sqrt(a)` a >= 0; `max` is a name that is at least each argument;
`sum(s < t, f(s))` is a running sum, which is f(t) larger a round later; `sum(s < t, b**(t - 1 - s)*f(s))` is b times
itself and f(t) larger; `b**t` is b times as large. A metric's round
is 0, t, up to t + 3, or a number. `next(...)` and `start(...)` read what is inside one round later, and at the start;
`at_round(3, ...)` reads it at round 3; `ahead(...)` one window later, `first(...)` at the window's first round.

Rounds may be counted by indices, too (`Table.rounds`): `over_rounds(s, ...)` sums over all rounds s of a run up to any
last one that is not read, and `now` is the present round. What a table keeps of every round, `g[s]`, does not change
from round to round; `g[now]` is what is now. A state k[s] that starts at 0 and whose next text adds `same(s, now)` to
what it makes of k[s] is how much round s < t counts at round t, and 0 for later ones.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import wording
from .exact import ZERO
from .facts import Fact
from .formal import NOW, ROUND
from .poly import Monomial, Poly, Vector, merged, poly, work
from .scope import Scope
from .text import Node, inside, need, parse, ranged, written

if TYPE_CHECKING:
    from .naming import Naming

SPAN = 200  # rounds of a sum between two fixed rounds
TIMES = ("start", "now", "next", "at_round", "first", "ahead")
LATER = ("now", "next", "2 later", "3 later")  # how many rounds after the present one


class Formulas(Scope):
    """Formulas at one time of a book: start, now, next, or a round that is a number."""

    def __init__(
        self,
        book: Naming,
        time: str | int,
        bound: dict[str, str] | None = None,
        given: dict[str, Any] | None = None,
    ) -> None:
        super().__init__({})
        if book.present is not None and time in LATER:
            time = book.present + LATER.index(str(time))
        need(time != "ahead" or not book.in_window, "the end of a window is not read inside it")
        self.book, self.time, self.bound, self.given = book, time, bound or {}, given or {}
        self.space = book.space

    def at(self, time: str | int) -> Formulas:
        return Formulas(self.book, time, self.bound)

    def compared(self, told: str | Node) -> Fact:
        """b - a of a <= b, as a goal; of a != b that (b - a)**2 > 0."""
        tree = parse(told) if isinstance(told, str) else told
        need(tree.kind == "compare" and len(tree.value) == 1, "{} is not one comparison", written(tree))
        (relation,) = tree.value
        a, b = map(self.value, tree.parts)
        if relation == "==" and (isinstance(a, Vector) or isinstance(b, Vector)):
            return Fact(b - a, equal=True)
        gap = poly(b) - poly(a)
        if relation == "!=":
            return Fact(self.space.normal(gap * gap), True)
        value = self.space.normal(-gap if relation in (">=", ">") else gap)
        return Fact(value, relation in ("<", ">"), equal=relation == "==")

    def number(self, text: str | Node) -> Poly:
        """The value of a text, or of a tree, that is a number."""
        value = self.value(parse(text) if isinstance(text, str) else text)
        need(
            not isinstance(value, Vector), "{} is a vector", text if isinstance(text, str) else written(text)
        )
        return self.space.normal(poly(value))

    def vector(self, text: str) -> Vector:
        value = self.read(text)
        need(isinstance(value, Vector), "{} is a number, not a vector", text)
        return value

    # --- names

    def value(self, node: Node) -> Any:
        work(8)
        match node.kind:
            case "number":
                return poly(node.value)
            case "name":
                if node.value in self.given:
                    return self.given[node.value]
                need(node.value not in self.bound, "{} is an index", node.value)
                return self.book.named(node.value, (), self)
            case "index":
                return self.book.named(node.value, tuple(map(self.index, node.parts)), self)
        return super().value(node)

    def index(self, node: Node) -> str:
        need(node.kind == "name", "{} is no index", written(node))
        return self.bound.get(node.value, str(node.value))

    def counted(self, index: str, rounds: bool) -> str:
        """The index as it stands where rounds are counted, or where something else is; `now` is the present round."""
        if not rounds:
            need(not index.startswith(ROUND) and index != NOW[1:], "an index of rounds counts nothing else")
            return index
        if not index.startswith(ROUND):
            need(index[0].isalpha(), "an index that a sum binds counts no rounds: say over_rounds(s, ...)")
            index = f"{ROUND}{index}"
        need(index != NOW or self.time == "now", "the present round is an index now alone")
        return index

    def alike(self, i: str, j: str) -> tuple[str, str]:
        """Two indices that are compared, both of rounds or neither."""
        rounds = any(x.startswith(ROUND) or x == NOW[1:] for x in (i, j))
        return self.counted(i, rounds), self.counted(j, rounds)

    def called(self, node: Node) -> Any:
        name, parts = str(node.value), node.parts
        if name in TIMES:
            return self.moved(name, *parts)
        if (span := ranged(node)) is not None:
            return self.summed(name, *span)
        if name in ("sum", "mean", "over_rounds") and len(parts) == 2 and parts[0].kind == "name":
            return self.indexed(name, str(parts[0].value), parts[1])
        if name == "same":
            need(len(parts) == 2, "same takes two indices")
            need(not self.book.setting.law, "no two outcomes of a law are the same")
            i, j = sorted(self.alike(*map(self.index, parts)))
            return poly(1) if i == j else self.space.atom("=", i, j)
        values = [self.value(part) for part in parts]
        if name in ("sqrt", "exp", "log", "abs", "max", "min"):
            need(len(values) == 1 or name in ("max", "min"), f"{name} takes one number")
            numbers = [self.space.normal(poly(value)) for value in values]
            return getattr(self, f"by_{name}")(*numbers)
        return self.book.word(name, values, self)

    def moved(self, name: str, *parts: Node) -> Any:
        """What is inside at another time."""
        need(
            len(parts) == 1 + (name == "at_round"),
            f"{name} takes one formula" + ", after a round" * (name == "at_round"),
        )
        time: str | int = name
        if name in ("first", "ahead"):
            time = self.windowed(name)
        elif name == "at_round":
            time = self.book.round_of(self.number(parts[0]))
        elif isinstance(self.time, int) and name != "start":
            time = self.time + (name == "next")
        elif name == "next":
            need(self.time in LATER[:-1], "next(...) is up to three rounds after the present one alone")
            time = LATER[LATER.index(str(self.time)) + 1]
        elif self.time != "now" and name != "start":
            time = self.time
        return self.at(time).value(parts[-1])

    def windowed(self, name: str) -> str:
        """A window begins now and ends ahead; inside a window it began at `first`, and its end is not read."""
        allowed = ("now", "next", "first") if self.book.in_window else ("now",)
        allowed = (*allowed, "ahead") if name == "first" else allowed
        need(self.time in allowed and self.book.span, "{}(...) is not read here", name)
        return name if name == "ahead" or self.book.in_window else "now"

    def told(self, p: Poly, known: bool) -> str:
        """A number as messages have it, where there is a message: texts of what is nested grow long."""
        return "" if known else wording.brief(self.space, p)

    # --- operations

    def combined(self, sign: str, a: Any, b: Any) -> Any:
        if sign == "/":
            return self.divided(a, poly(b))
        if sign == "**":
            return self.power(poly(a), poly(b))
        found = self.formed(sign, a, b)
        return self.space.normal(found) if sign == "*" and isinstance(found, Poly) else found

    def divided(self, a: Any, b: Poly) -> Any:
        c = b.constant()
        need(c != 0, "division by 0")
        if c is not None:
            return a * poly(1 / c)
        sign = 1 if self.book.positive(b) else -1
        known = sign == 1 or self.book.positive(-b)
        need(known, "the divisor {} is not known to be > 0: show it in a line before", self.told(b, known))
        product = a * (self.space.inverse(b * sign, self.book.positive) * sign)
        return self.space.normal(product) if isinstance(product, Poly) else product

    def power(self, base: Poly, exponent: Poly) -> Poly:
        """b**(t + 2) = b**t b b, b**(2 t) = (b**t)**2, b**-n = 1/b**n, b**(1/2) = sqrt(b), 1**t = 1."""
        if base.constant() == 1:
            return poly(1)
        endless = self.book.setting.law and self.space.indices(exponent)
        need(not endless, "a power whose exponent is random may have no mean")
        known = exponent.get((), 0)
        rest = exponent - poly(known)
        result = poly(1)
        if rest:
            content, primitive = rest.primitive()
            if all(c < 0 for c in rest.values()) and self.book.positive(base):
                return self.space.normal(
                    poly(self.divided(self.power(base, poly(known)), self.power(base, -rest)))
                )
            whole = self.book.natural(primitive)
            need(
                whole or self.book.positive(base),
                "a power that may be no whole number, of what may not be > 0",
            )
            if content.denominator == 2:
                need(self.book.positive(base, strict=False), "a root of what may not be >= 0")
                result = self.by_sqrt(self.space.atom("p", base.key, primitive.key).to(content.numerator))
            else:
                primitive = primitive * Fraction(1, content.denominator)
                need(content.denominator == 1 or self.book.positive(base), "a root of what may not be > 0")
                result = self.space.atom("p", base.key, primitive.key).to(content.numerator)
        if known:
            halves = Fraction(known) * 2
            need(
                halves.denominator == 1 and abs(halves) <= 40,
                "an exponent is a half or whole number up to 20",
            )
            n = abs(halves.numerator)
            factor = base.to(n // 2) * (self.by_sqrt(base) if n % 2 else poly(1))
            if known < 0:
                return poly(self.divided(result, self.space.normal(factor)))
            result = result * factor
        return self.space.normal(result)

    def by_sqrt(self, a: Poly) -> Poly:
        known = self.book.positive(a, strict=False)
        told = self.told(a, known)
        need(known, "sqrt({}): what is inside is not known to be >= 0: show it in a line before", told)
        return self.root(a)

    def root(self, a: Poly) -> Poly:
        """The root of what is >= 0; common factors that are known to be >= 0 come out."""
        a, outside = self.space.normal(a), poly(1)
        if not a:
            return a
        for k, e in a.common().items():
            one = Poly({((k, 1),): 1})
            if not self.book.positive(one, strict=False):
                continue
            rest = a.without({k: e})
            if not self.book.positive(one) and not self.book.positive(rest, strict=False):
                continue  # where the factor is 0 the rest may be negative
            a = rest
            outside = outside * one.to(e // 2) * (self.space.root(one) if e % 2 else poly(1))
        return self.space.normal(outside * self.space.root(a))

    def by_max(self, *values: Poly) -> Poly:
        """The common positive factors stay inside; a maximum of one number is that number."""
        distinct = sorted({value.key for value in values})
        if len(distinct) == 1:
            return values[0]
        if all(value.constant() is not None for value in values):
            return max(values, key=lambda value: value.constant() or ZERO)
        largest = self.space.atom("m", *distinct)
        for value in values:
            self.book.axiom(largest - value)
        return largest

    def by_min(self, *values: Poly) -> Poly:
        return -self.by_max(*(-value for value in values))

    def by_abs(self, a: Poly) -> Poly:
        return self.by_max(a, -a)

    def by_exp(self, a: Poly) -> Poly:
        endless = self.book.setting.law and self.space.indices(a)
        need(not endless, "the exponential of what is random may have no mean")
        return self.space.atom("e", a.key) if a else poly(1)

    def by_log(self, a: Poly) -> Poly:
        known = self.book.positive(a)
        need(known, "log({}): what is inside is not known to be > 0", self.told(a, known))
        return self.space.atom("l", a.key) if a.constant() != 1 else poly(ZERO)

    # --- sums

    def indexed(self, kind: str, name: str, body: Node) -> Any:
        need(self.space.size, "there is nothing here that an index counts")
        over = kind == "over_rounds"
        need(not over or (self.book.setting.rounds and name != NOW[1:]), "no index counts rounds here")
        new = self.space.new(ROUND * over)
        value = Formulas(self.book, self.time, {**self.bound, name: new}).value(body)
        if isinstance(value, Poly):
            result: Any = self.space.total(new, value)
        else:
            terms = []
            for (bound, word, g, gi), c in value.terms.items():
                used = new in gi or new in self.space.indices(c)
                need(used or not over, "a sum over all rounds of what does not depend on them")
                key = ((*bound, new) if used else bound, word, g, gi)
                terms.append((key, c if used else c * self.space.scalar(self.space.size)))
            result = Vector(terms)
        return self.divided(result, self.space.scalar(self.space.size)) if kind == "mean" else result

    def summed(self, kind: str, name: str, first: Node, last: Node, body: Node) -> Any:
        """A sum, mean, maximum or minimum over rounds from a fixed round to the present one."""
        need(kind in ("sum", "mean", "max", "min"), f"{kind} over rounds is not read here")
        t = self.space.scalar("t")
        low = self.number(first).constant()
        need(
            low is not None and low.denominator == 1 and 0 <= low <= 20,
            "a sum over rounds begins at a fixed round",
        )
        end = self.number(last) + 1
        if self.time == "now" and end.constant() is None and self.book.present_round(end):
            end = t
        if kind == "sum" and (found := discounted(name, body)):
            return self.faded(name, int(low or 0), end, *found)
        past = (end - t).constant()
        if past is None and end.constant() is not None:
            need((end.constant() or 0) <= SPAN, f"a sum has at most {SPAN} rounds that are written out")
            values = [self.one(name, poly(s), body) for s in range(int(low or 0), int(end.constant() or 0))]
            total = sum(values, poly(0))
        else:
            need(past in range(len(LATER)), "a sum over rounds ends at t or before it")
            need(
                not low or self.book.positive(end - poly(low), strict=False),
                f"a sum over rounds from {low} may have none: show first that it has",
            )
            total = self.running(name, body)
            for more in range(int(past or 0)):
                total = total + self.one(name, t + more, body)
            for less in range(int(low or 0)):
                total = total - self.one(name, poly(less), body)
        count = self.space.normal(end - poly(low))
        rounds = count.constant()
        need(kind != "mean" or rounds is None or rounds > 0, "a mean of no rounds")
        if kind in ("max", "min"):
            latest = None if past == 0 else self.one(name, end - 1, body)
            of = low, end, self.each(name, body).key  # numbers that are equal now may differ in other rounds
            return self.extreme(kind, total, count, latest, of, name, written(body))
        return total if kind == "sum" else self.divided(total, count)

    def faded(self, name: str, low: int, end: Poly, base: Node, exponent: Node, body: Node) -> Poly:
        """sum(low <= s < end, b**(k*(t - s) + c)*f(s)), with q = b**k over sums of q**(t - 1 - s) f(s)."""
        need(
            "t" not in inside(body, "name"), "what is summed may not depend on t beside the power's exponent"
        )
        t, space, b = self.space.scalar("t"), self.space, self.number(base)
        need(not space.moves(b), "{} differs from round to round", written(base))

        def weight(s: Poly) -> Poly:
            return self.book.with_round(name, s, lambda: self.number(exponent))

        def one(s: Poly) -> Poly:
            return self.power(b, weight(s)) * self.one(name, s, body)

        past = (end - t).constant()
        if past is None and (upto := end.constant()) is not None:
            need(upto <= SPAN, f"a sum has at most {SPAN} rounds that are written out")
            return space.normal(sum(map(one, map(poly, range(low, int(upto)))), poly(0)))
        need(past in range(len(LATER)), "a sum over rounds ends at t or before it")
        need(
            not low or self.book.positive(end - poly(low), strict=False),
            f"a sum over rounds from {low} may have none: show first that it has",
        )
        s = space.scalar(".")  # no name of a formula
        told = weight(s)
        k = -told.get(s.key[0][0], 0)
        need(k > 0 and k.denominator == 1, "{} is no power of rounds ago", written(exponent))
        c = (told + s * k - t * k).constant()
        need(c is not None, "{} is no power of rounds ago", written(exponent))
        total = self.power(b, poly(c + k)) * self.running(name, body, self.power(b, poly(k)))
        for more in range(int(past or 0)):
            total = total + one(t + more)
        for less in range(low):
            total = total - one(poly(less))
        return space.normal(total)

    def fading(self, q: Poly, of: Monomial) -> Poly:
        """sum(s < t, q**(t - 1 - s)*f(s)) of a product f of atoms: >= 0 where q is and all f(s) are."""
        space, f = self.space, Poly({of: 1})
        need(not space.indices(f), "a discounted sum of a number with indices")
        atom = "f", "discounted sum", (q.key, of), (), True
        told = re.sub(r"\bt\b", "s", wording.full(space, f))
        shown = f"sum(s < t, ({wording.full(space, q)})**(t - 1 - s)*({told}))"
        space.shown.setdefault(space.intern(*atom), shown)
        value = space.atom(*atom)
        signs = self.book.evident(q), self.book.signed(f)
        if all(fact and fact.every for fact in signs):
            self.book.axiom(value)
        return value

    def extreme(
        self,
        kind: str,
        total: Poly,
        count: Poly,
        last: Poly | None,
        of: tuple[Any, Poly, Any],
        index: str,
        text: str,
    ) -> Poly:
        """An atom for a maximum or minimum over rounds, the same one for the same rounds of the same number.

        of: the first round, the end, and a key of the number; index, text: how its round and the number are written.

        A maximum is known to be at least the mean, the last of its numbers where it is read, and the maximum of one
        round less where there is one.
        """
        need(self.book.positive(count), f"{kind} over rounds: that there is one of them is not known")
        need(not self.space.indices(total), f"{kind} over rounds of a number with indices")
        low, end, body = of

        def named(upto: Poly) -> Poly:
            atom = "f", f"{kind} over rounds", (low, upto.key, body), (), True
            shown = f"{kind}({low} <= {index} < {wording.brief(self.space, upto)}, {text})"
            self.space.shown.setdefault(self.space.intern(*atom), shown)
            return self.space.atom(*atom)

        value = named(end)
        self.book.axiom(self.space.normal(count * value - total) * (1 if kind == "max" else -1))
        for more, other in ((0, last), (1, named(end - 1))):
            found = self.book.surely(count - more)
            if other is not None and found and found.strict:
                gap = value - other if kind == "max" else other - value
                self.book.within(self.space.normal(gap), found)
        return value

    def one(self, name: str, s: Poly, body: Node) -> Poly:
        """One term of a sum: its formula with the round s put in, read at that round."""
        ahead = (s - self.space.scalar("t")).constant()
        time = "start" if not s else LATER[int(ahead or 0)] if ahead in range(len(LATER)) else ""
        if not time and self.book.present is not None:
            return self.book.with_round(name, s, lambda: self.at(self.book.round_of(s)).number(body))
        value = self.book.with_round(name, s, lambda: self.at(time or "now").number(body))
        if not time and self.space.moves(value):
            need(s.constant() is not None, "a round of this sum is neither a number nor t nor t + 1")
            value = self.book.with_round(name, s, lambda: self.at(self.book.round_of(s)).number(body))
        return value

    def each(self, name: str, body: Node) -> Poly:
        """What is summed, at the round t as at any other: the round of a sum around this one, which t may be, is not
        read."""
        rounds, t = self.book.rounds, self.space.scalar("t")
        kept = dict(rounds)
        for outer, s in kept.items():
            rounds[outer] = None if s is None or self.space.moves(s) else s
        try:
            with self.book.at_every_round():
                return self.one(name, t, body)
        finally:
            rounds.update(kept)

    def running(self, name: str, body: Node, q: Poly | None = None) -> Poly:
        """sum(s < t, body), or sum(s < t, q**(t - 1 - s)*body): what stays the same in all rounds comes out of it."""
        need(
            "t" not in inside(body, "name"),
            "what is summed may not depend on t: define it by a running sum of its own",
        )
        t, space = self.space.scalar("t"), self.space
        result = Poly()
        for key, c in self.each(name, body).items():
            still = tuple((a, e) for a, e in key if not space.moves(Poly({((a, 1),): 1})))
            moving = tuple(f for f in key if f not in still)
            summed = (
                self.fading(q, moving) if q is not None else space.atom("R", merged(moving)) if moving else t
            )
            result = result + Poly({still: c}) * summed
        return space.normal(result)


def discounted(name: str, body: Node) -> tuple[Node, Node, Node] | None:
    """(b, e, f) of a body b**e*f, e a formula of the summed round and of t alone; None for any other."""
    if body.kind == "**":
        base, exponent = body.parts
        alone = not inside(exponent, "call", "index")
        return (
            (base, exponent, Node("number", Fraction(1)))
            if alone and inside(exponent, "name") == {name, "t"}
            else None
        )
    for i, part in enumerate(body.parts[: {"*": 2, "/": 1}.get(body.kind, 0)]):
        if found := discounted(name, part):
            rest = [*body.parts]
            rest[i] = found[2]
            return found[0], found[1], body._replace(parts=tuple(rest))
    return None
