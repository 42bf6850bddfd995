"""Spectra: dense against closed forms and exact rationals, sparse against dense, and every enclosure."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import (
    InputError,
    MixingMatrix,
    Network,
    exact_extreme_eigenvalues,
    exact_spectral_norm,
    mixing_matrix,
    parse_network,
    spectral_norm,
    spectrum,
)
from mixproof.spectral.dense import dense_ends
from mixproof.spectral.large import sparse_ends
from mixproof.spectral.strategies import doubly_stochastic, mixing_matrices, row_stochastic

from .graphs import exact_matrix

quick = settings(deadline=None, max_examples=30)


def ends(value):
    return value if isinstance(value, tuple) else (value, value)


def contains(enclosure, value):
    low, high = ends(value)
    return Fraction(enclosure[0]) <= high and low <= Fraction(enclosure[1])


@quick
@given(mixing_matrices(min_nodes=2))
def test_enclosures_contain_the_exact_values(W):
    s, rows = spectrum(W), exact_matrix(W)
    assert contains(s.enclosure, exact_spectral_norm(rows))
    assert contains(s.gap_enclosure, tuple(1 - x for x in reversed(ends(exact_spectral_norm(rows)))))
    for end, other in zip(s.gap_enclosure, reversed(s.enclosure)):  # and of the gap it is as tight as of rho
        assert abs(end - (1 - other)) <= 1e-15
    centred = [[x - Fraction(1, W.n) for x in row] for row in rows]
    smallest, largest = exact_extreme_eigenvalues(centred)  # those on the complement of ones, and one zero
    if ends(largest)[0] > 0:
        assert contains(s.lambda2_enclosure, largest)
    if ends(smallest)[1] < 0:
        assert contains(s.lambda_min_enclosure, smallest)
    assert s.enclosure[0] <= s.rho <= s.enclosure[1] and s.enclosure[1] - s.enclosure[0] < 1e-11
    assert s.failure == 0 and s.gap == 1 - s.rho


@quick
@given(doubly_stochastic())
def test_rho_is_the_spectral_norm(W):
    s = spectrum(W)
    assert s.rho == pytest.approx(spectral_norm(W), abs=1e-12)
    assert s.rho == pytest.approx(np.linalg.norm(W - 1 / len(W), 2), abs=1e-12)
    assert s.lambda_min <= s.lambda2 + 1e-12 and s.rho == max(abs(s.lambda2), abs(s.lambda_min))
    values = np.linalg.eigvalsh(W)
    assert s.lambda_min == pytest.approx(values[0], abs=1e-12) and s.lambda2 == pytest.approx(
        values[-2], abs=1e-12
    )


@quick
@given(doubly_stochastic(), st.integers(0, 2**32 - 1))
def test_the_order_of_the_nodes_does_not_matter(W, seed):
    order = np.random.default_rng(seed).permutation(len(W))
    assert spectrum(W[np.ix_(order, order)]).rho == pytest.approx(spectrum(W).rho, abs=1e-12)


@quick
@given(row_stochastic())
def test_spectral_norm_of_any_matrix(W):
    expected = np.sqrt(np.linalg.eigvalsh((W - 1 / len(W)).T @ (W - 1 / len(W)))[-1].clip(0))
    assert spectral_norm(W) == pytest.approx(expected, abs=1e-9)


def test_signed_matrices_with_eigenvalues_above_one():
    W = MixingMatrix.from_edge_weights(parse_network("path:n=3"), [-0.5, 0.25], signed=True)
    s = spectrum(W)
    assert s.lambda2 > 1 and contains(s.lambda2_enclosure, exact_extreme_eigenvalues(exact_matrix(W))[1])


CLOSED = [
    ("ring:n=1500", "uniform", (1 + 2 * np.cos(2 * np.pi / 1500)) / 3, -1 / 3),
    ("ring:n=1501", "max-degree", np.cos(2 * np.pi / 1501), np.cos(1500 * np.pi / 1501)),
    ("path:n=1200", "max-degree", np.cos(np.pi / 1200), -np.cos(np.pi / 1200)),
    ("star:n=1100", "max-degree-lazy", 1 - 1 / 1100, 0.0),
    ("hypercube:d=11", "max-degree-lazy", 1 - 2 / 12, -10 / 12),
    ("hypercube:d=11", "max-degree", 1 - 2 / 11, -1.0),
    ("complete:n=1100", "max-degree", -1 / 1099, -1 / 1099),
    ("grid:rows=30,cols=40", "max-degree", 1 - (2 - 2 * np.cos(np.pi / 40)) / 4, None),
]


@pytest.mark.parametrize("text, name, lambda2, lambda_min", CLOSED)
def test_sparse_spectra_against_closed_forms(text, name, lambda2, lambda_min):
    s = spectrum(mixing_matrix(parse_network(text), name))
    assert "inertia" in s.method and s.failure == 0
    low, high = s.lambda2_enclosure
    assert low - 1e-15 <= lambda2 <= high + 1e-15 and high - low < 2e-7
    assert s.lambda2 == pytest.approx(lambda2, abs=1e-9)
    if lambda_min is not None:
        low, high = s.lambda_min_enclosure
        assert low - 1e-15 <= lambda_min <= high + 1e-15 and high - low < 2e-7


def laplacian_of_path(n):
    return 2 - 2 * np.cos(np.pi / n)


def laplacian_of_ring(n):
    return 2 - 2 * np.cos(2 * np.pi / n)


def torus(n):
    return Network.from_networkx(nx.convert_node_labels_to_integers(nx.grid_2d_graph(n, n, periodic=True)))


SLOW = {  # network, max-degree weights' lambda2 and lambda_min
    "even ring": (parse_network("ring:n=30000"), 1 - laplacian_of_ring(30000) / 2, -1.0),
    "odd ring": (parse_network("ring:n=30001"), 1 - laplacian_of_ring(30001) / 2, -np.cos(np.pi / 30001)),
    "path": (parse_network("path:n=30000"), np.cos(np.pi / 30000), -np.cos(np.pi / 30000)),
    "grid": (parse_network("grid:rows=3,cols=3000"), 1 - laplacian_of_path(3000) / 4, None),
    "torus": (torus(100), 1 - laplacian_of_ring(100) / 4, -1.0),
}


@pytest.mark.parametrize("name", SLOW)
def test_slow_mixing_is_told_from_none(name):
    network, lambda2, lambda_min = SLOW[name]
    s = spectrum(mixing_matrix(network, "max-degree"))
    low, high = s.lambda2_enclosure
    assert s.failure == 0 and low - 1e-15 <= lambda2 <= high + 1e-15
    assert high - low < 0.02 * (1 - lambda2) and s.lambda2 == pytest.approx(lambda2, abs=1e-14)
    if lambda_min is not None:
        low, high = s.lambda_min_enclosure
        assert low - 1e-15 <= lambda_min <= high + 1e-15
        assert s.lambda_min == pytest.approx(lambda_min, abs=1e-12)


def test_a_tree_of_many_leaves_agrees_with_the_dense_way():
    W = mixing_matrix(Network.from_networkx(nx.balanced_tree(2, 9)), "metropolis")
    s, (lambda2, lambda_min, radius) = spectrum(W), dense_ends(W.sparse())
    assert s.failure == 0 and s.lambda2 == pytest.approx(lambda2, abs=radius + 1e-12)
    assert s.lambda_min == pytest.approx(lambda_min, abs=radius + 1e-12)
    assert s.enclosure[1] - s.enclosure[0] < 1e-3 * s.gap


@pytest.mark.parametrize(
    "text", ["er:n=120,p=0.1", "rgg:n=120,radius=0.2", "star:n=50", "regular:n=90,degree=8"]
)
@pytest.mark.parametrize("name", ["metropolis", "max-degree"])
@pytest.mark.parametrize("certify", [True, False])
def test_the_sparse_way_agrees_with_the_dense_one(text, name, certify):
    W = mixing_matrix(parse_network(text), name).sparse()
    (lambda2, lambda_min), top, bottom, _, failure = sparse_ends(W, certify)
    dense2, dense_min, radius = dense_ends(W)
    assert lambda2 == pytest.approx(dense2, abs=1e-9) and lambda_min == pytest.approx(dense_min, abs=1e-9)
    assert top[0] <= dense2 + radius and dense2 - radius <= top[1] and top[1] - top[0] < 1e-3
    assert (
        bottom[0] <= dense_min + radius and dense_min - radius <= bottom[1] and bottom[1] - bottom[0] < 1e-3
    )
    assert (failure == 0) == certify and failure < 1e-12


def test_a_defect_of_the_rows_widens_the_enclosure():
    W = np.array([[0.5, 0.5], [0.5, 0.5]])
    W[0, 0] += 1e-10
    low, high = spectrum(W).enclosure
    assert low == 0 and 1e-10 <= high < 1e-9


def test_spectral_norm_of_a_large_nonsymmetric_matrix():
    W = mixing_matrix(parse_network("directed:n=1200,max_out=6"), "out-degree")
    assert spectral_norm(W) == pytest.approx(np.linalg.norm(W.dense() - 1 / 1200, 2), rel=1e-8)


def test_dense_and_sparse_inputs_agree():
    W = mixing_matrix(parse_network("er:n=30,p=0.3"), "metropolis")
    for matrix in (W.dense(), W.sparse(), scipy.sparse.csr_matrix(W.dense()), W.dense().tolist()):
        assert spectrum(matrix).rho == pytest.approx(spectrum(W).rho, abs=1e-14)


def test_infinite_and_missing_entries_are_refused():
    for bad in (np.nan, np.inf):
        with pytest.raises(InputError, match="finite"):
            spectrum(scipy.sparse.csr_array([[bad, 1], [1, 0]]))
