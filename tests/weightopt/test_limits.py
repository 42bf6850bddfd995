"""Time limits: work ends at the next check; what is answered then is feasible and no worse than Metropolis."""

import time
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.sparse import csr_array

from mixproof.spectral import clock, mixing_matrix, parse_network, spectrum
from mixproof.spectral.clock import OutOfTime, check_time, limited
from mixproof.weightopt import Status, learning, objective_value, optimize
from mixproof.weightopt.central import learning_columns
from mixproof.weightopt.certify import polynomials
from mixproof.weightopt.certify.check import least_rho
from mixproof.weightopt.certify.large import floor_of, laplacian_of, large_enclosure
from mixproof.weightopt.goals import chosen


def test_work_that_asks_ends_once_its_time_is_over_and_there_is_an_answer():
    steps = 0
    check_time()  # no limit, nothing to hear
    with limited(time.perf_counter(), lambda: steps >= 100), limited(None), pytest.raises(OutOfTime):
        while True:
            steps += 1
            with limited(time.perf_counter() + 3600):  # the inner limit is the one that holds
                check_time()
            check_time()
    assert steps == 100
    check_time()


@pytest.mark.parametrize("checks", [1, 100])
@pytest.mark.parametrize(
    ("name", "objective", "known"),
    [
        ("regular:n=450,degree=4", "mean", {}),
        ("er:n=60,p=0.2,seed=1", "mean", {}),
        ("geometric:n=30,r=2,v=2,seed=0", "second-moment", {}),
        ("er:n=60,p=0.5,seed=1", "learning", {"heterogeneity": np.eye(4)[np.arange(60) % 4]}),
    ],
)
def test_a_run_whose_time_is_over_at_any_check_answers(checks, name, objective, known, monkeypatch):
    made = []
    monkeypatch.setattr(
        clock, "time", SimpleNamespace(perf_counter=lambda: made.append(1) or (len(made) > checks) * 1e18)
    )
    best = optimize(parse_network(name), objective, gap=1e-12, time_limit=3600, **known)
    assert best.status is Status.TIME_LIMIT and best.weights.weights.min() >= 0
    assert best.lower_bound <= best.enclosure[1] < np.inf


@pytest.mark.parametrize("objective", ["mean", "second-moment", "learning"])
@pytest.mark.parametrize("method", ["fast", "cvxpy"])
def test_no_time_at_all_gives_weights_no_worse_than_metropolis_and_a_bound(objective, method):
    network = parse_network("geometric:n=14,r=2,v=2,seed=0")
    best = optimize(network, objective, method=method, gap=1e-12, time_limit=1e-6)
    metropolis = objective_value(mixing_matrix(network, "metropolis"), objective)
    assert best.status in (Status.TIME_LIMIT, Status.NO_POINT)
    assert best.value <= metropolis * (1 + 1e-12)
    assert best.weights.weights.min() >= 0 and np.isfinite(best.gap)
    assert best.lower_bound <= optimize(network, objective).value
    assert objective != "mean" or best.lower_bound > 0


@pytest.mark.parametrize("known", [{}, {"heterogeneity": np.eye(3)[np.arange(30) % 3]}, {"step": 1.7}])
def test_what_is_true_of_any_network_bounds_the_learning_objective(known):
    network = parse_network("er:n=30,p=0.3,seed=4")
    best = optimize(network, "learning", **known)
    assert 0.2 * best.lower_bound < floor_of(30, best.goal.stand_in) <= best.lower_bound * (1 + 1e-9)
    trivial = best.goal.trivial(30, network.m)
    assert best.goal.lower_bound(network, trivial) == floor_of(30, best.goal.stand_in)


LARGE = [{}, {"heterogeneity": np.eye(4)[np.arange(60) % 4]}]


@pytest.mark.parametrize("known", LARGE)
def test_on_large_networks_no_time_at_all_gives_feasible_weights_and_a_bound(known, monkeypatch):
    network = parse_network("grid:rows=6,cols=10")
    dense = optimize(network, "learning", **known)
    monkeypatch.setattr(learning, "MOST_NODES", 10)
    best = optimize(network, "learning", time_limit=1e-6, **known)
    assert best.status is Status.TIME_LIMIT and best.weights.weights.min() >= 0
    assert 0 < best.lower_bound <= dense.value <= best.value * (1 + 1e-9)


@pytest.mark.parametrize("known", LARGE)
def test_an_enclosure_stopped_after_a_few_columns_contains_the_value(known, monkeypatch):
    monkeypatch.setattr(polynomials, "COLUMNS", 5)
    weights = mixing_matrix(parse_network("grid:rows=6,cols=10"), "metropolis")
    for objective in ("learning", "learning-convex"):
        goal = chosen(objective, 60, **known)
        L = laplacian_of(weights.network, weights.weights)
        value = goal.value(weights)
        for until in (0.0, np.inf):
            found, (low, high) = large_enclosure(L, goal, True, until)
            assert low <= value <= high and low <= found <= high
        assert high - low < 0.01 * value


@pytest.mark.parametrize("known", LARGE)
def test_ctrl_c_before_any_value_gives_metropolis_weights(known, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    network = parse_network("grid:rows=6,cols=10")
    monkeypatch.setattr(learning_columns, "inside", interrupted)
    best = optimize(network, "learning", **known)
    metropolis = mixing_matrix(network, "metropolis")
    assert best.status is Status.INTERRUPTED and np.array_equal(best.weights.weights, metropolis.weights)
    assert 0 < best.lower_bound <= best.value < np.inf


def test_a_value_that_has_no_time_takes_few_products_and_its_interval_is_true(monkeypatch):
    products = []
    apply = csr_array.__matmul__
    weights = mixing_matrix(parse_network("regular:n=1200,degree=4"), "metropolis")
    exact = spectrum(weights)
    goal = chosen("mean", 1200)
    monkeypatch.setattr(csr_array, "__matmul__", lambda W, x: products.append(1) or apply(W, x))
    for until, most in ((0.0, 30), (time.perf_counter() + 3600, 2000)):
        products.clear()
        value, (low, high) = goal.hurried(weights, 1e-3, until)
        assert low <= exact.rho <= high and low <= value <= high
        assert len(products) <= most
    assert high - low < 2e-3 and abs(value - exact.rho) < 1e-4


@pytest.mark.parametrize("objective", ["mean", "learning"])
def test_on_large_networks_nothing_is_searched_before_there_is_an_answer(objective, monkeypatch):
    def never(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("mixproof.weightopt.central.fast.reduce_by_orbits", never)
    monkeypatch.setattr("mixproof.weightopt.central.learning.solve_large", never)
    network = parse_network("regular:n=2200,degree=4")
    best = optimize(network, objective, time_limit=3600)
    assert best.status is Status.INTERRUPTED
    assert np.array_equal(best.weights.weights, mixing_matrix(network, "metropolis").weights)
    assert 0 < best.lower_bound <= best.enclosure[1] < np.inf


@pytest.mark.parametrize(
    "name", ["path:n=5", "er:n=14,p=0.4,seed=2", "complete:n=6", "geometric:n=12,r=2,v=2"]
)
@pytest.mark.parametrize("signed", [False, True])
def test_what_is_true_of_any_weights_is_below_the_best_ones(name, signed):
    network = parse_network(name)
    assert 0 <= least_rho(network) <= optimize(network, signed=signed).rho + 1e-9
    assert least_rho(parse_network("star:n=9")) == pytest.approx(((8 / 2 + 1 / 9 - 1) / 8) ** 0.5)
