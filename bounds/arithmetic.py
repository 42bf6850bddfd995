"""Kinds of numbers beside the kernel's own, in which its formulas are evaluated too: floats propose, balls are quick.

`FLOAT` is float64, for arrays too. `flint_numbers` are the kernel's numbers on python-flint: rationals (`fmpq`) as long
as a number is rational, balls (`arb`, a midpoint with a proven radius) once a root, an exponential or a logarithm makes
it irrational.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from operator import truediv
from typing import Any

import numpy as np

from .kernel.exact import Numbers, Real, ends

__all__ = ["FLOAT", "enclosure", "flint_numbers", "fraction", "middle", "solve"]

HUGE = 10**6  # powers of rationals with more bits are balls
BITS = 256  # precision of the balls: far more than any separation a witness of small denominators needs


def _fold(function: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *values: reduce(function, values)


def _flint(name: str) -> Any:  # loaded where used: python-flint is not needed to import this room
    import flint

    if flint.ctx.prec < BITS:  # which is for all to change
        flint.ctx.prec = BITS
    return getattr(flint, name)


def _rational(value: Any) -> Any:
    fmpq = _flint("fmpq")
    if isinstance(value, (fmpq, _flint("arb"))):
        return value
    if isinstance(value, tuple):  # an enclosure (low, high) of an irrational constant
        low, high = (_flint("arb")(_rational(end)) for end in value)
        return low.union(high)
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def _ball(value: Any) -> Any:
    return _flint("arb")(value)


def _exact_sqrt(value: Any) -> Any:
    """The root of a rational square is rational; of anything else a ball."""
    if isinstance(value, _flint("fmpq")):
        if value < 0:
            raise ArithmeticError("square root of a negative number")
        top, bottom = value.numer(), value.denom()
        if top.is_square() and bottom.is_square():
            return _flint("fmpq")(top.isqrt(), bottom.isqrt())
    return _ball(value).sqrt()


def _exact_extreme(largest: bool) -> Callable[[Any, Any], Any]:
    def choose(a: Any, b: Any) -> Any:
        if a <= b:
            return b if largest else a
        if b <= a:
            return a if largest else b
        a, b = _ball(a), _ball(b)
        return a.max(b) if largest else a.min(b)

    return choose


def _exact_power(base: Any, exponent: Any) -> Any:
    fmpq = _flint("fmpq")
    if isinstance(exponent, fmpq) and exponent.denom() == 1:
        n = int(exponent.numer())
        if isinstance(base, fmpq) and abs(n) * (base.numer().bit_length() + base.denom().bit_length()) > HUGE:
            base = _ball(base)
        return base**n
    return _ball(base) ** _ball(exponent)


def _float_power(base: Any, exponent: Any) -> Any:
    value = base**exponent
    if isinstance(value, complex):
        raise ArithmeticError("fractional power of a negative number")
    return value


# of floats, and of arrays of them entry by entry
FLOAT = Numbers(
    float,
    lambda low, high: float(low + high) / 2,
    lambda x: x,
    {
        "sqrt": np.sqrt,
        "exp": np.exp,
        "log": np.log,
        "abs": np.abs,
        "max": _fold(np.maximum),
        "min": _fold(np.minimum),
        "power": _float_power,
        "divide": truediv,
    },
    lambda x: (Fraction(x), Fraction(x)),
)


@cache
def flint_numbers() -> Numbers:
    """The kernel's numbers on python-flint: faster than its own, for all but its last word."""
    return Numbers(
        _rational,
        lambda low, high: _rational(low) if low == high else _rational((low, high)),
        _ball,
        {
            "sqrt": _exact_sqrt,
            "exp": lambda x: _ball(x).exp(),
            "log": lambda x: _ball(x).log(),
            "abs": abs,
            "max": _fold(_exact_extreme(True)),
            "min": _fold(_exact_extreme(False)),
            "power": _exact_power,
            "divide": lambda a, b: a / b,
        },
        enclosure,
        _characteristic,
    )


def _characteristic(B: list[list[int]]) -> list[int]:
    matrix = _flint("fmpz_mat")(len(B), len(B), [x for row in B for x in row])
    return [int(x) for x in reversed(matrix.charpoly().coeffs())]


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
