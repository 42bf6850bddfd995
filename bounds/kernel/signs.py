"""What is known to be >= 0, and what is evident from it.

A polynomial is evident where it is known already, or a sum of products of what is known: by the signs of its atoms, as
a common factor times the rest, or after a known polynomial is taken off. Nothing is searched for beyond that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

from .facts import Fact
from .formal import NOW, Space
from .poly import SPENT, Poly, Vector, poly, work
from .table import Table
from .text import need

ASKED = 20_000  # signs, in one derivation; the longest of the library asks 1,900
ONE = poly(1).key


class Signs:
    """What is known of polynomials in one derivation."""

    def __init__(self, setting: Table) -> None:
        self.setting = setting
        self.space = Space(setting.size)
        self.known: dict[Any, Fact] = {}  # primitive polynomial -> the fact that it is >= 0
        self.sharper: dict[Any, Fact] = {}  # the fact that it is > 0 now, where `known` is of every round
        self.indexed: dict[tuple[str, int], Fact] = {}  # an indexed number -> the fact that all of it is >= 0
        self.lengths: set[Any] = set()  # squared lengths of vectors, which are >= 0 whatever is known
        self.lasted: set[int] = set()  # atoms that have a value at every round
        self.waiting: dict[int, int] = {}  # those of which this is not known, and how much was known then
        self.judging: set[int] = set()  # maxima whose sign is being asked for
        self.of_atoms: dict[int, Fact | None] = {}  # signs of atoms, as long as nothing more is learnt
        self.asked_of = self.known  # what they rest on
        self.lasting = False  # whether formulas are read for every round
        self.used: set[str] = set()  # givens that reading a formula rested on
        self.cache: dict[Any, Any] = {}  # of what names were read as
        self.asked, SPENT[0] = 0, 0

    def learn(self, fact: Fact) -> None:
        if isinstance(fact.value, Vector) or not fact.value:
            return
        fact, self.of_atoms = self.timed(fact), {}
        for one in (fact, fact.turned) if fact.equal else (fact,):
            key = self.cleared(one.value)
            if key == ONE and not one.strict:  # that 1 >= 0 would hide that 1 > 0
                continue
            if len(key) == 1 and len(key[0][0]) == 1 and key[0][1] > 0:
                a, e = key[0][0][0]
                atom = self.space.atoms[a]
                if e == 1 and atom[0] == "s" and atom[2] and len({*atom[2]} - {NOW}) == len(atom[2]):
                    self.indexed.setdefault((atom[1], len(atom[2])), one)
            before = self.known.get(key)
            if before is None or (one.strict, one.every) > (before.strict, before.every):
                if before is None or (one.strict >= before.strict and one.every >= before.every):
                    self.known[key] = one
                elif one.strict:
                    self.sharper[key] = one

    def timed(self, fact: Fact) -> Fact:
        """The fact; of the present round alone where its formula is known to have a value there alone."""
        return fact if not fact.every or self.lasts(fact.value) else replace(fact, every=False)

    def lasts(self, value: Any) -> bool:
        """Whether a formula has a value at every round: what is inside its divisors and roots has its sign there."""
        found = value.terms.values() if isinstance(value, Vector) else (value,)
        return all(self.defined(a) for p in found for key in p for a, _ in key)

    def defined(self, a: int) -> bool:
        """Whether an atom has a value at every round."""
        if a in self.lasted or not self.space.moves(Poly({((a, 1),): 1})):
            return True
        if self.waiting.get(a) == len(self.known):
            return False
        atom = self.space.atoms[a]
        parts = self.space.parts(atom)
        sure = all(map(self.lasts, parts)) and (atom[0] != "S" or all(self.defined(b) for b, _ in atom[2]))
        if sure and atom[0] in "ril":
            length = atom[0] == "r" and self.shape(parts[0]) in self.lengths
            inside = None if length else self.evident(parts[0])
            sure = length or bool(inside and inside.every and (inside.strict or atom[0] == "r"))
        elif sure and atom[0] == "p":
            base, exponent = self.evident(parts[0]), self.evident(parts[1])
            sure = bool(base and base.strict and base.every) or bool(
                self.whole(parts[1]) and exponent and exponent.every
            )
        if sure:
            self.lasted.add(a)
        else:
            self.waiting[a] = len(self.known)
        return sure

    def axiom(self, value: Poly) -> None:
        """What is >= 0 by definition."""
        self.learn(Fact(value))

    def within(self, value: Poly, known: Fact) -> None:
        """What is >= 0 by definition where another fact holds."""
        self.learn(Fact(value, False, known.every, False, known.of))

    def cleared(self, value: Poly) -> Any:
        return self.space.cleared(value)[0].primitive()[1].key

    def shape(self, value: Poly) -> Any:
        """A key of a number that is the same whatever its indices are called."""
        indices = sorted(self.space.indices(value))
        named = ({i: f"${k}" for k, i in enumerate(order)} for order in permutations(indices[:3]))
        return min(self.cleared(self.space.renamed(value, new)) for new in named)

    def evident(self, value: Poly, depth: int = 2) -> Fact | None:
        """The fact that value >= 0, where it is known already or a sum of products of what is known to be."""
        self.asked += 1
        work(4)
        need(self.asked <= ASKED, "the derivation asks for too many signs")
        value = self.space.normal(value)
        if not value:
            return Fact(value)
        if (found := self.known.get(self.cleared(value))) is not None:
            return Fact(value, found.strict, found.every, found.equal, found.of)
        fact = self.signed(value) or self.factored(value, depth) or self.lowered(value, depth)
        return fact and replace(fact, value=value)

    def factored(self, value: Poly, depth: int) -> Fact | None:
        """Evident as a product of a common factor of known sign and the rest."""
        common = {a: e for a, e in value.common().items() if self.sign(a) is not None}
        if not common:
            return None
        factor = self.signed(Poly({tuple(sorted(common.items())): 1}))
        rest = self.evident(value.without(common), depth)
        if factor is None or rest is None:
            return None
        every, strict = factor.every and rest.every, factor.strict and rest.strict
        return Fact(value, strict, every, False, factor.of | rest.of)

    def lowered(self, value: Poly, depth: int) -> Fact | None:
        """Evident after a known fact is taken off, so that a term of unknown sign goes."""
        if not depth:
            return None
        value = self.space.cleared(value)[0]
        bad = next((key for key, c in value.items() if c < 0 or not self.signed(Poly({key: 1}))), None)
        if bad is None:
            return None
        for known, fact in list(self.known.items()):
            work(1 + (len(known) >> 3))
            held = dict(known)
            if bad in held and (ratio := Fraction(value[bad]) / held[bad]) > 0:
                rest = self.space.normal(value - Poly(held) * poly(ratio))
                if (found := self.evident(rest, depth - 1)) is not None:
                    strict, every = fact.strict or found.strict, fact.every and found.every
                    return Fact(value, strict, every, False, fact.of | found.of)
        return None

    def signed(self, value: Poly) -> Fact | None:
        """Evident by the signs of its atoms alone."""
        strict, every, of = False, True, frozenset[str]()
        for key, c in value.items():
            if c < 0:
                return None
            sure = True
            for a, e in key:
                if (sign := self.sign(a)) is None:
                    if e % 2:
                        return None
                    sure = False
                    continue
                sure &= sign.strict
                every &= sign.every
                of |= sign.of
            strict |= sure
        return Fact(value, strict, every, False, of)

    def sign(self, a: int) -> Fact | None:
        """The fact that an atom is >= 0."""
        if self.judging:
            return self.found(a)
        if self.asked_of is not self.known:
            self.of_atoms, self.asked_of = {}, self.known
        if a not in self.of_atoms:
            self.of_atoms[a] = self.found(a)
        return self.of_atoms[a]

    def found(self, a: int) -> Fact | None:
        """The sign of an atom, looked for."""
        atom = self.space.atoms[a]
        one = Poly({((a, 1),): 1})
        found = self.known.get(one.key)
        if found is not None and found.strict:
            return found
        match atom[0]:
            case "r":
                inside = self.evident(self.space.parts(atom)[0], 0)
                return inside if inside and inside.strict else found or Fact(one)
            case "i" | "e":
                return Fact(one, True)
            case "p":
                return found or self.evident(self.space.parts(atom)[0], 1)
            case "<":
                _, word, g, gi, h, hi = atom
                if g == h and gi == hi and word in ((), ("J",)):
                    return found or Fact(one)
            case "=":
                return Fact(one)
            case "m" if a not in self.judging:
                self.judging.add(a)  # a maximum inside a maximum would ask for itself
                try:
                    least = [fact for part in self.space.parts(atom) if (fact := self.evident(part, 1))]
                finally:
                    self.judging.discard(a)
                return max(least, key=lambda fact: fact.strict, default=found)
            case "S":
                signs = [self.sign(b) for b, e in atom[2] if e % 2]
                if found is None and all(signs):
                    every = all(fact.every for fact in signs if fact)
                    return Fact(one, False, every, False, frozenset().union(*(f.of for f in signs if f)))
            case "R":
                signs = [self.sign(b) for b, e in atom[1] if e % 2]
                if found is None and all(fact and fact.every for fact in signs):
                    return Fact(one, False, True, False, frozenset().union(*(f.of for f in signs if f)))
            case "s" if atom[2] and found is None:  # a fact of one index is one of all
                return (
                    self.indexed.get((atom[1], len(atom[2]))) if len(set(atom[2])) == len(atom[2]) else None
                )
        return found

    def surely(self, value: Poly) -> Fact | None:
        """The fact that value > 0, of the present round if need be, or else that it is >= 0."""
        fact = self.evident(value)
        if not self.sharper or (fact and fact.strict):
            return fact
        with self.at_present():
            return self.evident(value) or fact

    @contextmanager
    def at_present(self) -> Iterator[None]:
        """With what is known to be > 0 in the present round alone."""
        kept, self.known = self.known, {**self.known, **self.sharper}
        try:
            yield
        finally:
            self.known = kept

    def positive(self, value: Poly, strict: bool = True) -> bool:
        fact = self.surely(value) if strict and not self.lasting else self.evident(value)
        if fact is None or (strict and not fact.strict) or (self.lasting and not self.timed(fact).every):
            return False
        self.used |= fact.of
        return True

    def natural(self, value: Poly) -> bool:
        """Whether it is a whole number >= 0."""
        return self.whole(value) and (
            all(c > 0 for c in value.values()) or self.positive(value, strict=False)
        )

    def whole(self, value: Poly) -> bool:
        """Whether it is a whole number, by what it is made of."""
        known = {"t", "first(t)", *self.setting.natural}
        return all(
            Fraction(c).denominator == 1
            and all(self.space.atoms[a][0] == "s" and self.space.atoms[a][1] in known for a, _ in key)
            for key, c in value.items()
        )

    @contextmanager
    def at_every_round(self) -> Iterator[None]:
        """Divisors and roots that are read inside have to be known at every round."""
        kept = self.lasting, self.cache
        self.lasting, self.cache = True, {}
        try:
            yield
        finally:
            self.lasting, self.cache = kept
