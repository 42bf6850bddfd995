"""Reliabilities from acknowledgements: coverage, the best window, and the price of an error."""

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral.errors import InputError
from mixproof.spectral.mixing import MixingMatrix
from mixproof.spectral.network import Network
from mixproof.weightopt import objective_value, optimize
from mixproof.weightopt.nodes.drift import jump, random_walk, sinusoid
from mixproof.weightopt.nodes.estimation import (
    LinkCounts,
    agree_on_counts,
    best_keep,
    loss_bound,
    mean_squared_error,
    value_error,
)
from mixproof.weightopt.nodes.transport import InProcess

from .networks import random_feasible, small_networks


@pytest.mark.parametrize("n", [30, 200])
def test_the_interval_covers_p_as_often_as_it_says(n):
    k = np.arange(n + 1)
    low, high = LinkCounts.none(n + 1).after(np.full(n + 1, n), k).interval(0.95)
    grid = np.linspace(0.02, 0.98, 193)
    coverage = np.array([scipy.stats.binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum() for p in grid])
    assert coverage.min() > 0.83 and coverage.mean() == pytest.approx(0.95, abs=0.01)


@given(st.integers(1, 500), st.floats(0, 1), st.floats(0.5, 0.99))
def test_the_interval_ends_where_the_score_test_does(n, share, confidence):
    counts = LinkCounts.none(1).after([n], [share * n])
    z = scipy.stats.norm.ppf((1 + confidence) / 2)
    low, high = (float(end[0]) for end in counts.interval(confidence))
    assert 0 <= low <= share + 1e-9 and share - 1e-9 <= high <= 1
    for end in (low, high):
        assert n * (share - end) ** 2 == pytest.approx(z**2 * end * (1 - end), abs=1e-9)


@given(st.floats(0.1, 0.95), st.integers(1, 50))
def test_forgotten_counts_are_worth_fewer_frames(keep, probes):
    counts = LinkCounts.none(1)
    for _ in range(150):
        counts = counts.after([probes], [probes], keep)
    assert counts.trials[0] == pytest.approx(probes * (1 + keep) / (1 - keep), rel=2e-3)
    assert LinkCounts.none(1).after([7], [3]).after([5], [5]).trials == pytest.approx(12)  # nothing forgotten


def test_remark_6_is_the_plain_ratio_and_the_mean_stays_inside():
    counts = LinkCounts.none(3).after([4, 10, 0], [0, 10, 0]).after([6, 0, 0], [5, 0, 0])
    assert counts.ratio.tolist() == [0.5, 1.0, 0.0]
    assert np.all((counts.mean > 0) & (counts.mean < 1))


@pytest.mark.parametrize("keep", [0.5, 0.9])
def test_the_error_of_a_window_is_noise_and_lateness(keep):
    step, probes, links, rng = 0.004, 20, 20_000, np.random.default_rng(0)
    truth = random_walk(np.full(links, 0.5), 80, step, seed=1)
    counts = LinkCounts.none(links)
    for p in truth:
        counts = counts.after(np.full(links, probes), rng.binomial(probes, p), keep)
    measured = np.mean((counts.ratio - truth[-1]) ** 2)
    assert measured == pytest.approx(mean_squared_error(0.5, probes, keep, step), rel=0.05)


@given(st.floats(0.05, 0.95), st.integers(1, 200), st.floats(1e-3, 0.1))
def test_the_best_window_is_the_one_with_the_smallest_error(p, probes, step):
    best = best_keep(p, probes, step)
    least = mean_squared_error(p, probes, best, step)
    assert all(
        mean_squared_error(p, probes, keep, step) >= least * (1 - 1e-9) for keep in np.arange(0, 1, 0.01)
    )


@given(small_networks(lossy=True), st.data())
@settings(max_examples=15, deadline=None)
def test_the_price_of_an_error_is_bounded(network, data):
    p = network.reliability
    q = np.array([data.draw(st.floats(max(0.01, x - 0.2), min(1, x + 0.2))) for x in p])
    guess, error = Network(network.n, network.edges, q), p - q

    w = random_feasible(network, np.random.default_rng(data.draw(st.integers(0, 99))))
    true, guessed = (MixingMatrix.from_edge_weights(net, w) for net in (network, guess))
    change = abs(objective_value(true) - objective_value(guessed))
    assert change <= value_error(true, error) + 1e-9
    assert value_error(true, error) <= 2 * np.max(abs(error)) + 1e-9

    best = optimize(guess, gap=1e-6)
    used = MixingMatrix.from_edge_weights(network, best.weights.weights)
    loss = objective_value(used) - optimize(network, gap=1e-6).rho
    assert loss <= loss_bound(max(best.gap, 0), error) + 1e-9


def test_two_nodes_lose_twice_their_error():
    true, guess = (Network.from_edges(2, [(0, 1)], [p]) for p in (1.0, 0.5))
    chosen = optimize(guess, gap=1e-6).weights.weights
    loss = objective_value(MixingMatrix.from_edge_weights(true, chosen)) - optimize(true).rho
    assert loss == pytest.approx(2 * 0.5, abs=1e-4)


def test_both_ends_of_a_link_hold_the_same_counts():
    def program(port):
        sent = np.array([10.0 * port.me + v for v in port.neighbours])
        return (yield from agree_on_counts(port, [sent, sent / 3]))

    ring = Network.from_edges(4, [(0, 1), (1, 2), (2, 3), (0, 3)])
    transport = InProcess(ring)
    counts = transport.run(program)
    neighbours = [port.neighbours for port in transport.ports]
    for u, v in ring.edges.tolist():
        a, b = counts[u][:, neighbours[u].index(v)], counts[v][:, neighbours[v].index(u)]
        assert a.tobytes() == b.tobytes() and a[0] == 11 * (u + v)
    assert transport.traffic.messages.sum() == 2 * ring.m


def test_drifting_links_stay_links():
    p = np.array([0.05, 0.5, 1.0])
    walk = random_walk(p, 2000, 0.05, seed=3)
    wave = sinusoid(p, 200, 0.4, 50)
    for course in (walk, wave):
        assert course.min() >= 0.01 and course.max() <= 1
    assert np.allclose(walk[0], p) and np.allclose(wave[:50], wave[50:100])
    inside = random_walk(np.full(4000, 0.5), 20, 0.01)
    assert np.std(np.diff(inside, axis=0)) == pytest.approx(0.01, rel=0.02)
    leap = jump(p, 5, 2, [0.5, 0.5, 0.5])
    assert leap[:, 0].tolist() == [0.05, 0.05, 0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: LinkCounts.none(1).after([1], [2]),
        lambda: LinkCounts.none(1).after([1], [1], keep=1.5),
        lambda: LinkCounts.none(1).interval(1.0),
        lambda: sinusoid([0.5], 3, 0.1, 0),
    ],
)
def test_bad_input_is_said(wrong):
    with pytest.raises(InputError):
        wrong()
