"""What the enclosures of eigenvalues are made of, piece by piece."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import (
    Network,
    lazy,
    mixing_matrix,
    parse_network,
    spectrum,
)
from mixproof.spectral.chebyshev import chebyshev_bounds
from mixproof.spectral.dense import centre, centre_error, defect, dense_ends, eigenvalues_within, gamma
from mixproof.spectral.inertia import count_beyond
from mixproof.spectral.lanczos import rayleigh
from mixproof.spectral.shifted import ROUGH, affordable, factored, inverse, shift_beyond
from mixproof.spectral.strategies import mixing_matrices

from .graphs import exact_matrix

quick = settings(deadline=None, max_examples=30)


@pytest.mark.parametrize("text", ["er:n=100,p=0.1", "rgg:n=100,radius=0.25", "path:n=60"])
def test_chebyshev_bounds_hold_for_bad_guesses(text):
    W = mixing_matrix(parse_network(text), "metropolis").sparse()
    lambda2, lambda_min, radius = dense_ends(W)
    guesses = [(lambda2 * 0.9, lambda_min * 0.5), (lambda2 + 0.3, lambda_min - 0.5), (0.1, 0.1)]
    for guess in [(lambda2, lambda_min), *guesses]:
        for steps in (10, 200):
            high, low = chebyshev_bounds(W, *guess, steps=steps, seed=1)
            assert high >= lambda2 - radius and low <= lambda_min + radius
    sharp, _ = chebyshev_bounds(W, lambda2, lambda_min, steps=1000)
    assert sharp - lambda2 < 1e-4


@quick
@given(mixing_matrices(min_nodes=3), st.integers(-20, 20).map(lambda k: k / 16), st.sampled_from([1, -1]))
def test_inertia_counts(W, shift, side):
    matrix = W.sparse()
    count = count_beyond(matrix, shift, side)
    values = np.linalg.eigvalsh(W.dense())
    if count is not None:
        assert (side * values > side * shift + count.error + 1e-12).sum() <= count.beyond
        assert (side * values > side * shift - count.error - 1e-12).sum() >= count.beyond


@quick
@given(mixing_matrices(min_nodes=2), st.integers(0, 2**32 - 1))
def test_every_rayleigh_quotient_is_inside(W, seed):
    value, error = rayleigh(W.sparse(), np.random.default_rng(seed).standard_normal(W.n) + 5)
    s = spectrum(W)
    assert s.lambda_min_enclosure[0] <= value + error and value - error <= s.lambda2_enclosure[1]


@quick
@given(mixing_matrices(min_nodes=2))
def test_defect_and_centre_bound_what_they_say(W):
    matrix = W.sparse()
    rows = exact_matrix(W)
    missing = max(abs(Fraction(matrix[i, i]) - rows[i][i]) for i in range(W.n))
    assert missing <= Fraction(defect(matrix))
    mean, error = centre(matrix), centre_error(matrix, defect(matrix))
    exact = (sum(rows[i][i] for i in range(W.n)) - 1) / (W.n - 1)
    assert abs(Fraction(mean) - exact) <= Fraction(error)


@quick
@given(mixing_matrices(min_nodes=3))
def test_a_shift_is_beyond_the_spectrum_by_no_more_than_lanczos_may_err(W):
    found = spectrum(W)
    for side, value in ((1, found.lambda2), (-1, found.lambda_min)):
        shift = shift_beyond(W.sparse(), side)
        assert -1e-9 <= side * (shift - value) <= 3 * ROUGH + 1e-9  # Lanczos runs on eigenvalues up to 3
        factors = factored(W.sparse(), shift, side)
        if factors is not None:
            x = np.random.default_rng(0).standard_normal(W.n)
            back = side * (shift * np.eye(W.n) - W.dense()) @ (inverse(factors) @ x)
            assert back == pytest.approx(x - x.mean(), abs=1e-6 * abs(x).max())


@pytest.mark.parametrize("network", ["tree", "grid:rows=300,cols=300", "ring:n=100000"])
def test_long_networks_are_factored_cheaply(network):
    tree = network == "tree"
    graph = Network.from_networkx(nx.balanced_tree(2, 15)) if tree else parse_network(network)
    assert affordable(mixing_matrix(graph, "max-degree").sparse())


def test_random_links_have_no_cheap_factorization_but_planar_ones_do():
    assert affordable(mixing_matrix(parse_network("grid:rows=60,cols=60"), "metropolis").sparse())
    expander = mixing_matrix(parse_network("er:n=6000,p=0.004"), "metropolis")
    assert not affordable(expander.sparse())
    s = spectrum(expander)
    assert 0 < s.failure < 1e-12 and "random vectors" in s.method
    assert s.enclosure[0] <= s.rho <= s.enclosure[1] and s.enclosure[1] - s.enclosure[0] < 1e-3
    # a lazy version shifts the spectrum by a known affine map: a second route to the same number
    assert spectrum(lazy(expander)).lambda2 == pytest.approx((1 + s.lambda2) / 2, abs=1e-8)


def test_a_radius_is_not_below_what_rounding_alone_may_do():
    """1 + 2^-53 is rounded to 1, half way between two floats; BV - VD of [1] takes three operations."""
    assert Fraction(gamma(1)) >= Fraction(1, 2**53)
    assert eigenvalues_within(np.ones((1, 1)))[1] >= gamma(3)
