"""Proved bounds that say something: error, spread and gap of gossip gradient descent, round by round.

`comparison` proves how they move from a round to the next, `penalized` what a fixed W and step add. Both are run in
integers, every operation rounded upwards: what comes out is a proof for the rounds it covers, and for these constants.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from mixproof.spectral.checks import count, rational
from mixproof.spectral.errors import InputError
from mixproof.spectral.plots import COLOURS, axes_of

from .comparison import Constants, Norms, combined, gossip
from .outward import Interval, as_float, root_of, up
from .penalized import penalized

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ALGORITHMS", "CertifiedCurve", "certified_curve"]

MOST_ROUNDS = 1_000_000
ALGORITHMS = ("dgd", "adapt-then-combine")


@dataclass(frozen=True, eq=False)
class CertifiedCurve:
    """Proved bounds at rounds 0, ..., T, each (T + 1,) and rounded upwards; root mean squares where anything is random.

    error: of ||wbar(t) - w*||; spread: of ||w(t) - 1 wbar(t)||; gap: of F(wbar(t)) - F(w*), its mean
    """

    algorithm: str
    rounds: np.ndarray
    error: np.ndarray
    spread: np.ndarray
    gap: np.ndarray

    def plot(self, ax: Axes | None = None) -> Axes:
        """The three curves on logarithmic axes; returns the Axes."""
        ax = axes_of(ax, 5.0, 3.6)
        for colour, name, style in zip(COLOURS, ("error", "spread", "gap"), ("-", "--", ":")):
            ax.plot(self.rounds, getattr(self, name), style, color=colour, label=f"proved: {name}")
        ax.set(xscale="symlog", yscale="log", xlabel="round t", ylabel="bound", title=self.algorithm)
        ax.legend(frameon=False)
        return ax


def certified_curve(
    algorithm: str = "dgd",
    *,
    L: Any,
    mu: Any,
    lam: Any,
    lam_n: Any = None,
    K: int,
    rounds: int,
    eta: Any = None,
    delta: Any = None,
    Gamma: Any = None,
    error: Any = 0,
    spread: Any = 0,
    gstar: Any = 0,
    sigma2: Any = 0,
    noise_growth: Any = 0,
    second_moment: Any = None,
    lam_least: Any = None,
    steepest: Any = None,
    ridge: Any = 0,
    sigma2_most: Any = None,
    local_steps: int = 1,
    smoothness: Any = None,
    scaled: bool = False,
    gap: Any = None,
    fixed: bool = False,
) -> CertifiedCurve:
    """Proved bounds on a run's error, spread and gap at every round up to `rounds`; the module says how.

    algorithm: `dgd`, w <- W w - eta grad F_k(w_k), or `adapt-then-combine`, w <- W (w - eta grad), with `local_steps`
    gradient steps between two exchanges. The step is `eta`, or delta/(t + Gamma) with `delta` and `Gamma`, fixed within
    a round. lam, lam_n: between which the eigenvalues of W off the ones lie (lam_n: -lam if not given). error, spread:
    an upper bound on ||wbar(0) - w*|| and on ||w(0) - 1 wbar(0)||. gstar: ||(grad F_k(w*))_k||. sigma2: the mean over
    the clients of their gradients' variance, everywhere, or at w* with `noise_growth`, l, the most that a client's
    deviation grows a unit of distance. second_moment: r2, where links fail at random; lam, lam_n are then of E W_hat,
    and lam_least, if known, at most every eigenvalue of every W_hat (with weights >= 0 those of W with all links up).
    steepest, ridge: G and r, where gradients are bounded; sigma2_most: the mean of the variances at most, anywhere.
    smoothness: of F = (1/K) sum F_k, where that is less than L. gap: an upper bound on F(wbar(0)) - F(w*), where one is
    known. fixed: W is the same at every round, which says more where the step is fixed too and gradients are exact.
    scaled: gradients are scaled by m_k/m (DeFed); L, mu, gstar and sigma2 are then those of (m_k/m) F_k: the largest
    (m_k/m) L, the least (m_k/m) mu, and `smoothness` and `gap` are those of F = sum (m_k/m) F_k. Numbers may be ints,
    Fractions, floats (taken as they are) or texts such as "1/3".

    Raises InputError for mu > L, smoothness < mu, lam outside [0, 1], lam_n below -1 or above lam, lam_least without
    second_moment or outside [-1, 1], a step that is not positive, negative sizes, and steps given twice or not at all.

    >>> curve = certified_curve(L=1, mu="1/10", lam="1/2", K=10, rounds=2000, delta=20, Gamma=40, error=1, gstar=1)
    >>> curve.error[[0, 200, 2000]].round(4)
    array([1.    , 0.2202, 0.014 ])
    """
    if algorithm not in ALGORITHMS:
        raise InputError("algorithm", algorithm, f"one of {', '.join(ALGORITHMS)}")
    limits = {"steepest": steepest, "ridge": ridge, "sigma2_most": sigma2_most}
    limits |= {"smoothness": smoothness, "scaled": scaled}
    c = _constants(L, mu, lam, lam_n, K, gstar, sigma2, noise_growth, second_moment, lam_least, **limits)
    rounds, local_steps = count("rounds", rounds, 0), count("local_steps", local_steps, 1)
    if max(rounds, local_steps) > MOST_ROUNDS:
        raise InputError(
            "rounds", max(rounds, local_steps), f"at most {MOST_ROUNDS:,} rounds and local steps"
        )
    if algorithm == "dgd" and local_steps > 1:
        raise InputError("local_steps", local_steps, "with adapt-then-combine: dgd exchanges at every step")
    step = _step(eta, delta, Gamma)
    clients = 1 if scaled else c.K
    start, apart = _number("error", error), _number("spread", spread)
    known = None if gap is None else up(_number("gap", gap) * clients)
    state = Norms.of(c, root_of(start * start * c.K), up(apart), known)
    exact = eta is not None and c.r2 is None and c.noise == c.growth == 0
    descent = penalized(state, c, step(0)) if fixed and exact and algorithm == "dgd" else iter(())
    norms = [state]
    for t in range(rounds):
        state = gossip(state, c, step(t)) if algorithm == "dgd" else combined(state, c, step(t), local_steps)
        for sharper in islice(descent, 1):
            state = state.within(c, *sharper)
        norms.append(state)
    e, s, d = (np.array([as_float(getattr(state, name)) for state in norms]) for name in ("e", "s", "d"))
    errors = np.nextafter(e / np.nextafter(np.sqrt(c.K), 0), np.inf)
    gaps = np.nextafter(d / clients, np.inf)
    name = algorithm if local_steps == 1 else f"{algorithm}, {local_steps} local steps"
    return CertifiedCurve(name, np.arange(rounds + 1), errors, s, gaps)


def _constants(
    L: Any,
    mu: Any,
    lam: Any,
    lam_n: Any,
    K: Any,
    gstar: Any,
    sigma2: Any,
    noise_growth: Any,
    second_moment: Any,
    lam_least: Any,
    steepest: Any,
    ridge: Any,
    sigma2_most: Any,
    smoothness: Any,
    scaled: bool,
) -> Constants:
    K = count("K", K, 1)
    steep, flat, high = _number("L", L), _number("mu", mu), _number("lam", lam)
    low = -high if lam_n is None else _fraction("lam_n", lam_n)
    if steep <= 0:
        raise InputError("L", L, "L > 0")
    if flat > steep:
        raise InputError("mu", mu, f"mu is at most L = {L}")
    if high > 1:
        raise InputError("lam", lam, "0 <= lam <= 1")
    if not -1 <= low <= high:
        raise InputError("lam_n", lam_n, f"-1 <= lam_n <= lam = {lam}")
    r2 = None if second_moment is None else _number("second_moment", second_moment)
    least = low if r2 is None else None
    if lam_least is not None:
        least = _fraction("lam_least", lam_least)
        if r2 is None or not -1 <= least <= 1:
            raise InputError("lam_least", lam_least, "in [-1, 1], and with second_moment only")
    ell = steep if smoothness is None else _number("smoothness", smoothness) / (K if scaled else 1)
    if ell < flat:
        raise InputError("smoothness", smoothness, "at least mu, or K mu where gradients are scaled")
    return Constants(
        K=K,
        L=Interval.of(steep),
        mu=Interval.of(flat),
        ell=Interval.of(min(ell, steep)),
        middle=Interval.of((steep + flat) / 2),
        half=Interval.of((steep - flat) / 2),
        lam=Interval.of(high),
        lam_n=Interval.of(low),
        mixed=up(max(abs(high), abs(low))) if r2 is None else root_of(r2),
        r2=None if r2 is None else up(r2),
        least=None if least is None else Interval.of(least),
        g=up(_number("gstar", gstar)),
        noise=root_of(K * _number("sigma2", sigma2)),
        growth=up(_number("noise_growth", noise_growth)),
        most=None if sigma2_most is None else root_of(K * _number("sigma2_most", sigma2_most)),
        steepest=None if steepest is None else up(_number("steepest", steepest)),
        ridge=Interval.of(_number("ridge", ridge)),
    )


def _step(eta: Any, delta: Any, Gamma: Any) -> Callable[[int], Interval]:
    if (eta is None) == (delta is None) or (delta is None) != (Gamma is None):
        raise InputError("eta", eta, "a fixed step eta, or delta and Gamma of the step delta/(t + Gamma)")
    named = {"eta": eta} if delta is None else {"delta": delta, "Gamma": Gamma}
    numbers = [_number(name, value) for name, value in named.items()]
    for (name, value), number in zip(named.items(), numbers):
        if number == 0:
            raise InputError(name, value, "positive")
    if delta is None:
        fixed = Interval.of(numbers[0])
        return lambda t: fixed
    (p, q), (a, b) = (x.as_integer_ratio() for x in numbers)
    return lambda t: Interval.around(p * b, q * (t * b + a))


def _fraction(name: str, value: Any) -> Fraction:
    number = value.item() if isinstance(value, np.generic) else value
    if isinstance(number, float) and np.isfinite(number):
        return Fraction(number)  # what was measured, to the last bit
    return rational(name, number, "a finite number")


def _number(name: str, value: Any) -> Fraction:
    number = _fraction(name, value)
    if number < 0:
        raise InputError(name, value, "not negative")
    return number
