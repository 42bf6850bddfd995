"""Numbers and classes that a user gives, judged: one sentence for what a worst case cannot be asked of."""

from __future__ import annotations

from fractions import Fraction

from mixproof.spectral.checks import rational
from mixproof.spectral.errors import InputError

from .statement import Condition, Matrix, Statement

__all__ = ["MOST_ROUNDS", "Number", "exact", "initial", "pair", "rows", "validate"]

MOST_ROUNDS = 200  # of a worst case: its semidefinite program has a row a round, and takes minutes there

Number = Fraction | int | float | str


def validate(statement: Statement) -> None:
    """Raises InputError, one sentence, for what is outside the class."""
    if statement.rounds > MOST_ROUNDS:
        raise InputError("rounds", statement.rounds, f"at most {MOST_ROUNDS}")
    if not 0 <= statement.mu < statement.L:
        raise InputError("mu", str(statement.mu), f"0 <= mu < L, and L={statement.L}")
    for name, value in statement.step.items():
        if value <= 0:
            raise InputError(name, str(value), "a positive number")
    for condition in statement.conditions:
        if condition.bound < 0:
            raise InputError(
                "start", " + ".join(condition.terms), f"bounds are not negative, and it is {condition.bound}"
            )
    if statement.algorithm.scales:
        raise InputError(
            "algorithm", statement.algorithm.name, "worst cases are of methods without push-sum's weights"
        )
    if statement.K is None and statement.algorithm.uses("share"):
        raise InputError("algorithm", statement.algorithm.name, "shares of the data need a matrix, or a K")
    if statement.matrix is not None and (statement.changing or statement.clients is not None):
        raise InputError("matrix", f"{len(statement.matrix)} rows", "one W, of its own K; else a spectrum")
    if (statement.matrix is None) == (statement.spectrum is None):
        raise InputError(
            "network", "both" if statement.matrix else "nothing", "either a spectrum or a matrix"
        )
    if statement.spectrum is not None and not statement.spectrum[0] <= statement.spectrum[1]:
        raise InputError("spectrum", "..".join(map(str, statement.spectrum)), "low..high with low <= high")
    if statement.matrix is not None:
        _square(statement.matrix)


def _square(W: Matrix) -> None:
    if not W or any(len(row) != len(W) for row in W):
        raise InputError("matrix", f"{len(W)} rows", "a square matrix")
    if any(sum(row) != 1 for row in W):
        raise InputError("matrix", f"{len(W)} rows", "rows that sum to 1, exactly")


def exact(name: str, value: Number) -> Fraction:
    """The number as a fraction; floats are taken as the decimals they print as."""
    return rational(name, value)


def pair(name: str, ends: object) -> tuple[Fraction, Fraction]:
    """Two numbers as fractions."""
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise InputError(name, ends, "two numbers, low and high")
    return exact(name, ends[0]), exact(name, ends[1])


def rows(W: object) -> Matrix:
    """Rows of numbers, a list of them or an array, as fractions."""
    try:
        return tuple(tuple(exact("matrix", w) for w in row) for row in W)  # type: ignore[attr-defined]
    except TypeError:
        raise InputError("matrix", f"of type {type(W).__name__}", "a list of rows of numbers") from None


def initial(name: str, bound: Fraction) -> Condition:
    """Condition: a quantity at the start is at most `bound`."""
    if name not in ("error2", "spread2", "distance2", "gstar2", "eps0"):
        raise InputError("start", name, "bounds error2, spread2, distance2, gstar2 or eps0")
    return Condition({name if name in ("gstar2", "eps0") else f"{name}(0)": Fraction(1)}, bound)
