"""The interior-point phase: against the semidefinite program, closed forms, and what the splitting leaves."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import parse_network
from mixproof.spectral.network import Network
from mixproof.weightopt import Status, optimize
from mixproof.weightopt.central.anytime import Anytime
from mixproof.weightopt.central.interior import InteriorPoint, close_gap
from mixproof.weightopt.central.newton import Links, NewtonSystem, inverse
from mixproof.weightopt.goals import verify_certificate
from mixproof.weightopt.method import Request
from mixproof.weightopt.problem import Problem

from .networks import dense_objective, random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)


def of_graph(graph):
    return Network.from_networkx(nx.convert_node_labels_to_integers(graph))


def closed(network, gap, signed=False):
    """The interior-point method alone, from the usual start."""
    problem = Problem.of(network, signed=signed)
    run = Anytime(Request(network, problem, gap, None, None, None))
    run.weights = run.start()
    close_gap(problem, run)
    return run


@settings(deadline=None, max_examples=20)
@given(small_networks(), st.booleans())
def test_it_closes_any_gap_above_rounding(network, signed):
    run = closed(network, 1e-7, signed)
    value = dense_objective(network, run.weights, "mean")
    assert value <= run.value + 1e-12 and run.value - run.bound <= 1e-7
    best = optimize(network, method="cvxpy", signed=signed)
    assert best.lower_bound - 1e-9 <= value <= best.rho + 1e-7
    assert run.bound <= best.rho + 1e-9


@settings(deadline=None, max_examples=20)
@given(small_networks(), SEEDS, st.integers(1, 8), st.booleans())
def test_every_iterate_is_feasible_valued_and_bounded(network, seed, steps, signed):
    point = InteriorPoint(
        Problem.of(network, signed=signed), random_feasible(network, np.random.default_rng(seed))
    )
    optimum = optimize(network, method="cvxpy", signed=signed).rho
    for _ in range(steps):
        point.step()
        assert verify_certificate(network, point.certificate(point.problem), signed=signed) <= optimum + 1e-6
        assert dense_objective(network, point.w, "mean") <= point.t + 1e-12
        if not signed:
            assert (point.w > 0).all()
            sums = np.bincount(network.edges.ravel(), np.repeat(point.w, 2), network.n)
            assert (sums < 1).all()


@settings(deadline=None, max_examples=25)
@given(small_networks(), SEEDS)
def test_the_newton_system_is_the_derivative_it_stands_for(network, seed):
    """Column f is minus the change of sum +- b_e'Y b_e + pull(multiplier) that w_f makes to first order."""
    problem, rng = Problem.of(network), np.random.default_rng(seed)
    links, n, m = Links(problem), network.n, network.m
    Y, S = (
        np.array([(a := rng.standard_normal((n, n))) @ a.T + np.eye(n) for _ in range(2)]) for _ in range(2)
    )
    inverses, ratio = np.array([inverse(s) for s in S]), rng.random(m + n) + 0.1
    system = NewtonSystem(links, Y, inverses, ratio)
    dw, dt = rng.standard_normal(m), rng.standard_normal()
    right, trace = links.pull(ratio * links.slack(dw, 0.0)), 0.0
    for y, back, sign in zip(Y, inverses, (1, -1)):
        moved = y @ (sign * links.laplacian(dw) + dt * np.eye(n)) @ back
        right = right + sign * links.own_forms((moved + moved.T) / 2)
        trace += np.trace(moved)
    found, level = system.solve(np.append(right, trace))
    assert found == pytest.approx(dw, abs=1e-6) and level == pytest.approx(dt, abs=1e-6)


@pytest.mark.parametrize(
    ("network", "optimum"),
    [
        (parse_network("path:n=60"), np.cos(np.pi / 60)),
        (parse_network("hypercube:d=5"), 4 / 6),
        (parse_network("star:n=30"), 1 - 1 / 29),
        (parse_network("complete:n=12"), 0.0),
    ],
    ids=["path", "hypercube", "star", "complete"],
)
def test_closed_forms(network, optimum):
    run = closed(network, 1e-8)
    assert run.value == pytest.approx(optimum, abs=1e-8) and run.bound == pytest.approx(optimum, abs=1e-8)


@pytest.mark.parametrize(
    "network",
    [
        parse_network("grid:rows=8,cols=12"),
        parse_network("rgg:n=120,radius=0.18,seed=0"),
        of_graph(nx.random_labeled_tree(150, seed=1)),
        of_graph(nx.lollipop_graph(12, 30)),
    ],
    ids=["grid", "geometric", "tree", "lollipop"],
)
def test_networks_that_mix_slowly_are_closed_relative_to_how_slowly(network):
    best = optimize(network, method="fast")
    assert best.status is Status.CERTIFIED and best.gap <= min(1e-5, 0.01 * (1 - best.rho))


def test_weights_the_optimum_does_without_are_zero():
    network = parse_network("geometric:n=16,r=4,v=2,seed=0")
    exact = optimize(network, method="cvxpy", gap=1e-9).weights.weights
    run = closed(network, 1e-6)
    assert (
        set(np.flatnonzero(exact > 1e-5)) <= set(np.flatnonzero(run.weights))
        and (run.weights == 0).sum() >= 30
    )


def test_what_rounding_does_not_allow_is_said():
    best = optimize(parse_network("grid:rows=4,cols=7"), method="fast", gap=1e-18)
    assert best.status is Status.INEXACT and 0 <= best.gap <= 1e-7


def test_twice_the_same():
    first, second = (optimize(parse_network("grid:rows=5,cols=7"), method="fast") for _ in range(2))
    assert np.array_equal(first.weights.weights, second.weights.weights)


def test_links_that_were_left_out_join_where_they_gain(monkeypatch):
    network = parse_network("geometric:n=30,r=4,v=2,seed=1")
    problem = Problem.of(network)
    run = Anytime(Request(network, problem, 1e-6, None, None, None))
    tree = [
        e for e, (i, j) in enumerate(network.edges) if i == 0
    ]  # a star: connected, and far from the optimum
    monkeypatch.setattr("mixproof.weightopt.central.interior.likely_links", lambda *_: np.array(tree))
    run.weights = run.start()
    close_gap(problem, run)
    assert run.value - run.bound <= 1e-6
    assert np.count_nonzero(run.weights) > len(tree)
    assert dense_objective(network, run.weights, "mean") == pytest.approx(run.value, abs=1e-12)
