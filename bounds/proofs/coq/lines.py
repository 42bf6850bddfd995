"""Lines: identities, and roots of them."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

from ...kernel.facts import Fact
from ...kernel.poly import Poly, Vector, poly
from ...kernel.text import number
from .part import Part
from .shown import Shown, constant
from .terms import Unsupported, index_sum, variable
from .traced import Info


class Lines(Part):
    """A line is a lemma whose two sides are equal by `field`."""

    def name(self, name: str) -> str:
        """The name of a line's lemma, another where the same name stood in a block that is closed."""
        own = f"f_{name}".replace(" ", "_")
        return own if self.lemmas.once(own) else self.lemmas.own(own + "_again")

    def learn(self, name: str, fact: Fact, info: Info) -> None:
        kept, self.book.source = self.book.source, info
        self.book.add(name, fact)
        self.book.source = kept
        self.facts.flush()

    def line(self, name: str, claim: str, proof: Any) -> None:
        fact = self.book.shown(claim, proof)
        self.lemmas.stated.append(f"(* {name}: {claim} *)")
        info = self.shown(fact, proof, "now", self.name(name))
        self.learn(name, fact, info)

    def shown(self, goal: Fact, proof: Any, time: str, name: str = "", kind: str = "step") -> Info:
        """The lemma of an identity."""
        return self.emit(
            kind,
            self.terms.relation(goal.value, goal.strict, goal.equal),
            lambda: self.tactics(goal, proof, time),
            name,
        )

    def tactics(self, goal: Fact, proof: Any, time: str) -> str:
        time = "start" if time == "start" else "now"
        over = constant(1)
        for text in proof.get("over", []):
            over = over * self.facts.fact(text, time)
        parts: list[Shown] = []
        where = self.book.at(time)
        for term in proof.get("terms", []):
            c, used, square, indices = (*term, "", "")[:4]
            part = constant(number(c))
            for text in used:
                fact = self.facts.fact(text, time)
                if fact.equal:
                    fact = self.as_inequality(fact)
                part = part * fact
            if square:
                part = part * self.known.squared(where.read(square))
            parts.append(self.over_indices(part, indices))
        equations = []
        for told in proof.get("equations", []):
            text, multiplier, indices = (*told, "")[:3]
            one = self.equated(self.facts.fact(text, time), where.read(multiplier))
            equations.append(self.over_indices(one, indices))
        if goal.equal:
            shown = self.sum_of_equations(equations)
        else:
            shown = reduce(add, parts) if parts else Shown("(Rle_refl 0)", poly(0))
            for one in equations:
                shown = shown + one
        return self.known.lined(goal.value, over, shown, goal.strict)

    def over_indices(self, shown: Shown, indices: str) -> Shown:
        """A term or an equation summed over indices."""
        if not indices:
            return shown
        value = self.space.normal(shown.value)
        shown = self.normalized(shown, value)
        for i in indices.split():
            total, equation = self.space.total(i, value), self.sums.summed(i, value)
            lemma, moved = ("sum_is_zero", "moved_eq") if shown.equal else ("sum_pos", "moved")
            whole = f"({lemma} _ _ (fun {variable(i)} => {shown.proof}))"
            if equation:
                whole = f"({moved} {equation} {whole})"
            elif index_sum(i, self.poly(value)) != self.poly(total):
                raise Unsupported("a sum over an index that was not found again")
            info = self.emit("summed", self.terms.relation(total, False, shown.equal), f"exact {whole}.")
            value, shown = total, Shown(self.use(info), total, False, shown.equal)
        return shown

    def normalized(self, shown: Shown, value: Poly) -> Shown:
        """A term or an equation, of a polynomial in normal form; no longer strict."""
        if not shown.equal:
            return self.known.same(value, shown, False)

        def proof() -> str:
            return f"refine (moved_eq _ {shown.proof}). {self.close(value, *shown.leaves)}"

        info = self.emit("evident", self.terms.relation(value, False, True), proof)
        return Shown(self.use(info), value, False, True)

    def as_inequality(self, fact: Shown) -> Shown:
        return self.known.stated(fact.value, False, lambda: f"refine (@from_eq 1 _ _ {fact.proof} _). ring.")

    def sum_of_equations(self, equations: list[Shown]) -> Shown:
        if not equations:
            return Shown("(eq_refl 0)", poly(0), equal=True)
        result = equations[0]
        for one in equations[1:]:
            of = (*result.leaves, *one.leaves)
            result = Shown(
                f"(add_eq {result.proof} {one.proof})", result.value + one.value, equal=True, of=of
            )
        return result

    def equated(self, fact: Shown, by: Any) -> Shown:
        """An equation times anything."""
        if not isinstance(fact.value, Vector):
            p = self.space.normal(poly(by))
            return Shown(
                f"(@times_zero _ ({self.poly(p)}) {fact.proof})",
                fact.value * p,
                equal=True,
                of=(fact.value, p),
            )
        value = self.space.dot(fact.value, by)
        if not value:
            return Shown("(eq_refl 0)", value, equal=True)

        def proof() -> str:
            u, v = self.vectors.from_value(fact.value), self.vectors.from_value(by)
            equation = self.vectors.dotted(u, v, value)
            start = f"rewrite <- {equation}. " if equation else ""
            return f"{start}rewrite {fact.proof}. apply dot_zero."

        info = self.emit("times", f"{self.poly(value)} = 0", proof)
        return Shown(self.use(info), value, equal=True)

    def root(self, name: str, claim: str, square: Any, sign: Any) -> None:
        book = self.book
        a, b = book.sides(claim)
        squares = book.checked(Fact(self.space.normal(b * b - a * a)), square, claim)
        signs = book.checked(Fact(b), sign, claim)
        value = self.space.normal(b - a)
        self.lemmas.stated.append(f"(* {name}: {claim} *)")

        def proof() -> str:
            one = self.use(self.shown(squares, square, "now", kind="squares"))
            other = self.use(self.shown(signs, sign, "now", kind="sign"))
            one, other = (
                f"(Rlt_le _ _ {text})" if fact.strict else text
                for text, fact in ((one, squares), (other, signs))
            )
            first = self.close(a * a, b * b, a, b, difference=squares.value - (b * b - a * a))
            return (
                f"refine (moved _ (@root ({self.poly(a)}) ({self.poly(b)}) (moved _ {one}) {other})). "
                f"2: {{ {first} }} {self.close(a, b, value)}"
            )

        info = self.emit("root", f"0 <= {self.poly(value)}", proof, self.name(name))
        every = (squares.every and signs.every) or not self.space.moves(value)
        self.learn(name, Fact(value, False, every, False, squares.of | signs.of), info)
