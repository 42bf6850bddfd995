"""The strategies give what they say, and reach the corners they are for."""

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from mixproof.spectral import (
    InputError,
    Network,
    exact_extreme_eigenvalues,
    exact_spectral_norm,
    is_doubly_stochastic,
    spectral_norm,
)
from mixproof.spectral.strategies import (
    at_the_edge,
    birkhoff,
    connected_networks,
    directed_networks,
    doubly_stochastic,
    edge_weighted,
    mixing_matrices,
    nearly_disconnected,
    row_stochastic,
    schedules,
    with_rho,
)

quick = settings(deadline=None, max_examples=20)
seek = settings(deadline=None, max_examples=2000, database=None)
KINDS = [edge_weighted, birkhoff, with_rho, nearly_disconnected, at_the_edge, doubly_stochastic]


@pytest.mark.parametrize("kind", KINDS)
def test_rational_matrices_are_exactly_doubly_stochastic_and_symmetric(kind):
    @quick
    @given(kind(rational=True))
    def check(matrix):
        assert is_doubly_stochastic(matrix) and matrix == [list(column) for column in zip(*matrix)]
        assert all(isinstance(x, F) for row in matrix for x in row)

    check()


@pytest.mark.parametrize("kind", KINDS)
def test_float_matrices_are_arrays(kind):
    @quick
    @given(kind())
    def check(matrix):
        assert isinstance(matrix, np.ndarray) and np.allclose(matrix.sum(axis=0), 1) and matrix.dtype == float

    check()


@quick
@given(st.data(), st.integers(0, 9).map(lambda k: F(k, 9)))
def test_rho_is_as_prescribed(data, rho):
    assert exact_spectral_norm(data.draw(with_rho(rho=rho, rational=True))) == rho


def test_the_corners_are_reached():
    assert find(at_the_edge(), lambda W: spectral_norm(W) < 1e-12, settings=seek) is not None
    slow = find(at_the_edge(rational=True), lambda W: W[0][0] > 1 - F(1, 2**20), settings=seek)
    assert 1 - exact_spectral_norm(slow) <= F(1, 2**19)
    exchange = find(at_the_edge(), lambda W: np.linalg.eigvalsh(W)[0] < -0.99, settings=seek)
    assert spectral_norm(exchange) < 1
    weak = find(nearly_disconnected(), lambda W: spectral_norm(W) > 1 - 1e-6, settings=seek)
    assert spectral_norm(weak) < 1


def test_examples_shrink_to_few_nodes_and_small_denominators():
    assert find(edge_weighted(rational=True), lambda W: len(W) > 1, settings=seek) == [[F(1, 2)] * 2] * 2
    for kind in (birkhoff, with_rho, nearly_disconnected, at_the_edge, doubly_stochastic, row_stochastic):
        assert len(find(kind(rational=True), lambda W: len(W) > 1, settings=seek)) == 2
    period = find(schedules(rational=True), lambda rounds: len(rounds) > 1, settings=seek)
    assert len(period) == 2 and len(period[0]) == 2
    network = find(connected_networks(reliability=True), lambda network: network.n >= 3, settings=seek)
    assert network.n == 3 and network.m == 2


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        (with_rho(rho=F(3, 2)), "rho=.* in "),
        (at_the_edge(min_nodes=1), "min_nodes, max_nodes=.*at least 2"),
        (connected_networks(min_nodes=0), "at least 1"),
        (directed_networks(5, 4), "in order"),
        (mixing_matrices(max_nodes=[1, 2]), "max_nodes=.*an integer"),
    ],
)
def test_arguments_out_of_range_are_one_sentence(strategy, said):
    with pytest.raises(InputError, match=said):
        find(strategy, lambda _: True, settings=settings(database=None))


@quick
@given(row_stochastic(rational=True))
def test_row_stochastic_rows_sum_to_one_exactly(matrix):
    assert all(sum(row) == 1 and min(row) >= 0 for row in matrix) and all(
        matrix[i][i] > 0 for i in range(len(matrix))
    )


@quick
@given(schedules(rational=True))
def test_schedules_are_doubly_stochastic_round_by_round(schedule):
    assert all(is_doubly_stochastic(W) and len(W) == len(schedule[0]) for W in schedule)
    smallest, largest = exact_extreme_eigenvalues(schedule[0])
    assert largest == 1 and (smallest if isinstance(smallest, F) else smallest[0]) >= -1


@quick
@given(connected_networks(min_nodes=2, max_nodes=4), directed_networks(3, 3), mixing_matrices(2, 3))
def test_sizes_are_respected(network, directed, W):
    assert isinstance(network, Network) and 2 <= network.n <= 4 and not network.directed
    assert directed.n == 3 and directed.directed and 2 <= W.n <= 3
