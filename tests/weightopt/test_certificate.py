"""A certificate's bound is below every feasible value, whatever the certificate holds."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import Network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt import Certificate, optimize, verify_certificate

from .networks import dense_objective, random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)
OBJECTIVES = st.sampled_from(["mean", "second-moment"])


@settings(deadline=None, max_examples=60)
@given(
    small_networks(),
    OBJECTIVES,
    st.booleans(),
    st.integers(0, 2**32 - 1),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_any_arrays_give_a_true_bound(network, objective, signed, seed, r, s):
    rng = np.random.default_rng(seed)
    minus = rng.standard_normal((network.n, s if objective == "mean" else 0))
    arrays = Certificate(
        rng.standard_normal((network.n, r)),
        minus,
        rng.standard_normal(network.n),
        rng.standard_normal(network.m),
    )
    bound = verify_certificate(network, arrays, objective, signed)
    for _ in range(5):
        w = random_feasible(network, rng)
        if signed:
            w = w + 0.1 * rng.standard_normal(network.m)
        assert bound <= dense_objective(network, w, objective) + 1e-12


@settings(deadline=None, max_examples=15)
@given(small_networks(most=6), OBJECTIVES, st.booleans(), st.integers(0, 2**32 - 1))
def test_the_optimum_s_certificate_bounds_random_weights(network, objective, signed, seed):
    best = optimize(network, objective, signed, method="cvxpy")
    rng = np.random.default_rng(seed)
    assert best.gap <= 1e-5
    assert best.rho == pytest.approx(dense_objective(network, best.weights.weights, objective), abs=1e-9)
    for _ in range(10):
        w = random_feasible(network, rng)
        if signed:
            w = w + 0.1 * rng.standard_normal(network.m)
        assert best.lower_bound <= dense_objective(network, w, objective) + 1e-12


@pytest.fixture(scope="module")
def lossy_ring():
    network = Network.from_edges(5, [(i, (i + 1) % 5) for i in range(5)], [0.9, 0.5, 0.7, 0.8, 0.6])
    return network, optimize(network, method="cvxpy")


def test_verification_reads_the_certificate_and_nothing_else(lossy_ring):
    network, best = lossy_ring
    assert verify_certificate(network, best.certificate) == best.lower_bound
    # columns are centred there
    shifted = dataclasses.replace(best.certificate, plus=best.certificate.plus + 1.0)
    assert verify_certificate(network, shifted) == pytest.approx(best.lower_bound, abs=1e-9)
    scaled = Certificate(
        *(2 * x for x in (best.certificate.plus, best.certificate.minus)), 4 * best.certificate.cover, None
    )
    assert verify_certificate(network, scaled) == pytest.approx(best.lower_bound, abs=1e-9)


def test_a_cover_that_falls_short_costs_instead_of_lying(lossy_ring):
    network, best = lossy_ring
    weak = dataclasses.replace(best.certificate, cover=0.9 * best.certificate.cover)
    assert 0 < verify_certificate(network, weak) < best.lower_bound
    none = dataclasses.replace(best.certificate, cover=-best.certificate.cover)
    assert verify_certificate(network, none) <= best.rho


def test_the_trivial_certificate_says_nothing(lossy_ring):
    network, _ = lossy_ring
    for objective in ("mean", "second-moment"):
        assert verify_certificate(network, Certificate.trivial(5, 5), objective) == 0


@pytest.mark.parametrize(
    "change, objective",
    [
        ({"plus": np.zeros((4, 1))}, "mean"),
        ({"plus": np.full((5, 1), np.nan)}, "mean"),
        ({"cover": np.zeros(3)}, "mean"),
        ({"cover": None}, "mean"),
        ({"minus": np.ones((5, 2))}, "second-moment"),
        ({"reference": None, "minus": np.zeros((5, 0))}, "second-moment"),
        ({}, "median"),
    ],
)
def test_wrong_arrays_are_named(lossy_ring, change, objective):
    network, best = lossy_ring
    with pytest.raises(InputError):
        verify_certificate(network, dataclasses.replace(best.certificate, **change), objective)


def test_a_bound_that_is_met_exactly_is_not_passed_by_a_rounding():
    """The path's optimum is 1/2; both allowances for rounding are taken off it, not added."""
    path, slow, none = parse_network("path:n=3"), np.array([[1.0], [0.0], [-1.0]]), np.zeros((3, 0))
    tight = verify_certificate(path, Certificate(slow, none, np.array([0.0, 1.0, 0.0]), None))
    assert 0.5 - 1e-12 < tight < 0.5
    # an edge's coefficient is known to 67 eps: a cover with that much room is charged less than a tight one
    room = 1 + 70 * np.finfo(float).eps
    assert tight < verify_certificate(path, Certificate(slow, none, np.array([0.0, room, 0.0]), None)) < 0.5
