"""How much privacy a run of noisy local steps costs: Renyi accounting, privacy loss distributions, the exact
Gaussian value.

The mechanism is that of DP-SGD, and of ALI-DPFL's Algorithms 1 and 2 seen by one client: a batch drawn with
probability q a record (Poisson sampling), per-record gradients clipped to norm C, their sum plus N(0, sigma^2
C^2 I). sigma is the noise multiplier: the noise in units of the clipping norm, before the division by the
batch size. Neighbouring data sets differ by adding or removing one record; where one record is replaced
instead, the sum moves by up to 2C and nothing here covers it.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral.checks import between, count
from mixproof.spectral.errors import InputError

from .figures import draw_privacy
from .gaussian import gaussian_epsilon

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PrivacyLoss", "epsilon_above", "privacy_loss", "renyi_epsilon", "supported_steps"]

POINTS = 6  # numbers of steps that a figure accounts for
ORDERS = tuple(range(2, 65))  # the integer orders that ALI-DPFL searches
CELL = 1e-4  # width of the cells that privacy losses are rounded to, for epsilons up to 10 (beyond, in proportion)
MOST_EPSILON = 100  # beyond, composition takes minutes, and no one is protected


@dataclass(frozen=True)
class PrivacyLoss:
    """(epsilon, delta) of `steps` steps, and how it was found.

    epsilon: the number to quote, an upper bound on the true one: `exact` where q = 1, otherwise `pld`
    accountant, adjacency, conversion: what that number rests on, in words
    rdp: epsilon by Renyi accounting, at the order `rdp_order` that makes it smallest
    pld: epsilon by privacy loss distributions, rounded up
    pld_optimistic: the same rounded down, a lower bound on the true epsilon
    exact: epsilon of the Gaussian mechanism in closed form, None where q < 1
    """

    q: float
    sigma: float
    steps: int
    delta: float
    epsilon: float
    accountant: str
    adjacency: str
    conversion: str
    rdp: float
    rdp_order: float
    pld: float
    pld_optimistic: float
    exact: float | None

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw how epsilon grew to this: after 1, 2, 4, ... steps, each accounted for anew (a second or so each)."""
        steps = [int(count) for count in np.unique(np.geomspace(1, self.steps, POINTS).round())]
        before = [privacy_loss(self.q, self.sigma, count, self.delta) for count in steps[:-1]]
        return draw_privacy([*before, self], ax)


def privacy_loss(q: float, sigma: float, steps: int, delta: float) -> PrivacyLoss:
    """The privacy loss of `steps` sampled Gaussian steps; see the module docstring for the mechanism.

    q: sampling rate in (0, 1], ALI-DPFL's B/|D_i|;  sigma > 0: noise multiplier;  steps >= 1: local steps in all, T
    delta: in (0, 1)

    Raises InputError. The accountants are those of dp-accounting (loaded here); a few seconds for thousands of steps.

    >>> loss = privacy_loss(1, 10, 100, 1e-5)
    >>> round(loss.epsilon, 4), loss.accountant
    (4.3772, 'exact Gaussian mechanism')
    >>> round(loss.rdp, 4)
    4.7285
    """
    _check(q, sigma, steps, delta)
    try:
        rdp, order = _rdp(q, sigma, steps, delta)
        if q < 1 and steps > 1 and rdp > MOST_EPSILON:
            raise InputError(
                "steps", steps, f"fewer: epsilon is beyond {MOST_EPSILON}, which protects nothing"
            )
        cell = CELL * max(1.0, rdp / 10)
        low, high = (_pld(q, sigma, steps, delta, cell, pessimistic) for pessimistic in (False, True))
    except OverflowError:
        raise InputError("sigma", sigma, "large enough for a loss that floats can hold") from None
    exact = gaussian_epsilon(math.sqrt(steps) / sigma, delta) if q == 1 else None
    if exact is not None:
        accountant = "exact Gaussian mechanism"
        conversion = "closed form of delta(epsilon), solved for epsilon"
    else:
        accountant = "privacy loss distributions (dp-accounting), rounded up"
        conversion = "hockey-stick divergence of the composed distribution, solved for epsilon"
    return PrivacyLoss(
        q=float(q),
        sigma=float(sigma),
        steps=int(steps),
        delta=float(delta),
        epsilon=high if exact is None else exact,
        accountant=accountant,
        adjacency="add or remove one record",
        conversion=conversion,
        rdp=rdp,
        rdp_order=order,
        pld=high,
        pld_optimistic=low,
        exact=exact,
    )


def epsilon_above(q: float, sigma: float, steps: int, delta: float) -> float:
    """The epsilon of `privacy_loss` alone, in half the time; infinite where the noise is too small to account for.

    Raises InputError.
    """
    _check(q, sigma, steps, delta)
    if q == 1:
        return gaussian_epsilon(math.sqrt(steps) / sigma, delta)
    try:
        rdp, _ = _rdp(q, sigma, steps, delta)
        return _pld(q, sigma, steps, delta, CELL * max(1.0, rdp / 10), pessimistic=True)
    except OverflowError:
        return math.inf


def renyi_epsilon(q: float, sigma: float, steps: int, delta: float) -> float:
    """The `rdp` of `privacy_loss` alone: a quick bound above `epsilon_above`. Raises InputError."""
    _check(q, sigma, steps, delta)
    try:
        return _rdp(q, sigma, steps, delta)[0]
    except OverflowError:
        return math.inf


def supported_steps(epsilon: float, q: float, sigma: float, delta: float) -> int:
    """How many steps a budget allows as ALI-DPFL counts.

    Renyi loss at the integer orders 2 to 64, converted by adding log(1/delta)/(order - 1).

    Raises InputError. Zero where no order allows a single step.

    >>> supported_steps(2, 75 / 5000, 1.1, 1e-5)
    314
    """
    _check(q, sigma, 1, delta)
    between("epsilon", epsilon, "a positive number", low=0)
    losses = {order: rdp_of_step(q, sigma, order) for order in ORDERS}
    if min(losses.values()) < epsilon * 1e-300:
        raise InputError(
            "q, sigma", (q, sigma), "such that a step costs something within the range of floats"
        )
    steps = ((epsilon - math.log(1 / delta) / (order - 1)) / loss for order, loss in losses.items())
    return max(0, math.floor(max(steps)))


def rdp_of_step(q: float, sigma: float, order: int) -> float:
    """log(A)/(order - 1), A = sum_k binom(order, k) (1-q)^(order-k) q^k exp((k^2-k)/(2 sigma^2)) (ALI-DPFL (17)).

    The binomial weights sum to 1, so A - 1 is the same sum with exp(x) - 1 for exp(x): nothing cancels at small q.
    """
    from scipy.special import logsumexp

    terms = []
    for k in range(order if q == 1 else 2, order + 1):
        chosen = math.log(math.comb(order, k)) + k * math.log(q)
        rest = (order - k) * math.log1p(-q) if k < order else 0.0
        x = k * (k - 1) / (2 * sigma**2)
        terms.append(chosen + rest + (x + math.log(-math.expm1(-x))))
    return float(np.logaddexp(0.0, logsumexp(terms))) / (order - 1)


def _rdp(q: float, sigma: float, steps: int, delta: float) -> tuple[float, float]:
    from dp_accounting import GaussianDpEvent, PoissonSampledDpEvent
    from dp_accounting.rdp import RdpAccountant

    accountant = RdpAccountant()
    with _without_warnings():
        accountant.compose(PoissonSampledDpEvent(q, GaussianDpEvent(sigma)), steps)
        epsilon, order = accountant.get_epsilon_and_optimal_order(delta)
    return float(epsilon), float(order)


@contextmanager
def _without_warnings() -> Iterator[None]:
    """dp-accounting warns of every order whose series it gives up; the smallest over the others is still a bound."""
    logger = logging.getLogger("absl")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _pld(q: float, sigma: float, steps: int, delta: float, cell: float, pessimistic: bool) -> float:
    from dp_accounting.pld.privacy_loss_distribution import from_gaussian_mechanism

    one = from_gaussian_mechanism(
        sigma,
        pessimistic_estimate=pessimistic,
        value_discretization_interval=cell,
        sampling_prob=q,
        use_connect_dots=pessimistic,  # the sharper rounding exists upwards only
    )
    return float(one.self_compose(steps).get_epsilon_for_delta(delta))


def _check(q: Any, sigma: Any, steps: Any, delta: Any) -> None:
    rules = (
        ("q", q, lambda x: 0 < x <= 1, "a sampling rate in (0, 1]"),
        ("sigma", sigma, lambda x: 1e-100 < x < 1e100, "a noise multiplier between 1e-100 and 1e100"),
        ("delta", delta, lambda x: 0 < x < 1, "a probability in (0, 1)"),
    )
    for name, value, allowed, rule in rules:
        if not isinstance(value, Real) or not allowed(value):
            raise InputError(name, value, rule)
    count("steps", steps, 1)
