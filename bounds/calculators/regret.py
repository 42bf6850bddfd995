"""Regret of online push-sum in numbers: the bound proved from W (`mixproof.bounds.theorems.ops.theorem_2`)."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np

from mixproof.spectral import MixingMatrix
from mixproof.spectral.checks import count
from mixproof.spectral.dense import gamma as rounding
from mixproof.spectral.directed import row_stochastic
from mixproof.spectral.errors import InputError

__all__ = ["regret_bound", "regret_step"]

SETTLED = 4  # roundings by which weights may go on changing for ever: no use to wait for less
LONGEST = 512  # products of W that are looked at one by one
FORGOTTEN = 1e-9  # what is left of a gradient's influence, or of the weights' drift, when we stop looking


def regret_bound(
    W: MixingMatrix | np.ndarray | Any, G: float, sigma: float, R: float, T: int, gamma: float
) -> float:
    """A proved upper bound on the expected regret of T rounds of online push-sum with step gamma.

    W: row-stochastic (n, n); G bounds ||grad F_{i,t}||; sigma^2 bounds E||grad f - grad F||^2; R bounds ||x* - x_0||.
    Any such W with positive push-sum weights, wherever the models go. The smallest of (A), (B) and their combination
    in `ops.theorem-2:repaired`: n R^2/(2 gamma) + gamma K with

        K = min{(G^2 + sigma^2) Omega/2,  G^2 min(Omega/2, n T/2 + S) + sigma^2 T/2 + G sigma S},

    Omega = sum_t sum_i 1/omega_t^(i) and S the influence of all gradients on all later models. Raises InputError.

    >>> round(regret_bound([[1.0]], G=1, sigma=0, R=1, T=100, gamma=0.1), 9)  # R^2/(2 gamma) + gamma G^2 T/2
    10.0
    """
    _check_number("gamma", gamma, "above 0")
    matrix = row_stochastic(W)
    return len(matrix) * R**2 / (2 * gamma) + gamma * _cost(matrix, G, sigma, R, T)


def regret_step(W: MixingMatrix | np.ndarray | Any, G: float, sigma: float, R: float, T: int) -> float:
    """The step that minimises `regret_bound`: R sqrt(n/(2 K)). Raises InputError, also where any step will do.

    >>> round(regret_step([[1.0]], G=1, sigma=0, R=1, T=100), 9)
    0.1
    """
    matrix = row_stochastic(W)
    cost = _cost(matrix, G, sigma, R, T)
    if not (cost > 0 and R > 0):
        rule = "R and one of G and sigma above 0, else any step will do"
        raise InputError("R, G, sigma", (R, G, sigma), rule)
    return float(R * math.sqrt(len(matrix) / (2 * cost)))


def _cost(W: np.ndarray, G: float, sigma: float, R: float, T: int) -> float:
    """K of `regret_bound`."""
    for name, value in (("G", G), ("sigma", sigma), ("R", R)):
        _check_number(name, value, "at least 0")
    n, weights = len(W), _weights(W, count("T", T, 1))
    inverse = _inverse_sum(W, weights, T)
    best = (G**2 + sigma**2) * inverse / 2
    # without influences K is at least this; the sums over products of W are worth it only where they can win
    if min(inverse / 2, n * T / 2) * G**2 + sigma**2 * T / 2 < best * (1 - 1e-9):
        S = _influence(W, weights, T)
        best = min(best, G**2 * min(inverse / 2, n * T / 2 + S) + sigma**2 * T / 2 + G * sigma * S)
    return best


def _check_number(name: str, value: Any, where: Literal["above 0", "at least 0"]) -> None:
    allowed = isinstance(value, Real) and 0 <= float(value) < math.inf
    if not allowed or (value == 0 and where == "above 0"):
        raise InputError(name, value, f"a finite number, {where}")


class _Weights(NamedTuple):
    """omega_t for t < len(omega), (rounds, n); after that within a factor 1 -+ drift of the last, for T rounds."""

    omega: np.ndarray
    drift: float


def _weights(W: np.ndarray, T: int) -> _Weights:
    """If W'omega >= (1 - e) omega, then (W')^k omega >= (1 - e)^k omega, as W >= 0; likewise from above."""
    omega, rows = np.ones(len(W)), []
    for t in range(T):
        rows.append(omega)
        if not (omega > 0).all():
            shown = f"a node's weight is 0 at round {t}"
            raise InputError("W", shown, "positive weights: a self-loop at every node")
        after = W.T @ omega
        change = float(abs(after / omega - 1).max()) + rounding(len(W) + 2)
        drift = (T - t) * change
        if drift < FORGOTTEN or (drift < 1 / 2 and change <= SETTLED * rounding(len(W) + 2)):
            return _Weights(np.array(rows), 2 * drift)
        omega = after
    return _Weights(np.array(rows), 0.0)


def _inverse_sum(W: np.ndarray, weights: _Weights, T: int) -> float:
    """Omega, never below the truth."""
    sums = (1 / weights.omega).sum(1)
    total = math.fsum(sums) + (T - len(sums)) * sums[-1] * (1 + weights.drift)
    return float(total * (1 + rounding((len(W) + 4) * len(sums))))


def _influence(W: np.ndarray, weights: _Weights, T: int) -> float:
    """S = sum_{t<T} sum_{1<=k<=t} min(n ||D_tk||_2, sum |D_tk|), D_tk = W^k diag(1/omega_t) - 11'/n.

    Products longer than the first whose Dobrushin coefficient tau is below FORGOTTEN are summed with tau: their
    sum |D| is at most 2 n tau/min omega, and tau(W^(a+b)) <= tau(W^a) tau(W^b).
    """
    n, products, taus = len(W), [W], [_tau(W)]
    while taus[-1] > FORGOTTEN and len(products) < min(T - 1, LONGEST):
        products.append(products[-1] @ W)
        taus.append(_tau(products[-1]))
    if len(products) < T - 1 and taus[-1] >= 1:
        return math.inf
    stack, last = np.array(products), len(weights.omega) - 1
    rest = 0.0
    if len(products) < T - 1:
        rest = taus[-1] / (1 - taus[-1]) * (1 + sum(taus)) * 2 * n / weights.omega.min() * (1 + weights.drift)
    total = 0.0
    for t, omega in enumerate(weights.omega):
        scaled = stack[:t] / omega if t < last else stack / omega
        D = scaled - 1 / n
        entries = abs(D).sum((1, 2))
        if t < last:  # rounds before the weights settle: a cheaper norm
            total += float(np.minimum(entries, n * np.sqrt((D * D).sum((1, 2)))).sum()) + (
                rest if t > len(stack) else 0
            )
        else:
            moved = weights.drift * abs(scaled).sum((1, 2))
            each = float((np.minimum(entries, n * np.linalg.norm(D, 2, (1, 2))) + moved).sum()) + rest
            total += (T - last) * each
    return total * (1 + rounding(len(stack) * (n + 2)) * n) + FORGOTTEN


def _tau(P: np.ndarray) -> float:
    """max_jl sum_i |P_ji - P_li|/2, rounding added."""
    return max(float(abs(P - row).sum(1).max()) for row in P) / 2 + rounding(len(P) + 2)
