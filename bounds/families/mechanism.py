"""Privacy mechanisms: the sampled Gaussian mechanism in Renyi terms, and a printed table of budgets against
its accountant.

mu_0 = N(0, sigma^2), mu = (1-q) mu_0 + q N(1, sigma^2): what one step shows without and with one record of
norm 1 (add or remove one record).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from ..calculators.gaussian import gaussian_delta
from ..calculators.privacy import ORDERS, rdp_of_step
from ..calculators.sampled import sampled_delta
from ..domains import NATURAL, POSITIVE, UNIT, given
from ..family import Family, Parameter
from ..rounds import at_round, each_round

__all__ = ["MECHANISM", "AccountRun", "MechanismRun", "account"]

POINTS = 1_000_000  # of an integral's grid, 8 MB each


class MechanismRun:
    """One mechanism; size alpha (the order), values q, sigma, delta, T (). The kernel encloses them."""

    def __init__(self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int):
        self.q, self.sigma, self.delta, self.T = (
            values[name].item() for name in ("q", "sigma", "delta", "T")
        )
        self._alpha, self.alpha = sizes["alpha"], float(sizes["alpha"])

    def _log_moment(self, power: int, under: str) -> float:
        """log E[(mu/mu_0)^power] under mu_0 or mu, by the trapezoidal rule, which errs by less than rounding here."""
        from scipy.special import logsumexp

        q, sigma = self.q, self.sigma
        reach = self._alpha + 14 * sigma
        points = 32 * (2 * reach + 1) / sigma
        if points > POINTS:
            raise ArithmeticError("sigma too small to integrate on a grid")
        z, step = np.linspace(-reach, 1 + reach, int(points), retstep=True)
        with np.errstate(divide="ignore"):
            ratio = np.logaddexp(np.log1p(-q), np.log(q) + (2 * z - 1) / (2 * sigma**2))
        weight = -(z**2) / (2 * sigma**2) - math.log(sigma * math.sqrt(2 * math.pi)) + math.log(step)
        return float(logsumexp(weight + (power + (under == "mu")) * ratio))

    @cached_property
    def log_A(self) -> float:
        """log A_alpha by its integral (16)."""
        return self._log_moment(self._alpha, "mu_0")

    @cached_property
    def log_B(self) -> float:
        """log B_alpha by its integral (16)."""
        return self._log_moment(-self._alpha, "mu")

    @cached_property
    def log_sum(self) -> float:
        """log A_alpha by the sum (17)."""
        return rdp_of_step(self.q, self.sigma, self._alpha) * (self._alpha - 1)

    def _delta_at(self, less: float) -> float:
        """The delta of T steps, exact for q = 1, else a lower bound, at Definition 5's epsilon minus `less`."""
        q, sigma, T = self.q, self.sigma, self.T
        epsilon = (T * self.log_sum + math.log(1 / self.delta)) / (self._alpha - 1) - less
        if q == 1:
            return gaussian_delta(math.sqrt(T) / sigma, epsilon)
        return sampled_delta(q, sigma, int(T), epsilon)

    @cached_property
    def delta_after(self) -> float:
        """At epsilon = T log(A)/(alpha - 1) + log(1/delta)/(alpha - 1)."""
        return self._delta_at(0.0)

    @cached_property
    def delta_after_tight(self) -> float:
        """At the same epsilon, plus log(1 - 1/alpha) - log(alpha)/(alpha - 1)."""
        a = self._alpha
        return self._delta_at(math.log(a) / (a - 1) - math.log1p(-1 / a))


MECHANISM = Family(
    "mechanism",
    {"alpha": (2, 3, 5, 8)},
    (*(Parameter(n, (), d) for n, d in (("q", UNIT), ("sigma", POSITIVE), ("delta", UNIT), ("T", NATURAL))),),
    MechanismRun,
)


class AccountRun:
    """A printed table: row t says that epsilon[t] pays for steps[t] steps; q, sigma and delta are exact text."""

    def __init__(
        self, sizes: Mapping[str, int], values: Mapping[str, Any], rounds: int, q: str, sigma: str, delta: str
    ):
        self._epsilon, self._steps = values["epsilon"], values["steps"]
        self._q, self._sigma, self._delta = (float(Fraction(x)) for x in (q, sigma, delta))

    @cached_property
    def _orders(self) -> list[tuple[Any, Any, Any]]:
        """(Renyi loss of a step, what the conversion adds, what the tight one adds) at every order of the search."""
        e, q = np.exp(1 / self._sigma**2), self._q
        with np.errstate(over="ignore"):  # an order whose loss overflows is not the smallest
            growth = [e ** (k * (k - 1) // 2) for k in range(max(ORDERS) + 1)]
        found = []
        for order in ORDERS:
            A = sum(math.comb(order, k) * (1 - q) ** (order - k) * q**k * growth[k] for k in range(order + 1))
            added = -np.log(self._delta) / (order - 1)
            less = np.log(order) / (order - 1) - np.log(1 - 1 / order)
            found.append((np.log(A) / (order - 1), added, added - less))
        return found

    def _spent(self, steps: Any, tight: bool = False) -> Any:
        costs = (steps * loss + (less if tight else added) for loss, added, less in self._orders)
        return min(costs)

    def epsilon(self, t: Any) -> Any:
        """Row t's printed epsilon."""
        return self._epsilon[at_round(t)]

    def spent(self, t: Any) -> Any:
        """The epsilon that row t's number of steps costs."""
        return each_round(t, lambda row: self._spent(self._steps[row]))

    def spent_less(self, t: Any) -> Any:
        """The epsilon that 96 % of row t's number of steps costs."""
        return each_round(t, lambda row: self._spent(self._steps[row] * 24 / 25))

    def spent_tight(self, t: Any) -> Any:
        """The epsilon that row t's number of steps costs by the tight conversion of Renyi losses."""
        return each_round(t, lambda row: self._spent(self._steps[row], tight=True))


def account(epsilon: np.ndarray, steps: np.ndarray, **constants: str) -> Family:
    """The printed table (rows,), (rows,), read with q, sigma and delta."""
    parameters = (
        Parameter("epsilon", ("rows",), given(epsilon)),
        Parameter("steps", ("rows",), given(steps)),
    )
    return Family("account", {"rows": (len(steps),)}, parameters, AccountRun, options=constants)
