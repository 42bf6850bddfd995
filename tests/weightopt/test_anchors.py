"""Every published and closed-form optimum of `anchors`: reached to 1e-6 with a certified gap of at most 1e-6, twice."""

import networkx as nx
import numpy as np
import pytest

from mixproof.spectral import MixingMatrix, Network, mixing_matrix, parse_network, rho_second_moment
from mixproof.weightopt import objective_value, optimize

from .anchors import (
    COMPLETE_LOSSY,
    EDGE_TRANSITIVE,
    HEURISTICS,
    ICM,
    ICM_LOSSY,
    LOSSY,
    OPTIMA,
    TIMES,
    constant_value,
    constant_weight,
    with_reliability,
)

BOTH = pytest.mark.parametrize("method", ["fast", "cvxpy"])
GAP = 1e-6


def reached(best, value, half_digit=0.0):
    """Not below the optimum, at most the certified gap above it, and a bound that is one."""
    assert value - half_digit - 1e-9 <= best.rho <= value + half_digit + GAP
    assert best.lower_bound <= value + half_digit + 1e-9
    assert 0 <= best.gap <= GAP


@BOTH
@pytest.mark.parametrize("name", OPTIMA)
def test_fastest_mixing_and_fastest_averaging(name, method):
    network, mixing, averaging, half_digit = OPTIMA[name]
    reached(optimize(network, method=method, gap=GAP), mixing, half_digit)
    if averaging is not None:
        reached(optimize(network, method=method, signed=True, gap=GAP), averaging, half_digit)


@pytest.mark.parametrize("name", EDGE_TRANSITIVE)
def test_closed_forms_come_from_the_laplacian(name):
    network, mixing, averaging, half_digit = OPTIMA[name]
    for signed, value in ((False, mixing), (True, averaging)):
        assert np.sqrt(constant_value(network, signed=signed)) == pytest.approx(value, abs=half_digit + 1e-12)


@pytest.mark.parametrize(("network", "name", "value", "half_digit"), HEURISTICS)
def test_named_weights(network, name, value, half_digit):
    W = mixing_matrix(network, name)
    assert objective_value(W) == pytest.approx(value, abs=half_digit + 1e-12)


@pytest.mark.parametrize(("network", "name", "tau"), TIMES)
def test_printed_times(network, name, tau):
    """1 / log(1 / rho), to half a digit of tau; Xiao and Boyd's follow from the three printed digits of rho, cut."""
    if name in ("optimal", "signed"):
        rho = optimize(network, signed=name == "signed", gap=GAP).rho
    else:
        rho = objective_value(mixing_matrix(network, name))
    if network is ICM:
        assert 1 / np.log(1 / rho) == pytest.approx(tau, abs=1e-4)
    else:
        assert 1 / np.log(1 / round(rho, 3)) == pytest.approx(tau, abs=1e-3)


def test_without_self_weights_the_wheel_mixes_slowly():
    """Boyd and Vandenberghe 4.6.3 forces a zero diagonal and prints 0.7500; `optimize` allows self weights: 1/4.

    Averaged over the wheel's symmetries zero diagonals stay zero and rho does not grow, and then spokes of 1/4 and
    rim links of 3/8 are the only choice.
    """
    wheel = OPTIMA["square and centre"][0]
    degrees = wheel.degrees
    spoke = (degrees[wheel.edges] == 4).any(axis=1)
    W = MixingMatrix.from_edge_weights(wheel, np.where(spoke, 1 / 4, 3 / 8))
    assert W.self_weights == pytest.approx(np.zeros(5), abs=1e-15)
    assert objective_value(W) == pytest.approx(0.75, abs=1e-12)


@BOTH
@pytest.mark.parametrize(("name", "p", "value"), LOSSY)
def test_second_moment_of_an_edge_transitive_network(name, p, value, method):
    """Printed for signed weights; with entries in [0, 1] the best weight is capped at 1 / degree."""
    network = with_reliability(OPTIMA[name][0], p)
    assert constant_value(network, p) == pytest.approx(value, abs=5e-7)
    for signed in (True, False):
        best = optimize(network, "second-moment", method=method, signed=signed, gap=GAP)
        reached(best, constant_value(network, p, signed))
        assert best.weights.weights == pytest.approx(
            np.full(network.m, constant_weight(network, p, signed)), abs=0.02
        )


@BOTH
@pytest.mark.parametrize(("n", "p", "value"), COMPLETE_LOSSY)
def test_second_moment_of_a_complete_network(n, p, value, method):
    """2 (1 - p) / (p n + 2 (1 - p)) is the optimum of signed weights: w = 1 / (p n + 2 (1 - p)) leaves a self weight
    of 1 - (n - 1) w, which is negative in three of the four cases. With entries in [0, 1] w is then 1 / (n - 1)."""
    network, spread = with_reliability(parse_network(f"complete:n={n}"), p), 2 * (1 - p)
    w = 1 / (p * n + spread)
    assert spread * w == pytest.approx(value, abs=5e-7)
    assert (1 - (n - 1) * w < 0) == ((n, p) != (5, 0.8))
    reached(optimize(network, "second-moment", method=method, signed=True, gap=GAP), spread * w)
    w = min(w, 1 / (n - 1))
    capped = (1 - p * w * n) ** 2 + spread * p * w**2 * n
    reached(optimize(network, "second-moment", method=method, gap=GAP), capped)


@BOTH
@pytest.mark.parametrize(("p", "optimum", "kept", "metropolis"), ICM_LOSSY)
def test_second_moment_under_loss(p, optimum, kept, metropolis, method):
    """Signed weights again: the optimum has negative self weights for every p, and entries in [0, 1] do worse."""
    network = with_reliability(ICM, p)
    best = optimize(network, "second-moment", method=method, signed=True, gap=GAP)
    reached(best, optimum, 5e-7)
    assert best.weights.self_weights.min() < -0.2
    inside = optimize(network, "second-moment", method=method, gap=GAP)
    assert inside.lower_bound > optimum + 0.04
    reliable = optimize(ICM, signed=True, method=method, gap=1e-7 if method == "fast" else GAP)
    same = MixingMatrix.from_edge_weights(network, reliable.weights.weights, signed=True)
    assert rho_second_moment(same) == pytest.approx(kept, abs=2e-6)
    assert rho_second_moment(mixing_matrix(network, "metropolis")) == pytest.approx(metropolis, abs=1e-6)


@pytest.mark.parametrize("p", [0.3, 0.95])
def test_second_moment_by_one_scalar(p):
    network = with_reliability(OPTIMA["Q3"][0], p)
    w = np.linspace(0, 1 / 3, 100_001)[:, None]
    ends = np.array([2.0, 6.0])
    least = ((1 - p * w * ends) ** 2 + 2 * p * (1 - p) * w**2 * ends).max(axis=1).min()
    assert constant_value(network, p, signed=False) == pytest.approx(least, abs=2e-6)  # the grid
    reached(optimize(network, "second-moment", gap=GAP), constant_value(network, p, signed=False))


def test_named_weights_on_a_large_network():
    """10,000 nodes and 100,000 links: measured values that a subgradient method started from."""
    network = Network.from_networkx(nx.gnm_random_graph(10_000, 100_000, seed=1))
    for name, rho in (("max-degree", 0.8591), ("metropolis-max", 0.7467)):
        assert objective_value(mixing_matrix(network, name)) == pytest.approx(rho, abs=5e-5)


def test_on_reliable_links_the_second_moment_is_the_square():
    square, plain = (optimize(ICM, objective, method="cvxpy") for objective in ("second-moment", "mean"))
    assert square.rho == pytest.approx(plain.rho**2, abs=1e-6)


def test_fastest_averaging_on_lossy_links_ignores_the_loss():
    lossy = with_reliability(ICM, 0.7)
    assert optimize(lossy, signed=True, method="cvxpy").rho == pytest.approx(0.6433314, abs=1e-6)
