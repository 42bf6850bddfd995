"""The nodes' own algorithm against the central optimum, however it ends, and what a node may send."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import Network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt import Status, optimize
from mixproof.weightopt.nodes.distributed import MAX_ITERATIONS
from mixproof.weightopt.nodes.lanczos import Judge, examine
from mixproof.weightopt.nodes.port import grow_tree
from mixproof.weightopt.nodes.transport import InProcess

from .anchors import OPTIMA
from .networks import dense_objective, random_feasible, small_networks

LOSSY = Network.from_edges(
    6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5), (1, 4)], [0.9, 0.5, 1, 0.8, 0.7, 0.6, 0.4]
)


@pytest.mark.parametrize("name", OPTIMA)
def test_published_and_closed_form_optima(name):
    network, value, _, half_digit = OPTIMA[name]
    best = optimize(network, method="distributed", gap=1e-3)
    assert best.status is Status.CERTIFIED and best.messages > 0
    assert best.lower_bound <= value + half_digit + 1e-9
    assert value - half_digit - 1e-9 <= best.rho <= value + half_digit + 1e-3


@settings(deadline=None, max_examples=15)
@given(small_networks(most=9), st.sampled_from([1e-1, 1e-2, 1e-3]))
def test_random_networks(network, gap):
    best = optimize(network, method="distributed", gap=gap)
    reference = optimize(network, method="cvxpy")
    assert best.weights.weights.min() >= 0 and best.weights.self_weights.min() >= 0
    assert best.lower_bound <= reference.rho + 1e-9 and reference.lower_bound <= best.rho + 1e-9
    assert best.status is (Status.CERTIFIED if best.relative_gap <= gap else Status.INEXACT)
    assert best.relative_gap <= gap or best.iterations == MAX_ITERATIONS


def test_two_nodes():
    best = optimize(parse_network("path:n=2"), method="distributed", gap=1e-6)
    assert best.status is Status.CERTIFIED and best.rho <= 1e-6
    lossy = optimize(Network.from_edges(2, [(0, 1)], [0.25]), method="distributed", gap=1e-6)
    assert lossy.rho == pytest.approx(0.5, abs=1e-6)


def rho_by_nodes(network, w, limit=np.inf):
    """Whether rho is known, its value and residual, and the vector (n,)."""
    share = {(int(i), int(j)): x for (i, j), x in zip(network.edges, w)}

    def program(port):
        tree = yield from grow_tree(port)
        kept = port.p * [share[min(port.me, v), max(port.me, v)] for v in port.neighbours]
        judge = None
        if tree.parent is None:
            judge = Judge(port.nodes, limit, lambda: False, lambda *found: list(found))
        return (yield from examine(port, tree, kept, np.random.default_rng(port.me), judge))

    results = InProcess(network).run(program)
    return *results[0][0], np.array([entry for _, entry in results])


@settings(deadline=None, max_examples=25)
@given(small_networks(most=9), st.integers(0, 2**32 - 1))
def test_an_examination_finds_rho_itself(network, seed):
    w = random_feasible(network, np.random.default_rng(seed))
    value = dense_objective(network, w, "mean")
    known, found, residual, vector = rho_by_nodes(network, w)
    assert known and found == pytest.approx(value, abs=1e-9) and residual <= 1e-9
    assert np.linalg.norm(vector) == pytest.approx(1)
    if value > 1e-3:  # above its limit it ends as soon as it can show that
        _, found, residual, vector = rho_by_nodes(network, w, 0.9 * value)
        assert 0.9 * value < found <= value + 1e-9


GRID = parse_network("grid:rows=3,cols=4")


def check_any_end(best, status):
    assert best.status is status
    assert best.weights.weights.min() >= 0 and best.weights.self_weights.min() >= 0
    assert best.lower_bound <= optimize(GRID, method="cvxpy").rho <= best.rho + 1e-7


@pytest.mark.parametrize("seconds", [1e-9, 0.05])
def test_a_time_limit_leaves_the_best_so_far(seconds):
    best = optimize(GRID, method="distributed", gap=1e-9, time_limit=seconds)
    check_any_end(best, Status.TIME_LIMIT)
    assert best.rho < 1 and best.iterations >= 1


@pytest.mark.parametrize("message", [1, 400, 1000, 5003, 9999, 12345])
def test_ctrl_c_at_any_message_leaves_the_best_so_far(message, monkeypatch):
    carry, count = InProcess._carry, 0

    def interrupted(*arguments):
        nonlocal count
        count += 1
        if count == message:
            raise KeyboardInterrupt
        carry(*arguments)

    monkeypatch.setattr(InProcess, "_carry", interrupted)
    best = optimize(GRID, method="distributed", gap=1e-9)
    check_any_end(best, Status.INTERRUPTED)
    if message > 1000:
        assert best.rho < 0.9 and best.lower_bound > 0.5


def test_progress_and_ctrl_c_from_it():
    seen = []

    def stop(iteration, value, bound):
        seen.append((value, bound))
        if iteration == 60:
            raise KeyboardInterrupt

    best = optimize(GRID, method="distributed", gap=1e-9, progress=stop)
    check_any_end(best, Status.INTERRUPTED)
    bounds = [bound for _, bound in seen]
    assert len(seen) == 60 and sorted(bounds) == bounds
    assert best.lower_bound == pytest.approx(bounds[-2], abs=1e-9)  # of the last iteration that all had ended


def test_a_start_is_where_the_nodes_begin():
    good = optimize(LOSSY, method="cvxpy").weights
    best = optimize(LOSSY, method="distributed", start=good, time_limit=1e-9)
    assert best.weights.weights == pytest.approx(good.weights, abs=1e-12)
    assert best.iterations == 1


def test_parts_without_a_link_between_them_are_refused():
    with pytest.raises(InputError, match="connected"):
        optimize(Network.from_edges(4, [(0, 1), (2, 3)]), method="distributed")


def test_messages_go_to_neighbours_only_and_are_copies():
    def program(port):
        own = np.array([port.me])
        port.tell_all(own)
        own[0] = 99
        if port.me == 0:
            with pytest.raises(InputError, match="neighbour"):
                port.send(2, [1.0])
        heard = yield port.neighbours
        return [m.tolist() for m in heard.values()]

    assert InProcess(parse_network("path:n=3")).run(program) == [[[0 + 1]], [[0], [2]], [[1]]]


def test_second_moment_is_refused():
    with pytest.raises(InputError, match="distributed"):
        optimize(parse_network("ring:n=4"), "second-moment", method="distributed")
