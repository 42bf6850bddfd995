"""Linear forms whose coefficients are polynomials in the step eta, its inverse, and an eigenvalue nu of W.

A form is what an update of an algorithm is, once traced: a sum of `coefficient * eta^i * nu^j * vector`, exact. The
vector "" stands for the number one, so a scalar of the text (2, eta, 1 - eta/2) is a form too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["Form"]

MOST_POWER = 200
Key = tuple[str, int, int]  # vector, power of eta, power of nu


@dataclass(frozen=True)
class Form:
    """A linear form; `terms` maps (vector, power of eta, power of nu) to a nonzero fraction.

    >>> x, eta, two = Form.of("x"), Form.scalar(1, eta=1), Form.scalar(2)
    >>> (x - eta * x / two).at(eta=Fraction(1, 2))
    {'x': Fraction(3, 4)}
    >>> x * x
    Traceback (most recent call last):
    ...
    TypeError: a vector times a vector
    """

    terms: Mapping[Key, Fraction]

    @classmethod
    def collect(cls, terms: Iterable[tuple[Key, Fraction]]) -> Form:
        total: dict[Key, Fraction] = {}
        for key, value in terms:
            total[key] = total.get(key, Fraction(0)) + value
        return cls({key: value for key, value in total.items() if value})

    @classmethod
    def of(cls, vector: str) -> Form:
        return cls({(vector, 0, 0): Fraction(1)})

    @classmethod
    def scalar(cls, value: Any, eta: int = 0) -> Form:
        """value * eta^(power `eta`)."""
        return cls.collect([(("", eta, 0), Fraction(value))])

    @property
    def is_scalar(self) -> bool:
        return all(not vector for vector, _, _ in self.terms)

    @property
    def key(self) -> frozenset[tuple[Key, Fraction]]:
        """Equal for equal forms, hashable."""
        return frozenset(self.terms.items())

    def powers(self, which: str) -> int:
        """The degree in "eta" or in "nu"."""
        return max((abs(i) if which == "eta" else j for _, i, j in self.terms), default=0)

    def times_nu(self) -> Form:
        if self.powers("nu") >= MOST_POWER:
            raise TypeError(f"a power of W above {MOST_POWER}")
        return Form({(vector, i, j + 1): value for (vector, i, j), value in self.terms.items()})

    def at(self, eta: Any = 0, nu: Any = 0) -> dict[str, Any]:
        """vector -> coefficient, at these numbers (fractions stay exact, floats give floats)."""
        row: dict[str, Any] = {}
        for (vector, i, j), value in self.terms.items():
            row[vector] = row.get(vector, 0) + value * eta**i * nu**j
        return row

    def __add__(self, other: Form) -> Form:
        if not isinstance(other, Form) or (self.is_scalar != other.is_scalar and self.terms and other.terms):
            raise TypeError("a number plus a vector")
        return Form.collect([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> Form:
        return Form({key: -value for key, value in self.terms.items()})

    def __sub__(self, other: Form) -> Form:
        return self + -other

    def __mul__(self, other: Form) -> Form:
        if not isinstance(other, Form) or not (self.is_scalar or other.is_scalar):
            raise TypeError("a vector times a vector")
        if (
            self.powers("eta") + other.powers("eta") > MOST_POWER
            or self.powers("nu") + other.powers("nu") > MOST_POWER
        ):
            raise TypeError(f"a power of eta or W above {MOST_POWER}")
        return Form.collect(
            ((a[0] or b[0], a[1] + b[1], a[2] + b[2]), x * y)
            for a, x in self.terms.items()
            for b, y in other.terms.items()
        )

    def __truediv__(self, other: Form) -> Form:
        """By a number, or a number times a power of eta."""
        if not isinstance(other, Form) or len(other.terms) != 1 or not other.is_scalar:
            raise TypeError("a division by what is not a number other than zero")
        (((_, power, nu), divisor),) = other.terms.items()
        if nu:
            raise TypeError("a division by an eigenvalue of W")
        return Form({(vector, i - power, j): x / divisor for (vector, i, j), x in self.terms.items()})

    def __pow__(self, exponent: int) -> Form:
        if not 0 <= exponent <= MOST_POWER:
            raise TypeError("a negative power" if exponent < 0 else f"a power above {MOST_POWER}")
        result = Form.scalar(1)
        for _ in range(exponent):
            result = result * self
        return result
