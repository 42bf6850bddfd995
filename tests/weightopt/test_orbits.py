"""One weight a class of links: the classes against brute force, the answers against closed forms and the SDP."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import MixingMatrix, Network, parse_network
from mixproof.weightopt import Status, optimize
from mixproof.weightopt.central.cuts import PATIENCE
from mixproof.weightopt.central.orbits import first_classes, refined, split
from mixproof.weightopt.problem import Problem

from .anchors import EDGE_TRANSITIVE, OPTIMA
from .networks import random_feasible, small_networks

EXACT = 1e-8
FEW = 20  # iterations: the ordinary method needs 170 on the Petersen graph, 6620 on a ring of 200


def of_graph(graph):
    return Network.from_networkx(nx.convert_node_labels_to_integers(graph))


def with_p(network, p):
    return Network(network.n, network.edges, np.asarray(p, dtype=float))


def alternating_ring(n):
    """Every other link is less reliable: two orbits."""
    return Network.from_edges(n, [(i, (i + 1) % n) for i in range(n)], [0.5, 0.9] * (n // 2))


def chang_graph():
    """A strongly regular graph (28, 12, 6, 4) whose automorphisms do not act transitively on its links.

    The line graph of K8, switched with respect to four links of K8 that share no node (Chang, 1959).
    """
    graph = nx.line_graph(nx.complete_graph(8))
    inside = {(0, 1), (2, 3), (4, 5), (6, 7)}
    for u in inside:
        for v in set(graph) - inside:
            if graph.has_edge(u, v):
                graph.remove_edge(u, v)
            else:
                graph.add_edge(u, v)
    return graph


@settings(deadline=None, max_examples=20)
@given(small_networks(lossy=False, most=6), st.integers(0, 2**32 - 1))
def test_links_of_one_orbit_stay_in_one_class(network, seed):
    lossy = with_p(network, np.random.default_rng(seed).choice([0.5, 0.9], network.m, p=[0.2, 0.8]))
    classes = first_classes(Problem.of(lossy))
    index = {frozenset(edge): e for e, edge in enumerate(lossy.edges.tolist())}
    graph = nx.Graph()
    graph.add_edges_from((*edge, {"p": p}) for edge, p in zip(lossy.edges.tolist(), lossy.reliability))
    same = nx.algorithms.isomorphism.numerical_edge_match("p", 1.0)
    for map_ in nx.algorithms.isomorphism.GraphMatcher(graph, graph, edge_match=same).isomorphisms_iter():
        assert all(classes.nodes[u] == classes.nodes[v] for u, v in map_.items())
        images = [index[frozenset({map_[u], map_[v]})] for u, v in lossy.edges.tolist()]
        assert (classes.links[images] == classes.links).all()


@pytest.mark.parametrize(
    ("network", "count"),
    [
        (parse_network("path:n=6"), 3),
        (parse_network("grid:rows=3,cols=3"), 2),
        (of_graph(nx.wheel_graph(9)), 2),
        (of_graph(nx.balanced_tree(2, 4)), 4),
        (alternating_ring(6), 2),
    ],
)
def test_as_many_classes_as_orbits(network, count):
    assert first_classes(Problem.of(network)).count == count


def test_values_that_differ_by_rounding_alone_split_nothing():
    links = np.array([0, 0, 0, 1, 1])
    assert len(set(split(links, np.array([1, 1 + 1e-12, 1, 1, 1])))) == 2
    assert split(links, np.array([1, 1, 2, 1, 1])).tolist() == [0, 0, 1, 2, 2]


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("name", EDGE_TRANSITIVE)
def test_edge_transitive_networks_at_once(name, signed):
    network, inside, outside, digits = OPTIMA[name]
    best = optimize(network, signed=signed, method="fast", gap=EXACT)
    assert best.status is Status.CERTIFIED and best.iterations <= FEW
    assert best.rho == pytest.approx(outside if signed else inside, abs=digits + EXACT)
    assert np.ptp(best.weights.weights) <= 1e-12


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize(
    "network",
    [
        parse_network("regular:n=14,degree=6"),
        of_graph(nx.grid_2d_graph(3, 5, periodic=True)),
        of_graph(nx.wheel_graph(8)),
        alternating_ring(12),
    ],
    ids=["circulant", "torus", "wheel", "lossy ring"],
)
def test_several_classes_agree_with_the_semidefinite_program(network, signed):
    best = optimize(network, signed=signed, method="fast", gap=EXACT)
    assert best.gap <= EXACT and best.iterations <= FEW
    assert best.rho == pytest.approx(optimize(network, signed=signed, method="cvxpy").rho, abs=1e-5)


def test_a_hypercube_whose_eigenspaces_come_from_lanczos():
    best = optimize(parse_network("hypercube:d=11"), method="fast", gap=EXACT)
    assert best.gap <= EXACT and best.iterations <= FEW
    assert best.rho == pytest.approx(10 / 12, abs=EXACT)


@pytest.mark.parametrize("n", [3000, 3001])
def test_a_ring_too_long_for_lanczos_without_shifts(n):
    best = optimize(parse_network(f"ring:n={n}"), method="fast")
    c, d = np.cos(2 * np.pi / n), np.cos(np.pi / n)
    optimum = (d + c) / (2 + d - c) if n % 2 else (1 + c) / (3 - c)  # 1 - rho is a millionth
    assert best.iterations <= FEW and best.gap <= 1e-9
    assert best.rho == pytest.approx(optimum, abs=1e-9)


def test_classes_need_not_be_orbits():
    network = of_graph(chang_graph())
    assert set(network.degrees) == {12}
    best = optimize(network, method="fast", gap=EXACT)  # Laplacian eigenvalues 8 and 14, weights 1 / 12
    assert best.rho == pytest.approx(1 / 3, abs=EXACT) and best.gap <= EXACT and best.iterations <= FEW


@pytest.mark.parametrize(
    "network",
    [
        of_graph(nx.frucht_graph()),  # 3-regular, no automorphism but the identity
        of_graph(nx.random_regular_graph(3, 30, seed=0)),
        with_p(parse_network("ring:n=12"), np.random.default_rng(0).uniform(0.5, 1, 12)),
    ],
    ids=["Frucht", "random regular", "lossy ring"],
)
def test_without_symmetry_still_certified(network):
    problem = Problem.of(network.reliable())
    assert refined(problem, np.zeros(network.m, dtype=np.int64)).count == 1
    best = optimize(network, method="fast", gap=1e-5)
    assert best.gap <= 1e-5
    assert best.rho == pytest.approx(optimize(network, method="cvxpy").rho, abs=2e-5)


def test_where_the_cuts_stall_the_ordinary_method_goes_on():
    seen = []
    network = parse_network("grid:rows=8,cols=8")
    best = optimize(network, method="fast", gap=1e-4, progress=lambda *look: seen.append(look))
    assert best.status is Status.CERTIFIED and best.iterations > PATIENCE
    values, bounds = np.array(seen)[:, 1], np.array(seen)[:, 2]
    assert (np.diff(values) <= 0).all() and (np.diff(bounds) >= 0).all()


def test_a_start_without_symmetry_is_averaged():
    network = parse_network("ring:n=10")
    start = MixingMatrix.from_edge_weights(network, random_feasible(network, np.random.default_rng(0)))
    best = optimize(network, method="fast", gap=EXACT, start=start)
    assert best.gap <= EXACT and best.iterations <= FEW


def test_no_time_at_all_and_twice_the_same():
    network = parse_network("regular:n=64,degree=6")
    stopped = optimize(network, method="fast", gap=EXACT, time_limit=1e-9)
    assert stopped.status is Status.TIME_LIMIT and stopped.lower_bound < stopped.rho
    first, second = (optimize(network, method="fast", gap=EXACT) for _ in range(2))
    assert np.array_equal(first.weights.weights, second.weights.weights)
