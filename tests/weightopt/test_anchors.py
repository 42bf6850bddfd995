"""Published and closed-form optima: reached to 1e-6 with a certified gap of at most 1e-6, by every solver."""

import networkx as nx
import numpy as np
import pytest

from spectral.network import Network
from weightopt import optimize

ICM06 = [(0, 1), (1, 2), (2, 3), (0, 4), (1, 7), (1, 3), (4, 5), (4, 6), (2, 6), (3, 7), (5, 6), (6, 7)]
ICM06 += [(1, 6)]
XIAO_BOYD = [(0, 3), (0, 4), (0, 7), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7)]
XIAO_BOYD += [(2, 5), (2, 6), (2, 7), (3, 4), (3, 7), (5, 6), (5, 7), (6, 7)]


def published(n, edges):
    return Network.from_edges(n, edges)


def graph(g):
    return Network.from_networkx(nx.convert_node_labels_to_integers(g))


def cycle_value(n):
    c, d = np.cos(2 * np.pi / n), np.cos(np.pi / n)
    return (1 + c) / (3 - c) if n % 2 == 0 else (d + c) / (2 + d - c)


def edge_transitive(g):
    eigenvalues = np.linalg.eigvalsh(nx.laplacian_matrix(g).toarray().astype(float))
    low, high, degree = eigenvalues[1], eigenvalues[-1], max(d for _, d in g.degree)
    return max(1 - low / degree, (high - low) / (high + low)), (high - low) / (high + low)


PALEY = nx.circulant_graph(13, [1, 3, 4])

# name: network, fastest mixing, fastest linear averaging (signed)
ANCHORS = {
    "ICM 2006 8/13": (published(8, ICM06), 0.6809607, 0.6433314),
    "Xiao-Boyd 8/17": (published(8, XIAO_BOYD), 2 / 3, 0.6),
    "P4": (graph(nx.path_graph(4)), np.cos(np.pi / 4), np.cos(np.pi / 4)),
    "triangle and an edge": (published(4, [(0, 1), (1, 2), (1, 3), (2, 3)]), 7 / 11, None),
    "K(2,3)": (graph(nx.complete_bipartite_graph(2, 3)), 3 / 7, 3 / 7),
    "square and centre": (graph(nx.wheel_graph(5)), 0.25, None),
    "star, 4 leaves": (graph(nx.star_graph(4)), 3 / 4, 4 / 6),
    "K(3,7)": (graph(nx.complete_bipartite_graph(3, 7)), 4 / 7, 7 / 13),
    "K6": (graph(nx.complete_graph(6)), 0, 0),
    **{f"P{n}": (graph(nx.path_graph(n)), np.cos(np.pi / n), np.cos(np.pi / n)) for n in (3, 5, 8, 12)},
    **{f"C{n}": (graph(nx.cycle_graph(n)), cycle_value(n), cycle_value(n)) for n in (3, 4, 5, 6, 9, 10)},
    **{f"Q{d}": (graph(nx.hypercube_graph(d)), (d - 1) / (d + 1), (d - 1) / (d + 1)) for d in (2, 3, 4)},
    "Petersen": (graph(nx.petersen_graph()), 3 / 7, 3 / 7),
    "octahedron": (graph(nx.octahedral_graph()), 1 / 5, 1 / 5),
    "icosahedron": (graph(nx.icosahedral_graph()), 5**-0.5, 5**-0.5),
    "Heawood": (graph(nx.heawood_graph()), *edge_transitive(nx.heawood_graph())),
    "Paley 13": (
        graph(nx.circulant_graph(13, [1, 3, 4])),
        *edge_transitive(nx.circulant_graph(13, [1, 3, 4])),
    ),
    "torus 4x4": (graph(nx.grid_2d_graph(4, 4, periodic=True)), 0.6, 0.6),
}
METHODS = ["cvxpy", "fast"]
GAP = 1e-6


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ANCHORS)
def test_fastest_mixing(name, method):
    network, mixing, averaging = ANCHORS[name]
    best = optimize(network, method=method, gap=GAP)
    assert best.rho == pytest.approx(mixing, abs=2 * GAP)
    assert best.lower_bound <= mixing + 1e-6
    assert 0 <= best.gap <= GAP
    if averaging is not None:
        free = optimize(network, method=method, signed=True, gap=GAP)
        assert free.rho == pytest.approx(averaging, abs=2 * GAP)
        assert 0 <= free.gap <= GAP


def with_reliability(network, p):
    return Network(network.n, network.edges, np.full(network.m, p))


def edge_transitive_second_moment(network, p):
    """Equal weights are optimal by symmetry and convexity: one scalar."""
    w = np.linspace(0, 1 / network.degrees.max(), 200001)
    laplacian = np.diag(network.degrees) - network.reliable().reliability_matrix()
    eigenvalues = np.linalg.eigvalsh(laplacian)
    ends = [(1 - p * w * l) ** 2 + 2 * p * (1 - p) * w**2 * l for l in (eigenvalues[1], eigenvalues[-1])]
    return np.maximum(*ends).min()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "name, p, value",
    [
        ("K5", 0.5, 2 * 0.5 / (0.5 * 5 + 1)),
        ("K5", 0.8, 0.4 / 4.4),
        ("C6", 0.5, 0.673469),
        ("C6", 0.8, 0.471074),
        ("Petersen", 0.5, 0.506173),
        ("Petersen", 0.8, 0.288889),
        ("Q3", 0.5, 0.52),
        ("Q3", 0.8, 0.335640),
        ("ICM 2006 8/13", 1.0, 0.413875),
        ("ICM 2006 8/13", 0.9, 0.463788),
        ("ICM 2006 8/13", 0.7, 0.567406),
        ("ICM 2006 8/13", 0.5, 0.678352),
    ],
)
def test_second_moment(name, p, value, method):
    network = graph(nx.complete_graph(5)) if name == "K5" else ANCHORS[name][0]
    best = optimize(with_reliability(network, p), "second-moment", method=method, signed=True, gap=GAP)
    assert best.rho == pytest.approx(value, abs=2 * GAP)
    assert 0 <= best.gap <= GAP


@pytest.mark.parametrize("p", [0.3, 0.95])
def test_second_moment_of_an_edge_transitive_network(p):
    network = with_reliability(graph(nx.cubical_graph()), p)
    best = optimize(network, "second-moment", method="fast")
    assert best.rho == pytest.approx(edge_transitive_second_moment(network, p), abs=1e-6)


def test_on_reliable_links_the_second_moment_is_the_square():
    network = published(8, ICM06)
    square, plain = optimize(network, "second-moment", method="cvxpy"), optimize(network, method="cvxpy")
    assert square.rho == pytest.approx(plain.rho**2, abs=1e-6)


def test_fastest_averaging_on_lossy_links_ignores_the_loss():
    network = published(8, ICM06)
    lossy = with_reliability(network, 0.7)
    assert optimize(lossy, signed=True, method="cvxpy").rho == pytest.approx(0.6433314, abs=1e-6)
