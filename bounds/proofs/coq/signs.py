"""The signs of atoms: roots, reciprocals, powers, maxima, sums over rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...kernel.poly import Poly, poly
from .products import Products
from .terms import EXTREMES, variable
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
                    told = self.held(fact, dict(zip(self.space.atoms[key[0][0]][2], atom[2])))
                    return told and self.scaled_fact(one, told)
        return held

    def index_sign(self, one: Poly, atom: Any) -> Shown | None:
        """A sum over indices of what is >= 0 at all of them."""
        value = Poly({atom[2]: 1})
        product = self.positive_factors(atom[2])
        if product is None:
            return None
        proof = self.stated(value, False, lambda: self.lined(value, self.constant(1), product, False)).proof
        for x in reversed(range(atom[1])):
            proof = f"(sum_pos _ _ (fun {variable(f'#{self.space.level(atom)}_{x}')} => {proof}))"
        return Shown(proof, one)

    def positive_factors(self, factors: Iterable[tuple[int, int]]) -> Shown | None:
        parts: list[Shown] = [self.constant(1)]
        for a, e in factors:
            power = Poly({((a, 1),): 1})
            sign = self.sign(a)
            if sign is None and e % 2:
                return None
            parts += [sign] * e if sign else [Shown(f"(square ({self.atom(a)}))", power * power)] * (e // 2)
        return self.product(parts)

    def sum_sign(self, one: Poly, factors: Iterable[tuple[int, int]]) -> Shown | None:
        """A sum over rounds of what is >= 0 at every round."""
        with self.summand() as name:
            product = self.positive_factors(factors)
            if product is None:
                return None
            value = Poly({tuple(factors): 1})
            shown = self.stated(value, False, lambda: self.lined(value, self.constant(1), product, False))
            text = self.poly(value)
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

    def extreme_of(self, a: int, value: Poly) -> Shown | None:
        """What is known of a largest or least number of rounds: the mean, its last number, one round less."""
        _, word, (low, key, body_key), *_ = self.space.atoms[a]
        end, body = Poly(dict(key)), Poly(dict(body_key))
        one, t = Poly({((a, 1),): 1}), self.space.scalar("t")
        other = one - value if EXTREMES[word] == "most" else one + value
        text = self.extreme(word, low, end, lambda: self.poly(body))
        name, (function, after) = EXTREMES[word], text.split(" ", 1)[1].rsplit(f" {low} ", 1)
        last, shorter = (
            self.space.normal(end - 1),
            self.space.atom("f", word, (low, (end - 1).key, body_key), (), True),
        )

        def by(lemma: str, at: str, count: Poly, strict: bool, *rest: Poly) -> Shown:
            def proof() -> str:
                sign = self.positive(count) if strict else self.not_negative(count)
                moved = "moved_lt" if strict else "moved"
                numbers = "rewrite ?S_INR, ?plus_INR; cbn [INR before Nat.add]; "
                time = "start" if not last else "next" if last - t == poly(1) else ""
                ahead = self.moved_to(time) if time else ""
                if lemma == "mean":
                    ahead += f"rewrite {self.all_rounds(body)}; "
                closed = f"{numbers}{ahead}{self.close(value, *rest)}"
                return (
                    f"refine (moved _ ({name}_{lemma} {function} {low} {at} ({moved} _ {sign}))). "
                    f"{{ {closed} }} {{ {numbers}{self.close(count)} }}"
                )

            return Shown(self.use(self.emit("extreme", self.relation(value, False), proof)), value)

        if other == shorter:
            return by("longer", self.brackets(self.whole(last)), last - poly(low), True)
        if (not last or last - t in (poly(0), poly(1))) and (other == body or last != t):
            return by("last", self.brackets(self.whole(last)), last - poly(low), False, body)
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
        with self.summand() as name:
            text = self.poly(body)
        left = f"before {self.round} (fun {name} => {text})"
        return self.over_rounds(left, text, body, self.space.normal(total), lambda: "", [])

    def moved_to(self, time: str) -> str:
        raise NotImplementedError
