"""What is known: facts, definitions and squares as proofs that a number is >= 0, also in another form of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...kernel import wording
from ...kernel.facts import Fact
from ...kernel.poly import Poly, Vector, multiplied, poly
from .part import Part
from .shown import Shown, constant
from .terms import EXTREMES, Unsupported, brackets, exactly


class Known(Part):
    """Proofs of a number from a proof of another form of it."""

    def held(self, fact: Fact, new: Mapping[str, str] | None = None) -> Shown | None:
        """A fact that is a lemma, at these indices in the place of its own."""
        self.facts.flush()
        if id(fact) in self.book.from_facts:
            info = self.book.from_facts[id(fact)][1]
            value = self.book.values.get(info.name, fact.value)
            if new and isinstance(value, Poly):
                value = self.space.normal(self.space.renamed(value, new))
            return Shown(self.use(info, new), value, fact.strict, fact.equal)
        return None

    def scaled_fact(self, value: Poly, held: Shown) -> Shown:
        """value >= 0 where value is a known fact times positive numbers and reciprocals."""
        if value == held.value and not held.equal:
            return held
        fact = held.value
        (over, one), (side, other) = self.clearing(value), self.clearing(fact)
        c = next((Fraction(one[key]) / Fraction(other[key]) for key in one if key in other), Fraction(0))
        if held.equal and c and one == other * poly(c):
            by = side.value * poly(c)
            zero = Shown(
                f"(@times_zero _ ({self.poly(by)}) {held.proof})", fact * by, equal=True, of=(fact, by)
            )
            told = self.terms.relation(value, False, True)
            info = self.emit("evident", told, lambda: self.lined(value, over, zero, False))
            proof = f"refine (@from_eq 1 _ _ {self.use(info)} _). ring."
            return self.stated(value, False, proof)
        if c <= 0 or held.equal or one != other * poly(c):
            wanted, known = (wording.brief(self.space, one) for one in (value, fact))
            raise Unsupported(f"a known fact under other reciprocals: {wanted} from {known}")
        left, right = constant(1) * over, held * side
        shown = constant(c) * right
        return self.stated(value, held.strict, lambda: self.lined(value, left, shown, held.strict))

    def clearing(self, value: Poly) -> tuple[Shown, Poly]:
        """(the product of what is inside the reciprocals of a number, > 0; that times the number)."""
        over, left = constant(1), self.space.normal(value)
        for _ in range(20):
            powers: dict[int, int] = {}
            for key in left:
                for a, e in key:
                    if self.space.atoms[a][0] == "i":
                        powers[a] = max(powers.get(a, 0), e)
            if not powers:
                return over, left
            a, top = max(powers.items())
            (inside,) = self.space.parts(self.space.atoms[a])
            for _ in range(top):
                over = over * Shown(self.signs.positive(inside), inside, True)
            left = self.space.normal(multiplied(left, a, inside, top))
        raise Unsupported("reciprocals inside reciprocals")

    def known_as(self, fact: Fact, value: Poly) -> Shown | None:
        """A known fact in its cleared form."""
        held = self.held(fact) or self.axiom_of(fact)
        return held and self.scaled_fact(value, held)

    def axiom_of(self, fact: Fact) -> Shown | None:
        """Known by definition: m - part >= 0, |v|^2 >= 0."""
        key = self.book.cleared(fact.value)
        for monomial in fact.value:
            for a, _ in monomial:
                if self.space.atoms[a][1] in EXTREMES and (found := self.extreme_of(a, fact.value)):
                    return found
                if self.space.atoms[a][0] == "m":
                    for part in self.space.parts(self.space.atoms[a]):
                        if self.book.cleared(Poly({((a, 1),): 1}) - part) == key:
                            return self.maximum(a, part)
        for v in self.book.norms:
            if self.book.cleared(self.space.dot(v, v)) == key:
                return self.squared(v)
        return None

    def over_cleared(self, value: Poly, shown: Shown) -> Shown:
        """value >= 0 from its product with the insides of its reciprocals."""
        return self.same(value, shown, over=self.clearing(value)[0])

    def lined(self, goal: Poly, over: Shown, shown: Shown, strict: bool) -> str:
        """Tactics for goal >= 0 from over * goal = shown."""
        by = "line_eq" if shown.equal else "line_lt" if strict else "line"
        proof = shown.proof if strict or shown.equal else shown.weak
        difference = over.value * goal - shown.value
        closed = self.close(goal, *over.leaves, *shown.leaves, difference=difference)
        return f"refine (@{by} _ _ _ {over.proof} {proof} _). {closed}"

    def stated(self, value: Poly, strict: bool, proof: Any) -> Shown:
        info = self.emit("evident", self.terms.relation(value, strict), proof)
        return Shown(self.use(info), value, strict)

    def same(self, value: Poly, shown: Shown, strict: bool | None = None, over: Shown | None = None) -> Shown:
        """value >= 0 from a proof of over * value, which is 1 * value, in another form."""
        sure, by = shown.strict if strict is None else strict, over or constant(1)
        return self.stated(value, sure, lambda: self.lined(value, by, shown, sure))

    def squared(self, root: Any) -> Shown:
        if not isinstance(root, Vector):
            p = self.space.normal(poly(root))
            return Shown(f"(square ({self.poly(p)}))", p * p)
        value = self.space.dot(root, root)

        def proof() -> str:
            v = self.vectors.from_value(root)
            equation = self.vectors.dotted(v, v, value)
            return f"refine (moved _ (dot_pos {brackets(v.text)})). {exactly(equation)}."

        info = self.emit("square", f"0 <= {self.poly(value)}", proof)
        return Shown(self.use(info), value)

    def maximum(self, a: int, part: Poly) -> Shown:
        """m - part >= 0."""
        one = Poly({((a, 1),): 1})
        below = self.use(self.emit("below", f"{self.poly(part)} <= {self.terms.atom(a)}", "in_max."))
        value = one - part
        return self.same(value, Shown(f"(gap {below})", value))

    def extreme_of(self, a: int, value: Poly) -> Shown | None:
        """What is known of a largest or least number of rounds: the mean, its last number, one round less."""
        _, word, (low, key, body_key), *_ = self.space.atoms[a]
        end, body = Poly(dict(key)), Poly(dict(body_key))
        one, t = Poly({((a, 1),): 1}), self.space.scalar("t")
        other = one - value if EXTREMES[word] == "most" else one + value
        text = self.terms.extreme(word, low, end, lambda: self.poly(body))
        name, (function, after) = EXTREMES[word], text.split(" ", 1)[1].rsplit(f" {low} ", 1)
        last, shorter = (
            self.space.normal(end - 1),
            self.space.atom("f", word, (low, (end - 1).key, body_key), (), True),
        )

        def by(lemma: str, at: str, count: Poly, strict: bool, *rest: Poly) -> Shown:
            def proof() -> str:
                sign = self.signs.positive(count) if strict else self.signs.not_negative(count)
                moved = "moved_lt" if strict else "moved"
                numbers = "rewrite ?S_INR, ?plus_INR; cbn [INR before Nat.add]; "
                time = "start" if not last else "next" if last - t == poly(1) else ""
                ahead = self.states.moved_to(time) if time else ""
                if lemma == "mean":
                    ahead += f"rewrite {self.all_rounds(body)}; "
                closed = f"{numbers}{ahead}{self.close(value, *rest)}"
                return (
                    f"refine (moved _ ({name}_{lemma} {function} {low} {at} ({moved} _ {sign}))). "
                    f"{{ {closed} }} {{ {numbers}{self.close(count)} }}"
                )

            return Shown(self.use(self.emit("extreme", self.terms.relation(value, False), proof)), value)

        if other == shorter:
            return by("longer", brackets(self.terms.whole(last)), last - poly(low), True)
        if (not last or last - t in (poly(0), poly(1))) and (other == body or last != t):
            return by("last", brackets(self.terms.whole(last)), last - poly(low), False, body)
        if low == 0 and end in (t, t + 1):
            return by("mean", after, end - poly(low), False, body)
        return None

    def all_rounds(self, body: Poly) -> str:
        """The sum before t of a polynomial, as running sums."""
        total = Poly()
        for key, c in body.items():
            moving = tuple(f for f in key if self.space.moves(Poly({((f[0], 1),): 1})))
            still = Poly({tuple(f for f in key if f not in moving): c})
            total = total + still * (self.space.atom("R", moving) if moving else self.space.scalar("t"))
        with self.terms.summand() as name:
            text = self.poly(body)
        left = f"before {self.terms.round} (fun {name} => {text})"
        return self.words.over_rounds(left, text, body, self.space.normal(total), lambda: "", [])
