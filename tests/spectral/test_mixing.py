"""Mixing matrices: what makes one valid, its forms, lazy ones, ends of Laplacians."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import (
    InputError,
    MixingMatrix,
    Network,
    laplacian_ends,
    lazy,
    mixing_matrix,
    parse_network,
    spectrum,
)
from mixproof.spectral.strategies import mixing_matrices

quick = settings(deadline=None, max_examples=25)
PATH = Network.from_edges(3, [(0, 1), (1, 2)])


@pytest.mark.parametrize(
    "text, l2, ln",
    [
        ("path:n=6", 2 - 2 * np.cos(np.pi / 6), 2 + 2 * np.cos(np.pi / 6)),
        ("ring:n=6", 1, 4),
        ("hypercube:d=3", 2, 6),
        ("complete:n=6", 6, 6),
        ("star:n=7", 1, 7),
    ],
)
def test_laplacian_ends(text, l2, ln):
    assert laplacian_ends(parse_network(text)) == pytest.approx((l2, ln), abs=1e-11)


@quick
@given(mixing_matrices(), st.sampled_from([0.0, 0.25, 0.5, 0.875]))
def test_lazy_moves_every_eigenvalue_towards_one(W, share):
    assert np.allclose(lazy(W, share).dense(), share * np.eye(W.n) + (1 - share) * W.dense(), atol=1e-15)
    if W.n > 1:
        expected = share + (1 - share) * spectrum(W).lambda_min
        assert spectrum(lazy(W, share)).lambda_min == pytest.approx(expected, abs=1e-12)


@quick
@given(mixing_matrices(min_nodes=2))
def test_matrix_and_back(W):
    for matrix in (W.dense(), W.sparse(), scipy.sparse.csc_matrix(W.dense()), W.dense().tolist()):
        again = MixingMatrix.from_matrix(matrix, network=W.network)
        assert np.array_equal(again.weights, W.weights) and np.array_equal(again.self_weights, W.self_weights)
    alone = MixingMatrix.from_matrix(W.dense())
    assert np.array_equal(alone.network.edges, W.network.edges)


@pytest.mark.parametrize(
    "make, said",
    [
        (lambda: mixing_matrix(PATH, "uniform"), "regular"),
        (lambda: mixing_matrix(PATH, "equal"), "one of uniform, max-degree"),
        (lambda: mixing_matrix(PATH, "reliability"), "has no reliabilities"),
        (lambda: mixing_matrix(PATH, "out-degree"), "directed network"),
        (lambda: mixing_matrix(parse_network("directed:n=4,max_out=2"), "metropolis"), "undirected network"),
        (lambda: MixingMatrix.from_edge_weights(PATH, [0.5]), "one per link"),
        (lambda: MixingMatrix.from_edge_weights(PATH, [0.5, np.nan]), "finite"),
        (lambda: MixingMatrix.from_edge_weights(PATH, [0.5, "x"]), "an array of numbers"),
        (lambda: MixingMatrix.from_edge_weights(PATH, [0.5, -0.1]), "weight -0.1 of edge 1,2"),
        (lambda: MixingMatrix.from_edge_weights(PATH, [0.7, 0.7]), "self weight -0.4 of node 1"),
        (lambda: MixingMatrix(PATH, [0.5, 0.5], [0.5, 0.0, 0.6]), "row 2 sums to 1.1"),
        (lambda: MixingMatrix(PATH, [0.5, 0.5], [0.5, 0.0]), "shape (3,)"),
        (lambda: MixingMatrix.from_matrix([[0.5, 0.5], [0.4, 0.6]]), "symmetric on an undirected network"),
        (lambda: MixingMatrix.from_matrix([[0.5, 0.4], [0.4, 0.5]]), "row 0 sums to 0.9"),
        (lambda: MixingMatrix.from_matrix([[0.5, np.nan], [0.5, 0.5]]), "finite"),
        (lambda: MixingMatrix.from_matrix([[0.5, 0.5]]), "square"),
        (lambda: MixingMatrix.from_matrix([0.5, 0.5]), "square"),
        (lambda: MixingMatrix.from_matrix([[0.5, 0.5], [1.0]]), "an array of numbers"),
        (lambda: MixingMatrix.from_matrix(np.eye(2)), "2 components"),
        (lambda: MixingMatrix.from_matrix([[-0.5, 1.5], [1.5, -0.5]]), "nonnegative, unless signed=True"),
        (lambda: MixingMatrix.from_matrix(np.full((3, 3), 1 / 3), network=PATH), "entry (0,2) is 0.333333"),
        (lambda: MixingMatrix.from_matrix(np.full((2, 2), 0.5), network=PATH), "the network has 3 nodes"),
        (lambda: lazy(mixing_matrix(PATH, "metropolis"), 1.0), "share=1.0"),
        (lambda: spectrum([[0.5, 0.5], [0.0, 1.0]]), "symmetric"),
        (lambda: spectrum([[0.5, 0.4], [0.4, 0.6]]), "row 0 sums to 0.9"),
        (lambda: spectrum(np.zeros((0, 0))), "square"),
    ],
)
def test_bad_matrices_are_one_clear_sentence(make, said):
    with pytest.raises(InputError) as error:
        make()
    assert said in str(error.value) and "\n" not in str(error.value)


def test_names_appear_in_messages():
    network = Network.from_edges(3, [(0, 1), (1, 2)], names=["ann", "bob", "eve"])
    with pytest.raises(InputError, match=r"self weight -0\.4 of node bob"):
        MixingMatrix.from_edge_weights(network, [0.7, 0.7])


def test_directed_matrices_are_row_stochastic_only():
    W = MixingMatrix.from_matrix([[0.5, 0.5], [0.4, 0.6]], directed=True)
    assert W.network.directed and W.dense().tolist() == [[0.5, 0.5], [0.4, 0.6]]


def test_weights_are_copies_and_read_only():
    weights = np.array([0.5, 0.25])
    W = MixingMatrix.from_edge_weights(PATH, weights)
    weights[0] = 9
    assert W.weights[0] == 0.5
    with pytest.raises(ValueError, match="read-only"):
        W.weights[0] = 1


def test_arrays_times_a_matrix_are_those_of_its_dense_form() -> None:
    W = mixing_matrix(parse_network("path:n=4"), "metropolis")
    for shape in ((4,), (3, 4), (2, 3, 4)):
        x = np.arange(np.prod(shape), dtype=float).reshape(shape) ** 2
        assert np.allclose(x @ W, x @ W.dense())
        columns = x if x.ndim == 1 else np.swapaxes(x, -1, -2)
        assert np.allclose(W @ columns, W.dense() @ columns)
    assert np.allclose(np.add(1, W), 1 + W.dense()) and np.allclose(np.matmul(W, W), W.dense() @ W.dense())
    assert np.asarray(W, dtype=np.float32).dtype == np.float32
    with pytest.raises(InputError, match="one row for each of the 4 nodes"):
        W @ np.ones((4, 3, 4))


@pytest.mark.parametrize("text", ["path:n=2", "path:n=7", "star:n=6", "grid:rows=2,cols=3"])
def test_the_best_constant_of_a_bipartite_graph_is_not_signed_by_rounding(text: str) -> None:
    W = mixing_matrix(parse_network(text), "best-constant")
    assert W.signed == (W.self_weights.min() < 0)
