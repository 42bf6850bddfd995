"""A weighted average, directed networks, links that fail together: by definition, by simulation, by other routes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import MixingMatrix, Network, parse_network, realization
from mixproof.spectral.errors import InputError
from mixproof.strategies import directed_networks
from mixproof.weightopt import (
    Grouped,
    NormCertificate,
    Status,
    Weighted,
    objective_enclosure,
    objective_value,
    optimize,
    verify_certificate,
)
from mixproof.weightopt.central.norm_cuts import by_cuts
from mixproof.weightopt.central.norms import circulation, even_flows, nearby_feasible
from mixproof.weightopt.method import Request
from mixproof.weightopt.problem import Problem

from .networks import dense_objective, random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)


def flows(network, pi, rng):
    """Random feasible W for a target on an undirected network, dense."""
    u, v = network.edges.T
    x = rng.random(network.m)
    full = np.bincount(u, x, network.n) + np.bincount(v, x, network.n)
    x = x / max((full / pi).max(), 1e-9)
    W = np.eye(network.n)
    for i, j, f in zip(u, v, x):
        W[i] += f / pi[i] * (np.eye(network.n)[j] - np.eye(network.n)[i])
        W[j] += f / pi[j] * (np.eye(network.n)[i] - np.eye(network.n)[j])
    return W


def norm_of(W, pi):
    root = np.sqrt(pi)
    return np.linalg.norm(root[:, None] * (W - pi) / root, 2)


@settings(deadline=None, max_examples=15)
@given(small_networks(lossy=False, most=6), SEEDS)
def test_weighted_average_is_certified_and_no_random_weights_are_better(network, seed):
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 20, network.n)
    pi = counts / counts.sum()
    best = optimize(network, target=counts)
    W = best.weights.dense()
    assert best.status is Status.CERTIFIED and W.min() >= 0
    assert pi @ W == pytest.approx(pi, abs=1e-12) and W.sum(axis=1) == pytest.approx(1)
    assert pi[:, None] * W == pytest.approx((pi[:, None] * W).T, abs=1e-12)  # self-adjoint
    assert best.value == pytest.approx(norm_of(W, pi), abs=1e-9)
    assert best.value == pytest.approx(np.sort(abs(np.linalg.eigvals(W)))[-2], abs=1e-6)
    assert best.lower_bound == verify_certificate(network, best.certificate, best.goal)
    for _ in range(5):
        assert best.lower_bound <= norm_of(flows(network, pi, rng), pi) + 1e-12


@pytest.mark.parametrize("text", ["path:n=5", "grid:rows=2,cols=4", "geometric:n=8,r=2,v=2"])
def test_the_plain_average_is_fastest_mixing(text):
    plain, weighted = optimize(text, method="cvxpy"), optimize(text, target=1)
    assert weighted.value == pytest.approx(plain.value, abs=1e-6)
    assert weighted.weights.dense() == pytest.approx(weighted.weights.dense().T, abs=1e-12)


@settings(deadline=None, max_examples=12)
@given(directed_networks(max_nodes=6), SEEDS)
def test_directed_networks_get_balanced_weights(network, seed):
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 9, network.n)
    pi = counts / counts.sum()
    best = optimize(network, target=counts)
    W = best.weights.dense()
    assert best.weights.network is network and W.min() >= 0
    assert pi @ W == pytest.approx(pi, abs=1e-12)
    assert best.enclosure[0] <= norm_of(W, pi) + 1e-12 and norm_of(W, pi) <= best.enclosure[1] + 1e-12
    assert best.status is Status.CERTIFIED and best.lower_bound <= best.value
    assert np.sort(abs(np.linalg.eigvals(W)))[-2:-1].sum() <= best.value + 1e-9  # the stand-in is above it
    assert best.lower_bound <= norm_of(np.eye(network.n), pi)


@settings(deadline=None, max_examples=20)
@given(small_networks(most=6), SEEDS, st.floats(0.01, 10))
def test_any_arrays_give_a_true_bound(network, seed, size):
    rng, n = np.random.default_rng(seed), network.n
    groups = Grouped.of(rng.permutation(network.m))
    arrays = [size * rng.standard_normal(s) for s in (((n + 2 * network.m), 3), (n, 3), (n,), (0,))]
    bound = verify_certificate(network, NormCertificate(*arrays), groups)
    for _ in range(3):
        w = random_feasible(network, rng)
        assert bound <= dense_objective(network, w, "second-moment") + 1e-12


def test_links_on_their_own_are_the_second_moment():
    network = parse_network("geometric:n=8,r=2,v=2")
    best, alone = (
        optimize(network, "second-moment"),
        optimize(network, "second-moment", groups=np.arange(network.m)),
    )
    assert alone.value == pytest.approx(best.value, abs=1e-5) and alone.status is Status.CERTIFIED
    w = random_feasible(network, np.random.default_rng(0))
    weights = MixingMatrix.from_edge_weights(network, w)
    assert objective_value(weights, alone.goal) == pytest.approx(objective_value(weights, "second-moment"))


def leaving():
    """Six nodes, of which two leave now and then with all their links."""
    edges = [(0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5), (1, 5)]
    group = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3])
    return Network.from_edges(6, edges, np.array([0.5, 0.6, 0.8, 1.0])[group])


def test_links_that_fail_together_by_monte_carlo():
    network = leaving()
    labels = np.unique(network.reliability, return_inverse=True)[1]  # sorted links: a group has one p
    best = optimize(network, "second-moment", groups=labels)
    rng, p = np.random.default_rng(0), np.unique(network.reliability)
    up = rng.random((40_000, len(p))) < p
    kinds, times = np.unique(up, axis=0, return_counts=True)
    total = np.zeros((6, 6))
    for kind, count in zip(kinds, times):
        W = realization(best.weights, kind[labels]).dense()
        total += count / len(up) * W @ W
    drawn = np.linalg.eigvalsh(total - 1 / 6)[-1]
    assert best.value == pytest.approx(drawn, rel=0.02)
    value, (low, high) = objective_enclosure(best.weights, best.goal)
    exact = np.zeros((6, 6))
    for kind in np.ndindex(*(2,) * len(p)):
        share = np.prod(np.where(kind, p, 1 - p))
        W = realization(best.weights, np.array(kind, bool)[labels]).dense()
        exact += share * W @ W
    assert low <= np.linalg.eigvalsh(exact - 1 / 6)[-1] + 1e-12 and high - low < 1e-12
    assert value == pytest.approx(np.linalg.eigvalsh(exact - 1 / 6)[-1], abs=1e-12)
    assert best.status is Status.CERTIFIED
    apart = optimize(network, "second-moment")
    assert best.value <= objective_value(apart.weights, best.goal)  # knowing it is worth something
    assert apart.lower_bound < best.lower_bound


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"target": [1, 2]}, "one number for each of 4 nodes"),
        ({"target": [1, 2, 0, 1]}, "shares are > 0"),
        ({"target": [1, 2, 3, 4], "method": "distributed"}, "method fast or cvxpy"),
        ({"target": [1, 2, 3, 4], "signed": True}, "not negative"),
        ({"target": [1, 2, 3, 4], "objective": "learning"}, "speaks of objective mean"),
        ({"groups": [0, 0, 1]}, "speaks of objective second-moment"),
        ({"groups": [0, 1], "objective": "second-moment"}, "one for each of 3 links"),
        ({"groups": [0, 0.5, 1], "objective": "second-moment"}, "a whole number for each link"),
    ],
)
def test_bad_arguments_are_one_sentence(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        optimize(parse_network("path:n=4"), **arguments)


def test_a_group_has_one_probability_and_a_target_links_that_work():
    lossy = Network.from_edges(3, [(0, 1), (1, 2)], [0.5, 0.6])
    with pytest.raises(InputError, match="same probability"):
        optimize(lossy, "second-moment", groups=[0, 0])
    with pytest.raises(InputError, match="links that always work"):
        optimize(Network.from_edges(2, [(0, 1), (1, 0)], [0.5, 0.6], directed=True), target=1)
    with pytest.raises(InputError, match="the certificate is one of mean"):
        verify_certificate(lossy, optimize(lossy).certificate, Weighted.of([1, 2, 3]))


@pytest.mark.parametrize("seed", [0, 1])
def test_cuts_prove_what_the_program_does_where_it_takes_too_long(seed):
    """One network by both: cuts within some percent, their bound below the program's optimum."""
    rng = np.random.default_rng(seed)
    n = 14
    arcs = {(i, (i + 1) % n) for i in range(n)} | {tuple(rng.permutation(n)[:2].tolist()) for _ in range(25)}
    network, goal = Network.from_edges(n, sorted(arcs), directed=True), Weighted.of(rng.integers(1, 5, n))
    exact = optimize(network, goal)
    problem = Problem.of(network, goal)
    cut = by_cuts(Request(network, problem, 1e-2, None, None, None))
    W = goal.matrix(network, cut.weights)
    assert goal.target @ W.dense() == pytest.approx(goal.target, abs=1e-12)
    bound = verify_certificate(network, cut.certificate, goal)
    assert bound <= exact.value + 1e-9 <= goal.value(W) + 2e-9
    assert goal.value(W) - bound < 0.3 * (1 - exact.value)


def test_a_directed_network_of_some_hundred_nodes_gets_weights_and_a_bound():
    network = Network.from_edges(
        90, [(i, (i + s) % 90) for i in range(90) for s in (1, 7, 20)], directed=True
    )
    found = optimize(network, target=1, time_limit=2)
    assert 0 < found.lower_bound < found.value < 1
    assert found.lower_bound == verify_certificate(network, found.certificate)
    simple = MixingMatrix.from_edge_weights(network, np.full(network.m, 1 / 3))
    assert found.value <= objective_value(simple, found.goal) + 1e-9


def test_cuts_on_a_complete_network_find_exact_averaging():
    """The least level is 0, and no sign of the program's keeps it there."""
    network = Network.from_edges(5, [(i, j) for i in range(5) for j in range(5) if i != j], directed=True)
    goal = Weighted.of(1, 5)
    cut = by_cuts(Request(network, Problem.of(network, goal), 1e-2, None, None, None))
    assert goal.value(goal.matrix(network, cut.weights)) < 0.02
    assert verify_certificate(network, cut.certificate, goal) < 1e-6


def test_even_flows_fill_the_limits_and_mix_better_than_a_walk_in_equilibrium():
    rng, n = np.random.default_rng(3), 40
    arcs = {(i, int(j)) for i in range(n) for j in rng.choice(n, 3, replace=False) if i != j}
    network = Network.from_edges(n, sorted(arcs | {(i, (i + 1) % n) for i in range(n)}), directed=True)
    affine = Weighted.of(rng.random(n) + 0.5).affine(network)
    x = nearby_feasible(affine, even_flows(affine))
    assert abs(affine.balance @ x).max() < 1e-9 and (affine.sums(x) <= affine.limits).all() and x.min() > 0
    assert np.linalg.norm(affine.at(x), 2) < np.linalg.norm(affine.at(circulation(affine)), 2) - 0.03
