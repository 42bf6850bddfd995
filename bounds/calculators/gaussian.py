"""The Gaussian mechanism in closed form: N(mu, 1) against N(0, 1), sensitivity mu in units of the noise."""

from __future__ import annotations

import math

__all__ = ["gaussian_delta", "gaussian_epsilon"]


def gaussian_delta(mu: float, epsilon: float) -> float:
    """The smallest delta at which N(mu, 1) against N(0, 1) is (epsilon, delta)-indistinguishable.

    Balle and Wang (2018), Theorem 8.
    T steps with noise multiplier sigma and q = 1 have mu = sqrt(T)/sigma, exactly.

    >>> round(gaussian_delta(1, 0), 6)  # total variation distance
    0.382925
    """
    from scipy.special import log_ndtr

    return math.exp(log_ndtr(mu / 2 - epsilon / mu)) - math.exp(epsilon + log_ndtr(-mu / 2 - epsilon / mu))


def gaussian_epsilon(mu: float, delta: float) -> float:
    """The smallest epsilon >= 0 with gaussian_delta(mu, epsilon) <= delta.

    >>> round(gaussian_epsilon(10**0.5 / 4, 1e-5), 4)
    3.3414
    """
    from scipy.optimize import brentq

    if gaussian_delta(mu, 0.0) <= delta:
        return 0.0
    # the first term alone is below delta there
    high = mu * mu / 2 + mu * math.sqrt(2 * math.log(1 / delta)) + 1e-9
    return float(brentq(lambda epsilon: gaussian_delta(mu, epsilon) - delta, 0.0, high, xtol=1e-12))
