"""How many local steps between aggregations: ALI-DPFL's G(tau) and its minimizer as printed.

The proved pair is in `repaired_tau`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mixproof.spectral.checks import between, count
from mixproof.spectral.errors import InputError

from .figures import draw_choice

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["G", "LocalConstants", "TauChoice", "best_tau", "gap_function"]

H_FORMS = ("eq-11", "sum", "repaired")
OMEGAS = ("theorem-2", "lemma-7")
READINGS = ("fixed", "communication", "capped")
BELOW_ZERO, ABOVE_ONE = -math.ulp(0.0), math.nextafter(1.0, 2.0)  # the next floats
LARGEST = 700.0  # exponent beyond which floats overflow


@dataclass(frozen=True)
class LocalConstants:
    """What the bounds need to know; beta, rho, xi, sigma, distance never below the truth.

    beta: smoothness; rho: Lipschitz constant; xi: gradient divergence
        (for the repaired bound sqrt(xi2), which is at least the mean of the xi_i)
    eta: step size; C: clipping norm; sigma: noise multiplier; B: batch size; d: model dimension
    q: sampling rate in (0, 1]; distance: ||w_0 - w*||; overlap: sum_i p_i^2, 1/N for N equal clients
    """

    beta: float
    rho: float
    xi: float
    eta: float
    C: float
    sigma: float
    B: int
    d: int
    distance: float
    q: float = 1.0
    overlap: float = 1.0

    def __post_init__(self) -> None:
        for name in ("beta", "rho", "eta", "C", "B", "d", "distance"):
            between(name, getattr(self, name), "a positive number", low=0)
        for name in ("xi", "sigma"):
            between(name, getattr(self, name), "a number of at least 0", low=BELOW_ZERO)
        for name in ("q", "overlap"):
            between(name, getattr(self, name), "a share in (0, 1]", low=0, high=ABOVE_ONE)

    @property
    def noise(self) -> float:
        """2 sqrt(d) sigma C/B, the paper's noise term."""
        return 2 * math.sqrt(self.d) * self.sigma * self.C / self.B

    @property
    def variance(self) -> float:
        """s^2 of `repaired_tau`: (1-q) C^2/B + d sigma^2 C^2/B^2."""
        return (1 - self.q) * self.C**2 / self.B + self.d * (self.sigma * self.C / self.B) ** 2


@dataclass(frozen=True)
class TauChoice:
    """A minimizer: tau, the rounds K and steps T it stands for, and the bound there.

    informative: whether the bound means anything there: Theorem 2's second condition as printed,
        always for the repaired pair
    values: the bound at tau = 1, 2, ..., which the minimizer was chosen from
    """

    tau: int
    rounds: float
    steps: float
    value: float
    informative: bool
    values: tuple[float, ...] = field(default=(), repr=False)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the bound against tau, the choice in a ring. InputError where the other values are not known."""
        return draw_choice(self, ax)


def gap_function(x: int, constants: LocalConstants, form: str = "repaired") -> float:
    """h(x), the bound on E||w - v|| x steps after an aggregation.

    form: `eq-11` or `sum` as printed, which are false with noise, or `repaired`. inf beyond the range of floats.

    Raises InputError. See `alidpfl.theorem-1`.

    >>> c = LocalConstants(beta=1, rho=1, xi=1, eta=0.1, C=1, sigma=1, B=10, d=4, distance=1)
    >>> [round(gap_function(1, c, form), 4) for form in ("eq-11", "sum", "repaired")]
    [0.09, 0.0, 0.04]
    """
    count("x", x, 0)
    _choice("form", form, H_FORMS)
    c = constants
    growth = x * math.log1p(c.eta * c.beta)
    if growth > LARGEST:
        return math.inf
    grown = math.expm1(growth) / c.beta
    if form == "repaired":  # n: the deviation of a client's step and, as in Algorithm 1, that of v's noise
        return (c.xi + math.sqrt(c.variance) + c.noise / 2) * grown - c.eta * c.xi * x
    last = c.xi / c.B if form == "eq-11" else c.xi
    return (c.xi + c.noise) * grown - c.eta * (last + c.noise) * x


def G(
    tau: int, T: float, constants: LocalConstants, lam: float, h: str = "eq-11", omega: str = "theorem-2"
) -> float:
    """(13), the right side of (12), as printed: 1/(T (eta phi - rho h(tau)/(tau lam^2))) + sqrt(3)/3.

    h: `eq-11` or `sum`; omega: `theorem-2`, 1/distance, or `lemma-7`, 1/distance^2. Negative or infinite
    where Theorem 2's second condition fails: there it means nothing, though it can still be minimized.
    Raises InputError.

    >>> c = LocalConstants(beta=1, rho=1, xi=1, eta=0.1, C=1, sigma=0, B=1, d=4, distance=1)
    >>> round(G(1, 1000, c, lam=0.5), 4)
    0.5879
    """
    count("tau", tau, 1)
    between("T", T, "a positive number of steps", low=0)
    between("lam", lam, "a positive number", low=0)
    rate = _rate(tau, constants, lam, h, omega)
    return (1 / (T * rate) if rate else math.inf) + math.sqrt(3) / 3


def best_tau(
    constants: LocalConstants,
    R_s: int,
    R_c: int,
    lam: float,
    *,
    reading: str = "capped",
    h: str = "eq-11",
    omega: str = "theorem-2",
    tau_max: int = 100,
) -> TauChoice:
    """Algorithm 2's search as printed: the tau in 1..tau_max that minimizes (13).

    reading: how T depends on tau: `fixed`, T = R_c; `communication`, T = tau R_s; `capped`, T = min(tau R_s, R_c)
    R_s: communication rounds; R_c: private steps

    The printed search knows no second condition: it prefers a tau just past the pole of (13), where the "bound" is
    negative; then `informative` is False. Raises InputError.

    >>> c = LocalConstants(beta=1, rho=1, xi=1, eta=0.1, C=1, sigma=0, B=1, d=4, distance=1)
    >>> best_tau(c, R_s=100, R_c=1000, lam=0.5, h="sum").informative
    False
    """
    count("R_s", R_s, 1)
    count("R_c", R_c, 1)
    count("tau_max", tau_max, 1)
    _choice("reading", reading, READINGS)
    steps = {
        "fixed": lambda tau: R_c,
        "communication": lambda tau: tau * R_s,
        "capped": lambda tau: min(tau * R_s, R_c),
    }
    values = tuple(G(tau, steps[reading](tau), constants, lam, h, omega) for tau in range(1, tau_max + 1))
    value, tau = min(zip(values, range(1, tau_max + 1)))
    T = steps[reading](tau)
    return TauChoice(tau, T / tau, T, value, _rate(tau, constants, lam, h, omega) > 0, values)


def _rate(tau: int, constants: LocalConstants, lam: float, h: str, omega: str) -> float:
    _choice("h", h, H_FORMS[:2])
    _choice("omega", omega, OMEGAS)
    c = constants
    try:
        phi = c.distance ** (-1 if omega == "theorem-2" else -2) * (1 - c.beta * c.eta / 2)
    except OverflowError:
        raise InputError("distance", c.distance, "is too small: its inverse is beyond every float") from None
    return c.eta * phi - c.rho * gap_function(tau, c, h) / (tau * lam**2)


def need(met: bool, name: str, value: object, rule: str) -> None:
    if not met:
        raise InputError(name, value, rule)


def _choice(name: str, value: str, known: tuple[str, ...]) -> None:
    need(value in known, name, value, "one of " + ", ".join(known))
