"""Directed constants: Perron vector, smallest entries, geometric rate."""

import numpy as np
import pytest
from hypothesis import given, settings

from mixproof.spectral import (
    InputError,
    delta_min,
    geometric_rate,
    mixing_matrix,
    parse_network,
    perron_vector,
    push_sum_floor,
    smallest_entries,
)
from mixproof.spectral.strategies import doubly_stochastic, row_stochastic

quick = settings(deadline=None, max_examples=20)


@quick
@given(row_stochastic())
def test_perron_vector(W):
    psi = perron_vector(W)
    assert np.allclose(psi @ W, psi, atol=1e-14) and psi.min() > 0 and psi.sum() == pytest.approx(1)
    assert np.allclose(np.linalg.matrix_power(W, 4096), np.tile(psi, (len(W), 1)), atol=1e-9)


@quick
@given(doubly_stochastic(max_nodes=6))
def test_doubly_stochastic_matrices_have_the_uniform_perron_vector(W):
    assert (
        np.allclose(perron_vector(W), 1 / len(W), atol=1e-6) or np.count_nonzero(W - np.diag(np.diag(W))) == 0
    )


@quick
@given(row_stochastic())
def test_the_geometric_rate_bounds_every_power(W):
    psi, (C, q) = perron_vector(W), geometric_rate(W)
    assert 0 < q < 1 and C >= 1
    power = np.eye(len(W))
    for t in range(60):
        assert np.abs(power - psi).max() <= C * q**t + 1e-13
        power = power @ W


def test_the_rate_is_not_far_from_the_second_eigenvalue():
    W = mixing_matrix(parse_network("directed:n=20,max_out=10"), "out-degree").dense()
    second = np.sort(np.abs(np.linalg.eigvals(W)))[-2]
    C, q = geometric_rate(W)
    assert second <= q < 1 and 1 / q**16 >= C


@quick
@given(row_stochastic())
def test_smallest_entries_never_decrease(W):
    smallest = smallest_entries(W, 12)
    assert (np.diff(smallest) >= -1e-13).all() and delta_min(W, 12) == smallest[-1]
    assert smallest[4] == pytest.approx(np.linalg.matrix_power(W, 5).min(), abs=1e-13)
    assert delta_min(W, len(W) - 1) > 0  # positive self weights: n - 1 rounds reach everyone


@quick
@given(row_stochastic())
def test_push_sum_weights_stay_above_their_floor(W):
    floor = push_sum_floor(W, len(W))
    omega = np.ones(len(W))
    assert floor > 0
    for _ in range(100):
        omega = W.T @ omega
        assert omega.min() >= floor


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: perron_vector([[0.5, 0.5], [0, 1]]), "strongly connected"),
        (lambda: perron_vector([[0.5, 0.4], [0, 1]]), "row 0 sums to 0.9"),
        (lambda: perron_vector([[1.5, -0.5], [0, 1]]), "nonnegative"),
        (lambda: geometric_rate([[0, 1], [1, 0]]), "aperiodic"),
        (lambda: geometric_rate(np.eye(3)), "strongly connected"),
        (lambda: delta_min(np.eye(1), 0), "horizon=0"),
        (lambda: push_sum_floor(np.eye(1), 2.5), "horizon=2.5"),
    ],
)
def test_bad_directed_matrices(call, said):
    with pytest.raises(InputError, match=said):
        call()


def test_the_sum_of_columns_of_a_directed_star_shows_the_need_for_push_sum():
    W = mixing_matrix(parse_network("directed:n=10,max_out=3"), "out-degree")
    psi = perron_vector(W)
    assert psi.max() / psi.min() > 1.5  # plain averaging with W would weigh nodes this unevenly
    assert push_sum_floor(W, 50) <= 10 * psi.min()
