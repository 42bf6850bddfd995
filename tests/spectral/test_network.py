"""Networks: construction, connectivity, families."""

import networkx as nx
import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import FAMILIES, InputError, Network, parse_network
from mixproof.spectral.strategies import connected_networks, directed_networks

quick = settings(deadline=None, max_examples=20)

CLOSED_FORMS = [
    ("ring:n=8", nx.cycle_graph(8)),
    ("path:n=5", nx.path_graph(5)),
    ("path:n=1", nx.path_graph(1)),
    ("star:n=6", nx.star_graph(5)),
    ("complete:n=5", nx.complete_graph(5)),
    ("grid:rows=4,cols=5", nx.grid_2d_graph(4, 5)),
    ("grid:rows=1,cols=1", nx.grid_2d_graph(1, 1)),
    ("hypercube:d=4", nx.hypercube_graph(4)),
    ("hypercube:d=0", nx.empty_graph(1)),
    ("regular:n=10,degree=4", nx.circulant_graph(10, [1, 2])),
    ("regular:n=7,degree=6", nx.complete_graph(7)),
    ("barbell:clique=4,path=2", nx.barbell_graph(4, 2)),
    ("barbell:clique=3,path=0", nx.barbell_graph(3, 0)),
    ("smallworld:n=9,degree=4,p=0", nx.circulant_graph(9, [1, 2])),
]


@pytest.mark.parametrize("text, graph", CLOSED_FORMS, ids=[text for text, _ in CLOSED_FORMS])
def test_a_family_is_networkx_graph_of_that_name(text, graph):
    assert nx.is_isomorphic(parse_network(text).to_networkx(), graph)


@pytest.mark.parametrize(
    "text",
    [
        "er:n=8,p=0.5,seed=0",
        "geometric:n=40,r=2,v=2,seed=0",
        "rgg:n=200,radius=0.2,seed=0",
        "directed:n=20,max_out=10,seed=0",
    ],
)
def test_random_families_depend_on_the_seed_alone(text):
    first, again, other = (parse_network(t) for t in (text, text, text.replace("seed=0", "seed=1")))
    same = first.edges.tolist() == again.edges.tolist()
    assert same and np.array_equal(first.reliability, again.reliability)
    assert first.edges.tolist() != other.edges.tolist() or not np.array_equal(
        first.reliability, other.reliability
    )
    assert parse_network(text.replace(",seed=0", "")).edges.tolist() == first.edges.tolist()


def test_random_families_have_their_laws():
    degrees = [parse_network(f"er:n=40,p=0.5,seed={s}").m / 780 for s in range(60)]
    assert abs(np.mean(degrees) - 0.5) < 5 * 0.5 / np.sqrt(780 * 60)
    network = parse_network("directed:n=30,max_out=4,seed=3")
    assert network.directed and network.degrees.min() >= 1 and network.degrees.max() == 4
    geometric = parse_network("geometric:n=200,r=2,v=2")
    assert geometric.m == 19900 and geometric.reliability.min() > 0 and geometric.reliability.max() < 1
    assert geometric.reliability.min() > np.exp(-4)  # no two points are further apart than sqrt(2)
    points = np.random.default_rng(5).random((50, 2))
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    rgg = parse_network("rgg:n=50,radius=0.6,seed=5")
    assert rgg.m == (distances[np.triu_indices(50, 1)] <= 0.6).sum()


@pytest.mark.parametrize(
    "text, said",
    [
        ("torus:n=5", "families ring, path"),
        ("ring", "also needs n"),
        ("ring:", "also needs n"),
        ("grid:rows=3", "also needs cols"),
        ("ring:k=5", "takes each of n once"),
        ("ring:n=5,n=6", "takes each of n once"),
        ("ring:n", "takes each of n once"),
        ("ring:n=five", "n=five: an integer"),
        ("ring:n=5.5", "n=5.5: an integer"),
        ("er:n=5,p=half", "p=half: a number"),
        ("er:n=5,p=1.5", "p=1.5: a probability"),
        ("er:n=5,p=nan", "p=nan: a probability"),
        ("er:n=5,p=0", "not connected in"),
        ("er:n=5,p=0.5,seed=-1", "seed=-1"),
        ("ring:n=2", "n=2: at least 3"),
        ("path:n=0", "n=0: at least 1"),
        ("hypercube:d=40", "d=40"),
        ("regular:n=10,degree=3", "degree=3: even"),
        ("regular:n=10,degree=10", "degree=10: even"),
        ("rgg:n=5,radius=0", "radius=0.0"),
        ("rgg:n=50,radius=0.01", "not connected in"),
        ("geometric:n=5,r=-1,v=2", "r=-1.0"),
        ("geometric:n=5,r=inf,v=2", "r=inf"),
        ("directed:n=5,max_out=5", "max_out=5"),
        ("missing.csv", "no such file"),
        ("missing.graphml", "no such file"),
        ("missing.npz", "no such file"),
        ("", "families ring"),
    ],
)
def test_bad_text_is_one_clear_sentence(text, said):
    with pytest.raises(InputError) as error:
        parse_network(text)
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "n, edges, p, said",
    [
        (4, [(0, 1), (2, 3)], None, "2 components: {{0, 1}, {2, 3}}"),
        (3, [(0, 1)], None, "{2}"),
        (2, [(0, 0), (0, 1)], None, "joins a node to itself"),
        (2, [(0, 1), (1, 0)], None, "appears twice"),
        (2, [(0, 2)], None, "(0, 2)"),
        (2, [(-1, 0)], None, "(-1, 0)"),
        (2, [(0.0, 1.0)], None, "integer array"),
        (2, [(0, 1, 2)], None, "shape (m, 2)"),
        (0, [], None, "at least one node"),
        (2, [(0, 1)], [1.5], "(0, 1]"),
        (2, [(0, 1)], [0.0], "(0, 1]"),
        (2, [(0, 1)], [float("nan")], "(0, 1]"),
        (2, [(0, 1)], [0.5, 0.5], "one per link"),
        (2, [(0, 1)], ["often"], "an array of numbers"),
    ],
)
def test_a_broken_network_is_refused(n, edges, p, said):
    with pytest.raises(InputError) as error:
        Network.from_edges(n, edges, p)
    assert said in str(error.value)


def test_many_components_are_shortened():
    with pytest.raises(InputError) as error:
        Network.from_edges(2000, [(2 * i, 2 * i + 1) for i in range(1000)])
    assert "1000 components" in str(error.value) and len(str(error.value)) < 200


def test_the_plain_constructor_takes_only_sorted_edges():
    with pytest.raises(InputError, match="not in order"):
        Network(3, np.array([[1, 2], [0, 1]]))
    with pytest.raises(InputError, match="not in order"):
        Network(2, np.array([[1, 0]]))


def test_directed_networks_must_be_strongly_connected():
    with pytest.raises(InputError, match="strongly connected"):
        Network.from_edges(3, [(0, 1), (1, 2), (0, 2)], directed=True)
    assert Network.from_edges(3, [(0, 1), (1, 2), (2, 0)], directed=True).degrees.tolist() == [1, 1, 1]


def test_arrays_are_copies_and_read_only():
    edges, p = np.array([[0, 1]]), np.array([0.5])
    network = Network(2, edges, p)
    edges[0, 1], p[0] = 0, 2
    assert network.edges.tolist() == [[0, 1]] and network.reliability.tolist() == [0.5]
    for array in (network.edges, network.reliability):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@quick
@given(connected_networks(reliability=True))
def test_matrices_of_a_network_agree(network):
    adjacency = network.adjacency().toarray()
    incidence = network.incidence().toarray()
    laplacian = np.diag(network.degrees) - adjacency
    assert np.array_equal(incidence @ incidence.T, laplacian)
    assert np.array_equal(network.reliability_matrix() > 0, adjacency == 1)
    assert network.reliable().reliability is None and network.reliable().m == network.m
    assert network.is_regular == (len(set(adjacency.sum(axis=0))) <= 1)


@quick
@given(
    st.one_of(connected_networks(min_nodes=2, reliability=True), connected_networks(), directed_networks())
)
def test_networkx_and_back(network):
    again = Network.from_networkx(network.to_networkx())
    assert again.n == network.n and again.edges.tolist() == network.edges.tolist()
    assert again.directed == network.directed and np.array_equal(again.reliability, network.reliability)


def test_from_networkx_keeps_names_and_refuses_half_reliabilities():
    graph = nx.Graph([("b", "a"), ("a", "c")])
    assert Network.from_networkx(graph).names == ("b", "a", "c")
    graph["b"]["a"]["p"] = 0.5
    with pytest.raises(InputError, match="on 1 of 2 edges"):
        Network.from_networkx(graph)
    with pytest.raises(InputError, match="multigraph"):
        Network.from_networkx(nx.MultiGraph([(0, 1), (0, 1)]))


def test_every_family_is_described():
    assert all(build.__doc__ for build, _ in FAMILIES.values())


def test_networks_drawn_in_the_plane_know_where_their_nodes_are():
    lossy = parse_network("geometric:n=8,r=2,v=1,seed=3")
    distances = np.linalg.norm(
        lossy.positions[lossy.edges[:, 0]] - lossy.positions[lossy.edges[:, 1]], axis=1
    )
    assert lossy.reliability == pytest.approx(np.exp(-2 * distances))
    near = parse_network("rgg:n=30,radius=0.4,seed=1")
    between = np.linalg.norm(near.positions[:, None] - near.positions, axis=2)
    assert np.array_equal(np.argwhere(np.triu(between <= 0.4, 1)), near.edges)
    assert near.reliable().positions is not None and parse_network("er:n=5,p=0.9").positions is None
    with pytest.raises(InputError, match="positions"):
        Network.from_edges(2, [(0, 1)], positions=[[0, 0]])


def test_what_scipy_swallowed_is_not_called_a_network_that_is_not_connected(monkeypatch):
    """scipy's compiled code of 2023 prints a wrong kind of index as an ignored ValueError, and counts 0 components."""

    def ignored(graph, directed=True, connection="weak", return_labels=True):
        return (0, np.zeros(graph.shape[0], int)) if return_labels else 0

    monkeypatch.setattr("scipy.sparse.csgraph.connected_components", ignored)
    for build in (
        lambda: parse_network("er:n=5,p=1"),
        lambda: parse_network("ring:n=5"),
        lambda: Network.from_edges(2, [(0, 1)]),
    ):
        with pytest.raises(RuntimeError, match="scipy found no component"):
            build()


def test_components_are_counted_with_the_indices_that_scipy_takes(monkeypatch):
    from mixproof.spectral.components import components

    seen = []
    real = scipy.sparse.csgraph.connected_components
    monkeypatch.setattr(
        "scipy.sparse.csgraph.connected_components",
        lambda graph, *rest: seen.append((graph.indices.dtype, graph.indptr.dtype)) or real(graph, *rest),
    )
    pattern = scipy.sparse.csr_array(np.array([[0, 1.0, 0], [1.0, 0, 0], [0, 0, 0]]))
    pattern.indices, pattern.indptr = pattern.indices.astype(np.int64), pattern.indptr.astype(np.int64)
    count, label = components(pattern)
    assert count == 2 and label.tolist() == [0, 0, 1] and seen == [(np.int32, np.int32)]
