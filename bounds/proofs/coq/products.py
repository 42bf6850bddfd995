"""Products and sums of what is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ...kernel import wording
from ...kernel.facts import Fact
from ...kernel.poly import Poly, Vector, poly
from .terms import Unsupported
from .traced import Shown, Traced
from .verbatim import Verbatim


class Products(Verbatim):
    """Terms that prove a polynomial >= 0."""

    book: Traced

    def weak(self, one: Shown) -> str:
        return f"(Rlt_le _ _ {one.proof})" if one.strict else one.proof

    def times(self, one: Shown, other: Shown) -> Shown:
        value, of = one.value * other.value, (*one.leaves, *other.leaves)
        if one.strict and other.strict:
            return Shown(f"(mul_lt _ _ {one.proof} {other.proof})", value, True, of=of)
        return Shown(f"(mul_le _ _ {self.weak(one)} {self.weak(other)})", value, of=of)

    def plus(self, one: Shown, other: Shown) -> Shown:
        value, of = one.value + other.value, (*one.leaves, *other.leaves)
        match one.strict, other.strict:
            case (True, _):
                return Shown(f"(add_lt_le _ _ {one.proof} {self.weak(other)})", value, True, of=of)
            case (False, True):
                return Shown(f"(add_le_lt _ _ {one.proof} {other.proof})", value, True, of=of)
        return Shown(f"(add_le _ _ {one.proof} {other.proof})", value, of=of)

    def constant(self, c: Any) -> Shown:
        c = Fraction(c)
        return Shown(f"(ratio {c.numerator} {c.denominator})", poly(c), True)

    def product(self, parts: Iterable[Shown]) -> Shown:
        listed = list(parts)
        result = listed[0]
        for one in listed[1:]:
            result = self.times(result, one)
        return result

    def total(self, parts: list[Shown]) -> Shown:
        result = parts[0]
        for one in parts[1:]:
            result = self.plus(result, one)
        return result

    def relation(self, value: Any, strict: bool, equal: bool = False) -> str:
        text = self.vector(value) if isinstance(value, Vector) else self.poly(value)
        if isinstance(value, Vector):
            return f"{text} = zero"
        return f"{text} = 0" if equal else f"0 < {text}" if strict else f"0 <= {text}"

    def lined(self, goal: Poly, over: Shown, shown: Shown, strict: bool) -> str:
        """Tactics for goal >= 0 from over * goal = shown."""
        by = "line_eq" if shown.equal else "line_lt" if strict else "line"
        proof = shown.proof if strict or shown.equal else self.weak(shown)
        difference = over.value * goal - shown.value
        closed = self.close(goal, *over.leaves, *shown.leaves, difference=difference)
        return f"refine (@{by} _ _ _ {over.proof} {proof} _). {closed}"

    def stated(self, value: Poly, strict: bool, proof: Any) -> Shown:
        info = self.emit("evident", self.relation(value, strict), proof)
        return Shown(self.use(info), value, strict)

    def squared(self, root: Any) -> Shown:
        if not isinstance(root, Vector):
            p = self.space.normal(poly(root))
            return Shown(f"(square ({self.poly(p)}))", p * p)
        value = self.space.dot(root, root)

        def proof() -> str:
            v = self.from_value(root)
            return f"refine (moved _ (dot_pos {self.brackets(v.text)})). {self.exactly(self.dotted(v, v, value))}"

        info = self.emit("square", f"0 <= {self.poly(value)}", proof)
        return Shown(self.use(info), value)

    @staticmethod
    def exactly(equation: str) -> str:
        return f"exact {equation}." if equation else "reflexivity."

    def held(self, fact: Fact, new: Mapping[str, str] | None = None) -> Shown | None:
        raise NotImplementedError

    def evident(self, value: Poly, depth: int = 2) -> Shown | None:
        raise NotImplementedError

    def scaled_fact(self, value: Poly, held: Shown) -> Shown:
        raise NotImplementedError

    def nonzero(self, p: Poly) -> str:
        return f"not_zero {self.positive(p)}"

    def surely(self, p: Poly) -> Shown | None:
        """As `evident`, > 0 where that is known of the present round alone."""
        shown = self.evident(p)
        if not self.book.sharper or (shown and shown.strict):
            return shown
        with self.book.at_present():
            return self.evident(p) or shown

    def positive(self, p: Poly) -> str:
        shown = self.surely(p)
        if shown is None or not shown.strict:
            raise Unsupported(f"{wording.brief(self.space, p)} > 0 was not shown again")
        return shown.proof

    def not_negative(self, p: Poly) -> str:
        shown = self.evident(p)
        if shown is None:
            raise Unsupported(f"{wording.brief(self.space, p)} >= 0 was not shown again")
        return self.weak(shown)
