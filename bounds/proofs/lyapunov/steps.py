"""The largest step for which some rate below 1 can be proved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...algorithms import Algorithm
from .conditions import Conditions, feasible
from .constants import Constants
from .find import TOP, Found, above, at_rate, smallest_rate
from .reached import decimal

__all__ = ["largest_step"]

ACCURACY = 5e-4
HALVINGS = 24


def largest_step(
    algorithm: Algorithm, at: Constants, tier: str, degree: int, limit: Fraction
) -> Found | None:
    """A proof at the largest step found below `limit`; None where none is found. `at.eta` is not read.

    Bisection: nothing says that the steps with a proof are an interval, so a larger one may exist.
    """

    def conditions(step: float) -> Conditions:
        return Conditions(algorithm, replace(at, eta=(decimal(step, up=False),)), tier, degree)

    def provable(step: float) -> bool:
        return feasible(conditions(step).solve(TOP))

    high = float(limit)
    low = high * (1 - ACCURACY)
    for _ in range(HALVINGS):
        if provable(low):
            break
        high, low = low, low / 2
    else:
        return None
    while high - low > ACCURACY * high:
        middle = (low + high) / 2
        low, high = (middle, high) if provable(middle) else (low, middle)
    for shrink in (1.0, 1 - 1e-3, 1 - 5e-3, 0.98):
        # at the very limit rounding may leave nothing of the margin
        chosen = conditions(low * shrink)
        rate = smallest_rate(chosen)
        for rho in above(rate) if rate is not None else ():
            if (found := at_rate(chosen, rho)) is not None:
                return found
    return None
