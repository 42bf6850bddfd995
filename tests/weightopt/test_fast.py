"""The splitting method: its parts against plain definitions, its answers against the semidefinite program."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import Network, parse_network
from mixproof.weightopt import Mean, SecondMoment, Status, optimize
from mixproof.weightopt.central.dense_step import DenseStep, MomentStep, shrink
from mixproof.weightopt.central.sparse_step import SparseStep
from mixproof.weightopt.central.splitting import NormalEquations
from mixproof.weightopt.certify.duals import edge_coefficients, node_cover, tighten_cover
from mixproof.weightopt.problem import Problem

from .networks import dense_objective, large_sparse, random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)


@settings(deadline=None, max_examples=15)
@given(small_networks(most=6), st.sampled_from(["mean", "second-moment"]), st.booleans())
def test_agrees_with_the_semidefinite_program(network, objective, signed):
    fast = optimize(network, objective, signed, method="fast", gap=1e-5)
    reference = optimize(network, objective, signed, method="cvxpy")
    assert fast.gap <= 1e-5 and fast.status is Status.CERTIFIED
    assert fast.rho == pytest.approx(reference.rho, abs=2e-5)


@settings(deadline=None, max_examples=25)
@given(st.lists(st.floats(-5, 5), min_size=1, max_size=8), st.floats(0.1, 10))
def test_shrink_projects_onto_the_l1_ball(values, radius):
    values = np.array(values)
    nearest = shrink(values, radius)
    assert abs(nearest).sum() <= radius * (1 + 1e-9)
    rng = np.random.default_rng(0)
    for _ in range(20):
        other = rng.standard_normal(len(values))
        other *= radius * rng.random() / abs(other).sum()
        assert (values - nearest) @ (other - nearest) <= 1e-7  # the variational inequality of a projection


@settings(deadline=None, max_examples=25)
@given(small_networks(), SEEDS, st.sampled_from([DenseStep, MomentStep]))
def test_adjoint_and_image_belong_together(network, seed, kind):
    problem = Problem.of(network, Mean() if kind is DenseStep else SecondMoment())
    rng = np.random.default_rng(seed)
    step = kind(problem, 1.8)
    w, u = random_feasible(network, rng), rng.standard_normal(network.m)
    step.start(w, 0.5)
    assert step.value(w) == pytest.approx(dense_objective(network, w, problem.objective.name), abs=1e-9)
    direction = step.image(np.zeros(network.m)) - step.image(u)  # B is affine: B(0) - B(u)
    rest = step.image(np.zeros(network.m)) - step.X + step.U
    assert step.adjoint() @ u == pytest.approx(np.sum(rest * direction), abs=1e-9)


@settings(deadline=None, max_examples=25)
@given(small_networks(), SEEDS, st.sampled_from([Mean(), SecondMoment()]), st.booleans())
def test_the_w_step_solves_its_least_squares_problem(network, seed, objective, signed):
    problem = Problem.of(network, objective, signed)
    rng = np.random.default_rng(seed)
    bX, bv, bs = penalties = np.array([0.3, 0.0, 0.0]) if signed else np.array([0.3, 0.7, 2.0])
    step = (DenseStep if isinstance(objective, Mean) else MomentStep)(problem, 1.8)
    step.start(random_feasible(network, rng), bX)
    bounded = rng.standard_normal(network.m + network.n)
    w = NormalEquations(problem, penalties).solve(step.adjoint(), bounded)

    def cost(w):
        sums = problem.node_sums(w)
        own = np.sum((w - bounded[: network.m]) ** 2), np.sum((1 - sums - bounded[network.m :]) ** 2)
        return bX * np.sum((step.image(w) - step.X + step.U) ** 2) + bv * own[0] + bs * own[1]

    for _ in range(5):
        assert cost(w) <= cost(w + 1e-3 * rng.standard_normal(network.m)) + 1e-12


@settings(deadline=None, max_examples=20)
@given(small_networks(), SEEDS)
def test_a_tightened_cover_is_valid_and_none_of_it_can_go(network, seed):
    problem = Problem.of(network)
    rng = np.random.default_rng(seed)
    c = edge_coefficients(problem, rng.standard_normal((network.n, 2)), np.zeros((network.n, 0)), None)
    i, j = problem.ends
    best = node_cover(problem, c)
    for guess in (np.zeros(network.n), rng.standard_normal(network.n), best):
        cover = tighten_cover(problem, c, guess)
        assert cover.min() >= 0
        assert (cover[i] + cover[j] >= c - 1e-9 * abs(c).max()).all()
        assert best.sum() <= cover.sum() + 1e-7 * abs(c).max()
        room = cover.copy()
        for ends in (i, j):
            np.minimum.at(room, ends, cover[i] + cover[j] - c)
        assert room.max() <= 1e-6 * abs(c).max()


def test_the_sparse_step_sees_the_same_spectrum():
    network = large_sparse()
    problem = Problem.of(network)
    assert problem.is_sparse
    w = random_feasible(network, np.random.default_rng(0))
    sparse, dense = SparseStep(problem, 1e-6), DenseStep(problem, 1.0)
    assert sparse.start(w, 0.05) == pytest.approx(dense.start(w, 0.05), abs=1e-9)
    assert sparse.value(w) == pytest.approx(dense.value(w), abs=1e-5)
    sparse.start(w, 0.5), dense.start(w, 0.5)
    for _ in range(25):  # at fixed weights the tracked eigenvectors settle
        near, exact = sparse.step(w), dense.step(w)
    assert near == pytest.approx(exact, abs=1e-3)


def test_a_large_sparse_network_is_certified_without_dense_matrices(monkeypatch):
    def refuse(*arguments):
        raise AssertionError("a dense step on a sparse network")

    monkeypatch.setattr(DenseStep, "__init__", refuse)
    best = optimize(large_sparse(), method="fast", gap=5e-3)
    assert best.gap <= 5e-3 and best.status is Status.CERTIFIED
    assert best.rho < optimize(large_sparse(), method="metropolis-max").rho


def test_lossy_sparse_networks_too():
    network = large_sparse()
    lossy = Network(network.n, network.edges, np.random.default_rng(1).uniform(0.5, 1, network.m))
    best = optimize(lossy, method="fast", gap=2e-2)
    assert best.gap <= 2e-2


def test_a_time_limit_returns_the_best_so_far():
    network = parse_network("geometric:n=60,r=4,v=2,seed=0")
    best = optimize(network, method="fast", gap=1e-12, time_limit=0.2)
    assert best.status is Status.TIME_LIMIT
    assert best.lower_bound <= best.rho < 1


def test_an_interrupt_returns_the_best_so_far():
    seen = []

    def interrupt(iteration, value, bound):
        seen.append((iteration, value, bound))
        if iteration >= 30:
            raise KeyboardInterrupt

    best = optimize(parse_network("grid:rows=5,cols=5"), method="fast", gap=1e-12, progress=interrupt)
    assert best.status is Status.INTERRUPTED
    values, bounds = np.array(seen)[:, 1], np.array(seen)[:, 2]
    assert (np.diff(values) <= 0).all() and (np.diff(bounds) >= 0).all()
    assert best.rho == pytest.approx(values[-1], abs=1e-9)
    assert best.lower_bound == bounds[-1]


def test_a_good_start_is_kept():
    network = parse_network("grid:rows=4,cols=4")
    best = optimize(network, method="cvxpy")
    again = optimize(network, method="fast", gap=1e-4, start=best.weights)
    assert again.rho <= best.rho + 1e-9


def test_weights_whose_multipliers_vanish_too_are_kept_where_zeros_would_cost_the_gap(monkeypatch):
    monkeypatch.setattr("mixproof.weightopt.central.fast.close_gap", None)  # Clarabel's answer has to do
    found = optimize(
        nx.complement(nx.Graph([(0, 2), (0, 4), (1, 2), (1, 4), (2, 3), (2, 5), (6, 6)])), gap=1e-5
    )
    assert found.status is Status.CERTIFIED
