"""`learning-exact`: against simulated noise and losses, differences, and `learning` where nothing is lost."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import MixingMatrix, parse_network, sample
from mixproof.weightopt import Learning, LearningExact, objective_enclosure, objective_value, optimize
from mixproof.weightopt.central.learning_exact_model import ExactPoint
from mixproof.weightopt.heterogeneity import covariance_factor
from mixproof.weightopt.problem import Problem

from .networks import random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)


@settings(deadline=None, max_examples=25)
@given(small_networks(lossy=True), SEEDS, st.booleans())
def test_derivative_enclosure_and_order(network, seed, data):
    rng = np.random.default_rng(seed)
    factor = covariance_factor(rng.standard_normal((network.n, 2))) if data and network.n > 2 else None
    goal, plain = LearningExact(0.2, 0.3, factor), Learning(0.2, 0.3, factor)
    w, d = 0.3 * (0.1 + random_feasible(network, rng)), 1e-6 * rng.standard_normal(network.m)
    problem = Problem.of(network, goal)
    here, ahead, behind = (ExactPoint(problem, goal, x) for x in (w, w + d, w - d))
    slope = here.gradient() @ d
    assert ahead.value - behind.value == pytest.approx(2 * slope, rel=1e-3, abs=1e-8 * here.value)
    weights = MixingMatrix.from_edge_weights(network, w, signed=True)
    value, (low, high) = objective_enclosure(weights, goal)
    assert low <= value <= high <= low * (1 + 1e-6) and value == pytest.approx(here.value, rel=1e-9)
    assert value >= objective_value(weights, plain) * (1 - 1e-12)
    reliable = MixingMatrix.from_edge_weights(network.reliable(), 0.3 * w)
    assert objective_value(reliable, goal) == pytest.approx(objective_value(reliable, plain), rel=1e-9)


def test_it_is_the_disagreement_that_runs_settle_at():
    """Monte Carlo: nodes that step against fixed gradients of covariance M, or noise, and mix over lossy links."""
    network, n = parse_network("geometric:n=6,r=2,v=2,seed=1"), 6
    rng = np.random.default_rng(0)
    factor = covariance_factor(rng.standard_normal((n, 3)))
    goal = LearningExact(0.3, 0.0, factor)
    best = optimize(network, goal)
    drawn, runs = sample(best.weights, rng, 4000), 400
    total = []
    for shift, fixed, noise in ((goal.low, factor.T, 0.0), (goal.top, np.zeros((1, n)), goal.kappa)):
        y = np.zeros((runs, n))
        coordinates = fixed[rng.integers(len(fixed), size=runs)] * len(fixed) ** 0.5  # M on average
        kept = []
        for t in range(700):
            W = drawn[rng.integers(len(drawn), size=runs)]
            noisy = rng.standard_normal((runs, n)) * noise**0.5
            y = (
                np.einsum("rij,rj->ri", W, y)
                - shift * y
                - coordinates
                + noisy
                - noisy.mean(axis=1, keepdims=True)
            )
            if t >= 300:
                kept.append(float((y**2).sum(axis=1).mean()))
        total.append(np.mean(kept))
    assert sum(total) == pytest.approx(best.value, rel=0.05)


def test_local_optimum_beats_the_plain_one_s_weights():
    network = parse_network("geometric:n=9,r=2,v=2,seed=2")
    plain, exact = optimize(network, "learning"), optimize(network, "learning-exact")
    assert exact.value <= objective_value(plain.weights, "learning-exact")
    assert exact.lower_bound <= plain.value <= exact.value
    assert exact.lower_bound == pytest.approx(plain.lower_bound, rel=1e-3)
