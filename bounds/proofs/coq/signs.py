"""What is evident, as the kernel finds it, with the proof."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Any

from ...kernel import wording
from ...kernel.poly import Poly, poly
from .part import Part
from .shown import Shown, constant
from .terms import Unsupported, brackets, index_sum, variable


class Signs(Part):
    """Known, or a sum of products of what is known, or that after a known fact is taken off."""

    def begin(self) -> None:
        self.judging: set[int] = set()
        self.signing: set[int] = set()

    def cleared_nonzero(self, p: Poly) -> str:
        """A number with reciprocals, times what is inside them."""
        over, _ = self.known.clearing(p)
        return f"both_apart _ _ (not_zero {over.proof}) ({self.nonzero(p)})"

    def evident(self, value: Poly, depth: int = 2) -> Shown | None:
        """As the kernel finds it, with the proof."""
        value = self.space.normal(value)
        if not value:
            return Shown("(Rle_refl 0)", value)
        found = self.book.known.get(self.book.cleared(value))
        held = (self.known.held(found) or self.known.axiom_of(found)) if found is not None else None
        if held is not None:
            try:
                return self.known.scaled_fact(value, held)
            except Unsupported:
                pass
        return self.signed(value) or self.factored(value, depth) or self.lowered(value, depth)

    def signed(self, value: Poly) -> Shown | None:
        parts = []
        for key, c in sorted(value.items()):
            if c < 0:
                return None
            factors = [constant(c)]
            for a, e in key:
                one = Poly({((a, 1),): 1})
                sign = self.sign(a)
                if sign is None:
                    if e % 2:
                        return None
                    factors += [Shown(f"(square ({self.terms.atom(a)}))", one * one)] * (e // 2)
                else:
                    factors += [sign] * e
            parts.append(reduce(mul, factors))
        shown = reduce(add, parts)
        match list(value.items()):
            case [(((a, 1),), 1)]:
                return self.sign(a)
        return self.known.same(value, shown)

    def factored(self, value: Poly, depth: int) -> Shown | None:
        common = {a: e for a, e in value.common().items() if self.sign(a) is not None}
        if not common:
            return None
        factor = self.signed(Poly({tuple(sorted(common.items())): 1}))
        rest = self.evident(value.without(common), depth)
        if factor is None or rest is None:
            return None
        shown = factor * rest
        return self.known.same(value, shown)

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
                    own := self.known.known_as(fact, Poly(held))
                ):
                    shown = constant(times) * own + found
                    if value != whole:
                        return self.known.over_cleared(whole, shown)
                    return self.known.same(value, shown)
        return None

    def sign(self, a: int) -> Shown | None:
        atom = self.space.atoms[a]
        one = Poly({((a, 1),): 1})
        found = self.book.known.get(one.key)
        held = self.known.held(found) if found is not None and a not in self.signing else None
        if held is not None:
            self.signing.add(a)  # a fact about 1/a asks for the sign of a
            try:
                held = self.known.scaled_fact(one, held)
            finally:
                self.signing.discard(a)
            if held.strict:
                return held
        match atom[0]:
            case "r":
                inside = self.evident(self.space.parts(atom)[0], 0)
                if inside and inside.strict:
                    return Shown(f"(sqrt_lt_R0 _ {inside.proof})", one, True)
                return held or Shown(f"(sqrt_pos ({self.poly(self.space.parts(atom)[0])}))", one)
            case "i":
                return Shown(f"(Rinv_0_lt_compat _ {self.positive(self.space.parts(atom)[0])})", one, True)
            case "e":
                return Shown(f"(exp_pos ({self.poly(self.space.parts(atom)[0])}))", one, True)
            case "p":
                base = held or self.evident(self.space.parts(atom)[0], 1)
                if held or base is None:
                    return held
                exponent = self.terms.whole(self.space.parts(atom)[1])
                return Shown(
                    f"({'pow_lt' if base.strict else 'pow_le'} _ {exponent} {base.proof})", one, base.strict
                )
            case "<":
                _, word, g, gi, h, hi = atom
                if g == h and gi == hi and word == ():
                    return held or Shown(f"(dot_pos {brackets(self.terms.base(g, gi))})", one)
                if g == h and gi == hi and word == ("J",):
                    self.vectors.operator_facts("J")
                    at = brackets(self.terms.base(g, gi))
                    return held or self.known.stated(
                        one,
                        False,
                        lambda: f"refine (moved _ (dot_pos (J {at}))). now rewrite J_symmetric, J_J.",
                    )
            case "=":
                return Shown(f"(same_pos clients {variable(atom[1])} {variable(atom[2])})", one)
            case "m" if a not in self.judging:
                self.judging.add(a)
                try:
                    for part in self.space.parts(atom):
                        least = self.evident(part, 1)
                        if least is not None and (least.strict or held is None):
                            held = self.above(a, part, least)
                            if held.strict:
                                break
                finally:
                    self.judging.discard(a)
                return held
            case "R" if held is None:
                return self.sum_sign(one, atom[1])
            case "S" if held is None:
                return self.index_sign(one, atom)
            case "s" if atom[2] and held is None and len(set(atom[2])) == len(atom[2]):
                fact = self.book.indexed.get((atom[1], len(atom[2])))
                if fact is not None:
                    ((key, _),) = fact.value.items()
                    told = self.known.held(fact, dict(zip(self.space.atoms[key[0][0]][2], atom[2])))
                    return told and self.known.scaled_fact(one, told)
        return held

    def index_sign(self, one: Poly, atom: Any) -> Shown | None:
        """A sum over indices of what is >= 0 at all of them."""
        value = Poly({atom[2]: 1})
        product = self.positive_factors(atom[2])
        if product is None:
            return None
        text, proof = self.poly(value), self.known.same(value, product, False).proof
        for x in reversed(range(atom[1])):
            index = f"#{self.space.level(atom)}_{x}"
            proof = f"(sum_pos (all _ clients) (fun {variable(index)} => {text}) (fun {variable(index)} => {proof}))"
            text = index_sum(index, text)
        return Shown(proof, one)

    def positive_factors(self, factors: Iterable[tuple[int, int]]) -> Shown | None:
        parts: list[Shown] = [constant(1)]
        for a, e in factors:
            power = Poly({((a, 1),): 1})
            sign = self.sign(a)
            if sign is None and e % 2:
                return None
            parts += (
                [sign] * e if sign else [Shown(f"(square ({self.terms.atom(a)}))", power * power)] * (e // 2)
            )
        return reduce(mul, parts)

    def sum_sign(self, one: Poly, factors: Iterable[tuple[int, int]]) -> Shown | None:
        """A sum over rounds of what is >= 0 at every round."""
        with self.terms.summand() as name:
            product = self.positive_factors(factors)
            if product is None:
                return None
            value = Poly({tuple(factors): 1})
            shown = self.known.same(value, product, False)
            text = self.poly(value)
        return Shown(
            f"(before_pos {self.terms.round} (fun {name} => {text}) (fun {name} => {shown.proof}))", one
        )

    def above(self, a: int, part: Poly, least: Shown) -> Shown:
        """m >= part >= 0."""
        one = Poly({((a, 1),): 1})
        gap = self.known.maximum(a, part)
        shown = gap + least
        return self.known.same(one, shown)

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
            raise Unsupported(f"the proof that {wording.brief(self.space, p)} > 0 has no form in Coq yet")
        return shown.proof

    def not_negative(self, p: Poly) -> str:
        shown = self.evident(p)
        if shown is None:
            raise Unsupported(f"the proof that {wording.brief(self.space, p)} >= 0 has no form in Coq yet")
        return shown.weak
