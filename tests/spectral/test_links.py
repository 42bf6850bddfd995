"""Random links: closed forms against the enumeration of all link states."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from mixproof.spectral import (
    InputError,
    MixingMatrix,
    Network,
    mean_matrix,
    mixing_matrix,
    parse_network,
    realization,
    rho_second_moment,
    sample,
    sample_links,
    second_moment,
    spectrum,
)
from mixproof.spectral.strategies import mixing_matrices

from .graphs import ICM

quick = settings(deadline=None, max_examples=20)
few_links = mixing_matrices(min_nodes=2, max_nodes=5, reliability=True).filter(lambda W: W.network.m <= 6)


def enumerated(W: MixingMatrix):
    """E[W_hat] and E[W_hat^2] by going through all states of the links (dawo, eq. (3))."""
    n, p = W.n, W.network.reliability
    first, second = np.zeros((n, n)), np.zeros((n, n))
    for state in product((0, 1), repeat=W.network.m):
        chance = np.prod([q if up else 1 - q for q, up in zip(p, state)])
        drawn = np.eye(n)
        for (u, v), w, up in zip(W.network.edges, W.weights, state):
            if up:
                drawn[u] += w * (np.eye(n)[v] - np.eye(n)[u])
                drawn[v] += w * (np.eye(n)[u] - np.eye(n)[v])
        first += chance * drawn
        second += chance * drawn @ drawn
    return first, second


@quick
@given(few_links)
def test_moments_equal_the_enumeration(W):
    first, second = enumerated(W)
    assert np.allclose(mean_matrix(W).dense(), first, atol=1e-14)
    assert np.allclose(second_moment(W).toarray(), second, atol=1e-14)
    assert rho_second_moment(W) == pytest.approx(np.linalg.norm(second - 1 / W.n, 2), abs=1e-12)


@quick
@given(mixing_matrices(min_nodes=2, reliability=True))
def test_the_second_moment_dominates_the_square_of_the_mean(W):
    mean = mean_matrix(W).dense()
    scatter = second_moment(W).toarray() - mean @ mean
    assert np.linalg.eigvalsh(scatter)[0] > -1e-13
    assert rho_second_moment(W) >= spectrum(mean_matrix(W)).rho ** 2 - 1e-13


@quick
@given(mixing_matrices(min_nodes=2, reliability=True))
def test_links_that_always_work(W):
    certain = MixingMatrix.from_edge_weights(W.network.reliable(), W.weights)
    assert np.array_equal(mean_matrix(certain).dense(), certain.dense())
    assert np.allclose(second_moment(certain).toarray(), certain.dense() @ certain.dense(), atol=1e-14)


@pytest.mark.parametrize("p, phi", [(1.0, 0.660245), (0.9, 0.696780), (0.7, 0.768151), (0.5, 0.837248)])
def test_metropolis_weights_on_the_icm_graph(p, phi):
    network = Network(8, ICM.edges, np.full(13, p))
    assert rho_second_moment(mixing_matrix(network, "metropolis")) == pytest.approx(phi, abs=1e-6)


@pytest.mark.parametrize("n, p", [(5, 0.5), (5, 0.8), (10, 0.5), (10, 0.8)])
def test_complete_graph_closed_form(n, p):
    # w = 1/(pn + 2(1-p)) gives rho(E[W_hat^2]) = 2(1-p)/(pn + 2(1-p)); self weights can be negative
    network = parse_network(f"complete:n={n}")
    network = Network(n, network.edges, np.full(network.m, p))
    W = MixingMatrix.from_edge_weights(network, np.full(network.m, 1 / (p * n + 2 * (1 - p))), signed=True)
    assert rho_second_moment(W) == pytest.approx(2 * (1 - p) / (p * n + 2 * (1 - p)), abs=1e-12)


def test_samples_follow_the_closed_forms():
    network = parse_network("geometric:n=12,r=2,v=2")
    W = mixing_matrix(network, "metropolis")
    drawn = sample(W, np.random.default_rng(0), 20_000)
    assert np.allclose(drawn.sum(axis=2), 1) and np.array_equal(drawn, drawn.transpose(0, 2, 1))
    error = 5 * drawn.std(axis=0) / np.sqrt(20_000)
    assert (np.abs(drawn.mean(axis=0) - mean_matrix(W).dense()) <= error + 1e-12).all()
    squares = drawn @ drawn
    error = 5 * squares.std(axis=0) / np.sqrt(20_000)
    assert (np.abs(squares.mean(axis=0) - second_moment(W).toarray()) <= error + 1e-12).all()


def test_the_objective_is_the_average_of_draws():
    """At the top eigenvector u, E|W_hat u|^2. Four standard errors: a true formula fails once in 16,000 seeds.

    Without the factor 2 of the scatter, and without the scatter, the deviation is 7 and 14: draws can tell.
    """
    W = mixing_matrix(parse_network("geometric:n=12,r=6,v=2"), "metropolis")
    exact, mean = second_moment(W).toarray(), mean_matrix(W).dense()
    u = np.linalg.eigh(exact - 1 / W.n)[1][:, -1]
    along = ((sample(W, np.random.default_rng(1), 20_000) @ u) ** 2).sum(axis=1)
    error = along.std() / np.sqrt(len(along))
    assert abs(along.mean() - rho_second_moment(W)) <= 4 * error
    for wrong in (mean @ mean, (exact + mean @ mean) / 2):
        assert abs(along.mean() - u @ wrong @ u) > 6 * error


def test_samples_depend_on_the_seed_alone_and_match_their_links():
    W = mixing_matrix(parse_network("geometric:n=6,r=2,v=2"), "metropolis")
    up = sample_links(W.network, np.random.default_rng(7), 5)
    drawn = sample(W, np.random.default_rng(7), 5)
    for k in range(5):
        assert np.allclose(realization(W, up[k]).dense(), drawn[k], atol=1e-15)


def test_large_networks_never_form_the_second_moment():
    star = parse_network("star:n=1500")
    W = mixing_matrix(Network(1500, star.edges, np.full(star.m, 0.5)), "metropolis")
    # on vectors supported on the leaves: (1 - pw)^2 + p(1-p) 2 w^2 (a leaf's own scatter), w = 1/1500
    w = 1 / 1500
    assert rho_second_moment(W) == pytest.approx((1 - w / 2) ** 2 + w * w / 2, abs=1e-9)


def test_one_state_for_each_link_and_no_less():
    W = mixing_matrix(parse_network("path:n=3"), "metropolis")
    with pytest.raises(InputError, match=r"up=array of shape \(1,\)"):
        realization(W, [True])
    with pytest.raises(InputError, match="count=-1"):
        sample_links(W.network, np.random.default_rng(0), -1)


def test_directed_networks_are_refused():
    network = parse_network("directed:n=4,max_out=2")
    W = mixing_matrix(network, "out-degree")
    rng = np.random.default_rng(0)
    for call in (lambda: mean_matrix(W), lambda: second_moment(W), lambda: sample(W, rng, 1)):
        with pytest.raises(InputError, match="directed"):
            call()
