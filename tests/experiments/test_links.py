"""Unreliable links and local steps, against the printed loops over devices, in Fractions and in runs."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.algorithms import Algorithm
from mixproof.experiments.learning.algorithms import (
    DECEFL,
    UnreliableLinks,
    declared,
    effective,
    mix,
)
from mixproof.experiments.learning.problems import Quadratic, logistic
from mixproof.experiments.learning.simulate import simulate
from mixproof.spectral import mixing_matrix, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.links import mean_matrix

K, D = 4, 2


def symmetric(rng, low, high):
    upper = np.triu(rng.integers(low, high, size=(K, K)), 1)
    return upper + upper.T


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_lost_models_are_replaced_by_the_receivers_own(seed):
    """dawo (3) and (4), device by device: r_ij = n_ij x_j + (1 - n_ij) x_i."""
    rng = np.random.default_rng(seed)
    W = symmetric(rng, 0, 4) * Fraction(1, 16)
    W = W + np.diag([Fraction(1) - s for s in W.sum(axis=1)])
    n, x = symmetric(rng, 0, 2), rng.integers(-9, 9, size=(K, D)) * Fraction(1, 4)
    hessians = np.zeros((K, D, D), dtype=object) + np.eye(D, dtype=int) * Fraction(1, 2)
    problem, eta = Quadratic(hessians, rng.integers(-3, 4, size=(K, D)) * Fraction(1)), Fraction(1, 8)
    after = mix(effective(W, n), x) - eta * problem.gradient(x)
    for i in range(K):
        got = [x[j] if n[i, j] else x[i] for j in range(K)]
        half = W[i, i] * x[i] + sum(W[i, j] * got[j] for j in range(K) if j != i)
        assert (after[i] == half - eta * Fraction(1, 2) * (x[i] - problem.centers[i])).all()
    mixing = effective(W, n)
    assert (mixing == mixing.T).all() and (mixing.sum(axis=1) == 1).all()


def test_effective_takes_one_matrix_a_seed():
    rng = np.random.default_rng(0)
    W, S = np.full((3, 3), 1 / 3), rng.integers(0, 2, size=(5, 3, 3))
    assert np.allclose(effective(W, S), np.stack([effective(W, one) for one in S]))


def test_links_draw_what_they_promise_in_any_order():
    W = mixing_matrix(parse_network("geometric:n=6,r=1,v=1,seed=2"), "reliability")
    links = UnreliableLinks(W, seeds=3, seed=5)
    once = [links(t) for t in range(400)]
    assert once[0].shape == (3, 6, 6) and (links(7) == once[7]).all()
    assert (UnreliableLinks(W, seeds=1, seed=5)(7) == once[7][:1]).all()  # more seeds change no draw
    assert not (once[0] == once[1]).all() and not (once[0][0] == once[0][1]).all()
    mean = np.concatenate(once).mean(axis=0)
    assert np.abs(mean - mean_matrix(W).dense()).max() < 4 * W.weights.max() / 1200**0.5
    u, v = W.network.edges.T
    values = np.concatenate(once)[:, u, v]
    assert (np.isclose(values, 0) | np.isclose(values, W.weights)).all()


def test_dynamic_links_ask_for_the_weights_of_the_round():
    asked = []

    def weights(t):
        asked.append(t)
        return mixing_matrix(parse_network(f"geometric:n=5,r=1,v=1,seed={t}"), "reliability")

    task = Quadratic(np.ones((5, 1, 1)), np.arange(5.0)[:, None])
    run = simulate(task, DECEFL, mixing=UnreliableLinks(weights, seeds=2), eta=0.1, rounds=6, seeds=2)
    assert asked == list(range(6)) and not np.allclose(run.final[0], run.final[1])
    # symmetric doubly stochastic in every realization: the mean forgets the start as with reliable links
    assert np.allclose(run.mean_error, run.mean_error[0, 0] * 0.9**run.rounds)


def local(steps, gossip=False):
    """Gradient steps of each client between two exchanges, by W or by a server."""
    lines = {f"y{i + 1}": f"y{i} - eta*grad(y{i})" for i in range(steps)}
    start, end = ("x", f"mix(y{steps})") if gossip else ("average(x)", f"y{steps}")
    text = Algorithm("local steps", let={"y0": start, **lines}, next={"x": end})
    return declared(text, objective="mean" if gossip else "samples")


def test_local_steps_are_the_plain_loop():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 2, 60)
    task = logistic(X, y, [np.arange(0, 10), np.arange(10, 30), np.arange(30, 60)], 0.1)
    W, eta, shares = np.array([[0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]]), 0.3, np.array([10, 20, 30]) / 60
    for algorithm in (local(4, gossip=True), local(4, gossip=False)):
        run = simulate(task, algorithm, mixing=W, eta=eta, rounds=5)
        w = np.zeros((3, 3))
        for _ in range(5):
            if not algorithm.gossip:
                w = np.tile(shares @ w, (3, 1))
            for k in range(3):
                for _ in range(4):
                    w[k] = w[k] - eta * task.client(k).gradient(w[k][None])[0]
            if algorithm.gossip:
                w = W @ w
        assert np.allclose(run.final[0], w, rtol=1e-12, atol=1e-14)


def test_every_local_step_has_samples_of_its_own():
    X, y = np.eye(8)[:, :4] + 1, np.arange(8) % 2
    task = logistic(X, y, [np.arange(8)], 0.1)
    one, two = (simulate(task, local(steps), eta=0.1, rounds=8 // steps, batch=2, seed=3) for steps in (1, 2))
    assert np.allclose(one.final, two.final)  # a lone client meets the same batches in the same order
    full = simulate(task, local(2), eta=0.1, rounds=4)
    assert not np.allclose(full.final, two.final)


def test_bad_counts_are_refused():
    W = mixing_matrix(parse_network("ring:n=4"), "metropolis")
    with pytest.raises(InputError, match=r"^seeds=0"):
        UnreliableLinks(W, seeds=0)
