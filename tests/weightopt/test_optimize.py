"""The door: every method answers the same question on the same record, and bad input is named."""

import dataclasses
import signal
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import Network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.spectrum import spectrum
from mixproof.spectral.weights import WEIGHTS, mixing_matrix
from mixproof.weightopt import (
    METHODS,
    Certificate,
    Status,
    objective_enclosure,
    objective_value,
    optimize,
    verify_certificate,
)
from mixproof.weightopt.comparison_rows import summary
from mixproof.weightopt.problem import Problem, repair

from .networks import dense_objective, random_feasible, small_networks

PATH = Network.from_edges(4, [(0, 1), (1, 2), (2, 3)])
LOSSY = Network.from_edges(
    6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (1, 4)], [0.9, 0.5, 1, 0.8, 0.7, 0.6, 0.4]
)


@pytest.mark.parametrize("objective", ["mean", "second-moment"])
@pytest.mark.parametrize("method", [name for name in METHODS if name != "uniform"])
def test_every_method_fills_the_same_record(method, objective):
    if method.startswith("distributed"):
        pytest.skip("the mean alone, with messages: see test_distributed and test_printed")
    if method == "best-constant":
        pytest.skip("leaves [0, 1] on this network: see test_infeasible_heuristic")
    best = optimize(LOSSY, objective, method=method)
    assert best.method == method and best.objective == objective
    assert best.rho == pytest.approx(dense_objective(LOSSY, best.weights.weights, objective), abs=1e-9)
    assert best.enclosure[0] <= best.rho <= best.enclosure[1] <= best.rho + 1e-12
    assert best.gap == best.enclosure[1] - best.lower_bound >= 0
    assert best.lower_bound == verify_certificate(LOSSY, best.certificate, objective)
    assert best.seconds > 0 and best.messages is None
    assert best.weights.weights.min() >= 0 and best.weights.self_weights.min() >= 0
    assert (best.status is Status.HEURISTIC) == (method in WEIGHTS)
    assert best.status.value in best.summary()


def test_heuristics_are_the_rooms_weights_and_no_better_than_the_optimum():
    best = optimize(LOSSY, method="cvxpy")
    for name in ("metropolis", "max-degree", "reliability"):
        one = optimize(LOSSY, method=name)
        assert np.array_equal(one.weights.weights, mixing_matrix(LOSSY, name).weights)
        assert one.rho >= best.rho - 1e-7
        assert one.lower_bound <= best.rho


def test_infeasible_heuristic():
    star = Network.from_edges(5, [(0, i) for i in range(1, 5)])
    with pytest.raises(InputError, match="best-constant"):
        optimize(star, method="best-constant")
    assert optimize(star, method="best-constant", signed=True).rho == pytest.approx(4 / 6)


def test_zero_edges_are_read_easily():
    best = optimize(PATH, method="metropolis")
    assert best.zero_edges.shape == (0, 2)
    W = MixingMatrix.from_edge_weights(PATH, [0.5, 0.0, 0.5])
    assert dataclasses.replace(best, weights=W).zero_edges.tolist() == [[1, 2]]


@settings(deadline=None, max_examples=50)
@given(small_networks(), st.integers(0, 2**32 - 1), st.floats(0.5, 2))
def test_repair_is_exact(network, seed, scale):
    problem = Problem.of(network)
    rng = np.random.default_rng(seed)
    w = repair(problem, scale * random_feasible(network, rng) - 1e-9 * rng.random(network.m))
    assert w.min() >= 0
    matrix = MixingMatrix(network, w, 1 - problem.node_sums(w))  # refuses any negative self weight
    assert matrix.self_weights.min() >= 0
    assert np.array_equal(repair(problem, w.copy()), w)


@pytest.mark.parametrize(
    "arguments, word",
    [
        ({"method": "magic"}, "method"),
        ({"objective": "median"}, "objective"),
        ({"gap": 0.0}, "gap"),
        ({"gap": float("nan")}, "gap"),
        ({"time_limit": 0}, "time_limit"),
        ({"start": mixing_matrix(LOSSY, "metropolis")}, "start"),
        ({"start": MixingMatrix.from_edge_weights(PATH, [0.9, 0.9, 0.9], signed=True)}, "start"),
        ({"start": MixingMatrix.from_edge_weights(PATH, [0.5, -0.1, 0.5], signed=True)}, "start"),
    ],
)
def test_bad_arguments_are_named(arguments, word):
    with pytest.raises(InputError, match=word):
        optimize(PATH, **arguments)


def test_directed_networks_and_single_nodes_are_refused():
    with pytest.raises(InputError, match="undirected"):
        optimize(Network.from_edges(3, [(0, 1), (1, 2), (2, 0)], directed=True))
    with pytest.raises(InputError, match="link"):
        optimize(Network(1, np.zeros((0, 2), np.int64)))


def test_objective_value_agrees_with_the_definition():
    W = mixing_matrix(LOSSY, "metropolis")
    for objective in ("mean", "second-moment"):
        assert objective_value(W, objective) == pytest.approx(
            dense_objective(LOSSY, W.weights, objective), abs=1e-12
        )
    with pytest.raises(InputError, match="objective"):
        objective_value(W, "median")


@pytest.mark.parametrize("start", [None, [0.1, 0.2, 0.3]])
def test_an_interrupted_semidefinite_program_leaves_feasible_weights(monkeypatch, start):
    def interrupted(problem, time_limit):
        raise KeyboardInterrupt

    monkeypatch.setattr("mixproof.weightopt.central.semidefinite.solve_with_cvxpy", interrupted)
    first = None if start is None else MixingMatrix.from_edge_weights(PATH, start)
    best = optimize(PATH, method="cvxpy", start=first)
    kept = mixing_matrix(PATH, "metropolis") if first is None else first
    assert best.status is Status.INTERRUPTED and best.weights.weights == pytest.approx(kept.weights)
    assert best.lower_bound <= optimize(PATH).rho


def test_ctrl_c_does_not_wait_for_the_solver(monkeypatch):
    release, left = threading.Event(), threading.Event()
    main = threading.main_thread().ident

    def slow(problem, time_limit):
        signal.pthread_kill(main, signal.SIGINT)
        release.wait(60)
        left.set()
        return np.zeros(problem.m), Certificate.trivial(problem.n, problem.m), 0

    monkeypatch.setattr("mixproof.weightopt.central.semidefinite.solve_with_cvxpy", slow)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    try:
        best = optimize(PATH, method="cvxpy")
    finally:
        signal.signal(signal.SIGINT, before)
    assert best.status is Status.INTERRUPTED and not left.is_set()
    release.set()


@pytest.mark.parametrize("method", ["max-degree", "metropolis-max"])
def test_a_rule_whose_slowest_mode_is_as_fast_as_the_mean_disappears(method):
    best = optimize(Network.from_edges(2, [(0, 1)]), method=method)  # W swaps the two nodes for ever
    assert best.rho == pytest.approx(1) and 0 <= best.lower_bound <= 1e-9


@settings(deadline=None, max_examples=20)
@given(small_networks(), st.integers(0, 2**32 - 1), st.sampled_from(["mean", "second-moment"]))
def test_enclosures_contain_the_objective(network, seed, objective):
    weights = MixingMatrix.from_edge_weights(network, random_feasible(network, np.random.default_rng(seed)))
    value, (low, high) = objective_enclosure(weights, objective)
    assert low <= value <= high and high - low < 1e-12
    assert low - 1e-14 <= dense_objective(network, weights.weights, objective) <= high + 1e-14


def test_a_second_moment_too_dense_to_form_has_a_row_sum_for_an_upper_end(monkeypatch):
    rng = np.random.default_rng(0)
    ring = parse_network("ring:n=1200")
    weights = mixing_matrix(Network(ring.n, ring.edges, rng.uniform(0.2, 1, ring.m)), "metropolis")
    sharp, (low, high) = objective_enclosure(weights, "second-moment")
    assert low <= sharp <= high < sharp + 1e-6
    monkeypatch.setattr("mixproof.weightopt.certify.value.MOST_WALKS", 0)
    value, (lowest, highest) = objective_enclosure(weights, "second-moment")
    assert value == pytest.approx(sharp, abs=1e-9) and lowest <= low and high <= highest < 1.5


def test_nothing_is_certified_on_a_value_that_lanczos_did_not_reach(monkeypatch):
    network = parse_network("ring:n=4001")
    found = optimize(network)
    assert found.status is Status.CERTIFIED

    def low(W, *_):
        return dataclasses.replace(spectrum(W), rho=0.9, enclosure=(0.9, 1.0))

    monkeypatch.setattr("mixproof.weightopt.certify.value.symmetric_spectrum", low)
    best = optimize(network, gap=1e-7)
    assert best.status is Status.INEXACT and best.rho == 0.9 < best.lower_bound
    assert best.enclosure[1] >= 1 and best.gap == best.enclosure[1] - best.lower_bound > 1e-7
    assert "at most 1" in best.summary() and summary(best)["enclosure"] == list(best.enclosure)


def test_very_slow_mixing_is_certified_to_a_share_of_itself():
    n = 20_000
    best = optimize(parse_network(f"ring:n={n}"))
    c = np.cos(2 * np.pi / n)
    optimum = (1 + c) / (3 - c)
    assert best.lower_bound <= optimum + 1e-15 and optimum <= best.enclosure[1] + 1e-15
    assert best.status is Status.CERTIFIED and 0 <= best.gap < 0.03 * (1 - optimum)
