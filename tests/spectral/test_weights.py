"""Weights in closed form: published values, and each name by its definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import (
    WEIGHTS,
    InputError,
    Network,
    mixing_matrix,
    parse_network,
    spectral_norm,
    spectrum,
)
from mixproof.spectral.strategies import connected_networks, directed_networks

from .graphs import ICM, XIAO_BOYD

quick = settings(deadline=None, max_examples=25)


@pytest.mark.parametrize(
    "graph, name, rho",
    [
        (ICM, "metropolis-max", 0.7743035),
        (ICM, "max-degree", 0.7792542),
        (ICM, "best-constant", 0.7118580),
        (ICM, "metropolis", 0.8125545),
        (ICM, "max-degree-lazy", 0.8160452),
        (ICM, "laplacian", 0.8160452),
        (XIAO_BOYD, "metropolis-max", 0.7431528),
        (XIAO_BOYD, "max-degree", 0.7462254),
        (XIAO_BOYD, "best-constant", 0.6549406),
    ],
)
def test_published_values(graph, name, rho):
    assert spectrum(mixing_matrix(graph, name)).rho == pytest.approx(rho, abs=6e-8)


@pytest.mark.parametrize(
    "text, max_degree, metropolis",
    [
        # Boyd, Diaconis and Xiao 2004, table of small graphs
        ("path:n=4", np.cos(np.pi / 4), np.cos(np.pi / 4)),
    ],
)
def test_small_graphs(text, max_degree, metropolis):
    network = parse_network(text)
    assert spectrum(mixing_matrix(network, "max-degree")).rho == pytest.approx(max_degree, abs=1e-12)
    assert spectrum(mixing_matrix(network, "metropolis-max")).rho == pytest.approx(metropolis, abs=1e-12)


@pytest.mark.parametrize(
    "edges, max_degree, metropolis",
    [
        ([(0, 1), (1, 2), (1, 3), (2, 3)], 2 / 3, 2 / 3),  # a triangle and one more edge
        ([(i, j) for i in (0, 1) for j in (2, 3, 4)], 2 / 3, 2 / 3),  # K(2,3)
        (
            [(0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)],
            1 / 4,
            7 / 12,
        ),
    ],
)
def test_boyd_diaconis_xiao_small_graphs(edges, max_degree, metropolis):
    network = Network.from_edges(1 + max(map(max, edges)), edges)
    assert spectrum(mixing_matrix(network, "max-degree")).rho == pytest.approx(max_degree, abs=1e-12)
    assert spectrum(mixing_matrix(network, "metropolis-max")).rho == pytest.approx(metropolis, abs=1e-12)


def circulant_rho(n, degree):
    """Largest modulus of the eigenvalues of DeFed's weights other than 1, by a Fourier transform."""
    k = np.arange(1, n)
    values = (1 + 2 * sum(np.cos(2 * np.pi * k * s / n) for s in range(1, degree // 2 + 1))) / (degree + 1)
    return np.abs(values).max()


@pytest.mark.parametrize("degree", [2, 4, 6, 8])
def test_defed_regular_graphs_to_ten_digits(degree):
    W = mixing_matrix(parse_network(f"regular:n=10,degree={degree}"), "uniform")
    s = spectrum(W)
    assert s.rho == pytest.approx(circulant_rho(10, degree), rel=1e-11)
    assert (
        s.enclosure[0] <= circulant_rho(10, degree) * (1 + 1e-15)
        and circulant_rho(10, degree) <= s.enclosure[1]
    )
    assert s.enclosure[1] - s.enclosure[0] < 1e-12


@pytest.mark.parametrize("q", [3, 4, 7])
def test_best_constant_of_a_star(q):
    # l_2 = 1 and l_n = q + 1, so rho = q/(q + 2); the centre's self weight is negative
    W = mixing_matrix(parse_network(f"star:n={q + 1}"), "best-constant")
    assert W.signed and W.self_weights.min() < 0
    assert spectrum(W).rho == pytest.approx(q / (q + 2), abs=1e-12)


@pytest.mark.parametrize("text", ["path:n=8", "path:n=2", "complete:n=4"])
def test_best_constant_is_signed_only_when_it_must_be(text):
    W = mixing_matrix(parse_network(text), "best-constant")
    assert not W.signed and W.self_weights.min() >= 0


def definition(name, degrees, i, j):
    return {
        "max-degree": 1 / max(degrees),
        "max-degree-lazy": 1 / (1 + max(degrees)),
        "laplacian": 1 / (1 + max(degrees)),
        "metropolis": 1 / (1 + max(degrees[i], degrees[j])),
        "metropolis-max": 1 / max(degrees[i], degrees[j]),
    }[name]


@quick
@given(
    connected_networks(min_nodes=2),
    st.sampled_from(["max-degree", "max-degree-lazy", "laplacian", "metropolis", "metropolis-max"]),
)
def test_each_name_is_its_definition(network, name):
    W = mixing_matrix(network, name).dense()
    degrees = network.degrees.tolist()
    for i, j in network.edges.tolist():
        assert W[i, j] == W[j, i] == definition(name, degrees, i, j)
    assert np.array_equal(W != 0, (network.adjacency().toarray() + np.diag(np.diag(W) != 0)) != 0)
    assert np.allclose(W.sum(axis=0), 1, atol=1e-14) and W.min() >= 0


@quick
@given(connected_networks(min_nodes=2, reliability=True))
def test_reliability_weights_are_eq_27(network):
    W, P = mixing_matrix(network, "reliability").dense(), network.reliability_matrix()
    d = P.sum(axis=1)
    expected = P / np.maximum(d[:, None], d[None, :])
    np.fill_diagonal(expected, 1 - expected.sum(axis=1))
    assert np.allclose(W, expected, atol=1e-14) and W.min() >= 0


@quick
@given(connected_networks())
def test_reliability_weights_of_reliable_links_are_metropolis_max(network):
    certain = Network(network.n, network.edges, np.ones(network.m))
    assert np.allclose(
        mixing_matrix(certain, "reliability").dense(),
        mixing_matrix(network, "metropolis-max").dense() if network.m else np.eye(1),
    )


@quick
@given(directed_networks())
def test_out_degree_weights(network):
    W = mixing_matrix(network, "out-degree").dense()
    assert np.allclose(W.sum(axis=1), 1, atol=1e-15)
    for i in range(network.n):
        assert set(W[i][W[i] > 0]) == {1 / (1 + network.degrees[i])}


@pytest.mark.parametrize("name", WEIGHTS)
def test_one_node(name):
    single = parse_network("path:n=1")
    if name in ("out-degree", "reliability"):
        with pytest.raises(InputError):
            mixing_matrix(single, name)
    else:
        W = mixing_matrix(single, name)
        assert W.dense().tolist() == [[1.0]] and spectrum(W).rho == 0 and spectral_norm(W) == 0


def test_a_hub_that_keeps_nothing_stays_nonnegative():
    """Nine times 1/9 and the like exceed 1 in floats: what is left is 0, and no negative weight."""
    for leaves in range(1, 100):
        hub = mixing_matrix(parse_network(f"star:n={leaves + 1}"), "max-degree").self_weights[0]
        assert 0 <= hub < 1e-14
