"""Numbers: fractions as they are, enclosures of roots, exponentials and logarithms; positive semidefiniteness.

A number is a Fraction, or a Real between two of them. Only what is separated decides; there is no float.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from math import isqrt
from operator import add, mul
from typing import Any

from .text import Refused, Undefined, spend

BITS, LARGE, EXPONENT = (
    256,
    40_000,
    10**6,
)  # of an enclosure's ends; of the longest fraction; the largest exponent
TINY = Fraction(1, 2**4000)  # what is nearer to 0 than this is enclosed by 0 and this
_UNIT = 2**400  # of the fixed point in which the exponential series is summed
ZERO, ONE = Fraction(0), Fraction(1)
Matrix = Sequence[Sequence[Fraction]]


def rounded(x: Fraction, up: bool) -> Fraction:
    """x, or a number of BITS bits above or below it."""
    if x.denominator.bit_length() <= BITS and x.numerator.bit_length() <= 4 * BITS:
        return x
    if abs(x) < TINY:
        return (TINY if up else ZERO) if x > 0 else (ZERO if up else -TINY)
    excess = x.numerator.bit_length() - x.denominator.bit_length() - BITS
    if excess > LARGE:
        raise Undefined("a number grew too large")
    top, bottom = x.numerator << max(-excess, 0), x.denominator << max(excess, 0)
    return Fraction((-(-top // bottom) if up else top // bottom) << max(excess, 0), 1 << max(-excess, 0))


class Real:
    """A real number in [low, high]; it has no order and no equality but what `proved` says.

    What is formal, as vectors are, says itself what a number does to it.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("high", "low")

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self.low, self.high = rounded(low, False), rounded(high, True)

    def __add__(self, other: Number | int) -> Real:
        if getattr(other, "formal", False):
            return NotImplemented
        a, b = ends(other)
        return Real(self.low + a, self.high + b)

    def __neg__(self) -> Real:
        return Real(-self.high, -self.low)

    def __sub__(self, other: Number | int) -> Real:
        if getattr(other, "formal", False):
            return NotImplemented
        a, b = ends(other)
        return Real(self.low - b, self.high - a)

    def __rsub__(self, other: Fraction | int) -> Real:
        return -self + other

    def __mul__(self, other: Number | int) -> Real:
        if getattr(other, "formal", False):
            return NotImplemented
        found = [x * y for x in (self.low, self.high) for y in ends(other)]
        return Real(min(found), max(found))

    def __truediv__(self, other: Number | int) -> Real:
        if getattr(other, "formal", False):
            return NotImplemented
        return self * divide(ONE, other)

    def __rtruediv__(self, other: Fraction | int) -> Number:
        return divide(ONE, self) * other

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other: object) -> bool:
        raise TypeError("enclosures are compared by `proved`")

    def __repr__(self) -> str:
        return f"Real({float(self.low)!r}..{float(self.high)!r})"


Number = Real | Fraction


def ends(x: Number | int) -> tuple[Fraction, Fraction]:
    if isinstance(x, Fraction):
        return x, x
    return (x.low, x.high) if isinstance(x, Real) else (Fraction(x), Fraction(x))


def exact(x: Number) -> Fraction:
    """The number where it is rational; Undefined where only an enclosure is known."""
    low, high = ends(x)
    if low != high:
        raise Undefined("an irrational number stands where a rational one is needed")
    return low


def proved(a: Number, relation: str, b: Number) -> bool:
    """Whether the enclosures prove a comparison."""
    (low, high), (least, most) = ends(a), ends(b)
    return {
        "<=": high <= least,
        "<": high < least,
        ">=": low >= most,
        ">": low > most,
        "==": low == high == least == most,
        "!=": high < least or low > most,
    }[relation]


def divide(a: Number | int, b: Number | int) -> Number:
    low, high = ends(b)
    if low <= 0 <= high:
        raise Undefined("division by zero, or by what may be zero")
    if low == high:
        return a * (1 / low) if isinstance(a, Real) else Fraction(a) / low
    return Real(1 / high, 1 / low) * a


def bits(x: Fraction) -> int:
    return max(x.numerator.bit_length(), x.denominator.bit_length())


def cost(x: Any) -> int:
    """About how many multiplications of short fractions one with x is."""
    if type(x) is Fraction:
        return 1 + (bits(x) ** 2 >> 20)
    height = getattr(x, "height_bits", None)  # of python-flint's rationals
    return 1 + (height() ** 2 >> 20) if height else 8


def power(x: Number, e: Number | int) -> Number:
    """x**e: of integers by squaring, of halves by the root, of anything else exp(e log x)."""
    if isinstance(e, int) or (isinstance(e, Fraction) and e.denominator == 1):
        n = int(e)
        if abs(n) > EXPONENT:
            raise Undefined(f"an exponent is larger than {EXPONENT}")
        if n < 0:
            return divide(ONE, power(x, -n))
        if isinstance(x, Fraction) and bits(x) * n < LARGE:
            spend(1 + (bits(x) * n >> 5))
            return x**n
        spend(8 * n.bit_length())
        result, base = Real(ONE, ONE), Real(*ends(x))
        for bit in bin(n)[2:]:
            result = _squared(result) * (base if bit == "1" else 1)
        return result
    if isinstance(e, Fraction) and e.denominator == 2:
        return power(sqrt(x), e.numerator)
    return exp(log(x) * e)


def _squared(x: Real) -> Real:
    low, high = sorted((x.low * x.low, x.high * x.high))
    return Real(ZERO if x.low <= 0 <= x.high else low, high)


def sqrt(x: Number) -> Number:
    """The root; exact of a rational square."""
    low, high = ends(x)
    if low < 0:
        raise Undefined("square root of what may be negative")
    top, bottom = isqrt(low.numerator), isqrt(low.denominator)
    if low == high and top * top == low.numerator and bottom * bottom == low.denominator:
        return Fraction(top, bottom)

    def floor(y: Fraction) -> tuple[Fraction, Fraction]:
        shift = BITS + max(0, y.denominator.bit_length() - y.numerator.bit_length())
        root = isqrt((y.numerator << 2 * shift) // y.denominator)
        return Fraction(root, 1 << shift), Fraction(root + 1, 1 << shift)

    return Real(floor(low)[0], floor(high)[1])


def exp(x: Number | int) -> Real:
    low, high = ends(x)
    return Real(_exp(low).low, _exp(high).high)


def _exp(x: Fraction) -> Real:
    """e^x: Taylor's series at x/2^k, which is below 2^-8, squared back."""
    if abs(x) > 20_000:
        raise Undefined("an exponent is too large")
    k = 8 + int(abs(x)).bit_length()
    y = x.numerator * _UNIT // (x.denominator << k)
    series = term = _UNIT
    for n in range(1, 45):  # what is left out is below 2^-400; each step errs by a few units
        term = term * y // (_UNIT * n)
        series += term
    result = Real(Fraction(series - 1000, _UNIT), Fraction(series + 1000, _UNIT))
    for _ in range(k):
        result = result * result
    return result


def log(x: Number | int) -> Real:
    low, high = ends(x)
    return Real(_log(low).low, _log(high).high)


def _log(x: Fraction) -> Real:
    """log x = 2 artanh((y - 1)/(y + 1)) + k log 2 for x = y 2^k, y in (1/2, 2)."""
    if x <= 0:
        raise Undefined("logarithm of what may not be positive")
    k = x.numerator.bit_length() - x.denominator.bit_length()
    y = x / Fraction(2) ** k
    return _artanh2((y - 1) / (y + 1)) + _artanh2(Fraction(1, 3)) * k


@lru_cache(maxsize=64)
def _artanh2(z: Fraction) -> Real:
    """2 artanh z for |z| <= 1/3, summed up to z^359 in a fixed point that is finer where z is small."""
    unit = _UNIT << max(0, z.denominator.bit_length() - z.numerator.bit_length())
    term = z.numerator * unit // z.denominator
    square, total = term * term // unit, 0
    for n in range(1, 361, 2):  # what is left out is below 2^-400 of z; each step errs by a few units
        total += term // n
        term = term * square // unit
    return Real(Fraction(total - 1000, unit), Fraction(total + 1000, unit)) * 2


def largest(*numbers: Number) -> Number:
    low, high = (max(end) for end in zip(*map(ends, numbers), strict=True))
    return low if low == high else Real(low, high)


def smallest(*numbers: Number) -> Number:
    low, high = (min(end) for end in zip(*map(ends, numbers), strict=True))
    return low if low == high else Real(low, high)


def absolute(x: Number) -> Number:
    return largest(x, -x)


def characteristic(B: list[list[int]]) -> list[int]:
    """The coefficients of det(x - B), that of x^n first, by Faddeev and LeVerrier: p[k] = -tr(B M_k)/k, exactly."""
    M, p = [[0] * len(B) for _ in B], [1]
    for k in range(1, len(B) + 1):
        columns = list(zip(*M))
        M = [
            [sum(map(mul, row, columns[j])) + p[-1] * (i == j) for j in range(len(B))]
            for i, row in enumerate(B)
        ]
        p.append(-sum(sum(map(mul, row, column)) for row, column in zip(B, zip(*M))) // k)
    return p


@dataclass(frozen=True, eq=False)
class Numbers:
    """A kind of exact numbers: how to enter a fraction or an enclosure, the functions of formulas, a number's ends.

    coarse: the number as an enclosure of bounded length, so that long runs stay short.

    characteristic: the coefficients of det(x - B) of an integer matrix B, that of x^n first.

    The kernel decides in STANDARD. The library may run the same code on faster numbers while it shrinks a setting.
    """

    rational: Callable[[Any], Any]
    between: Callable[[Fraction, Fraction], Any]
    coarse: Callable[[Any], Any]
    functions: Mapping[str, Callable[..., Any]]
    ends: Callable[[Any], tuple[Fraction, Fraction]]
    characteristic: Callable[[list[list[int]]], list[int]] = characteristic

    def value(self, x: Any) -> Number:
        """The number in the kernel's own kind."""
        return between(*self.ends(x))

    def proved(self, a: Any, relation: str, b: Any) -> bool:
        return proved(self.value(a), relation, self.value(b))


def between(low: Fraction, high: Fraction) -> Number:
    """The number in [low, high]: a fraction where that is known."""
    return low if low == high else Real(low, high)


STANDARD = Numbers(
    Fraction,
    between,
    lambda x: Real(*ends(x)),
    {
        "sqrt": sqrt,
        "exp": exp,
        "log": log,
        "abs": absolute,
        "max": largest,
        "min": smallest,
        "power": power,
        "divide": divide,
    },
    ends,
)


def sum_of(numbers: Iterable[Any]) -> Any:
    """The sum, of whatever kind; 0 of nothing."""
    return reduce(add, numbers, 0)


# --- matrices of fractions


def semidefinite(matrix: Matrix, strictly: bool = False) -> bool:
    """Whether a symmetric matrix is positive (semi)definite, by elimination.

    A pivot of 0 is allowed only where its whole row is 0 by then.
    """
    rest = [list(row) for row in matrix]
    n = len(rest)
    if any(len(row) != n for row in rest) or any(
        rest[i][j] != rest[j][i] for i in range(n) for j in range(i)
    ):
        raise Refused("a matrix is not square and symmetric")
    for k in range(n):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and (strictly or any(rest[k][j] for j in range(k + 1, n)))):
            return False
        for i in range(k + 1, n) if pivot else ():
            if factor := rest[i][k] / pivot:
                for j in range(k + 1, n):
                    rest[i][j] -= factor * rest[k][j]
    return True


def factored(matrix: Matrix) -> tuple[list[list[Fraction]], list[Fraction]]:
    """M, D with G = M D M', M lower triangular with unit diagonal, D >= 0, of a positive semidefinite G."""
    rest, n = [list(row) for row in matrix], len(matrix)
    nothing = rest[0][0] * 0
    factor = [[nothing + int(i == j) for j in range(n)] for i in range(n)]
    for k in range(n):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and any(rest[i][k] for i in range(k + 1, n))):
            raise Refused("a matrix is not positive semidefinite")
        for i in range(k + 1, n):
            factor[i][k] = rest[i][k] / pivot if pivot else nothing
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                rest[i][j] -= factor[i][k] * pivot * factor[j][k]
    return factor, [rest[k][k] for k in range(n)]
