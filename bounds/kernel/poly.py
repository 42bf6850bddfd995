"""Polynomials over atoms, and vectors: sums of a polynomial times a word of operators times a generator.

Atoms are numbers (`formal.Space` says what each stands for). All work of a derivation is counted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from .text import need, spend

Monomial = tuple[tuple[int, int], ...]
TERMS = 50_000  # of a polynomial
LONG, BITS = 400, 4000  # bits of a coefficient: from which on its length is work, and at most
PRODUCTS = 3_000_000  # of terms, in one derivation; the longest that is kept takes 799,000
SPENT = [0]  # since the last book was opened


def work(products: int) -> None:
    """Count work, in products of terms with short coefficients; Refused where a derivation takes too much."""
    SPENT[0] += products
    spend(3 * products)
    need(SPENT[0] <= PRODUCTS, "the derivation takes too much work")


class Poly(dict[Monomial, Any]):
    """A polynomial: monomial -> coefficient, an int or a Fraction, never 0."""

    formal = True

    def __add__(self, other: Any) -> Poly:
        result = Poly(self)
        work(len(self) >> 3)
        for key, c in poly(other).items():
            if value := short(result.get(key, 0) + c):
                result[key] = value
            else:
                result.pop(key, None)
        return result

    def __neg__(self) -> Poly:
        return Poly({key: -c for key, c in self.items()})

    def __sub__(self, other: Any) -> Poly:
        return self + -poly(other)

    def __rsub__(self, other: Any) -> Poly:
        return poly(other) - self

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Vector):
            return other * self
        right = poly(other)
        for one, factor in ((self, right), (right, self)):
            if len(factor) == 1 and () in factor:
                return one.scaled(factor[()])
        result: dict[Monomial, Any] = {}
        need(len(self) * len(right) <= TERMS, "a product is too long")
        work(len(self) * len(right))
        for key, c in self.items():
            for more, d in right.items():
                both = merged((*key, *more)) if key and more else key or more
                result[both] = short(result.get(both, 0) + c * d)
        return Poly({key: c for key, c in result.items() if c})

    __radd__, __rmul__ = __add__, __mul__

    def scaled(self, c: Any) -> Poly:
        """The product by a number that is not 0."""
        work(len(self))
        return Poly(self) if c == 1 else Poly({key: short(c * d) for key, d in self.items()})

    def to(self, n: int) -> Poly:
        result = poly(1)
        for _ in range(n):
            result = result * self
        return result

    @property
    def key(self) -> tuple[Any, ...]:
        return tuple(sorted(self.items()))

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.key)

    def constant(self) -> Fraction | None:
        """The number that this is, or None."""
        return Fraction(self.get((), 0)) if not self or self.keys() == {()} else None

    def common(self) -> dict[int, int]:
        """The largest powers of atoms that divide every monomial of what is not 0."""
        found = dict(next(iter(self)))
        for key in self:
            held = dict(key)
            found = {a: min(e, held[a]) for a, e in found.items() if a in held}
        return found

    def without(self, powers: Mapping[int, int]) -> Poly:
        """The quotient by powers of atoms that divide every monomial."""
        return Poly(
            {
                tuple((a, e - powers.get(a, 0)) for a, e in key if e > powers.get(a, 0)): c
                for key, c in self.items()
            }
        )

    def primitive(self) -> tuple[Fraction, Poly]:
        """c > 0 and the polynomial over it, which has coprime integer coefficients."""
        if not self:
            return Fraction(1), self
        below = 1
        for c in self.values():
            below = short(lcm(below, c.denominator))
        whole = [int(c * below) for c in self.values()]
        content = Fraction(gcd(*whole), below)
        return content, Poly({key: int(c / content) for key, c in self.items()})


def short(c: Any) -> Any:
    """The number, of which the work is counted where it is long. Refused where it is too long."""
    bits = max(c.numerator.bit_length(), c.denominator.bit_length())
    if bits > LONG:
        need(bits <= BITS, "a number grew too long")
        work(bits * bits >> 17)
    return c


def poly(x: Any) -> Poly:
    if isinstance(x, Poly):
        return x
    need(isinstance(x, int | Fraction), "a vector, or nothing formal, stands where a number belongs")
    c = x if isinstance(x, int) else int(x) if x.denominator == 1 else x
    return Poly({(): c}) if c else Poly()


def added(parts: Iterable[tuple[Poly, Any]]) -> Poly:
    """The sum of polynomials times numbers."""
    total: dict[Monomial, Any] = {}
    for part, factor in parts:
        work(len(part))
        for key, c in part.items():
            total[key] = short(total.get(key, 0) + c * factor)
    return Poly({key: c for key, c in total.items() if c})


def merged(factors: Iterable[tuple[int, int]]) -> Monomial:
    found: dict[int, int] = {}
    for atom, e in factors:
        found[atom] = found.get(atom, 0) + e
    return tuple(sorted(found.items()))


def multiplied(p: Poly, a: int, inside: Poly, top: int) -> Poly:
    """p times inside**top, of which the atom a is the reciprocal; no power of a in p is above top."""
    result = Poly()
    for key, c in p.items():
        e = dict(key).get(a, 0)
        result = result + Poly({tuple(f for f in key if f[0] != a): c}) * inside.to(top - e)
    return result


Term = tuple[
    tuple[str, ...], tuple[Any, ...], str, tuple[str, ...]
]  # bound indices, word, generator, its indices


class Vector:
    """A sum of coefficient * word of operators * generator, each possibly summed over indices of its own."""

    formal = True
    __slots__ = ("terms",)

    def __init__(self, terms: Iterable[tuple[Term, Poly]] = ()) -> None:
        self.terms: dict[Term, Poly] = {}
        for term, c in terms:
            total = self.terms[term] + c if term in self.terms else c
            if total:
                self.terms[term] = total
            else:
                self.terms.pop(term, None)

    def __add__(self, other: Any) -> Vector:
        need(isinstance(other, Vector), "a number is added to a vector")
        return Vector([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> Vector:
        return self * -1

    def __sub__(self, other: Any) -> Vector:
        need(isinstance(other, Vector), "a number is taken from a vector")
        return self + -other

    def __mul__(self, c: Any) -> Vector:
        need(not isinstance(c, Vector), "a vector times a vector: dot(u, v) is their inner product")
        return Vector((term, poly(c) * d) for term, d in self.terms.items())

    __rmul__ = __mul__

    @property
    def key(self) -> tuple[Any, ...]:
        return tuple(sorted(((term, c.key) for term, c in self.terms.items()), key=repr))
