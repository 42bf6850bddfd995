"""The exact projection: its optimality conditions, a quadratic program solved by CVXPY."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import Network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt import project

from .networks import random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)


def sums(network, w):
    u, v = network.edges.T
    return np.bincount(u, w, network.n) + np.bincount(v, w, network.n)


def drawn(network, seed, scale):
    return scale * np.random.default_rng(seed).standard_normal(network.m)


@settings(deadline=None, max_examples=100)
@given(small_networks(), SEEDS, st.sampled_from([0.1, 1.0, 30.0]))
def test_it_is_feasible_and_no_feasible_point_is_nearer(network, seed, scale):
    y = drawn(network, seed, scale)
    found = project(network, y)
    assert found.weights.min() >= 0 and sums(network, found.weights).max() <= 1
    assert found.multipliers.min() >= 0 and found.residual <= 1e-10 * max(1, scale)
    rng = np.random.default_rng(seed)
    for _ in range(20):  # the variational inequality of a projection
        other = random_feasible(network, rng)
        assert (y - found.weights) @ (other - found.weights) <= 1e-9 * scale**2 + 1e-9


@settings(deadline=None, max_examples=25)
@given(small_networks(most=10), SEEDS)
def test_it_solves_the_quadratic_program(network, seed):
    y = drawn(network, seed, 1.0)
    w = cp.Variable(network.m, nonneg=True)
    incidence = np.zeros((network.n, network.m))
    incidence[network.edges.T, np.arange(network.m)] = 1
    # weights are off by its square root
    accuracy = dict.fromkeys(("tol_gap_abs", "tol_gap_rel", "tol_feas"), 1e-13)
    question = cp.Problem(cp.Minimize(cp.sum_squares(w - y)), [incidence @ w <= 1])
    question.solve(solver="CLARABEL", **accuracy)
    assert project(network, y).weights == pytest.approx(w.value, abs=1e-5)


@settings(deadline=None, max_examples=50)
@given(small_networks(), SEEDS)
def test_feasible_weights_stay_where_they_are(network, seed):
    w = random_feasible(network, np.random.default_rng(seed))
    assert project(network, w).weights == pytest.approx(w, abs=1e-12)


def test_a_large_network():
    network = parse_network("geometric:n=200,r=2,v=2")
    found = project(network, np.random.default_rng(0).random(network.m))
    assert found.residual <= 1e-11 and sums(network, found.weights) == pytest.approx(np.ones(200))


@pytest.mark.parametrize("weights", [[1.0], [1.0, float("nan")], [[1.0, 2.0]]])
def test_bad_weights_are_named(weights):
    with pytest.raises(InputError, match="weights"):
        project(parse_network("path:n=3"), weights)


def test_directed_networks_are_refused():
    with pytest.raises(InputError, match="undirected"):
        project(Network.from_edges(2, [(0, 1), (1, 0)], directed=True), [1.0, 1.0])
