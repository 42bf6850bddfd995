"""Online push-sum and gossip against the printed loops over nodes; streams; the comparator."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.experiments.learning.algorithms import online_gossip, push_sum
from mixproof.experiments.learning.problems import logistic, stream
from mixproof.experiments.learning.streaming import mutual_weights, run_online
from mixproof.spectral import Network, mixing_matrix, parse_network
from mixproof.spectral.errors import InputError

N, D = 4, 2


def fractions(rng, *shape):
    return rng.integers(-8, 9, size=shape) * Fraction(1, 4)


def row_stochastic(rng):
    W = rng.integers(0, 4, size=(N, N)) + np.eye(N, dtype=int)
    return np.array([[Fraction(int(a), int(row.sum())) for a in row] for row in W])


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_push_sum_is_the_printed_loop_exactly(seed):
    rng = np.random.default_rng(seed)
    W, centers, gamma = row_stochastic(rng), fractions(rng, N, D), Fraction(1, 8)
    z, omega = fractions(rng, N, D), np.array([Fraction(1)] * N)
    for _ in range(3):
        after, weights = push_sum(z, omega, W, lambda x: x - centers, gamma)
        x = [z[i] / omega[i] for i in range(N)]
        half = [z[i] - gamma * (x[i] - centers[i]) for i in range(N)]
        for i in range(N):
            assert (after[i] == sum(W[k, i] * half[k] for k in range(N))).all()
            assert weights[i] == sum(W[k, i] * omega[k] for k in range(N))
        plain = online_gossip(z, W, lambda x: x - centers, gamma)
        for i in range(N):
            assert (plain[i] == sum(W[k, i] * (z[k] - gamma * (z[k] - centers[k])) for k in range(N))).all()
        z, omega = after, weights
        assert omega.sum() == N


def test_push_sum_sparse_dense_and_many_seeds_agree():
    rng = np.random.default_rng(0)
    W = row_stochastic(rng).astype(float)
    z, omega = rng.normal(size=(3, N, D)), rng.uniform(0.5, 2, size=(3, N))
    for kind in (W, scipy.sparse.csr_array(W)):
        after, weights = push_sum(z, omega, kind, lambda x: 2 * x, 0.1)
        for s in range(3):
            one, weight = push_sum(z[s], omega[s], W, lambda x: 2 * x, 0.1)
            assert np.allclose(after[s], one) and np.allclose(weights[s], weight)


def data(m=120, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, 3))
    return X, (X[:, 0] + rng.normal(size=m) > 0).astype(int)


def test_a_run_is_the_plain_loop():
    X, y = data()
    events = stream(X, y, nodes=5, rounds=40, stochastic=0.5, l2=1e-2)
    W = mixing_matrix(parse_network("directed:n=5,max_out=2,seed=1"), "out-degree")
    for normalised in (True, False):
        run = run_online(events, W, 0.3, normalised=normalised, records=40)
        A = W.dense()
        z, omega, suffered, smallest = np.zeros((5, 3)), np.ones(5), 0.0, 1.0
        for t in range(40):
            half = np.empty_like(z)
            for i in range(5):
                x = z[i] / omega[i]
                row, label = X[events.order[t, i]], y[events.order[t, i]]
                score = row @ x
                suffered += np.log1p(np.exp(score)) - label * score + 0.005 * x @ x
                half[i] = z[i] - 0.3 * ((1 / (1 + np.exp(-score)) - label) * row + 0.01 * x)
            z = A.T @ half
            if normalised:
                omega = A.T @ omega
                smallest = min(smallest, omega.min())
            if t + 1 in run.rounds:
                at = list(run.rounds).index(t + 1)
                assert run.curves["average_loss"][0, at] == pytest.approx(suffered / (5 * (t + 1)), rel=1e-12)
                error = np.linalg.norm(z / omega[:, None] - z.mean(axis=0))
                assert run.consensus_error[0, at] == pytest.approx(error, rel=1e-9)
        assert np.allclose(run.final[0], z / omega[:, None])
        assert run.curves["smallest_weight"][0, -1] == pytest.approx(smallest)


def test_with_a_doubly_stochastic_matrix_push_sum_is_plain_gossip():
    X, y = data()
    events = stream(X, y, nodes=6, rounds=60, stochastic=1.0)
    W = mixing_matrix(parse_network("ring:n=6"), "metropolis")
    one, other = (run_online(events, W, 0.2, normalised=flag) for flag in (True, False))
    assert np.allclose(one.final, other.final, rtol=1e-12) and one.curves[
        "smallest_weight"
    ].min() == pytest.approx(1)


def test_the_comparator_is_the_minimum_over_everything_met():
    X, y = data(40)
    events = stream(X, y, nodes=3, rounds=50, stochastic=0.4, l2=1e-2)
    flat = events.order.ravel()
    whole = logistic(X[flat], y[flat], [np.arange(len(flat))], 1e-2)
    best = whole.minimum()
    w, value = events.best.w, events.best.value
    assert np.linalg.norm(w - best.w) <= 1e-9 and value == pytest.approx(best.value, rel=1e-12)
    rounds = sum(events.losses(t, np.tile(w, (3, 1))).sum() for t in range(50)) / 150
    assert value == pytest.approx(rounds, rel=1e-12)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_streams_give_each_node_its_own_samples(share):
    X, y = data(200)
    events = stream(X, y, nodes=4, rounds=300, stochastic=share, seed=2)
    owners = [set(events.order[:, i].tolist()) for i in range(4)]
    assert sum(map(len, owners)) == len(set().union(*owners)) <= 200
    for i in range(4):  # every own sample is met before one is met again
        first = events.order[: len(owners[i]), i]
        assert len(set(first.tolist())) == len(first)
    if share == 0.0:  # clusters lie apart: their means differ more than those of a random division
        means = np.array([X[sorted(own)].mean(axis=0) for own in owners])
        assert np.linalg.norm(means - means.mean(axis=0), axis=1).min() > 0.5


def test_mutual_weights_on_what_is_left():
    network = parse_network("directed:n=30,max_out=12,seed=3")
    W = mutual_weights(network).toarray()
    arcs = {tuple(arc) for arc in network.edges.tolist()}
    assert np.allclose(W, W.T) and np.allclose(W.sum(axis=1), 1) and W.min() >= 0
    for i in range(30):
        for j in range(30):
            assert i == j or (W[i, j] > 0) == ((i, j) in arcs and (j, i) in arcs)


def test_divergence_is_said_with_its_round():
    X, y = data()
    events = stream(100 * X, y, nodes=4, rounds=400, stochastic=1.0, l2=1.0)
    run = run_online(events, np.full((4, 4), 0.25), 5.0)
    assert 0 < run.diverged_at < 400 and run.rounds[-1] <= run.diverged_at
    both = run_online(events, np.full((4, 4), 0.25), [1e-6, 5.0])
    assert both.diverged.tolist() == [-1, run.diverged_at]
    assert np.isfinite(both.curves["average_loss"][0]).all() and np.isnan(both.curves["average_loss"][1, -1])
    alone = run_online(events, np.full((4, 4), 0.25), 1e-6)
    assert np.allclose(both.curves["average_loss"][0], alone.curves["average_loss"][0], rtol=1e-12)


def test_bad_input_is_refused():
    X, y = data(20)
    for options, name in (
        ({"y": y + 1}, "y"),
        ({"stochastic": 1.5}, "stochastic"),
        ({"nodes": 21}, "nodes"),
        ({"nodes": 0}, "nodes"),
        ({"rounds": 0}, "rounds"),
    ):
        with pytest.raises(InputError, match=f"^{name}="):
            stream(**{"X": X, "y": y, "nodes": 2, "rounds": 3, "stochastic": 0.5, **options})
    events = stream(X, y, nodes=2, rounds=3, stochastic=0.5)
    for W, gamma, name in (
        (np.eye(3), 0.1, "W"),
        (np.ones((2, 2)), 0.1, "W"),
        (np.eye(2), 0.0, "gamma"),
        (np.eye(2), np.nan, "gamma"),
        (np.eye(2), [0.1, -0.1], "gamma"),
    ):
        with pytest.raises(InputError, match=f"^{name}="):
            run_online(events, W, gamma)
    with pytest.raises(InputError, match=r"^network="):
        mutual_weights(Network.from_edges(2, [(0, 1)]))
