"""The two arithmetics in which every formula and every run is evaluated.

`FLOAT` is numpy's float64, for the hunt. `EXACT` is python-flint: rationals (`fmpq`) as long as a number is rational,
balls (`arb`, a midpoint with a proven radius) once a root, an exponential or a logarithm makes it irrational. Only
`EXACT` decides a refutation: `certainly` answers yes only where the two sides are strictly separated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from .kernel.exact import Numbers, Real, ends

__all__ = [
    "EXACT",
    "FLOAT",
    "Arithmetic",
    "ball",
    "certainly",
    "enclosure",
    "flint_numbers",
    "fraction",
    "middle",
    "precise",
    "solve",
]

HUGE = 10**6  # powers of rationals with more bits are balls
LOST = 8  # bits that a round of a run in balls may cost: sums and products of a few numbers
BITS = 256  # precision of the balls: far more than any separation a witness of small denominators needs


@dataclass(frozen=True, eq=False)
class Arithmetic:
    """A number type: how to enter it, and the functions that formulas may call.

    number: a Python int, float or Fraction -> one number
    functions: name -> function of numbers of this type (sqrt, exp, log, abs, max, min, power)
    """

    name: str
    number: Callable[[Any], Any]
    functions: Mapping[str, Callable[..., Any]]

    def array(self, values: Any) -> np.ndarray:
        """An array of this type's numbers (float64, or object for EXACT), of the shape of `values`."""
        if self is FLOAT:
            return np.asarray(values, dtype=float)
        source = np.asarray(values, dtype=object)
        result = np.empty(source.shape, dtype=object)
        for index, value in np.ndenumerate(source):
            result[index] = self.number(value)
        return result

    def zeros(self, *shape: int) -> np.ndarray:
        return self.array(np.zeros(shape, dtype=int))

    def eye(self, n: int) -> np.ndarray:
        return self.array(np.eye(n, dtype=int))


def _fold(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *values: reduce(function, values)


def _flint(name: str) -> Any:  # loaded where used: python-flint is not needed to import this room
    import flint

    flint.ctx.prec = max(flint.ctx.prec, BITS)
    return getattr(flint, name)


@contextmanager
def precise(rounds: int) -> Iterator[None]:
    """Balls of a precision that lasts for so many rounds, each of which may make their radius LOST bits larger."""
    context = _flint("ctx")
    before = context.prec
    context.prec = BITS + LOST * rounds
    try:
        yield
    finally:
        context.prec = before


def _rational(value: Any) -> Any:
    fmpq = _flint("fmpq")
    if isinstance(value, (fmpq, _flint("arb"))):
        return value
    if isinstance(value, tuple):  # an enclosure (low, high) of an irrational constant
        low, high = (_flint("arb")(_rational(end)) for end in value)
        return low.union(high)
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def ball(value: Any) -> Any:
    """The number as a ball."""
    return _flint("arb")(value)


def _exact_sqrt(value: Any) -> Any:
    """The root of a rational square is rational; of anything else a ball."""
    if isinstance(value, _flint("fmpq")):
        if value < 0:
            raise ArithmeticError("square root of a negative number")
        top, bottom = value.numer(), value.denom()
        if top.is_square() and bottom.is_square():
            return _flint("fmpq")(top.isqrt(), bottom.isqrt())
    return ball(value).sqrt()


def _exact_extreme(largest: bool) -> Callable[[Any, Any], Any]:
    def choose(a: Any, b: Any) -> Any:
        if certainly(a, "<=", b):
            return b if largest else a
        if certainly(b, "<=", a):
            return a if largest else b
        a, b = ball(a), ball(b)
        return a.max(b) if largest else a.min(b)

    return choose


def _exact_power(base: Any, exponent: Any) -> Any:
    fmpq = _flint("fmpq")
    if isinstance(exponent, fmpq) and exponent.denom() == 1:
        n = int(exponent.numer())
        if isinstance(base, fmpq) and abs(n) * (base.numer().bit_length() + base.denom().bit_length()) > HUGE:
            base = ball(base)
        return base**n
    return ball(base) ** ball(exponent)


def _float_power(base: Any, exponent: Any) -> Any:
    value = base**exponent
    if isinstance(value, complex):
        raise ArithmeticError("fractional power of a negative number")
    return value


FLOAT = Arithmetic(
    "float",
    float,
    {
        "sqrt": np.sqrt,
        "exp": np.exp,
        "log": np.log,
        "abs": np.abs,
        "max": _fold(np.maximum),
        "min": _fold(np.minimum),
        "power": _float_power,
    },
)
EXACT = Arithmetic(
    "exact",
    _rational,
    {
        "sqrt": _exact_sqrt,
        "exp": lambda x: ball(x).exp(),
        "log": lambda x: ball(x).log(),
        "abs": abs,
        "max": _fold(_exact_extreme(True)),
        "min": _fold(_exact_extreme(False)),
        "power": _exact_power,
    },
)


def flint_numbers() -> Numbers:
    """The numbers of EXACT as the kernel takes them: faster than its own, for all but its last word."""
    return Numbers(
        _rational,
        lambda low, high: _rational(low) if low == high else _rational((low, high)),
        ball,
        {**EXACT.functions, "divide": lambda a, b: a / b},
        enclosure,
    )


def certainly(left: Any, relation: str, right: Any) -> bool:
    """True only if `left relation right` is proved: exact for rationals, strict separation for balls.

    >>> certainly(EXACT.number(1), "<=", EXACT.number(1))
    True
    >>> certainly(ball(1).exp(), "<=", ball(1).exp())  # balls that overlap prove nothing
    False
    """
    if relation == "<":
        return bool(left < right)
    if relation == "<=":
        return bool(left <= right)
    if relation in (">", ">="):
        return certainly(right, relation.replace(">", "<"), left)
    if relation == "==":
        return bool(left == right)
    if relation == "!=":
        return bool(left < right) or bool(right < left)
    raise ValueError(f"relation={relation!r}: one of < <= > >= == !=")


def fraction(value: Any) -> Fraction | None:
    """The rational number as a Fraction, or None for a ball."""
    if isinstance(value, _flint("fmpq")):
        return Fraction(int(value.numer()), int(value.denom()))
    return None


def enclosure(value: Any) -> tuple[Fraction, Fraction]:
    """Rational ends (low, high) that contain an exact number: equal for a rational, those of the ball otherwise."""
    if isinstance(value, Fraction | int | Real):
        return ends(value)
    exact = fraction(value)
    if exact is not None:
        return exact, exact
    found = []
    if not value.is_finite():
        raise ArithmeticError("a ball that holds every number")
    for end in (value.lower(), value.upper()):
        mantissa, exponent = end.mid().man_exp()
        if abs(exponent) > HUGE:
            raise ArithmeticError("a number grew too large")
        found.append(Fraction(int(mantissa)) * Fraction(2) ** int(exponent))
    return found[0], found[1]


def middle(value: Any) -> float:
    """The middle of an exact number's enclosure as a float, held within 10^300."""
    between, most = sum(enclosure(value)) / 2, Fraction(10**300)
    return float(max(min(between, most), -most))


def solve(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """x of matrix @ x = right, in any arithmetic; ZeroDivisionError where the matrix (n, n) is singular."""
    rows = [[*row, b] for row, b in zip(matrix.tolist(), right.tolist())]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k] != 0), k)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return np.array([row[-1] for row in rows], dtype=matrix.dtype)
