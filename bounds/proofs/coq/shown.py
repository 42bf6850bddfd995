"""Proofs as terms, and their sums and products."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...kernel.poly import poly


@dataclass(frozen=True)
class Shown:
    """A proof, at the present round, that value >= 0 (> 0 if strict, = 0 if equal)."""

    proof: str
    value: Any
    strict: bool = False
    equal: bool = False
    of: tuple[Any, ...] = ()  # the values that it was put together from

    @property
    def leaves(self) -> tuple[Any, ...]:
        return self.of or (self.value,)

    @property
    def weak(self) -> str:
        """The proof that value >= 0."""
        return f"(Rlt_le _ _ {self.proof})" if self.strict else self.proof

    def __mul__(self, other: Shown) -> Shown:
        value, of = self.value * other.value, (*self.leaves, *other.leaves)
        if self.strict and other.strict:
            return Shown(f"(mul_lt _ _ {self.proof} {other.proof})", value, True, of=of)
        return Shown(f"(mul_le _ _ {self.weak} {other.weak})", value, of=of)

    def __add__(self, other: Shown) -> Shown:
        value, of = self.value + other.value, (*self.leaves, *other.leaves)
        if other.equal:
            lemma = "add_eq" if self.equal else f"plus_zero{'_lt' if self.strict else ''}"
            return Shown(f"({lemma} {self.proof} {other.proof})", value, self.strict, self.equal, of)
        lemma = "add_lt_le" if self.strict else "add_le_lt" if other.strict else "add_le"
        second = other.weak if self.strict else other.proof
        return Shown(f"({lemma} _ _ {self.proof} {second})", value, self.strict or other.strict, of=of)


def constant(c: Any) -> Shown:
    """A positive number."""
    c = Fraction(c)
    return Shown(f"(ratio {c.numerator} {c.denominator})", poly(c), True)
