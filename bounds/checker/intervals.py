"""Real numbers as pairs of fractions, and a budget for the work of computing with them.

A Number holds two fractions, low <= high, around the real number meant: equal as long as it is rational, rounded
outward to 256 bits after a root, an exponential or a logarithm. Only strictly separated pairs decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction

BITS = 256  # of the ends of an irrational number
LARGE = 40_000  # bits of the largest numerator or denominator
EXPONENT = 10**6  # limit
TINY = Fraction(1, 2**2000)  # what is nearer to 0 than this may be rounded to 0 or to this, outward
UNIT = 2**400  # of the fixed point in which the exponential series is summed


class NotAWitness(ValueError):
    """The record is no witness; one sentence says why."""


class _Budget:
    """What may still be spent, in multiplications of short fractions; None: without limit."""

    left: int | None = None


_budget = _Budget()


def spend(work: int) -> None:
    """Take `work` from the budget; raises NotAWitness where it is used up."""
    if _budget.left is not None:
        _budget.left -= work
        if _budget.left < 0:
            raise NotAWitness("too much work for a witness")


@contextmanager
def limited(work: int) -> Iterator[None]:
    """All arithmetic inside costs at most `work`, however fast the machine."""
    before, _budget.left = _budget.left, work
    try:
        yield
    finally:
        _budget.left = before


class Number:
    """A real number in [low, high]; exact where the two are equal. Only exact numbers have an order and equality."""

    __slots__ = ("bits", "high", "low")

    def __init__(self, low: Fraction | int, high: Fraction | int | None = None) -> None:
        self.low = low if isinstance(low, Fraction) else Fraction(low)
        self.high = self.low if high is None else high if isinstance(high, Fraction) else Fraction(high)
        self.bits = _bits(self.low) if high is None else max(_bits(self.low), _bits(self.high))
        if self.bits > LARGE:
            raise ArithmeticError("a number grew too large")

    @property
    def exact(self) -> bool:
        return self.low is self.high or self.low == self.high

    def __add__(self, other: Number | Fraction | int) -> Number:
        other = self._with(other)
        if self.exact and other.exact:
            return Number(self.low + other.low)
        return enclose(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Number | Fraction | int) -> Number:
        other = self._with(other)
        if self.exact and other.exact:
            return Number(self.low * other.low)
        if self.low >= 0 and other.low >= 0:
            return enclose(self.low * other.low, self.high * other.high)
        ends = [x * y for x in (self.low, self.high) for y in (other.low, other.high)]
        return enclose(min(ends), max(ends))

    def __neg__(self) -> Number:
        return Number(-self.low) if self.exact else Number(-self.high, -self.low)

    def __sub__(self, other: Number | Fraction | int) -> Number:
        return self + -number(other)

    def __truediv__(self, other: Number | Fraction | int) -> Number:
        other = self._with(other)
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError("division by zero, or by what may be zero")
        return self * (Number(1 / other.low) if other.exact else Number(1 / other.high, 1 / other.low))

    def __pow__(self, other: Number | int) -> Number:
        exponent = number(other)
        if exponent.exact and exponent.low.denominator == 2:
            return sqrt(self) ** exponent.low.numerator
        if not exponent.exact or exponent.low.denominator != 1:
            return exp(exponent * log(self))
        if abs(exponent.low) >= EXPONENT:
            raise ArithmeticError(f"integer exponents are below {EXPONENT}")
        if abs(exponent.low) >= 1000:
            return _far_power(self, int(exponent.low))
        if self.exact and exponent.low >= 0:
            if self.bits * exponent.low > LARGE:
                raise ArithmeticError("a number grew too large")
            spend(1 + ((self.bits * int(exponent.low)) ** 2 >> 22))
            return Number(self.low ** int(exponent.low))
        result = Number(1)
        for _ in range(abs(int(exponent.low))):
            result = result * self
        return result if exponent.low >= 0 else 1 / result

    def __abs__(self) -> Number:
        return self if self.low >= 0 else -self if self.high <= 0 else largest(self, -self, Number(0))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Fraction | int) -> Number:
        return number(other) - self

    def __rtruediv__(self, other: Fraction | int) -> Number:
        return number(other) / self

    def __lt__(self, other: Number | int) -> bool:
        return self._rational() < number(other)._rational()

    def __le__(self, other: Number | int) -> bool:
        return self._rational() <= number(other)._rational()

    def __gt__(self, other: Number | int) -> bool:
        return self._rational() > number(other)._rational()

    def __ge__(self, other: Number | int) -> bool:
        return self._rational() >= number(other)._rational()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Number | Fraction | int):
            return NotImplemented
        return self._rational() == number(other)._rational()

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __bool__(self) -> bool:
        return self != 0

    def __repr__(self) -> str:
        return f"Number({self.low})" if self.exact else f"Number({self.low}, {self.high})"

    def _with(self, other: Number | Fraction | int) -> Number:
        """The other number, once the work of an operation with it is paid: a greatest common divisor is quadratic."""
        other = number(other)
        short = self.exact and other.exact
        spend((1 if short else 8) + ((self.bits + other.bits) ** 2 >> 22))
        return other

    def _rational(self) -> Fraction:
        if not self.exact:
            raise ArithmeticError("an irrational number stands where a rational one is needed")
        spend(1 + (self.bits >> 10))
        return self.low


def _bits(x: Fraction) -> int:
    return max(x.numerator.bit_length(), x.denominator.bit_length())


def number(x: Number | Fraction | int) -> Number:
    """x as a Number; no float is one."""
    if isinstance(x, Number):
        return x
    if not isinstance(x, Fraction | int):
        raise TypeError(f"{x!r} is not an exact number")
    return Number(x)


ZERO, ONE = Number(0), Number(1)


def total(numbers: Iterable[Number]) -> Number:
    return sum(numbers, ZERO)


def outward(x: Fraction, side: int) -> Fraction:
    """x rounded up (side 1) or down (side -1) to 256 significant bits."""
    excess = x.numerator.bit_length() - x.denominator.bit_length() - BITS
    top, bottom = x.numerator << max(-excess, 0), x.denominator << max(excess, 0)
    return Fraction(-side * (-side * top // bottom) << max(excess, 0), 1 << max(-excess, 0))


def enclose(low: Fraction, high: Fraction) -> Number:
    """The pair, rounded outward unless it is one rational number."""
    return Number(low) if low == high else Number(outward(low, -1), outward(high, 1))


def rounded(x: Number) -> Number:
    """x rounded outward to 256 bits, and to 0 below TINY: its length no longer grows with what made it."""
    low, high = outward(x.low, -1), outward(x.high, 1)
    if abs(low) < TINY:
        low = -TINY if low < 0 else Fraction(0)
    if abs(high) < TINY:
        high = TINY if high > 0 else Fraction(0)
    return Number(low, high)


def _far_power(x: Number, exponent: int) -> Number:
    """x**exponent by repeated squaring, rounded outward at each."""
    result, square = ONE, rounded(x)
    for bit in range(abs(exponent).bit_length()):
        if abs(exponent) >> bit & 1:
            result = rounded(result * square)
        square = rounded(square * square)
    return result if exponent >= 0 else 1 / result


# --- functions of numbers


def sqrt(x: Number) -> Number:
    """The root: exact of a rational square."""
    if x.low < 0:
        raise ArithmeticError("square root of what may be negative")
    spend(20 + (x.bits**2 >> 22))
    top, bottom = math.isqrt(x.low.numerator), math.isqrt(x.low.denominator)
    if x.exact and Fraction(top, bottom) ** 2 == x.low:
        return Number(Fraction(top, bottom))
    scale = 2 ** (BITS + x.low.denominator.bit_length() + x.high.denominator.bit_length())
    low, high = (math.isqrt(int(end * scale**2)) for end in (x.low, x.high))
    return enclose(Fraction(low, scale), Fraction(high + 1, scale))


def largest(*numbers: Number) -> Number:
    return Number(max(x.low for x in numbers), max(x.high for x in numbers))


def smallest(*numbers: Number) -> Number:
    return Number(min(x.low for x in numbers), min(x.high for x in numbers))


def exp(x: Number) -> Number:
    low = _exp(x.low)
    return low if x.exact else Number(low.low, _exp(x.high).high)


def _exp(x: Fraction) -> Number:
    """e^x of a fraction: Taylor's series at x/2^halvings, which is below 2^-8, squared back."""
    if abs(x) >= 20_000:
        raise ArithmeticError("an exponent is too large")
    spend(100)
    halvings = 8 + int(abs(x)).bit_length()
    y = x.numerator * UNIT // (x.denominator << halvings)
    series = term = UNIT
    for k in range(1, 45):  # what is left out is below 2^-400; each step errs by a few units
        term = term * y // (UNIT * k)
        series += term
    result = enclose(Fraction(series - 1000, UNIT), Fraction(series + 1000, UNIT))
    for _ in range(halvings):
        result = result * result
    return result


def log(x: Number) -> Number:
    low = _log(x.low)
    return low if x.exact else Number(low.low, _log(x.high).high)


def _log(a: Fraction) -> Number:
    """log a = y + log(1 + r) with r = a e^-y - 1, r/(1 + r) <= log(1 + r) <= r, at a y that Newton's method finds."""
    if a <= 0:
        raise ArithmeticError("logarithm of what may be zero or negative")
    exponent = a.numerator.bit_length() - a.denominator.bit_length()
    y = Fraction(math.log(a / Fraction(2) ** exponent)) + exponent * Fraction(math.log(2))
    for _ in range(4):
        r = Number(a) * _exp(-y) - 1
        y += Fraction(int(r.low * UNIT), UNIT)
    r = Number(a) * _exp(-y) - 1
    return enclose(y + r.low / (1 + r.low), y + r.high)


FUNCTIONS: dict[str, Callable[..., Number]] = {
    "sqrt": sqrt,
    "exp": exp,
    "log": log,
    "abs": abs,
    "max": largest,
    "min": smallest,
}

PROVED: dict[
    str, Callable[[Number, Number], bool]
] = {  # true only if it holds for all numbers in the two pairs
    "<": lambda a, b: a.high < b.low,
    "<=": lambda a, b: a.high <= b.low,
    ">": lambda a, b: a.low > b.high,
    ">=": lambda a, b: a.low >= b.high,
    "==": lambda a, b: a.exact and b.exact and a.low == b.low,
    "!=": lambda a, b: a.high < b.low or b.high < a.low,
}
BROKEN = {"<=": ">", "<": ">=", "==": "!="}  # what refutes a claim of each relation
