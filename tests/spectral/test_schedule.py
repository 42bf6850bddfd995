"""Schedules: exact mixing against enumeration and products, draws, base-(k+1) graphs, and what is refused."""

from itertools import product

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import InputError, Schedule, base_graph, mixing_matrix, one_peer_exponential
from mixproof.spectral.strategies import connected_networks
from mixproof.weightopt import edge_colouring
from mixproof.weightopt.matchings import laplacians, matchings

quick = settings(deadline=None, max_examples=30)


def random_schedule(network, kind, seed):
    rng = np.random.default_rng(seed)
    groups = matchings(network)
    p = rng.random(len(groups))
    p = p / (p.sum() + rng.random()) if kind == "one" else p
    parts = laplacians(network, groups, rng.uniform(0.1, 0.5, network.m))
    return Schedule(kind, tuple(parts), p)


def by_enumeration(schedule):
    """lambda_max(E[W'W] - J) as a sum over all outcomes of a round."""
    n, identity = schedule.n, np.eye(schedule.n)
    parts, p = [D.toarray() for D in schedule.parts], schedule.shares
    if schedule.kind == "one":
        outcomes = [(q, identity - D) for q, D in zip(p, parts)] + [(1 - p.sum(), identity)]
    else:
        outcomes = [
            (
                np.prod(np.where(up, p, 1 - p)),
                identity - sum((D for D, on in zip(parts, up) if on), 0 * identity),
            )
            for up in product([False, True], repeat=len(parts))
        ]
    moment = sum(q * W.T @ W for q, W in outcomes)
    return np.linalg.eigvalsh(moment - 1 / n)[-1]


@quick
@given(connected_networks(2, 5), st.sampled_from(["one", "independent"]), st.integers(0, 99))
def test_the_factor_of_random_rounds_is_the_second_moment_over_all_outcomes(network, kind, seed):
    schedule = random_schedule(network, kind, seed)
    low, high = schedule.enclosure
    assert low <= schedule.factor <= high
    assert low - 1e-12 <= by_enumeration(schedule) <= high + 1e-12


@quick
@given(st.integers(2, 9), st.integers(0, 99))
def test_the_factor_of_a_cycle_is_that_of_its_product(n, seed):
    rng = np.random.default_rng(seed)
    matrices = []
    for _ in range(3):
        W = sum(rng.random() * np.eye(n)[rng.permutation(n)] for _ in range(2)) + 0.2 * np.eye(n)
        matrices.append(W / W.sum(axis=1)[0])
    schedule = Schedule.cycle(matrices)
    product_ = matrices[2] @ matrices[1] @ matrices[0]
    left = np.linalg.norm(product_ - 1 / n, 2) ** 2
    assert schedule.factor**3 == pytest.approx(left, abs=1e-9)
    assert schedule.enclosure[0] ** 3 <= left + 1e-12 and left <= schedule.enclosure[1] ** 3 + 1e-12


@quick
@given(connected_networks(2, 6), st.sampled_from(["one", "independent"]), st.integers(0, 50))
def test_rounds_are_doubly_stochastic_and_drawn_from_seed_and_round_alone(network, kind, t):
    schedule = random_schedule(network, kind, 1)
    W = schedule[t].toarray()
    assert W.sum(axis=0) == pytest.approx(np.ones(network.n)) and W.sum(axis=1) == pytest.approx(
        np.ones(network.n)
    )
    assert np.array_equal(W, schedule(t).toarray())


def test_parts_are_drawn_as_often_as_their_probabilities_say():
    network = mixing_matrix("ring:n=6", "metropolis").network
    groups = matchings(network)
    for kind in ("one", "independent"):
        schedule = Schedule(
            kind, tuple(laplacians(network, groups, np.full(6, 0.5))), np.array([0.7, 0.2]), seed=3
        )
        mean = sum(schedule[t].toarray() for t in range(2000)) / 2000
        exact = np.eye(6) - sum(q * D for q, D in zip(schedule.shares, schedule.parts)).toarray()
        assert abs(mean - exact).max() < 0.03  # five standard errors


@pytest.mark.parametrize("k", [1, 2, 4])
@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 12, 22, 25, 31])
def test_base_graphs_average_exactly_with_k_neighbours_a_round(n, k):
    schedule, P = base_graph(n, k), np.eye(n)
    for t in range(len(schedule.parts)):
        W = schedule[t].toarray()
        assert W.min() >= -1e-15 and ((W - np.diag(np.diag(W))) > 0).sum(axis=1).max() <= k
        P = W @ P
    assert abs(P - 1 / n).max() < 1e-12 and schedule.factor == 0


def test_messages_count_what_nodes_send():
    assert Schedule.cycle(one_peer_exponential(8)).messages == 1
    assert edge_colouring("star:n=5").messages == pytest.approx(2 / 5)  # a leaf and the centre, of five nodes


@pytest.mark.parametrize(
    ("build", "word"),
    [
        (lambda: Schedule("often", (scipy.sparse.csr_array((2, 2)),)), "kind"),
        (lambda: Schedule("cycle", ()), "parts"),
        (lambda: Schedule.cycle([[[0.5, 0.5], [0.0, 1.0]]]), "parts"),
        (lambda: Schedule("one", (scipy.sparse.csr_array((2, 2)),), np.array([1.5])), "probabilities"),
        (lambda: Schedule("one", (scipy.sparse.csr_array((2, 2)),)), "probabilities"),
        (lambda: Schedule.cycle([np.eye(2)])[-1], "t"),
        (lambda: base_graph(1), "n"),
        (lambda: base_graph(5, 0), "k"),
    ],
)
def test_what_makes_no_sense_is_named(build, word):
    with pytest.raises(InputError, match=word):
        build()
