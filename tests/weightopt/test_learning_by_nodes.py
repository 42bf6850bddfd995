"""`learning` minimised by the nodes: against the central optimum, at what cost in messages, however it ends."""

import numpy as np
import pytest
from hypothesis import given, settings

from mixproof.spectral import Network, parse_network
from mixproof.weightopt import Learning, Lossy, Status, optimize, verify_certificate
from mixproof.weightopt.central.learning_model import Point
from mixproof.weightopt.heterogeneity import covariance_factor
from mixproof.weightopt.nodes.port import agree, grow_tree
from mixproof.weightopt.nodes.transport import InProcess
from mixproof.weightopt.nodes.view import look, rows_of
from mixproof.weightopt.problem import Problem

from .networks import random_feasible, small_networks

LABELS = np.eye(3)[np.arange(12) % 3]


@settings(deadline=None, max_examples=15)
@given(small_networks(most=9))
def test_within_a_thousandth_of_the_central_optimum(network):
    best, central = optimize(network, "learning", method="distributed"), optimize(network, "learning")
    assert best.status is Status.CERTIFIED and best.gap <= 1e-3
    assert best.lower_bound == verify_certificate(network, best.certificate, best.goal)
    assert best.lower_bound <= central.value and central.lower_bound <= best.value <= central.value * 1.001
    assert best.weights.weights.min() >= 0 and best.weights.self_weights.min() >= 0


@pytest.mark.parametrize("text", ["ring:n=12", "er:n=10,p=0.4,seed=0", "geometric:n=12,r=2,v=2", "star:n=8"])
def test_at_most_ten_times_the_messages_for_rho(text):
    rho = optimize(text, method="distributed", gap=1e-3)
    best = optimize(text, "learning", method="distributed", gap=1e-3)
    assert best.status is Status.CERTIFIED and best.messages <= 10 * rho.messages


@settings(deadline=None, max_examples=15)
@given(small_networks(most=8))
def test_nodes_see_gradient_and_value_of_the_dense_matrices(network):
    rng = np.random.default_rng(network.m)
    for factor in (None, covariance_factor(rng.standard_normal((network.n, 2))) if network.n > 2 else None):
        goal = Learning(0.3, 0.5, factor, convex=factor is not None)
        w = 0.2 * (0.1 + random_feasible(network, rng))
        of_link = {(int(i), int(j)): x for (i, j), x in zip(network.edges, w)}

        def program(port, goal=goal, of_link=of_link):
            tree = yield from grow_tree(port)
            own = rows_of(port, goal)
            trace = (yield from agree(port, tree, np.array([own[0] @ own[0]])))[0]
            here = np.array([of_link[min(port.me, v), max(port.me, v)] for v in port.neighbours])
            return (yield from look(port, tree, goal, here, own, trace))

        seen = InProcess(network).run(program)
        point = Point(Problem.of(network, goal), goal, w)
        slope, H = point.gradient(), np.diag(point.hessian(np.arange(network.m)))
        for (i, j), g, h in zip(network.edges, slope, H):
            beside = [v for v in range(network.n) if (min(i, v), max(i, v)) in of_link]
            assert seen[i].value == pytest.approx(point.value, rel=1e-9)
            assert seen[i].g[beside.index(j)] == pytest.approx(g, rel=1e-6, abs=1e-6 * abs(slope).max())
            assert seen[i].h[beside.index(j)] == pytest.approx(h, rel=1e-6, abs=1e-6 * H.max())


def test_with_labels_the_convex_form():
    network = parse_network("geometric:n=12,r=2,v=2,seed=3")
    best = optimize(network, "learning-convex", heterogeneity=LABELS, method="distributed")
    central = optimize(network, "learning-convex", heterogeneity=LABELS)
    assert best.status is Status.CERTIFIED and best.value <= central.value * 1.001


def test_lossy_links_cost_time_and_not_a_bit():
    network = Network.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)], [0.9, 0.5, 0.8, 0.7])
    one, other = (
        optimize(network, "learning", method="distributed", transport=t) for t in (InProcess, Lossy)
    )
    assert np.array_equal(one.weights.weights, other.weights.weights) and one.value == other.value
    assert other.messages > one.messages


def test_a_start_a_time_limit_and_ctrl_c_leave_the_best_so_far():
    grid = parse_network("grid:rows=3,cols=4")
    best = optimize(grid, "learning")
    short = optimize(grid, "learning", method="distributed", start=best.weights, time_limit=1e-9)
    assert short.status is Status.TIME_LIMIT and short.iterations == 1
    assert short.lower_bound <= best.value and short.value < 2 * best.value

    def stop(iteration, value, bound):
        if iteration == 5:
            raise KeyboardInterrupt

    cut = optimize(grid, "learning", method="distributed", gap=1e-9, progress=stop)
    assert cut.status is Status.INTERRUPTED and cut.lower_bound <= best.value <= cut.value * (1 + 1e-4)
    assert cut.lower_bound > 0 and cut.value < 2 * best.value
