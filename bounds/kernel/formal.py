"""Formal numbers and vectors: polynomials over interned atoms, linear combinations of words of operators.

An inner product of two formal vectors is a polynomial, brought to one normal form; so whatever a derivation compares is
a polynomial, and a line is an identity. An inner product may be a mean: vectors are then square integrable, and numbers
are not random. Atoms, as tuples:

    ("s", name, indices)      a number                  ("r", p)     the root of p, p >= 0
    ("<", word, g, gi, h, hi) <g, word h>               ("i", p)     1/p, p > 0
    ("=", i, j)               1 if i = j, else 0        ("p", b, e)  b to the power e
    ("S", n, factors)         a sum over n indices      ("m", p...)  the largest
    ("R", factors)            a sum over rounds s < t   ("e", p), ("l", p)  exponential, logarithm
    ("f", name, key, ...)     a function of a vector
"""

# ruff: noqa: SIM102
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, permutations
from math import isqrt
from typing import Any

from .poly import Monomial, Poly, Vector, added, merged, multiplied, poly, work
from .text import need

ORDERS = 5  # the most indices of a connected sum
ROUND, NOW = "@", "@now"  # how indices that count rounds begin; the present round as one of them


@dataclass(frozen=True)
class Generator:
    """A vector of which only this is known.

    still: J v = v; flat: J v = 0; fresh: orthogonal to all that is made without it; spread: of `fresh` vectors with an
    index, those with different indices are orthogonal; needs: the fresh vectors that it was made of
    moving: it differs from round to round; arity: its indices
    """

    still: bool = False
    flat: bool = False
    fresh: bool = False
    spread: bool = False
    needs: frozenset[str] = frozenset()
    moving: bool = False
    arity: int = 0


@dataclass(frozen=True)
class Operator:
    """symmetric: <W u, v> = <u, W v>; left: J W = J; right: W J = J.

    mean, second: of a random operator independent of its argument, the names of E W and E W'W
    scalar: a number, perhaps random, times the identity: it commutes with every operator
    """

    symmetric: bool = True
    left: bool = True
    right: bool = True
    mean: str = ""
    second: str = ""
    scalar: bool = False


class Space:
    """The atoms, generators and operators of one derivation, and its normal forms."""

    def __init__(self, size: str = "K") -> None:
        self.atoms: list[tuple[Any, ...]] = []
        self.ids: dict[tuple[Any, ...], int] = {}
        self.shown: dict[int, str] = {}  # id of an atom -> its text, where its parts do not give it
        self.generators: dict[str, Generator] = {}
        self.operators: dict[str, Operator] = {"J": Operator()}
        self.rows: dict[str, tuple[int, ...]] = {}  # an indexed number -> places over which it sums to 1
        self.moving: set[str] = {"t"}
        self.size = size
        self._free: dict[int, frozenset[str]] = {}
        self._moves: dict[int, bool] = {}
        self._levels: dict[tuple[Any, ...], int] = {}
        self._fresh = count()

    # --- atoms

    def intern(self, *atom: Any) -> int:
        if atom not in self.ids:
            self.ids[atom] = len(self.atoms)
            self.atoms.append(atom)
        return self.ids[atom]

    def atom(self, *atom: Any) -> Poly:
        return Poly({((self.intern(*atom), 1),): 1})

    def scalar(self, name: str, *indices: str) -> Poly:
        return self.atom("s", name, indices)

    def generator(self, name: str, **properties: Any) -> Vector:
        need(name not in self.generators, "{} has a meaning already", name)
        self.generators[name] = Generator(**properties)
        return self.vector(name) if not self.generators[name].arity else Vector()

    def vector(self, name: str, *indices: str) -> Vector:
        return Vector([(((), (), name, indices), poly(1))])

    def new(self, like: str = "") -> str:
        """The name of an index of its own, which counts rounds where `like` does."""
        return f"{ROUND * like.startswith(ROUND)}~{next(self._fresh)}"

    def parts(self, atom: tuple[Any, ...]) -> list[Poly]:
        """The polynomials inside a root, a reciprocal, a power, ..."""
        return [Poly(dict(key)) for key in atom[1:]] if atom[0] in "ripmel" else []

    def free(self, k: int) -> frozenset[str]:
        """The indices of an atom that are not bound in it."""
        if k not in self._free:
            atom, found = self.atoms[k], set()
            match atom[0]:
                case "s":
                    found = set(atom[2])
                case "<":
                    found = {*atom[3], *atom[5]}
                case "=":
                    found = {atom[1], atom[2]}
                case "S":
                    own = f"#{self.level(atom)}_"
                    found = {i for a, _ in atom[2] for i in self.free(a)}
                    found = {i for i in found if not i.removeprefix(ROUND).startswith(own)}
                case "R":
                    found = {i for a, _ in atom[1] for i in self.free(a)} - {NOW}  # the round that is summed
                case "f":
                    found = set(atom[3])
            for part in self.parts(atom):
                found |= self.indices(part)
            self._free[k] = frozenset(found)
        return self._free[k]

    def indices(self, p: Poly) -> set[str]:
        return {i for key in p for a, _ in key for i in self.free(a)}

    def moves(self, p: Poly) -> bool:
        """Whether it may differ from round to round."""
        return any(self._moving(a) for key in p for a, _ in key)

    def _moving(self, k: int) -> bool:
        if k not in self._moves:
            atom = self.atoms[k]
            match atom[0]:
                case "s":
                    found = atom[1] in self.moving or NOW in atom[2]
                case "<":
                    words = {op for op in atom[1] if op in self.moving or op.rstrip("'") in self.moving}
                    found = bool(words) or any(self.generators[g].moving for g in (atom[2], atom[4]))
                    found |= NOW in (*atom[3], *atom[5])
                case "=":
                    found = NOW in atom[1:]
                case "S":
                    found = any(self._moving(a) for a, _ in atom[2])
                case "R":
                    found = True
                case "f":
                    found = atom[4]
                case _:
                    found = any(map(self.moves, self.parts(atom)))
            self._moves[k] = found
        return self._moves[k]

    # --- words of operators

    def turned(self, word: Sequence[str]) -> tuple[str, ...]:
        """The word of the adjoint."""
        return tuple(self.adjoint(op) for op in reversed(word))

    def adjoint(self, op: str) -> str:
        known = self.operators[op]
        if known.symmetric:
            return op
        other = op[:-1] if op.endswith("'") else f"{op}'"
        self.operators.setdefault(other, replace(known, left=known.right, right=known.left))
        return other

    def reduced(self, word: tuple[str, ...]) -> tuple[str, ...]:
        """J J = J; J W = J and W J = J where it is so; a random operator gives its first or second moment, where it
        stands once or as W'W; numbers stand first."""
        found: list[str] = []
        for op in sorted(word, key=lambda op: not self.operators[op].scalar):
            last = found[-1] if found else ""
            if last == "J" and (op == "J" or self.operators[op].left):
                continue
            if op == "J":
                while found and self.operators[found[-1]].right and found[-1] != "J":
                    found.pop()
                if found and found[-1] == "J":
                    continue
            found.append(op)
        at = [i for i, op in enumerate(found) if self.operators[op].mean]
        if not at:
            return tuple(found)
        first, op = at[0], found[at[0]]
        known = self.operators[op]
        if len(at) == 1:
            found[first] = self.adjoint(known.mean) if op.endswith("'") else known.mean
            return self.reduced(tuple(found))
        square = found[first : first + 2] == [self.adjoint(op.rstrip("'")), op.rstrip("'")]
        if not (len(at) == 2 and square and known.second):
            return tuple(found)  # a mean of which nothing is known but what rules of all vectors say
        found[first : first + 2] = [known.second]
        return self.reduced(tuple(found))

    def apply(self, op: str, v: Vector) -> Vector:
        need(isinstance(v, Vector), f"{op} of a number")
        known, terms = self.operators[op], []
        for (bound, word, g, gi), c in v.terms.items():
            generator = self.generators[g]
            new = (op, *word)
            if not known.mean and not any(self.operators[o].mean for o in word):
                new = self.reduced(new)
            if generator.still:
                while new and (new[-1] == "J" or self.operators[new[-1]].right):
                    new = new[:-1]
            if generator.flat and new and new[-1] == "J":
                continue
            terms.append(((bound, new, g, gi), c))
        return Vector(terms)

    def pair(self, u: Any, g: str, gi: tuple[str, ...], w: Any, h: str, hi: tuple[str, ...]) -> Poly:
        """<word u of g, word w of h>."""
        a, b = self.generators[g], self.generators[h]
        if (a.fresh and g != h and g not in b.needs) or (b.fresh and g != h and h not in a.needs):
            return Poly()
        factor = poly(1)
        if g == h and a.fresh and a.spread and gi != hi:
            factor = self.atom("=", *sorted((gi[-1], hi[-1])))
        for op in (*u, *w):
            random = self.operators[op].mean and (op in a.needs or op in b.needs)
            need(not random, f"{op} is random, and not independent of a vector that was made with it")
        word = self.reduced((*self.turned(u), *w))
        if b.still:
            while word and (word[-1] == "J" or self.operators[word[-1]].right):
                word = word[:-1]
        n = sum(self.operators[op].scalar for op in word)  # these stand first
        if a.still:
            while word[n:] and (word[n] == "J" or self.operators[word[n]].left):
                word = (*word[:n], *word[n + 1 :])
        if (word[n:] and ((word[n] == "J" and a.flat) or (word[-1] == "J" and b.flat))) or (
            not word[n:] and ((a.still and b.flat) or (b.still and a.flat))
        ):
            return Poly()
        if not word[n:] and {a.still, b.still} == {True, False}:
            word = (*word, "J")
        one, other = ("<", word, g, gi, h, hi), ("<", self.reduced(self.turned(word)), h, hi, g, gi)
        return factor * self.atom(*min(one, other))

    def dot(self, x: Vector, y: Vector) -> Poly:
        need(isinstance(x, Vector) and isinstance(y, Vector), "an inner product is of two vectors")
        total: dict[Monomial, Any] = {}
        result = Poly()
        for (b1, u, g, gi), c in x.terms.items():
            for (b2, w, h, hi), d in y.terms.items():
                if not b1 and not b2:
                    for key, e in (self.pair(u, g, gi, w, h, hi) * d * c).items():
                        total[key] = total.get(key, 0) + e
                    continue
                new = {b: self.new(b) for b in b2}
                to = tuple(new.get(i, i) for i in hi)
                p = c * self.renamed(d, new) * self.pair(u, g, gi, w, h, to)
                for b in (*b1, *new.values()):
                    p = self.total(b, p)
                result = result + p
        return self.normal(result + Poly({key: c for key, c in total.items() if c}))

    # --- normal form of what is nonlinear

    def normal(self, p: Poly) -> Poly:
        """Squares of roots, numbers times their reciprocals."""
        while found := {key: new for key in p if (new := self._simpler(key)) is not None}:
            kept = Poly({key: c for key, c in p.items() if key not in found})
            p = added([(kept, 1), *((new, p[key]) for key, new in found.items())])
        return p

    def _simpler(self, key: Monomial) -> Poly | None:
        for a, e in key:
            atom = self.atoms[a]
            if atom[0] == "r" and e >= 2:
                rest = Poly({merged([*(f for f in key if f[0] != a), *([(a, 1)] if e % 2 else [])]): 1})
                return rest * self.parts(atom)[0].to(e // 2)
            if atom[0] == "i":
                (inside,) = self.parts(atom)
                first = next(iter(inside))
                one = first[0][0] if len(inside) == 1 and first[1:] == () and first[0][1] == 1 else None
                held = dict(key)
                if one in held:
                    least = min(held[one], e)
                    held[one], held[a] = held[one] - least, e - least
                    sign = int(inside[first]) ** least  # 1 or -1: what is inside has coprime coefficients
                    return Poly({tuple(sorted((k, n) for k, n in held.items() if n)): sign})
                if one is not None and e >= 2 and self.atoms[one][0] == "r":  # (1/sqrt(K))**2 = 1/K
                    (of,) = self.parts(self.atoms[one])
                    if len(of) == 1 and sum(of.common().values()) <= 1:
                        held[a] = e % 2
                        content, rest = of.primitive()
                        whole = [(self.intern("i", rest.key), e // 2)] if of.common() else []
                        kept = merged([*((k, n) for k, n in held.items() if n), *whole])
                        return Poly({kept: 1 / content ** (e // 2)})
        return None

    def inverse(self, p: Poly, positive: Callable[[Poly], bool]) -> Poly:
        """1/p, of p > 0: of its content, of every common factor that is known to be > 0, of what is left."""
        content, rest = p.primitive()
        common = {a: e for a, e in rest.common().items() if positive(Poly({((a, 1),): 1}))}
        result = poly(1 / content)
        for a, e in common.items():
            one = Poly({((a, 1),): 1})
            atom = self.atoms[a]
            result = result * (self.parts(atom)[0] if atom[0] == "i" else self.atom("i", one.key)).to(e)
        left = rest.without(common)
        c = left.constant()
        return self.normal(result * (poly(1 / c) if c is not None else self.atom("i", left.key)))

    def cleared(self, *polynomials: Poly) -> list[Poly]:
        """All of them times the same positive denominators, so that no reciprocal is left."""
        found = list(map(self.normal, polynomials))
        while True:
            powers: dict[int, int] = {}
            for p in found:
                for key in p:
                    for a, e in key:
                        if self.atoms[a][0] == "i":
                            powers[a] = max(powers.get(a, 0), e)
            if not powers:
                return found
            a, top = max(powers.items())
            (inside,) = self.parts(self.atoms[a])
            found = [self.normal(multiplied(p, a, inside, top)) for p in found]

    def root(self, p: Poly) -> Poly:
        """The root of p >= 0; rational squares come out."""
        p = self.normal(p)
        if not p:
            return p
        content, rest = p.primitive()
        top, bottom = isqrt(content.numerator), isqrt(content.denominator)
        if top * top != content.numerator or bottom * bottom != content.denominator:
            rest, top, bottom = rest * (content.numerator * content.denominator), 1, content.denominator
        if rest.constant() == 1:
            return poly(Fraction(top, bottom))
        return self.atom("r", rest.key) * Fraction(top, bottom)

    # --- sums over indices

    def rename(self, k: int, new: Mapping[str, str]) -> int:
        work(1)
        atom = self.atoms[k]
        if not new or (atom[0] != "S" and not (self.free(k) & new.keys())):
            return k

        def to(indices: Iterable[str]) -> tuple[str, ...]:
            return tuple(new.get(i, i) for i in indices)

        match atom[0]:
            case "s":
                return self.intern("s", atom[1], to(atom[2]))
            case "<":
                _, word, g, gi, h, hi = atom
                one, other = ("<", word, g, to(gi), h, to(hi)), ("<", self.turned(word), h, to(hi), g, to(gi))
                return self.intern(*min(one, other))
            case "=":
                return self.intern("=", *sorted(to(atom[1:])))
            case "S":
                factors = list(merged((self.rename(a, new), e) for a, e in atom[2]))
                own = f"#{self.level(atom)}_"
                held = {i for a, _ in factors for i in self.free(a) if i.removeprefix(ROUND).startswith(own)}
                if any(i.startswith(ROUND) for i in (*held, *new)):
                    opened = {i: self.new(i) for i in held}
                    factors = [(self.rename(a, opened), e) for a, e in factors]
                    return self.intern("S", atom[1], self.smallest(sorted(opened.values()), factors))
                return self.intern("S", atom[1], tuple(factors))
            case "R":
                need(NOW not in new.values(), "the present round is not put into a sum over rounds")
                return self.intern("R", merged((self.rename(a, new), e) for a, e in atom[1]))
            case "f":
                need(False, "a function's value has no index to rename")
        return self.intern(atom[0], *(self.renamed(part, new).key for part in self.parts(atom)))

    def renamed(self, p: Poly, new: Mapping[str, str]) -> Poly:
        if not new:
            return p
        result = Poly()
        for key, c in p.items():
            result = result + Poly({merged((self.rename(a, new), e) for a, e in key): c})
        return result

    def total(self, index: str, p: Poly) -> Poly:
        """The sum over an index: what lacks it comes out, connected parts stay together, bound indices are renamed."""
        result = Poly()
        for key, c in self.normal(p).items():
            outside = tuple(f for f in key if index not in self.free(f[0]))
            bound, inside = [index], []
            for a, e in key:
                if index not in self.free(a):
                    continue
                atom = self.atoms[a]
                if atom[0] != "S":
                    inside.append((a, e))
                    continue
                held = set().union(*(self.free(b) for b, _ in atom[2]))
                for _ in range(e):
                    level = self.level(atom)
                    names = [
                        name for x in range(atom[1]) for name in (f"#{level}_{x}", f"{ROUND}#{level}_{x}")
                    ]
                    new = {name: self.new(name) for name in names if name in held}
                    bound += new.values()
                    inside += [(self.rename(b, new), n) for b, n in atom[2]]
            result = result + Poly({outside: c}) * self._closed(bound, list(merged(inside)))
        return self.normal(result)

    def level(self, atom: tuple[Any, ...]) -> int:
        """How many sums stand inside each other in an atom: a sum binds the names of its own level alone."""
        if atom not in self._levels:
            factors = [*(atom[2] if atom[0] == "S" else atom[1] if atom[0] == "R" else ())]
            factors += [f for part in self.parts(atom) for key in part for f in key]
            most = max((self.level(self.atoms[a]) for a, _ in factors), default=0)
            self._levels[atom] = (atom[0] == "S") + most
        return self._levels[atom]

    def smallest(self, bound: list[str], factors: list[tuple[int, int]]) -> Monomial:
        """The factors of a sum over these indices, named by the least of all orders."""
        level = self.level(("S", len(bound), tuple(factors)))
        return min(
            merged(
                (
                    self.rename(
                        a, {b: f"{ROUND * b.startswith(ROUND)}#{level}_{x}" for x, b in enumerate(order)}
                    ),
                    e,
                )
                for a, e in factors
            )
            for order in permutations(bound)
        )

    def _closed(self, bound: list[str], factors: list[tuple[int, int]]) -> Poly:
        result = poly(1)
        while (step := self._shorter(bound, factors)) is not None:
            bound, factors, factor = step
            result = result * factor
        left = set(bound)
        result = result * Poly({merged(f for f in factors if not self.free(f[0]) & left): 1})
        while left:
            connected = {min(left)}
            while more := {
                i
                for a, _ in factors
                if (own := self.free(a) & set(bound)) & connected
                for i in own - connected
            }:
                connected |= more
            left -= connected
            part = [f for f in factors if self.free(f[0]) & connected]
            need(len(connected) <= ORDERS, f"a sum over more than {ORDERS} connected indices")
            best = self.smallest(sorted(connected), part)
            result = result * self.atom("S", len(connected), best)
        return result

    def _shorter(
        self, bound: list[str], factors: list[tuple[int, int]]
    ) -> tuple[list[str], list[tuple[int, int]], Poly] | None:
        """One index less: put equal to another, nothing depends on it, or a row that sums to 1."""
        for a, e in factors:
            atom = self.atoms[a]
            if atom[0] != "=":
                continue
            rest = [f for f in factors if f != (a, e)]
            if atom[1] == atom[2]:
                return bound, rest, poly(1)
            for gone, kept in (atom[1:], atom[:0:-1]):
                if gone in bound:
                    same = [(self.rename(b, {gone: kept}), n) for b, n in rest]
                    return [i for i in bound if i != gone], list(merged(same)), poly(1)
        for i in bound:
            having = [f for f in factors if i in self.free(f[0])]
            others = [b for b in bound if b != i]
            if not having:
                need(not i.startswith(ROUND), "a sum over all rounds of what does not depend on them")
                return others, factors, self.scalar(self.size)
            if len(having) == 1 and having[0][1] == 1 and (atom := self.atoms[having[0][0]])[0] == "s":
                if any(atom[2][x] == i and atom[2].count(i) == 1 for x in self.rows.get(atom[1], ())):
                    return others, [f for f in factors if f != having[0]], poly(1)
        return None
