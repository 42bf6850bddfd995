"""`learning` by polynomials, for networks too large for dense inverses: against the dense route on small ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import MixingMatrix, parse_network
from mixproof.weightopt import (
    Learning,
    Status,
    objective_enclosure,
    objective_value,
    optimize,
    verify_certificate,
)
from mixproof.weightopt import learning as module
from mixproof.weightopt.central import learning as choice
from mixproof.weightopt.central import learning_large as large
from mixproof.weightopt.certify.certificate import PolynomialCertificate
from mixproof.weightopt.certify.large import (
    laplacian_of,
    large_bound,
    large_enclosure,
    polynomials_at,
)
from mixproof.weightopt.certify.polynomials import Polynomials

from .networks import random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)


@settings(deadline=None, max_examples=30)
@given(small_networks(), SEEDS)
def test_both_enclosures_contain_the_value(network, seed):
    rng = np.random.default_rng(seed)
    goal = Learning(float(rng.uniform(0.05, 0.6)), float(rng.uniform(0, 2)))
    weights = MixingMatrix.from_edge_weights(network, 0.6 * random_feasible(network, rng))
    value, (low, high) = objective_enclosure(weights, goal)
    found, (lower, upper) = large_enclosure(laplacian_of(network, weights.weights), goal)
    assert lower <= high and low <= upper and upper - lower <= 1e-5 * value
    assert found == pytest.approx(value, rel=1e-5)


@settings(deadline=None, max_examples=20)
@given(small_networks(), SEEDS, st.floats(0.1, 10), st.integers(2, 9))
def test_any_polynomials_give_a_true_bound(network, seed, size, terms):
    rng, goal = np.random.default_rng(seed), Learning()
    rows = size * rng.standard_normal((4, terms)) / np.arange(1, terms + 1)
    low, high = np.sort(rng.uniform(0, 2, 2))
    certificate = PolynomialCertificate(
        random_feasible(network, rng), Polynomials(low, high + 0.1, rows), rng.random(network.n)
    )
    bound = large_bound(network, certificate, goal)
    for _ in range(3):
        weights = MixingMatrix.from_edge_weights(network, 0.6 * random_feasible(network, rng))
        assert bound <= objective_value(weights, goal) * (1 + 1e-12)


@pytest.mark.parametrize(
    "text", ["ring:n=60", "grid:rows=7,cols=8", "hypercube:d=6", "geometric:n=30,r=2,v=2"]
)
def test_the_optimum_is_that_of_the_dense_route(text, monkeypatch):
    network = parse_network(text)
    dense = optimize(network, "learning")
    monkeypatch.setattr(module, "MOST_NODES", 10)
    large = optimize(network, "learning", gap=0.01)
    assert large.status is Status.CERTIFIED and isinstance(large.certificate, PolynomialCertificate)
    assert large.lower_bound == verify_certificate(network, large.certificate, large.goal)
    assert large.lower_bound <= dense.value and dense.lower_bound <= large.value <= 1.01 * dense.value
    fixed = optimize(network, "learning", method="metropolis")
    assert fixed.status is Status.HEURISTIC and 0 <= fixed.lower_bound <= dense.value <= fixed.value * (
        1 + 1e-9
    )
    short = optimize(network, "learning", gap=0.01, time_limit=1e-9)
    assert short.status is Status.TIME_LIMIT and np.isfinite(short.value) and short.lower_bound <= dense.value


def test_networks_of_many_links_are_solved_by_polynomials_and_the_columns_agree(monkeypatch):
    monkeypatch.setattr(choice, "FEW_NODES", 59)
    network = parse_network("regular:n=60,degree=24")
    by_polynomials = optimize(network, "learning")
    assert type(by_polynomials.certificate) is PolynomialCertificate and by_polynomials.gap < 1e-4
    monkeypatch.setattr(choice, "MANY_LINKS", 25)
    by_columns = optimize(network, "learning", gap=1e-3)
    assert type(by_columns.certificate) is not PolynomialCertificate
    assert by_columns.lower_bound <= by_polynomials.value and by_polynomials.lower_bound <= by_columns.value


def test_a_weight_that_vanishes_and_a_full_node_end_no_search(monkeypatch):
    """Steps to the very boundary, where links have weight 0 and nodes no room: a network of 600 nodes came there."""
    monkeypatch.setattr(large, "reach", lambda x, step: float(np.min(np.where(step < 0, -x / step, 1.0))))
    monkeypatch.setattr(module, "MOST_NODES", 1)
    with np.errstate(divide="raise", over="raise", invalid="raise"):
        assert optimize(parse_network("grid:rows=4,cols=5"), "learning", gap=1e-3).status is Status.CERTIFIED


def test_slow_networks_are_solved_to_the_gap_asked_for(monkeypatch):
    """The barrier fell faster than the gap here: the search ended at 2.9 %."""
    monkeypatch.setattr(module, "MOST_NODES", 1)
    best = optimize(parse_network("rgg:n=400,radius=0.1,seed=1"), "learning", gap=0.01)
    assert best.status is Status.CERTIFIED


def test_near_the_end_of_the_domain_there_are_no_polynomials(monkeypatch):
    """They were tried where 1 / (most - t) has a degree beyond the largest, and made values of minus 2e11."""
    path = parse_network("path:n=2")
    goal = Learning()
    for away, known in ((1e-4, False), (1e-2, True)):
        L = laplacian_of(path, np.array([(goal.most - away) / 2]))
        assert (polynomials_at(L, goal) is not None) == known
