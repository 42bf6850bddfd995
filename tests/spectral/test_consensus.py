"""Rounds to consensus: against the enumeration of link states, matrix powers, and what one moment alone can say."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import (
    InputError,
    MixingMatrix,
    Network,
    consensus_rounds,
    mean_congruence,
    mean_matrix,
    mixing_matrix,
    parse_network,
    realization,
    rho_second_moment,
    spectrum,
)
from mixproof.spectral.strategies import mixing_matrices

quick = settings(deadline=None, max_examples=20)
few_links = mixing_matrices(min_nodes=2, max_nodes=5, reliability=True).filter(lambda W: W.network.m <= 6)


def states(W: MixingMatrix):
    """(probability, W_hat) of every state of the links."""
    p = W.network.reliability
    for state in product((0, 1), repeat=W.network.m):
        up = np.array(state, dtype=bool)
        yield float(np.prod(np.where(up, p, 1 - p))), realization(W, up).dense()


@quick
@given(few_links, st.integers(0, 2**32 - 1))
def test_the_map_is_the_average_over_all_states(W, seed):
    A = np.random.default_rng(seed).standard_normal((W.n, W.n))
    A = A + A.T
    average = sum(chance * drawn @ A @ drawn for chance, drawn in states(W))
    assert mean_congruence(W)(A) == pytest.approx(average, abs=1e-12)


@quick
@given(st.integers(2, 15), st.integers(1, 40), st.sampled_from([0, 1]))
def test_rounds_are_right_where_the_error_is_met_to_the_last_bit(n, t, side):
    """Lazy averaging of two nodes: rho = 1 - 2/n, and an error as close to rho^t as floats come."""
    W = MixingMatrix.from_edge_weights(Network.from_edges(2, [(0, 1)]), [1 / n])
    rho = spectrum(W).rho
    error = float(np.nextafter(rho**t, side))
    found = consensus_rounds(W, error) if 0 < error < 1 else 1
    assert rho**found <= error or found == 1
    assert rho ** (found - 1) > error


@quick
@given(few_links, st.sampled_from([0.5, 0.1, 1e-3]))
def test_rounds_are_the_first_below_the_error(W, error):
    found = consensus_rounds(W, error)
    every = list(states(W))
    A, worst = np.eye(W.n) - 1 / W.n, [1.0]
    for _ in range(100 if found is None else min(found, 300)):
        A = sum(chance * drawn @ A @ drawn for chance, drawn in every)
        worst.append(np.linalg.eigvalsh(A)[-1])
    assert all(value > error**2 * (1 - 1e-9) for value in worst[:-1])
    if found is not None and found <= 300:
        assert worst[-1] <= error**2 * (1 + 1e-9)


@quick
@given(few_links)
def test_rounds_lie_between_what_the_mean_and_the_second_moment_say(W):
    found = consensus_rounds(W)
    mean, second = spectrum(mean_matrix(W)).rho, rho_second_moment(W)
    if found is None:
        assert second > 1 - 1e-3
        return
    assert mean**found <= 1e-3 * (1 + 1e-9)
    if found > 1:
        assert second ** (found - 1) > 1e-6 * (1 - 1e-9)


@quick
@given(mixing_matrices(min_nodes=2, max_nodes=6))
def test_on_reliable_links_they_come_from_powers(W):
    found = consensus_rounds(W)
    if found is None:
        assert spectrum(W).rho > 1 - 1e-9
        return
    rest = W.dense() - 1 / W.n
    assert np.linalg.norm(np.linalg.matrix_power(rest, found), 2) <= 1e-3 * (1 + 1e-9)
    if found > 1:
        assert np.linalg.norm(np.linalg.matrix_power(rest, found - 1), 2) > 1e-3 * (1 - 1e-9)


def test_links_that_always_work_count_as_reliable():
    plain = mixing_matrix(parse_network("path:n=5"), "metropolis")
    certain = Network(5, plain.network.edges, np.ones(4))
    assert consensus_rounds(MixingMatrix.from_edge_weights(certain, plain.weights)) == consensus_rounds(plain)


def test_some_never_agree():
    swap = Network.from_edges(2, [(0, 1)])
    assert consensus_rounds(MixingMatrix.from_edge_weights(swap, [1.0])) is None
    # a reliable link whose two ends swap for ever, and a third node that is never heard
    path = Network.from_edges(3, [(0, 1), (1, 2)], [1.0, 0.5])
    assert consensus_rounds(MixingMatrix.from_edge_weights(path, [1.0, 0.0])) is None
    # signed weights that grow without end
    wild = MixingMatrix.from_edge_weights(path, [5.0, 5.0], signed=True)
    assert consensus_rounds(wild) is None


def test_an_average_in_one_round():
    assert consensus_rounds(mixing_matrix(parse_network("complete:n=4"), "uniform")) == 1


@pytest.mark.parametrize("error", [0, 1, -1, float("nan")])
def test_the_error_is_a_share(error):
    with pytest.raises(InputError, match="error"):
        consensus_rounds(mixing_matrix(parse_network("path:n=3"), "metropolis"), error)


def test_directed_networks_are_refused():
    with pytest.raises(InputError, match="directed"):
        consensus_rounds(mixing_matrix(parse_network("directed:n=4,max_out=2,seed=0"), "out-degree"))
