"""Schedules and links under a budget: never worse than the rules they start from, within budget, above their bounds."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import InputError, Network, parse_network
from mixproof.weightopt import choose_links, edge_colouring, matcha, matchings, optimize, optimize_schedule

from .networks import small_networks

few = settings(deadline=None, max_examples=10)


def reliable(network):
    return Network(network.n, network.edges)


@settings(deadline=None, max_examples=20)
@given(small_networks())
def test_matchings_share_no_node_and_hold_every_link_once(network):
    groups = matchings(reliable(network))
    assert sorted(np.concatenate(groups).tolist()) == list(range(network.m))
    for group in groups:
        ends = network.edges[group].ravel()
        assert len(set(ends.tolist())) == len(ends)
    assert len(groups) >= network.degrees.max()


@settings(few, max_examples=4)
@given(small_networks(), st.floats(0.2, 0.9))
def test_independent_matchings_are_within_budget_and_never_above_matcha(network, share):
    network = reliable(network)
    budget = share * 2 * network.m / network.n
    rule, found = matcha(network, budget), optimize_schedule(network, budget)
    assert budget * (1 - 1e-3) <= rule.messages <= budget * (
        1 + 1e-6
    ) and found.schedule.messages <= budget * (1 + 1e-6)
    assert found.schedule.factor <= rule.factor + 1e-9
    assert found.lower_bound <= found.schedule.factor + 1e-9


@few
@given(small_networks(), st.floats(0.1, 1.0), st.integers(0, 99))
def test_one_matching_a_round_is_optimal_within_budget(network, share, seed):
    network = reliable(network)
    budget = share * 2 * network.m / network.n
    found = optimize_schedule(network, budget, kind="one")
    assert found.schedule.messages <= budget * (1 + 1e-6)
    assert found.lower_bound <= found.schedule.factor + 1e-9
    assert found.schedule.factor - found.lower_bound <= 1e-3
    # no other probabilities within the budget are better than the bound
    groups = matchings(network)
    p = np.random.default_rng(seed).dirichlet(np.ones(len(groups)))
    sent = 2 * np.array([len(group) for group in groups]) / network.n
    p *= min(1, budget / (p @ sent))
    L = np.zeros((network.n, network.n))
    for q, group in zip(p, groups):
        for u, v in network.edges[group]:
            a = np.zeros(network.n)
            a[u], a[v] = 1, -1
            L += q * np.outer(a, a)
    assert 1 - np.linalg.eigvalsh(L)[1] / 2 >= found.lower_bound - 1e-9


@few
@given(small_networks())
def test_cycles_keep_the_budget_and_are_no_worse_a_message_than_an_edge_colouring(network):
    network = reliable(network)
    found = optimize_schedule(network, 0.3, kind="cycle").schedule
    rounds = len(found.parts)
    assert (
        found.messages <= 0.3 * (1 + 1e-9) < found.messages * rounds / (rounds - 1)
    )  # no idle round too many
    assert found.factor_per_message <= edge_colouring(network).factor_per_message + 1e-6


def test_the_choice_of_links_is_the_best_one_where_all_can_be_tried():
    network = parse_network("complete:n=5")
    least = np.inf
    for kept in combinations(range(network.m), 6):
        graph = nx.Graph(network.edges[list(kept)].tolist())
        if len(graph) == 5 and nx.is_connected(graph):
            least = min(least, optimize(Network.from_networkx(graph)).rho)
    chosen = choose_links(network, 6)
    assert chosen.result.weights.network.m == 6
    assert chosen.lower_bound <= least + 1e-9
    assert chosen.result.rho <= least + 1e-4


@few
@given(small_networks(), st.integers(0, 3))
def test_chosen_links_are_so_many_connected_and_above_the_bound(network, more):
    links = min(network.n - 1 + more, network.m)
    chosen = choose_links(network, links)
    kept = chosen.result.weights.network
    assert kept.m <= links and kept.n == network.n and chosen.gap >= -1e-12
    pairs = {tuple(edge) for edge in network.edges.tolist()}
    assert all(tuple(edge) in pairs for edge in kept.edges.tolist())
    assert chosen.lower_bound <= chosen.result.rho + 1e-9


@pytest.mark.parametrize(
    ("build", "word"),
    [
        (lambda: optimize_schedule("ring:n=6", 3.0), "messages"),
        (lambda: optimize_schedule("ring:n=6", "1"), "messages"),
        (lambda: optimize_schedule("ring:n=6", 1.0, kind="all"), "kind"),
        (lambda: optimize_schedule("ring:n=6", 1.0, kind="one", objective="mean"), "objective"),
        (lambda: optimize_schedule("geometric:n=6,r=1,v=1", 1.0), "network"),
        (lambda: optimize_schedule("ring:n=200", 1.0), "network"),
        (lambda: choose_links("ring:n=6", 4), "links"),
        (lambda: choose_links("directed:n=6,max_out=3", 6), "network"),
    ],
)
def test_what_makes_no_sense_is_named(build, word):
    with pytest.raises(InputError, match=word):
        build()
