"""The signs of atoms: roots, reciprocals, powers, maxima, sums over rounds."""

from __future__ import annotations

from collections.abc import Iterable

from ...kernel.poly import Poly
from .products import Products
from .terms import Unsupported
from .traced import Shown, Traced


class Signs(Products):
    """As the kernel finds them, with the proofs."""

    def __init__(self, book: Traced) -> None:
        super().__init__(book)
        self.judging: set[int] = set()
        self.signing: set[int] = set()

    def sign(self, a: int) -> Shown | None:
        atom = self.space.atoms[a]
        one = Poly({((a, 1),): 1})
        found = self.book.known.get(one.key)
        held = self.held(found) if found is not None and a not in self.signing else None
        if held is not None:
            self.signing.add(a)  # a fact about 1/a asks for the sign of a
            try:
                held = self.scaled_fact(one, held)
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
                exponent = self.whole(self.space.parts(atom)[1])
                return Shown(
                    f"({'pow_lt' if base.strict else 'pow_le'} _ {exponent} {base.proof})", one, base.strict
                )
            case "<":
                _, word, g, gi, h, hi = atom
                if g == h and gi == hi and word == ():
                    return held or Shown(f"(dot_pos {self.brackets(self.base(g, gi))})", one)
                if g == h and gi == hi and word == ("J",):
                    self.operator_facts("J")
                    at = self.brackets(self.base(g, gi))
                    return held or self.stated(
                        one,
                        False,
                        lambda: f"refine (moved _ (dot_pos (J {at}))). now rewrite J_symmetric, J_J.",
                    )
            case "=":
                return Shown(f"(same_pos clients {atom[1]} {atom[2]})", one)
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
                raise Unsupported("the sign of a sum over an index")
        return held

    def sum_sign(self, one: Poly, factors: Iterable[tuple[int, int]]) -> Shown | None:
        """A sum over rounds of what is >= 0 at every round."""
        name = f"s{self.depth}"
        self.depth += 1
        with self.at_round(name):
            parts: list[Shown] = [self.constant(1)]
            for a, e in factors:
                power = Poly({((a, 1),): 1})
                sign = self.sign(a)
                if sign is None and e % 2:
                    self.depth -= 1
                    return None
                parts += (
                    [sign] * e if sign else [Shown(f"(square ({self.atom(a)}))", power * power)] * (e // 2)
                )
            product = self.product(parts)
            value = Poly({tuple(factors): 1})
            shown = self.stated(value, False, lambda: self.lined(value, self.constant(1), product, False))
            text = self.poly(value)
        self.depth -= 1
        return Shown(f"(before_pos {self.round} (fun {name} => {text}) (fun {name} => {shown.proof}))", one)

    def above(self, a: int, part: Poly, least: Shown) -> Shown:
        """m >= part >= 0."""
        one = Poly({((a, 1),): 1})
        gap = self.maximum(a, part)
        shown = self.plus(gap, least)
        return self.stated(one, shown.strict, lambda: self.lined(one, self.constant(1), shown, shown.strict))

    def maximum(self, a: int, part: Poly) -> Shown:
        """m - part >= 0."""
        one = Poly({((a, 1),): 1})
        below = self.use(self.emit("below", f"{self.poly(part)} <= {self.atom(a)}", lambda: "in_max."))
        value = one - part
        shown = Shown(f"(gap {below})", value)
        return self.stated(value, False, lambda: self.lined(value, self.constant(1), shown, False))
