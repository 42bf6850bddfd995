"""Time-varying schedules: window products and joint spectra."""

from fractions import Fraction as F

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import (
    InputError,
    edge_varying,
    embed,
    exact_spectral_norm,
    exponential,
    is_doubly_stochastic,
    is_jointly_connected,
    joint_norm,
    node_varying,
    one_peer_exponential,
    spectral_norm,
    union_edges,
    window_norm,
    window_product,
)
from mixproof.spectral.strategies import schedules

quick = settings(deadline=None, max_examples=20)


@quick
@given(schedules(rational=True), st.integers(-2, 9), st.integers(0, 6), st.integers(0, 4))
def test_windows_compose(schedule, t, b, c):
    matrices = [np.array(W, dtype=object) for W in schedule]
    # W_(b+c)(t) = W_b(t) W_c(t - b), also when the window reaches into negative time
    left, right = window_product(matrices, t, b), window_product(matrices, t - b, c)
    assert (window_product(matrices, t, b + c) == left @ right).all()


@quick
@given(schedules(rational=True, max_nodes=6))
def test_float_and_exact_norms_agree(schedule):
    exact = [np.array(W, dtype=object) for W in schedule]
    floats = [W.astype(float) for W in exact]
    period = len(schedule)
    for t in range(period, 2 * period):
        value = window_norm(exact, t, period)
        middle = value if isinstance(value, F) else value[0]
        assert window_norm(floats, t, period) == pytest.approx(float(middle), abs=1e-9)
    value = joint_norm(exact, period)
    assert joint_norm(floats, period) == pytest.approx(
        float(value if isinstance(value, F) else value[1]), abs=1e-9
    )


@quick
@given(schedules())
def test_the_union_over_a_period_is_connected(schedule):
    assert is_jointly_connected(schedule, t=3, b=len(schedule))
    n = len(schedule[0])
    graph = nx.Graph(union_edges(schedule, 3, len(schedule)).tolist())
    graph.add_nodes_from(range(n))
    assert nx.is_connected(graph)
    linked = sum((W != 0).astype(int) for W in schedule)
    assert graph.number_of_edges() == np.count_nonzero(np.triu(linked, 1))


def test_windows_of_few_rounds_need_not_mix():
    swap = np.array([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]])
    other = np.array([[1, 0, 0], [0, 0.5, 0.5], [0, 0.5, 0.5]])
    assert joint_norm([swap, other], b=1) == pytest.approx(1)
    assert joint_norm([swap, other], b=2) < 1 and not is_jointly_connected([swap, other], 0, 1)


def test_the_printed_five_step_matrix():
    """Upper triangle by rows, as DeceFL's supplement prints it in 5.2.3."""
    printed = [
        [0.4815, 0, 0, 0.0370, 0.1111, 0.0370, 0.0370, 0.2963],
        [0.6667, 0, 0, 0.3333, 0, 0, 0],
        [0.5556, 0.3333, 0, 0.1111, 0, 0],
        [0.2510, 0.0370, 0.1770, 0.1029, 0.0617],
        [0.3333, 0.0370, 0.0370, 0.1111],
        [0.2757, 0.2634, 0.0988],
        [0.4239, 0.1358],
        [0.2963],
    ]
    exact = edge_varying(exact=True)
    assert all(is_doubly_stochastic(W.tolist()) for W in exact)
    product = window_product(exact, 4, 5)
    assert is_doubly_stochastic(product.tolist()) and product[0, 0] == F(13, 27)
    reverse = window_product(exact[::-1], 4, 5)
    assert (
        reverse == product.T
    ).all()  # the sequence is a palindrome of symmetric matrices, so the product is symmetric
    assert (product == product.T).all()
    for i, row in enumerate(printed):
        assert np.allclose(product[i, i:].astype(float), row, atol=5e-5)
    floats = edge_varying()
    assert np.allclose(window_product(floats, 4, 5), product.astype(float), atol=1e-15)
    assert is_jointly_connected(floats, 0, 5) and not is_jointly_connected(floats, 3, 2)
    assert 0 < joint_norm(floats, 5) < 1


@pytest.mark.parametrize("n", [2, 4, 8, 16])
def test_one_peer_products_are_exact_averages_for_powers_of_two(n):
    schedule = one_peer_exponential(n, exact=True)
    assert joint_norm(schedule, len(schedule)) == 0
    assert (window_product(schedule, len(schedule) - 1, len(schedule)) == F(1, n)).all()


@pytest.mark.parametrize("n", [3, 5, 6, 12])
def test_one_peer_products_are_not_for_other_orders(n):
    schedule = one_peer_exponential(n)
    k = len(schedule)
    assert joint_norm(schedule, k) > 0.01
    if n == 6:
        assert np.abs(window_product(schedule, k - 1, k) - 1 / 6).max() == pytest.approx(1 / 12)


@pytest.mark.parametrize("n, h", [(4, 2), (6, 3), (16, 4), (64, 6)])
def test_static_exponential_graph(n, h):
    W = exponential(n)
    assert (
        np.allclose(W.sum(axis=0), 1) and np.allclose(W.sum(axis=1), 1) and set(np.unique(W)) <= {0, W.max()}
    )
    assert spectral_norm(W) == pytest.approx((h - 1) / (h + 1), abs=1e-12)


def test_static_exponential_graph_of_odd_order():
    assert spectral_norm(exponential(33)) == pytest.approx(0.607800, abs=1e-6)


def test_node_varying_phases():
    phases = node_varying(rounds=3, seed=2)
    assert len(phases) == 9 and all(np.array_equal(phases[k], phases[k + 1]) for k in (0, 3, 6))
    alone = [int((np.diag(phases[k]) == 1).sum()) for k in (0, 3, 6)]
    assert (
        alone == [2, 0, 2] and spectral_norm(phases[0]) == pytest.approx(1) and spectral_norm(phases[3]) < 1
    )
    assert all(np.allclose(W.sum(axis=0), 1) and np.array_equal(W, W.T) for W in phases)


def test_embedding_keeps_the_others():
    third = F(1, 3)
    W = embed(np.array([[third, 2 * third], [2 * third, third]], dtype=object), [3, 1], 4)
    assert is_doubly_stochastic(W.tolist()) and W[3, 1] == 2 * third and W[0, 0] == W[2, 2] == 1
    assert exact_spectral_norm(W.tolist()) == 1


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: window_product([], 0, 1), "empty"),
        (lambda: window_product([np.eye(2), np.eye(3)], 0, 1), "order 2"),
        (lambda: window_product([np.eye(2)], 0, -1), "b=-1"),
        (lambda: window_product([np.eye(2)], 0.5, 1), "t=0.5"),
        (lambda: joint_norm([np.eye(2)], 1.5), "b=1.5"),
        (lambda: union_edges([np.eye(2)], 0, -1), "b=-1"),
        (lambda: embed(np.eye(2), [0, 1.5], 3), "node=1.5"),
        (lambda: node_varying(rounds=0), "rounds=0"),
        (lambda: node_varying(active=2.5), "active=2.5"),
        (lambda: one_peer_exponential(2.5), "n=2.5"),
        (lambda: embed(np.eye(2), [0, 0], 3), "distinct"),
        (lambda: embed(np.eye(2), [0, 3], 3), "from 0 to 2"),
        (lambda: node_varying(active=9), "active=9"),
        (lambda: one_peer_exponential(1), "n=1"),
    ],
)
def test_bad_schedules(call, said):
    with pytest.raises(InputError, match=said):
        call()
