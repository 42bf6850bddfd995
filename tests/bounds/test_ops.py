"""Online Push-Sum: what was derived by hand on the way to its verdicts."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from mixproof.bounds import printed_constants
from mixproof.bounds.families.pushsum_proof import push_sum


def test_the_regret_that_corollary_3_does_not_bound_is_that_of_the_run() -> None:
    """One node, losses (G/p)|x - b| of chance p: expectation over all paths, noise and domain as Assumption 1 asks."""
    G, sigma, R, T = 2.0, 3.0, 5.0, 8
    p, gamma = G**2 / (G**2 + sigma**2), R / (sigma + G * math.sqrt(T))
    b = gamma * G / (2 * p)
    assert p * (G / p - G) ** 2 + (1 - p) * G**2 == pytest.approx(sigma**2)
    regret = 0.0
    for there in itertools.product((True, False), repeat=T):
        chance, x = math.prod(p if up else 1 - p for up in there), 0.0
        for up in there:
            slope = G / p if up else 0.0
            regret += chance * slope * abs(x - b)
            x -= gamma * slope * float(np.sign(x - b))
            assert -1e-9 <= x <= 2 * b + 1e-9
    assert regret == pytest.approx(T * gamma * G**2 / (2 * p))


@pytest.mark.parametrize("e", [1 / 100, 1 / 500, 1 / 24_000])
def test_the_run_that_breaks_theorem_2_inside_the_domain(e: float) -> None:
    """Its closed form: models, domain, regret; and (1) in floats, where 30,000 rounds are enough."""
    gamma, T, s, c, omega = 1.0, 30_000, 30, 1 / 2 - e, 4 * e / (1 + 2 * e)
    A = gamma * ((1 - c) / 2 - e) / (1 - c**2)
    B = gamma / 2 - c * A
    z, weights, W, star = np.zeros(2), np.ones(2), np.array([[1 - e, e], [0.5, 0.5]]), -gamma * e
    low, high, regret = star, star, 0.0
    for t in range(T + 2):
        x = z / weights
        assert z[1] == pytest.approx(A * (1 - c**t) if t % 2 == 0 else -(B + c**t * A), rel=1e-6, abs=1e-9)
        assert weights[1] == pytest.approx(omega + (1 - omega) * c**t)
        low, high = min(low, x.min(), z.mean()), max(high, x.max(), z.mean())
        regret += abs(x[1] - star) if 1 <= t <= T else 0
        z, weights = (z - gamma * np.array([0, np.sign(x[1] - star)])) @ W, weights @ W
    assert -B / omega <= low + 1e-6 and high - 1e-6 <= A / omega
    assert (T - s) * (min(A, B) * (1 - c**s) / (omega + c**s) - gamma * e) <= regret
    bound = 2 * T * gamma * printed_constants(2).C_1 + 2 * (high - low) ** 2 / (2 * gamma)
    assert (regret > 1.5 * bound) == (e < 1 / 1000)


def test_no_constant_is_smaller_than_that_of_theorem_4() -> None:
    """Losses that are steep as the first singular vector of all influences says: both sides are equal."""
    W, t, gamma = np.array([[0.5, 0.5, 0.0], [0.2, 0.5, 0.3], [0.6, 0.0, 0.4]]), 2, 0.25
    weights = [np.linalg.matrix_power(W, r).sum(0) for r in range(t + 2)]
    D = np.zeros((t + 1, 3, t + 1, 3))
    for r, s in itertools.product(range(1, t + 2), range(t + 1)):
        if s < r:
            D[r - 1, :, s] = (np.linalg.matrix_power(W, r - s) / weights[r]).T - 1 / 3
    norm2 = np.linalg.norm(D.reshape(9, 9), 2) ** 2
    slopes = np.linalg.svd(D.reshape(9, 9))[2][0].reshape(t + 1, 3)
    values = {"W": W[None], "g": slopes, "b": -1e3 * np.sign(slopes), "gamma": np.array(gamma)}
    run = push_sum().start({"n": 3, "S": 1, "P": t + 1}, values, t + 2)
    assert run.influence_norm2(t) == pytest.approx(norm2)
    assert run.deviations(t) == pytest.approx(gamma**2 * norm2 * run.gradients2(t))
    assert 1.2 * norm2 < run.schur(t)


def test_the_factor_of_corollary_3_grows_with_a_line() -> None:
    """Where node i sends to i - 1 and to all j >= i, the mean of 1/omega in the long run."""
    for n, mean in ((5, 3.683), (6, 11.62), (8, 251.2)):
        W = np.array([[float(j >= i - 1) for j in range(n)] for i in range(n)])
        W /= W.sum(1, keepdims=True)
        assert (1 / np.linalg.matrix_power(W, 4000).sum(0)).mean() == pytest.approx(mean, rel=1e-3)
