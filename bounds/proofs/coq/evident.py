"""What is evident, as the kernel finds it, with the proof."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ...kernel import wording
from ...kernel.facts import Fact
from ...kernel.poly import Poly, multiplied, poly
from .signs import Signs
from .terms import EXTREMES, Unsupported
from .traced import Shown


class Evident(Signs):
    """Known, or a sum of products of what is known, or that after a known fact is taken off."""

    def flush(self) -> None:
        raise NotImplementedError

    def held(self, fact: Fact, new: Mapping[str, str] | None = None) -> Shown | None:
        """A fact that is a lemma, at these indices in the place of its own."""
        self.flush()
        if id(fact) in self.book.from_facts:
            info = self.book.from_facts[id(fact)][1]
            value = self.book.values.get(info.name, fact.value)
            if new and isinstance(value, Poly):
                value = self.space.normal(self.space.renamed(value, new))
            return Shown(self.use(info, new), value, fact.strict, fact.equal)
        return None

    def cleared_nonzero(self, p: Poly) -> str:
        """A number with reciprocals, times what is inside them."""
        over, _ = self.clearing(p)
        return f"both_apart _ _ (not_zero {over.proof}) ({self.nonzero(p)})"

    def evident(self, value: Poly, depth: int = 2) -> Shown | None:
        """As the kernel finds it, with the proof."""
        value = self.space.normal(value)
        if not value:
            return Shown("(Rle_refl 0)", value)
        found = self.book.known.get(self.book.cleared(value))
        held = (self.held(found) or self.axiom_of(found)) if found is not None else None
        if held is not None:
            try:
                return self.scaled_fact(value, held)
            except Unsupported:
                pass
        return self.signed(value) or self.factored(value, depth) or self.lowered(value, depth)

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
            told = self.relation(value, False, True)
            info = self.emit("evident", told, lambda: self.lined(value, over, zero, False))
            proof = f"refine (@from_eq 1 _ _ {self.use(info)} _). ring."
            return self.stated(value, False, proof.__str__)
        if c <= 0 or held.equal or one != other * poly(c):
            wanted, known = (wording.brief(self.space, one) for one in (value, fact))
            raise Unsupported(f"a known fact under other reciprocals: {wanted} from {known}")
        left, right = self.times(self.constant(1), over), self.times(held, side)
        shown = self.times(self.constant(c), right)
        return self.stated(value, held.strict, lambda: self.lined(value, left, shown, held.strict))

    def clearing(self, value: Poly) -> tuple[Shown, Poly]:
        """(the product of what is inside the reciprocals of a number, > 0; that times the number)."""
        over, left = self.constant(1), self.space.normal(value)
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
                over = self.times(over, Shown(self.positive(inside), inside, True))
            left = self.space.normal(multiplied(left, a, inside, top))
        raise Unsupported("reciprocals inside reciprocals")

    def signed(self, value: Poly) -> Shown | None:
        parts = []
        for key, c in sorted(value.items()):
            if c < 0:
                return None
            factors = [self.constant(c)]
            for a, e in key:
                one = Poly({((a, 1),): 1})
                sign = self.sign(a)
                if sign is None:
                    if e % 2:
                        return None
                    factors += [Shown(f"(square ({self.atom(a)}))", one * one)] * (e // 2)
                else:
                    factors += [sign] * e
            parts.append(self.product(factors))
        shown = self.total(parts)
        match list(value.items()):
            case [(((a, 1),), 1)]:
                return self.sign(a)
        return self.stated(
            value, shown.strict, lambda: self.lined(value, self.constant(1), shown, shown.strict)
        )

    def factored(self, value: Poly, depth: int) -> Shown | None:
        common = {a: e for a, e in value.common().items() if self.sign(a) is not None}
        if not common:
            return None
        factor = self.signed(Poly({tuple(sorted(common.items())): 1}))
        rest = self.evident(value.without(common), depth)
        if factor is None or rest is None:
            return None
        shown = self.times(factor, rest)
        return self.stated(
            value, shown.strict, lambda: self.lined(value, self.constant(1), shown, shown.strict)
        )

    def lowered(self, value: Poly, depth: int) -> Shown | None:
        if not depth:
            return None
        whole = value
        value = self.space.cleared(value)[0]
        bad = next((key for key, c in value.items() if c < 0 or not self.signed(Poly({key: 1}))), None)
        if bad is None:
            return None
        for known, fact in list(self.book.known.items()):
            held = dict(known)
            if bad in held and (times := Fraction(value[bad]) / held[bad]) > 0:
                rest = self.space.normal(value - Poly(held) * poly(times))
                if (found := self.evident(rest, depth - 1)) is not None and (
                    own := self.known_as(fact, Poly(held))
                ):
                    shown = self.plus(self.times(self.constant(times), own), found)
                    if value != whole:
                        return self.over_cleared(whole, shown)
                    return self.stated(
                        value, shown.strict, lambda s=shown: self.lined(value, self.constant(1), s, s.strict)
                    )
        return None

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
        over, _ = self.clearing(value)
        return self.stated(value, shown.strict, lambda: self.lined(value, over, shown, shown.strict))
