"""Learning over links that fail at random, with exact expectations (dawo, (1) to (6)).

    x(t+1) = W_hat(t) x(t) - eta * (gradients at x(t)),    models are numbers (d = 1), W_hat(t) as in `lossy`.

`CurvedRun`: client i owns f_i(x) = (a_i/2)(x - c_i)^2; its stochastic gradient adds v_i times a fair sign. `LinksRun`
has one curvature for all, since only then is the spread beta of the gradients bounded over all x. For any C,

    E[W_hat C W_hat] = (E W_hat) C (E W_hat) + Lap(W o W o P o (1 - P) o D),    D_ij = C_ii - 2 C_ij + C_jj,

so mean and covariance propagate exactly. `BentRun`: equal clients with a gradient that bends, by enumeration of the
links.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import numpy as np

from ..domains import POSITIVE, REAL
from ..family import Family, Parameter
from ..rounds import each_round
from .links import LossyMatrices, realizations
from .mixing_domain import LINKS, MIXING, laplacian

__all__ = ["BentRun", "CurvedRun", "LinksRun", "bent", "curved", "learning", "lossy"]


def _before(t: Any, series: list[Any]) -> Any:
    """The sum over the rounds before t."""
    sums = [0 * series[0]]
    for x in series:
        sums.append(sums[-1] + x)
    return each_round(t, sums.__getitem__)


class CurvedRun(LossyMatrices):
    """One run; values: W (1, K, K), P (K, K), a (K,), c (K,), w0 (K,) or a common start (), v (K,), eta ()."""

    def at(self, rounds: int, **numbers: float) -> CurvedRun:
        """The run with other steps, on the same links."""
        values = {**self._values, **{name: np.array(x) for name, x in numbers.items()}}
        return type(self)(self._sizes, values, rounds, self.links)

    @cached_property
    def _a(self) -> np.ndarray:
        """The clients' curvatures (K,)."""
        return self._values["a"] + 0 * self.c

    @cached_property
    def omega(self) -> Any:
        """Smoothness of the losses."""
        return max(self._a)

    @cached_property
    def mu(self) -> Any:
        """Smallest curvature."""
        return min(self._a)

    @cached_property
    def _curvature(self) -> Any:
        """Of f, the mean of the losses."""
        return self._a.sum() / self.K

    @cached_property
    def wstar(self) -> Any:
        """Where f is least."""
        return (self._a * self.c).sum() / self._a.sum()

    @cached_property
    def gstar(self) -> Any:
        """||(f_i'(w*))_i||."""
        return np.sqrt(((self._a * (self.wstar - self.c)) ** 2).sum())

    @cached_property
    def c(self) -> np.ndarray:
        return self._values["c"]

    @cached_property
    def alpha2(self) -> Any:
        """alpha^2, the largest variance of a stochastic gradient."""
        return max(self._noise**2)

    @cached_property
    def _noise(self) -> np.ndarray:
        return self._values.get("v", 0 * self.c)

    @cached_property
    def _moments(self) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Mean (K,) and covariance (K, K) of the models at every round."""
        a, v = self._a, self._noise
        A, pull = self.links.expected - self.eta * a * self.links.eye, self.eta * a * self.c
        weights = self.W[0] ** 2 * self.links.P * (1 - self.links.P)
        jumps = self.eta * self.eta * self.links.eye * (v * v)
        x, covariance = self._start, self.links.eye * 0
        random = bool(weights.any() or v.any())
        means, covariances = [x], [covariance]
        for _ in range(self.rounds):
            if random:
                C = covariance + np.multiply.outer(x, x)
                square = np.diag(C)
                apart = weights * (square[:, None] - 2 * C + square)
                covariance = A @ covariance @ A.T + laplacian(apart) + jumps
            x = A @ x + pull
            means.append(x)
            covariances.append(covariance)
        return means, covariances

    @cached_property
    def _errors(self) -> list[Any]:
        """E (xbar - w*)^2 by round."""
        return [(m.sum() / self.K - self.wstar) ** 2 + C.sum() / self.K**2 for m, C in zip(*self._moments)]

    @cached_property
    def _spreads(self) -> list[Any]:
        """sum_i E (x_i - xbar)^2 by round."""
        return [self._spread(m) + np.trace(C) - C.sum() / self.K for m, C in zip(*self._moments)]

    def gap(self, t: Any) -> Any:
        """E f(xbar(t)) - f*."""
        return self._curvature * self.error2(t) / 2

    def error2(self, t: Any) -> Any:
        """E (xbar(t) - w*)^2."""
        return each_round(t, self._errors.__getitem__)

    def gradient2(self, t: Any) -> Any:
        """E f'(xbar(t))^2."""
        return self._curvature**2 * self.error2(t)

    def spread2(self, t: Any) -> Any:
        """sum_i E (x_i(t) - xbar(t))^2."""
        return each_round(t, self._spreads.__getitem__)

    def gradients2_before(self, t: Any) -> Any:
        """sum over s < t of E f'(xbar(s))^2."""
        return self._curvature**2 * _before(t, self._errors)

    def spread2_before(self, t: Any) -> Any:
        """sum over s < t and i of E (x_i(s) - xbar(s))^2."""
        return _before(t, self._spreads)


class LinksRun(CurvedRun):
    """One run of clients with one curvature a ()."""

    @cached_property
    def beta2(self) -> Any:
        """Mean over clients of (f_i' - f')^2, the same at every x."""
        return self.omega**2 * self._spread(self.c) / self.K


class BentRun(LossyMatrices):
    """All clients own the loss with derivative a x for x > 0 and b x for x <= 0; every pattern of links is followed.

    values: W (1, K, K), P (K, K), a (), b (), w0 (K,), eta (). No noise, equal clients: alpha = beta = 0, and f* = 0.
    """

    @cached_property
    def omega(self) -> Any:
        """Smoothness of the losses."""
        return max(self._values["a"].item(), self._values["b"].item())

    def _slope(self, x: Any) -> Any:
        return (self._values["a"] if x > 0 else self._values["b"]).item() * x

    @cached_property
    def _paths(self) -> list[list[tuple[Any, np.ndarray]]]:
        """(probability, models) of every pattern so far, by round."""
        one = 1.0
        rounds: list[list[tuple[Any, np.ndarray]]] = [[(one, self._start)]]
        patterns = list(realizations(self.W[0], self.links.P))
        for _ in range(self.rounds):
            rounds.append(
                [
                    (q * p, W @ x - self.eta * np.array([self._slope(y) for y in x]))
                    for q, x in rounds[-1]
                    for p, W in patterns
                ]
            )
        return rounds

    def _expected(self, value: Any) -> list[Any]:
        return [sum(q * value(x) for q, x in paths) for paths in self._paths]

    def gap(self, t: Any) -> Any:
        """E f(xbar(t)) - f*."""
        gaps = self._expected(lambda x: self._slope(x.sum()) * x.sum() / self.K**2 / 2)
        return each_round(t, gaps.__getitem__)

    def spread2(self, t: Any) -> Any:
        """sum_i E (x_i(t) - xbar(t))^2."""
        return each_round(t, self._expected(self._spread).__getitem__)

    def gradients2_before(self, t: Any) -> Any:
        """sum over s < t of E f'(xbar(s))^2."""
        return _before(t, self._expected(lambda x: self._slope(x.sum() / self.K) ** 2))


_W, _P = Parameter("W", ("S", "K", "K"), MIXING), Parameter("P", ("K", "K"), LINKS)
_STEP = Parameter("eta", (), POSITIVE)
_DOWN = (("eta", -1),)


@cache
def lossy(matrices: int = 1, clients: tuple[int, ...] = (2, 3)) -> Family:
    """Mixing matrices over lossy links, alone."""
    return Family("links", {"K": clients, "S": (matrices,)}, (_W, _P), LossyMatrices)


@cache
def learning(common: bool = False, noisy: bool = True, clients: tuple[int, ...] = (2, 3)) -> Family:
    """Quadratic clients; common: all start at one point; noisy: gradient noise."""
    start = Parameter("start", (), REAL) if common else Parameter("w0", ("K",), REAL)
    noise = (Parameter("v", ("K",), REAL),) if noisy else ()
    loss = Parameter("a", (), POSITIVE), Parameter("c", ("K",), REAL)
    parameters = (_W, _P, *loss, start, *noise, _STEP)
    return Family("quadratic-links", {"K": clients, "S": (1,)}, parameters, LinksRun, _DOWN)


@cache
def curved(clients: tuple[int, ...] = (2, 3)) -> Family:
    """Noisy quadratic clients of different curvatures."""
    own = (Parameter("a", ("K",), POSITIVE), *(Parameter(name, ("K",), REAL) for name in ("c", "w0", "v")))
    return Family("curved-links", {"K": clients, "S": (1,)}, (_W, _P, *own, _STEP), CurvedRun, _DOWN)


@cache
def bent(common: bool = False) -> Family:
    """Equal clients whose gradient bends at 0, over one link."""
    start = Parameter("start", (), REAL) if common else Parameter("w0", ("K",), REAL)
    parameters = (_W, _P, Parameter("a", (), POSITIVE), Parameter("b", (), POSITIVE), start, _STEP)
    return Family("bent-links", {"K": (2,), "S": (1,)}, parameters, BentRun, _DOWN)
