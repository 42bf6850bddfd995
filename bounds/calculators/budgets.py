"""How much a privacy budget allows, and how many local steps fit a user's budgets.

A run has at most R rounds of communication, the local steps that (epsilon, delta) supports, and may cost at most a
total, a round costing `communication + tau * step`. Three rules say how many local steps tau a round has:

- budget: no theory. As many rounds as there may be, with costs only as many as leave local steps half of them, and the
  least tau with which these spend all steps; the last round is cut short where they do not divide. It was at most .9
  points of accuracy below the best fixed tau over the eight private cases of the study `alidpfl-resources`, and at most
  2.3 where clients drift over hundreds of steps.
- printed: ALI-DPFL's minimizer of G(tau), which is 1 or means nothing (`tau.best_tau`); up to 7.7 points below.
- repaired: the minimizer of the proved bound (`repaired_tau`). Its constants are of the worst case, and it counts drift
  that never came: up to 7.7 points below the best, and 12.3 where clients drift.

So `budget` is chosen, whatever the bounds predict; they say what is proved of it. A run that can measure its own drift
may do better: `measured_tau`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mixproof.spectral.checks import count, numbers, of_kind
from mixproof.spectral.errors import InputError
from mixproof.spectral.showing import Table

from .privacy import PrivacyLoss, epsilon_above, privacy_loss, renyi_epsilon
from .repaired_tau import repaired_G
from .tau import LocalConstants, need
from .tau import best_tau as printed_best_tau

__all__ = ["Costs", "TauRow", "TauRules", "best_tau", "noise_for", "steps_for"]

CLOSE = 1e-3  # relative accuracy of a noise multiplier
TINY = 1e-300
MOST_STEPS = 10**6
MOST_TAU = 1000  # of the bounds' searches


def noise_for(epsilon: float, q: float, steps: int, delta: float) -> PrivacyLoss:
    """The least noise multiplier, to .1 %, with which `steps` steps cost at most (epsilon, delta), and what they cost.

    The inverse of `privacy_loss`, of its upper bound on the true epsilon. Raises InputError.

    >>> loss = noise_for(4.3772, 1, 100, 1e-5)
    >>> round(loss.sigma, 1), loss.epsilon <= 4.3772
    (10.0, True)
    """
    need(0 < epsilon < math.inf, "epsilon", epsilon, "a positive number")
    count("steps", steps, 1)
    over = _above(lambda sigma: renyi_epsilon(q, sigma, steps, delta), epsilon)  # quick, and enough noise
    return privacy_loss(
        q, _above(lambda sigma: epsilon_above(q, sigma, steps, delta), epsilon, over), steps, delta
    )


def _above(loss: Callable[[float], float], epsilon: float, start: float = 1.0) -> float:
    """The least sigma, to `CLOSE`, with loss(sigma) <= epsilon; from below `start`, a good guess."""
    from scipy.optimize import brentq

    high = start
    while loss(high) > epsilon:
        high *= 2
        need(high < 1e9, "epsilon", epsilon, "large enough for some noise")
    low = high / 1.2
    while low > 1e-3 and loss(low) <= epsilon:
        high, low = low, low / 1.2
    if low <= 1e-3:  # hardly any noise does
        return high
    seen = {high: loss(high), low: loss(low)}

    def off(sigma: float) -> float:
        if sigma not in seen:
            seen[sigma] = loss(sigma)
        return math.log(max(seen[sigma], TINY) / epsilon)

    brentq(off, low, high, rtol=CLOSE / 4, xtol=1e-12)
    low = max(sigma for sigma, value in seen.items() if value > epsilon)
    high = min(sigma for sigma, value in seen.items() if value <= epsilon)
    while high - low > CLOSE * high:
        middle = max((low + high) / 2, high * (1 - CLOSE))
        low, high = (low, middle) if loss(middle) <= epsilon else (middle, high)
    return high


def steps_for(epsilon: float, q: float, sigma: float, delta: float) -> int:
    """The most steps, up to 10^6 and to one in a thousand, that cost at most (epsilon, delta) with this noise; 0: none.

    By the same upper bound as `privacy_loss`, sharper than the Renyi count of `supported_steps`. Raises InputError.

    >>> from mixproof.bounds.calculators.privacy import supported_steps
    >>> steps_for(2, 1, 10, 1e-5) > supported_steps(2, 1, 10, 1e-5)
    True
    """
    need(0 < epsilon < math.inf, "epsilon", epsilon, "a positive number")
    low = _most(lambda T: renyi_epsilon(q, sigma, T, delta) <= epsilon, 0, 1)  # quick, and not too many
    return _most(lambda T: epsilon_above(q, sigma, T, delta) <= epsilon, low, max(1, low // 4))


def _most(within: Callable[[int], bool], low: int, stride: int) -> int:
    """The most steps T > low that are within, to one in a thousand; `low` where not even the next is."""
    high = min(low + stride, MOST_STEPS)
    while within(high):
        if high == MOST_STEPS:
            return high
        low, stride = high, 2 * stride
        high = min(low + stride, MOST_STEPS)
    while high - low > max(1, low // 1000):
        middle = (low + high) // 2
        low, high = (middle, high) if within(middle) else (low, middle)
    return low


@dataclass(frozen=True)
class Costs:
    """What a round costs, communication + tau * step, and the most that all of them may."""

    communication: float
    step: float
    total: float

    def __post_init__(self) -> None:
        for name in ("communication", "step"):
            need(0 <= getattr(self, name) < math.inf, name, getattr(self, name), "a cost of at least 0")
        need(0 < self.total < math.inf, "total", self.total, "a positive cost")
        least = self.communication + self.step
        need(0 < least <= self.total, "total", self.total, f"at least {least:g}, a round of one step")

    def rounds(self, tau: int) -> int:
        """How many of tau steps can be paid."""
        return int(self.total // (self.communication + tau * self.step))

    def steps(self, tau: int, rounds: int) -> int:
        """How many local steps can be paid in so many rounds of at most tau, the last one shorter."""
        whole = min(rounds, self.rounds(tau))
        left = self.total - whole * (self.communication + tau * self.step) - self.communication
        return tau * whole + (int(left // self.step) if whole < rounds and left >= self.step > 0 else 0)


@dataclass(frozen=True)
class TauRow:
    """A rule's tau, its rounds, of which the last may be shorter, and local steps within all budgets; what it predicts.

    predicted: the bound that the rule minimizes, None of a rule without one; proved: the repaired bound at this tau, on
    F at the average of all iterates above its minimum, None without constants.
    """

    rule: str
    tau: int
    rounds: int
    iterations: int
    predicted: float | None
    proved: float | None
    says: str

    @property
    def in_rounds(self) -> str:
        """How many rounds, and the steps of a last one that is shorter."""
        last = self.iterations - self.tau * (self.rounds - 1)
        return f"{self.rounds}, the last of {last}" if 0 < last < self.tau else str(self.rounds)


@dataclass(frozen=True, repr=False)
class TauRules(Table):
    """The rules side by side; `chosen` is the first of `rows`. epsilon, delta: the budget, of which the noise and the
    sampling rate allow `steps` local steps."""

    rows: Sequence[TauRow]
    epsilon: float
    delta: float
    noise: float
    sample: float
    steps: int

    @property
    def chosen(self) -> TauRow:
        """The budget's row."""
        return self.rows[0]

    @property
    def why(self) -> str:
        """Why that one is chosen, in a sentence."""
        return (
            "the rule budget: with privacy, its accuracy in the study alidpfl-resources was at most 0.9 points below"
            " that of the best fixed tau; that of the rules that minimise a bound, up to 7.7"
        )

    def to_json(self) -> dict[str, Any]:
        """As `mixproof tau --json` prints it."""
        budget = {name: getattr(self, name) for name in ("epsilon", "delta", "noise", "sample", "steps")}
        rows = [asdict(row) for row in self.rows]
        return {"rows": rows, "chosen": rows[0], "why": self.why, **budget}

    def title(self) -> str:
        return (
            f"{self.steps} local steps spend epsilon = {self.epsilon:g} at delta = {self.delta:g}, with noise"
            f" multiplier {self.noise:g} and sampling rate {self.sample:g}"
        )

    def header(self) -> Sequence[str]:
        return "rule", "tau", "rounds", "iterations", "predicts", "proved bound"

    def cells(self) -> list[Sequence[str]]:
        return [
            (row.rule, str(row.tau), row.in_rounds, str(row.iterations), row.says, _number(row.proved))
            for row in self.rows
        ]


def _costs(given: Any) -> Costs:
    told = numbers("costs", given)
    need(told.shape == (3,), "costs", given, "three numbers: communication, step, total")
    return Costs(*map(float, told))


def best_tau(
    privacy: tuple[float, float],
    rounds: int,
    *,
    noise: float = 1.1,
    sample: float = 0.01,
    costs: Costs | tuple[float, float, float] | None = None,
    constants: LocalConstants | None = None,
    lam: float = 1.0,
) -> TauRules:
    """How many local steps a round, by each rule of the module, within all budgets.

    privacy: (epsilon, delta); rounds: R; noise: the multiplier sigma; sample: the sampling rate q of a batch. costs:
    (communication, step, total). constants: what the bounds know of losses, noise and steps; without them only `budget`
    is there. lam: of G(tau) as printed. Raises InputError, also where the privacy budget allows no step.

    >>> best_tau((2, 1e-5), 50, noise=10, sample=1.0).chosen.tau
    1
    """
    try:
        epsilon, delta = (float(value) for value in privacy)
    except (TypeError, ValueError):
        raise InputError("privacy", privacy, "two numbers, epsilon and delta") from None
    R = count("rounds", rounds, 1)
    prices = costs if costs is None or isinstance(costs, Costs) else _costs(costs)
    if constants is not None:
        of_kind("constants", constants, LocalConstants, "LocalConstants, or nothing")
    steps = steps_for(epsilon, sample, noise, delta)
    need(steps > 0, "privacy", f"{epsilon:g},{delta:g}", f"a step with noise {noise:g} costs more")

    def spent(tau: int) -> int:
        return min(steps, tau * R, *([prices.steps(tau, R)] if prices else []))

    # what the bounds may speak of: their proofs need steps as small as that
    bounded = constants if constants is not None and 4 * constants.eta * constants.beta <= 1 else None

    def row(rule: str, tau: int, predicted: float | None, says: str) -> TauRow:
        T = spent(tau)
        proved = repaired_G(tau, T, bounded) if bounded is not None and T else None
        return TauRow(rule, tau, -(-T // tau), T, predicted, proved, says)

    few = _few(R, steps, prices)
    own = max(few, few + 1, key=spent)  # the first of two that spend as much
    rows = [row("budget", own, None, "spends the whole budget")]
    if constants is not None:
        if bounded is not None:
            taus = [tau for tau in range(1, min(steps, MOST_TAU) + 1) if spent(tau)]
            bound, tau = min((repaired_G(tau, spent(tau), bounded), tau) for tau in taus)
            rows.append(row("repaired", tau, bound, f"gap <= {bound:.4g}"))
        printed = printed_best_tau(constants, R, steps, lam, h="sum", tau_max=min(steps, MOST_TAU))
        says = f"G = {printed.value:.4g}" + ("" if printed.informative else ", which means nothing there")
        rows.append(row("printed", printed.tau, printed.value, says))
    return TauRules(rows, epsilon, delta, noise, sample, steps)


def _few(R: int, steps: int, costs: Costs | None) -> int:
    """The most local steps, one at least, that each of the rounds of the rule `budget` can have."""
    if costs is None:
        return max(1, steps // R)
    even = max(1, math.ceil(costs.communication / costs.step)) if costs.step else max(1, steps // R)
    K = max(1, min(R, costs.rounds(min(even, steps))))
    paid = (costs.total / K - costs.communication) / costs.step if costs.step else math.inf
    return max(1, int(min(steps // K, paid + 1e-9)))


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"
