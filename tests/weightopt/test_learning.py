"""The objective `learning`: its value by definition, its certificate for any arrays, its optimum by two routes."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.experiments.cli.weights import write_weights
from mixproof.spectral import MixingMatrix, mean_matrix, mixing_matrix, parse_network, spectrum
from mixproof.spectral.errors import InputError
from mixproof.weightopt import (
    Learning,
    LearningCertificate,
    Status,
    objective_enclosure,
    objective_value,
    optimize,
    verify_certificate,
)
from mixproof.weightopt.central.learning_model import Point, remembering
from mixproof.weightopt.certify.exact import exact_bound, exact_value
from mixproof.weightopt.heterogeneity import covariance_factor
from mixproof.weightopt.learning import RUNS, learning
from mixproof.weightopt.problem import Problem

from .networks import random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)
LABELS = np.eye(3)[np.arange(12) % 3]


def goal_for(n, seed, data):
    """An objective with random constants, convex, with data or without."""
    rng = np.random.default_rng(seed)
    factor = covariance_factor(rng.standard_normal((n, 2)), n) if data and n > 2 else None
    return Learning(
        float(rng.uniform(0.01, 0.6)), float(rng.uniform(0, 2)), factor, convex=factor is not None
    )


def by_definition(network, w, goal):
    """Phi from a dense matrix's inverses on the complement of 1."""
    n = network.n
    p = np.ones(network.m) if network.reliability is None else network.reliability
    L = sum(
        x * q * np.outer(a, a)
        for x, q, a in zip(w, p, np.eye(n)[network.edges[:, 0]] - np.eye(n)[network.edges[:, 1]])
    )
    V = np.linalg.svd(np.ones((1, n)))[2][1:].T
    X = V.T @ L @ V
    eye = np.eye(n - 1)
    inverse = np.linalg.inv(X + goal.low * eye)
    if goal.factor is None:
        bias = np.trace(inverse @ inverse)
    else:
        M = V.T @ goal.factor @ goal.factor.T @ V
        assert np.trace(M) == pytest.approx(n - 1)
        bias = np.trace(M @ inverse) ** 2 / np.trace(M) if goal.convex else np.trace(M @ inverse @ inverse)
    noise = np.trace(np.linalg.inv(X + goal.top * eye)) + np.trace(np.linalg.inv((2 - goal.top) * eye - X))
    return bias + goal.kappa / 2 * noise


@settings(deadline=None, max_examples=20)
@given(small_networks(), SEEDS, st.booleans())
def test_the_value_is_its_definition_s_and_enclosed(network, seed, data):
    w = 0.6 * random_feasible(network, np.random.default_rng(seed))
    goal = goal_for(network.n, seed, data)
    weights = MixingMatrix.from_edge_weights(network, w)
    value, (low, high) = objective_enclosure(weights, goal)
    assert low <= value <= high <= low * (1 + 1e-9)
    assert value == pytest.approx(by_definition(network, w, goal), rel=1e-9)
    assert Point(Problem.of(network, goal), goal, w).value == pytest.approx(value, rel=1e-9)
    if not data:
        full = Learning(goal.step_curvature, goal.noise, covariance_factor(np.eye(network.n)))
        assert objective_value(weights, full) == pytest.approx(value, rel=1e-9)  # M = I - J


@settings(deadline=None, max_examples=30)
@given(small_networks(), SEEDS, st.booleans(), st.floats(0.1, 10))
def test_any_arrays_give_a_true_bound(network, seed, data, size):
    rng, n = np.random.default_rng(seed), network.n
    goal = goal_for(n, seed, data)
    shape = (n, 3) if goal.factor is None else goal.factor.shape
    arrays = [size * rng.standard_normal(s) for s in (shape, (n, n), (n, n), (n,))]
    bound = verify_certificate(network, LearningCertificate(*arrays, float(rng.uniform(0, 9))), goal)
    for _ in range(3):
        w = 0.6 * random_feasible(network, rng)
        assert bound <= by_definition(network, w, goal) * (1 + 1e-12)


@settings(deadline=None, max_examples=15)
@given(small_networks(), SEEDS, st.booleans())
def test_the_optimum_is_certified_and_no_random_weights_are_better(network, seed, data):
    goal = goal_for(network.n, seed, data)
    best = optimize(network, goal)
    assert best.status is Status.CERTIFIED and 0 <= best.gap <= 1e-4 and best.gap == best.relative_gap
    assert best.lower_bound == verify_certificate(network, best.certificate, goal)
    assert best.rho == pytest.approx(objective_value(best.weights), abs=1e-12)
    for _ in range(5):
        w = 0.6 * random_feasible(network, np.random.default_rng(seed))
        assert best.lower_bound <= by_definition(network, w, goal)


@pytest.mark.parametrize("data", [None, LABELS])
@pytest.mark.parametrize("text", ["ring:n=12", "geometric:n=12,r=2,v=2,seed=3"])
def test_cvxpy_finds_the_same_optimum(text, data):
    objective = "learning" if data is None else "learning-convex"
    network = parse_network(text)
    fast = optimize(network, objective, heterogeneity=data, gap=1e-6)
    other = optimize(network, objective, heterogeneity=data, method="cvxpy")
    assert other.status is Status.CERTIFIED
    assert fast.value == pytest.approx(other.value, rel=2e-5)
    assert fast.weights.weights == pytest.approx(other.weights.weights, abs=0.02)


@pytest.mark.parametrize("data", [None, LABELS[:7]])
def test_exact_fractions_confirm_value_and_certificate(tmp_path, data):
    network = parse_network("geometric:n=7,r=3,v=2,seed=1")
    best = optimize(network, "learning" if data is None else "learning-convex", heterogeneity=data)
    record = json.loads(write_weights(tmp_path / "w.json", best).read_text())
    value = exact_value(record)
    assert best.enclosure[0] <= value <= best.enclosure[1]
    assert float(exact_bound(record)) == pytest.approx(best.lower_bound, rel=1e-10)
    bound = exact_bound(record)
    assert best.lower_bound <= bound <= value and (value - bound) / value <= 1e-4
    wrong = {**record, "weights": [2 * w for w in record["weights"]]}
    with pytest.raises(ValueError, match="more than 1"):
        exact_value(wrong)
    lazy = {**record, "certificate": {**record["certificate"], "cover": [0.0] * network.n}}
    assert exact_bound(lazy) < exact_bound(record)  # what a cover misses is charged, not believed


@settings(deadline=None, max_examples=20)
@given(small_networks(), SEEDS, st.sampled_from(["blind", "convex", "local"]))
def test_derivatives_are_those_of_differences(network, seed, kind):
    rng = np.random.default_rng(seed)
    factor = (
        None if kind == "blind" or network.n < 3 else covariance_factor(rng.standard_normal((network.n, 2)))
    )
    goal = Learning(0.3, 0.5, factor, convex=kind == "convex" and factor is not None)
    problem = Problem.of(network, goal)
    w, d = 0.2 * (0.1 + random_feasible(network, rng)), 1e-6 * rng.standard_normal(network.m)
    ahead, behind, here = (
        Point(problem, goal, x) for x in (w + d, w - d, Point(problem, goal, w).problem.p * 0 + w)
    )
    slope = here.gradient()
    assert ahead.value - behind.value == pytest.approx(2 * slope @ d, rel=1e-4, abs=1e-9 * here.value)
    if goal.is_convex:
        H = np.tril(here.hessian(np.arange(network.m)))
        H = H + np.tril(H, -1).T
        change = (ahead.gradient() - behind.gradient()) / 2
        assert change == pytest.approx(H @ d, abs=1e-4 * abs(H @ d).max() + 1e-12 * abs(slope).max())


def test_data_makes_it_local_with_the_stand_in_s_bound():
    network = parse_network("geometric:n=12,r=2,v=2,seed=3")
    best = optimize(network, "learning", heterogeneity=LABELS)
    convex = optimize(network, "learning-convex", heterogeneity=LABELS)
    assert best.status is Status.LOCAL and "local" in best.summary()
    assert convex.status is Status.CERTIFIED
    assert best.lower_bound == pytest.approx(convex.lower_bound, rel=1e-3)
    assert convex.value <= objective_value(convex.weights, best.goal)  # Cauchy and Schwarz
    assert best.value <= objective_value(convex.weights, best.goal)  # the descent began there
    blind = optimize(network, "learning")
    assert best.value < objective_value(blind.weights, best.goal)  # knowing the data is worth something


def test_the_negative_end_is_guarded():
    ring = parse_network("ring:n=20")
    fastest, best = optimize(ring), optimize(ring, "learning")
    assert fastest.rho < best.rho and best.lambda_min > -1 + 0.15 > -fastest.rho
    swap = mixing_matrix(parse_network("ring:n=4"), "max-degree")  # lambda_n = -1
    assert objective_value(swap, "learning") == np.inf
    assert optimize(parse_network("ring:n=4"), "learning", method="max-degree").lower_bound > 0


def test_only_step_times_curvature_counts():
    network = parse_network("path:n=6")
    one, other = (optimize(network, "learning", step=s, curvature=c) for s, c in ((0.5, 0.4), (0.1, 2)))
    assert np.array_equal(one.weights.weights, other.weights.weights)
    assert not np.array_equal(one.weights.weights, optimize(network, "learning", step=1.9).weights.weights)


def test_counts_shares_and_their_covariance_say_the_same():
    counts = np.array([[4, 0], [0, 3], [5, 5], [1, 1]])
    shares = counts / counts.sum(axis=1, keepdims=True)
    M = covariance_factor(counts) @ covariance_factor(counts).T
    for same in (shares, M, 7 * M):
        assert covariance_factor(same) @ covariance_factor(same).T == pytest.approx(M, abs=1e-9)
    gradients = np.array([[1.5, -2.25], [0.5, 0.0], [-3.1, 1.0], [0.2, 0.2]])
    moved = covariance_factor(gradients + np.array([10, -10]))  # only differences count
    assert moved @ moved.T == pytest.approx(covariance_factor(gradients) @ covariance_factor(gradients).T)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"heterogeneity": np.eye(3)}, "a row for each of 4 nodes"),
        ({"heterogeneity": [[1.2, -0.2], [0, 1], [1, 0], [0, 1]]}, "counts and shares are >= 0"),
        ({"heterogeneity": [[3, -1], [0, 1], [1, 0], [0, 1]]}, "counts and shares are >= 0"),
        ({"heterogeneity": [[3, 1], [0, 0], [1, 0], [0, 1]]}, "every node has data"),
        ({"heterogeneity": np.ones((4, 2))}, "all nodes alike"),
        ({"heterogeneity": np.diag([1.0, -1, 1, 1])}, "no negative eigenvalue"),
        ({"heterogeneity": [[np.nan, 1]] * 4}, "heterogeneity"),
        ({"step": 0}, "step=0"),
        ({"step": 1, "curvature": 2}, "< 2"),
        ({"curvature": -1}, "curvature=-1"),
        ({"noise": -1}, "noise=-1"),
        ({"signed": True}, "not negative"),
    ],
)
def test_bad_arguments_are_one_sentence(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        optimize(parse_network("path:n=4"), "learning", **arguments)


def test_the_arguments_of_learning_belong_to_it():
    path = parse_network("path:n=4")
    with pytest.raises(InputError, match="speaks of objective learning"):
        optimize(path, "mean", step=0.1)
    with pytest.raises(InputError, match="part of the objective itself"):
        optimize(path, Learning(), step=0.1)
    with pytest.raises(InputError, match="one for each of 4 nodes"):
        optimize(path, Learning(factor=covariance_factor(np.eye(3))))
    with pytest.raises(InputError, match="nodes minimise convex objectives"):
        optimize(path, "learning", method="distributed", heterogeneity=LABELS[:4])


def test_a_point_is_computed_once_where_a_step_ends_and_a_look_begins():
    problem, made = Problem.of(parse_network("path:n=4"), Learning()), []

    def point(w):
        made.append(w)
        return Point(problem, problem.objective, w)

    at = remembering(point)
    w = np.full(3, 0.2)
    assert at(w) is at(w.copy()) and at(2 * w).value < at(w).value == Point(problem, Learning(), w).value
    assert len(made) == 3


@settings(deadline=None, max_examples=25)
@given(small_networks(), st.sampled_from([0.05, 0.15, 0.6]), st.integers(0, 2**32 - 1))
def test_nodes_that_step_first_disagree_by_no_more_than_the_objective_says(network, s, seed):
    """The formula of the module's docstring, eigenvalue by eigenvalue, and what the certificate proves."""
    goal = learning(step=s, run="adapt-then-combine", noise=0.5)
    w = random_feasible(network, np.random.default_rng(seed))
    weights = MixingMatrix.from_edge_weights(network, w)
    values = np.linalg.eigvalsh(mean_matrix(weights).dense())[:-1]
    a1, a2 = 1 - s / 15, 1 - s
    settled = np.sum((values / (1 - a1 * values)) ** 2) + 1.5 * np.sum(values**2 / (1 - (a2 * values) ** 2))
    assert settled <= (goal.value(weights) / a1**2 - 1.5 * (network.n - 1) / a2**2) * (1 + 1e-9) + 1e-6
    best = optimize(network, goal)
    assert (
        verify_certificate(network, best.certificate) == best.lower_bound <= goal.value(weights) * (1 + 1e-12)
    )


def test_nodes_that_step_first_let_the_smallest_eigenvalue_come_closer_to_minus_one():
    both = [optimize("ring:n=8", "learning", run=run) for run in RUNS]
    assert both[1].lambda_min < both[0].lambda_min and both[1].gap < 1e-4
    fast = [spectrum(best.weights).lambda2 for best in both]
    assert fast[1] < fast[0]


@pytest.mark.parametrize(
    "options, word",
    [
        ({"run": "extra"}, "run=extra: combine-then-adapt or adapt-then-combine"),
        ({"run": RUNS[1], "step": 1.0}, "step times curvature=1"),
        ({"run": RUNS[1], "objective": "mean"}, "run=given"),
    ],
)
def test_a_run_that_the_objective_does_not_know_is_refused(options, word):
    with pytest.raises(InputError, match=word):
        optimize("ring:n=6", **{"objective": "learning", **options})
