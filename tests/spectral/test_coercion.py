"""Every form in which people have networks and matrices, and every one that is none."""

import networkx as nx
import numpy as np
import pytest
import scipy
from hypothesis import given

from mixproof.spectral import (
    InputError,
    MixingMatrix,
    Network,
    as_mixing,
    as_network,
    mixing_matrix,
    parse_network,
    perron_vector,
    spectral_norm,
    spectrum,
)
from mixproof.spectral.strategies import connected_networks, mixing_matrices

P = np.array([[0, 0.5, 0], [0.5, 0, 1], [0, 1, 0]])


def same(one, other):
    return one.n == other.n and np.array_equal(one.reliability_matrix(), other.reliability_matrix())


@given(connected_networks(min_nodes=2, reliability=True))
def test_every_form_is_the_same_network(network):
    matrix = network.reliability_matrix()
    forms = [network, network.to_networkx(), matrix, matrix.tolist(), scipy.sparse.coo_matrix(matrix)]
    assert all(same(as_network(form), network) for form in forms)


def test_files_and_texts_are_networks(tmp_path):
    path = tmp_path / "links.csv"
    path.write_text("u,v,p\n0,1,0.5\n1,2,1\n")
    assert same(as_network(path), as_network(P)) and same(as_network(str(path)), as_network(P))
    assert same(as_network("ring:n=5"), parse_network("ring:n=5"))


def test_a_graph_keeps_its_nodes():
    grid = nx.grid_2d_graph(2, 3)
    W = mixing_matrix(grid)
    assert nx.utils.graphs_equal(as_network(grid).to_networkx(), grid)
    shown = W.to_networkx()
    assert set(shown.nodes) == set(grid) and shown.edges[(0, 0), (0, 1)]["weight"] == pytest.approx(1 / 4)
    assert shown.nodes[0, 0]["self_weight"] == pytest.approx(1 - 1 / 3 - 1 / 4)


def test_the_attribute_asked_for_counts_and_no_other():
    karate = nx.karate_club_graph()  # its edges have a `weight` of 1 to 7
    assert as_network(karate).reliability is None
    with pytest.raises(InputError, match="a link's probability"):
        as_network(karate, "weight")
    pair = nx.Graph([("a", "b", {"weight": 0.25, "p": 0.5})])
    assert as_network(pair).reliability.tolist() == [0.5]
    assert as_network(pair, None).reliability is None
    assert as_network(pair, "weight").reliability.tolist() == [0.25]
    W = as_mixing(pair, attribute="weight")
    assert W.dense().tolist() == [[0.75, 0.25], [0.25, 0.75]] and W.network.names == ("a", "b")
    with pytest.raises(InputError, match="edge a,b of the graph has none"):
        as_mixing(pair, attribute="share")


@given(mixing_matrices())
def test_every_form_is_the_same_matrix(W):
    forms = [W, W.dense(), W.sparse()]
    assert all(np.allclose(as_mixing(form).dense(), W.dense(), atol=1e-15) for form in forms)
    assert np.array_equal(as_mixing(W.weights, network=W.network).weights, W.weights)
    if W.weights.all():
        graph = as_mixing(W.to_networkx(), attribute="weight")
        assert np.array_equal(graph.weights, W.weights)


def test_a_directed_graph_has_a_row_stochastic_matrix():
    cycle = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    W = mixing_matrix(cycle)
    assert W.network.directed and W.network.names == ("a", "b", "c")
    assert perron_vector(cycle) == pytest.approx(np.full(3, 1 / 3))
    assert spectral_norm(cycle) == pytest.approx(spectral_norm(W.dense()))


def test_a_spectrum_of_anything():
    rho = spectrum(mixing_matrix(parse_network("path:n=3"), "metropolis")).rho
    for given_ in ("path:n=3", nx.path_graph(3), mixing_matrix("path:n=3").dense()):
        assert spectrum(given_).rho == pytest.approx(rho, abs=1e-15)
    assert spectrum("path:n=3", weights="max-degree").rho == pytest.approx(0.5)
    with pytest.raises(InputError, match="has its weights already"):
        spectrum(np.eye(2), weights="metropolis")


def test_a_file_of_weights_is_a_matrix(tmp_path):
    (tmp_path / "w.csv").write_text("u,v,weight\na,b,0.25\n")
    np.save(tmp_path / "w.npy", [[0.75, 0.25], [0.25, 0.75]])
    np.savez(tmp_path / "w.npz", W=[[0.75, 0.25], [0.25, 0.75]])
    (tmp_path / "links.csv").write_text("a,b\n")
    for name in ("w.csv", "w.npy", "w.npz"):
        assert spectrum(str(tmp_path / name)).rho == pytest.approx(0.5)
    assert spectrum(tmp_path / "links.csv").rho == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize(
    "value, said",
    [
        (None, "network=of type NoneType: a Network, a networkx Graph"),
        (7, "network=of type int: a Network"),
        ({"a": ["b"]}, "network=of type dict: a Network"),
        (nx.MultiGraph([(0, 1)]), "a multigraph"),
        (np.array([[0, 2], [2, 0]]), "entry (0,1) is 2: a probability"),
        (np.array([[0, 1], [0, 0]]), "symmetric"),
        (np.eye(2), "the diagonal is zero"),
        (scipy.sparse.csr_array(np.eye(2)), "the diagonal is zero"),
        (scipy.sparse.csr_array((2, 2)), "a row of zeros"),
        (np.zeros((2, 3)), "a square matrix"),
        (np.array([["a", "b"], ["c", "d"]]), "an array of text: an array of numbers"),
        ([[0, 1j], [1j, 0]], "an array of complex numbers"),
        (b"ring:n=3", "network=of type bytes"),
    ],
)
def test_what_is_no_network_is_one_sentence(value, said):
    with pytest.raises(InputError) as error:
        as_network(value)
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("value, said", [(3, "W=of type int: a MixingMatrix"), (None, "W=of type NoneType")])
def test_what_is_no_matrix_is_one_sentence(value, said):
    for door in (spectrum, as_mixing, spectral_norm):
        with pytest.raises(InputError) as error:
            door(value)
        assert said in str(error.value)


def test_arrays_of_arcs_are_directed_when_asked():
    arcs = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert as_network(arcs, directed=True).edges.tolist() == [[0, 1], [1, 2], [2, 0]]


@given(mixing_matrices(reliability=True))
def test_a_repr_makes_the_matrix_again(W):
    again = eval(repr(W), {"MixingMatrix": MixingMatrix, "Network": Network})
    assert np.array_equal(again.dense(), W.dense()) and same(again.network, W.network)
    assert repr(again) == repr(W)


def test_large_ones_are_shown_on_one_screen():
    for big in (parse_network("ring:n=1000"), mixing_matrix("ring:n=1000"), spectrum("ring:n=1000")):
        lines = repr(big).splitlines()
        assert 1 < len(lines) < 12 and all(len(line) < 130 for line in lines)
        assert big._repr_html_().count("<tr>") == len(lines) - 1


@given(mixing_matrices(min_nodes=2))
def test_products_are_those_of_the_dense_matrix(W):
    rng = np.random.default_rng(0)
    dense, x, block, many = W.dense(), rng.random(W.n), rng.random((W.n, 3)), rng.random((2, W.n, 3))
    for right in (x, block, many):
        assert np.allclose(W @ right, dense @ right)
    for left in (x, block.T, np.swapaxes(many, 1, 2)):
        assert np.allclose(left @ W, left @ dense)
    assert np.allclose((W @ W).toarray(), dense @ dense)
    assert np.array_equal(np.asarray(W), dense) and np.allclose(np.add(W, x), dense + x)
    assert np.asarray(W, dtype=np.float32).dtype == np.float32


def test_an_array_of_the_matrix_is_a_copy():
    W = mixing_matrix("path:n=3")
    with pytest.raises(ValueError, match="always a copy"):
        W.__array__(copy=False)
    with pytest.raises(InputError, match="one row for each of the 3 nodes"):
        W @ np.ones(4)


def test_pictures_are_drawn_on_the_axes_given():
    from matplotlib.figure import Figure

    for thing in (as_network(P), mixing_matrix("ring:n=5"), parse_network("directed:n=5,max_out=2")):
        ax = Figure().subplots()
        assert thing.plot(ax) is ax and len(ax.collections) >= 3
