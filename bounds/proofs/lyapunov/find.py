"""The smallest rate that can be proved, and its derivation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...kernel.records import decide
from .conditions import Conditions, feasible
from .lines import Short
from .record import Written

__all__ = ["TOP", "Found", "above", "at_rate", "levels", "smallest_rate"]

DEGREES = (2, 4)  # of Q in nu, tier fixed: the higher where the lower leaves a gap
TOP = 1 - 1e-9  # rates from here on are no convergence
SHIFTS = (1e-6, 1e-5, 1e-4, 1e-3)  # from the bisection's rate to the derivation's
BITS = (24, 40)


def levels(tiers: Sequence[str], degrees: Sequence[int] = DEGREES) -> list[tuple[str, int]]:
    """(tier, degree of Q in nu), in the order in which they are tried."""
    return [(tier, degree) for tier in tiers for degree in (degrees if tier == "fixed" else (0,))]


def smallest_rate(conditions: Conditions, accuracy: float = 1e-6) -> float | None:
    """The smallest rate, to `accuracy`, at which the solver finds a proof; None where it finds none below 1."""
    low, high = 0.0, TOP
    if not feasible(conditions.solve(high)):
        return None
    while high - low > accuracy:
        middle = (low + high) / 2
        if feasible(conditions.solve(middle)):
            high = middle
        else:
            low = middle
    return high


@dataclass(frozen=True)
class Found:
    """A rate with its derivation, which the kernel has checked. floor: what a round adds, times ||h||^2."""

    conditions: Conditions
    rho: Fraction
    floor: Fraction
    noise: tuple[Fraction, Fraction] | None
    record: dict[str, Any]
    what: str

    @property
    def step(self) -> Fraction:
        return self.conditions.at.eta[0]


def at_rate(conditions: Conditions, rho: Fraction, noise: bool = False) -> Found | None:
    """A derivation of rate rho that the kernel accepts, with the least floor found; None where there is none."""
    solution = conditions.solve(float(rho), least_floor=conditions.floored)
    if solution is None:
        return None
    for bits in BITS:
        written = Written(conditions, solution, rho, bits, noise)
        try:
            record = written.document()
        except Short:
            continue
        decision = decide(record)
        if decision.confirmed:
            what = decision.sentence.removeprefix("PROVED: ")
            most = conditions.at.share[1] ** 2  # noise is scaled with its gradient
            added = (most * written.noises[0], most * written.noises[1]) if noise else None
            return Found(conditions, rho, written.c, added, record, what)
    return None


def above(rate: float) -> Iterator[Fraction]:
    """Rates for a derivation, just above what bisection found."""
    for shift in SHIFTS:
        rho = Fraction(int((rate + shift) * 10**7) + 1, 10**7)
        if rho < 1:
            yield rho
    yield Fraction(10**9 - 1, 10**9)
