"""The low-rank dual: what it proves, where it gets to, and how the splitting goes on from it."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mixproof.spectral.network import Network
from mixproof.weightopt import Status, optimize
from mixproof.weightopt.central.dense_step import DenseStep
from mixproof.weightopt.central.lowrank import LowRankDual
from mixproof.weightopt.central.sparse_step import SparseStep
from mixproof.weightopt.goals import verify_certificate
from mixproof.weightopt.problem import Problem, repair

from .networks import dense_objective, large_sparse, random_feasible, small_networks


@settings(deadline=None, max_examples=15)
@given(small_networks(), st.integers(0, 2**32 - 1), st.integers(0, 60))
def test_a_low_rank_dual_never_proves_too_much(network, seed, steps):
    assume(network.n > 2)  # between two nodes a step can end at U = 0
    problem = Problem.of(network)
    dual = LowRankDual(problem, random_feasible(network, np.random.default_rng(seed)), 1e-6)
    for _ in range(steps):
        dual.step()
    best = optimize(network, method="cvxpy").rho
    assert verify_certificate(network, dual.certificate()) <= best + 1e-6
    assert best <= dense_objective(network, repair(problem, dual.w), "mean") + 1e-6


def test_a_low_rank_dual_closes_the_gap_where_slow_modes_are_local():
    """A node that hangs on by one link in a well connected network decides rho alone."""
    graph = nx.random_regular_graph(8, 500, seed=3)
    graph.add_edge(0, 500)
    network = Network.from_networkx(graph)
    problem = Problem.of(network)
    assert problem.is_sparse
    dual = LowRankDual(problem, np.full(problem.m, 1 / 9), 1e-6)
    for _ in range(150):
        dual.step()
    value, bound = dual.value(repair(problem, dual.w)), verify_certificate(network, dual.certificate())
    assert value - bound <= 5e-3


def test_the_splitting_resumes_from_any_dual_matrix():
    problem, rng = Problem.of(large_sparse()), np.random.default_rng(0)
    w = random_feasible(large_sparse(), rng)
    plus, minus = rng.standard_normal((problem.n, 5)), rng.standard_normal((problem.n, 3))
    plus, minus = plus - plus.mean(axis=0), minus - minus.mean(axis=0)
    sparse, dense = SparseStep(problem, 1e-6), DenseStep(problem, 1.0)
    sparse.start(w, 0.05), dense.start(w, 0.05)
    dense.U = (plus @ plus.T - minus @ minus.T) / 0.05
    assert sparse.resume(plus, minus) == pytest.approx(dense.adjoint(), rel=1e-9, abs=1e-9)
    again = [block @ block.T for block in sparse.factors()]
    assert again[0] - again[1] == pytest.approx(dense.U, abs=1e-9)


def test_an_interrupt_of_the_low_rank_phase_returns_the_best_so_far():
    bounds = []

    def interrupt(iteration, value, bound):
        bounds.append(bound)
        if iteration >= 100:
            raise KeyboardInterrupt

    best = optimize(large_sparse(), method="fast", gap=1e-12, progress=interrupt)
    assert best.status is Status.INTERRUPTED
    assert 0 < best.lower_bound == bounds[-1] == max(bounds)
    assert best.gap < 0.1 * best.rho


def test_a_time_limit_ends_the_low_rank_phase_too():
    best = optimize(large_sparse(), method="fast", gap=1e-12, time_limit=0.05)
    assert best.status is Status.TIME_LIMIT
    assert best.lower_bound <= best.rho < 1


def test_the_gap_closes_on_lossy_links_and_the_splitting_goes_on():
    sparse = large_sparse()
    network = Network(sparse.n, sparse.edges, np.random.default_rng(1).uniform(0.2, 1, sparse.m))
    problem = Problem.of(network)
    dual = LowRankDual(problem, np.full(problem.m, 0.25), 1e-6)
    for _ in range(200):
        dual.step()
    value, bound = dual.value(repair(problem, dual.w)), verify_certificate(network, dual.certificate())
    assert value - bound <= 0.02 * value
    best = optimize(network, method="fast", gap=1e-3)
    assert best.gap <= 1e-3
    assert bound <= best.rho and best.lower_bound <= value
