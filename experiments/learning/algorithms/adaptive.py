"""How many local steps until the next aggregation: ALI-DPFL's rule, as printed and repaired."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["Estimates", "best_tau", "drift"]


@dataclass(frozen=True)
class Estimates:
    """What the server knows after a round, each weighted by |D_i| (alidpfl, Algorithm 2)."""

    rho: float  # Lipschitz constant of the losses
    beta: float  # smoothness
    xi: float  # gradient divergence


def drift(tau: np.ndarray, eta: float, noise: float, at: Estimates) -> np.ndarray:
    """h(tau) = ((xi + noise)/beta)((eta beta + 1)^tau - 1) - eta (xi + noise) tau, noise = 2 sqrt(d) sigma C/B.

    That is the sum in the proof of alidpfl's Theorem 1, zero at tau = 0 and 1. The closed form (11) has
    eta (xi + 2 sqrt(d) sigma C)/B in its last term, which is not what the sum gives: h(1) is then not zero.
    """
    if at.beta * eta < 1e-12:
        return np.zeros(np.shape(tau))
    growth = np.expm1(np.asarray(tau) * np.log1p(eta * at.beta)) / at.beta
    return (at.xi + noise) * (growth - eta * np.asarray(tau))


def best_tau(
    at: Estimates,
    *,
    eta: float,
    noise: float,
    control: float,
    most: int,
    rounds_left: int,
    iterations_left: int,
    printed: bool,
) -> int:
    """The tau in 1..most with the least G(tau) = 1/(T (eta phi - rho h(tau)/(tau lambda^2))) + sqrt(3)/3.

    Only phi lambda^2 matters for the minimiser; the paper calls phi a control parameter and gives no value of
    either: `control` = phi lambda^2. Where the bracket is not positive the theorem says nothing.

    `printed`: T is one number for all tau, as (13) has it. Since h(tau)/tau never decreases the answer is
    then 1, whatever the estimates. Repaired: T is the number of local iterations that tau leaves room for,
    min(iterations_left, tau rounds_left), which is what makes more local steps worth anything when
    communication is scarce.

    >>> at = Estimates(rho=1.0, beta=1.0, xi=0.1)
    >>> options = dict(eta=0.1, noise=0.0, control=1.0, most=10, rounds_left=5, iterations_left=50)
    >>> best_tau(at, **options, printed=True), best_tau(at, **options, printed=False)
    (1, 10)
    """
    tau = np.arange(1, min(most, iterations_left) + 1)
    bracket = eta * control - at.rho * drift(tau, eta, noise, at) / tau
    T = np.full(len(tau), iterations_left) if printed else np.minimum(iterations_left, tau * rounds_left)
    value = np.where(bracket > 0, T * bracket, -np.inf)
    return int(tau[np.argmax(value)])  # the least G has the largest T (...); ties go to the smaller tau
