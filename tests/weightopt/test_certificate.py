"""A certificate's bound is below every feasible value, whatever the certificate holds."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.spectral import Network, parse_network
from mixproof.spectral.errors import InputError
from mixproof.weightopt import Certificate, optimize, verify_certificate
from mixproof.weightopt.certify.check import AT_ONCE, edge_squares, least_rho
from mixproof.weightopt.learning import learning

from .networks import dense_objective, random_feasible, small_networks

SEEDS = st.integers(0, 2**32 - 1)
OBJECTIVES = st.sampled_from(["mean", "second-moment"])
LOSSY_RING = Network.from_edges(5, [(i, (i + 1) % 5) for i in range(5)], [0.9, 0.5, 0.9, 0.8, 0.6])


@settings(deadline=None, max_examples=30)
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


def test_the_trivial_certificate_says_what_the_degrees_say(lossy_ring):
    network, _ = lossy_ring
    for objective, power in (
        ("mean", 1),
        ("second-moment", 2),
    ):  # five rows of three entries, four eigenvalues
        bound = verify_certificate(network, Certificate.trivial(5, 5), objective)
        assert bound == pytest.approx(((5 / 3 - 1) / 4) ** (power / 2))


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
        verify_certificate(
            network, dataclasses.replace(best.certificate, objective=None, **change), objective
        )


CASES = {
    "mean": ("path:n=5", {}),
    "signed": ("path:n=5", {"signed": True}),
    "second-moment": (LOSSY_RING, {"objective": "second-moment"}),
    "another step": ("ring:n=6", {"objective": "learning", "step": 0.4, "curvature": 1.0, "noise": 2.0}),
    "labels": ("ring:n=6", {"objective": "learning", "heterogeneity": np.eye(3)[np.arange(6) % 3]}),
    "labels, convex": (
        "ring:n=6",
        {"objective": "learning-convex", "heterogeneity": np.eye(3)[np.arange(6) % 3]},
    ),
    "convex": ("ring:n=6", {"objective": "learning-convex"}),
    "groups": (LOSSY_RING, {"objective": "second-moment", "groups": [0, 1, 2, 0, 3]}),
    "target": ("path:n=5", {"target": [1, 2, 3, 2, 1]}),
    "directed": ("directed:n=6,max_out=3,seed=1", {"target": 1}),
    "by the nodes": ("ring:n=6", {"method": "distributed", "gap": 1e-2}),
    "a rule": ("ring:n=6", {"method": "metropolis", "objective": "learning", "step": 0.3}),
}


@pytest.mark.parametrize("network, options", CASES.values(), ids=CASES)
def test_a_certificate_names_what_it_certifies(network, options):
    best = optimize(network, **options)
    graph = best.weights.network if isinstance(network, str) and "target" not in options else network
    graph = parse_network(graph) if isinstance(graph, str) else graph
    assert verify_certificate(graph, best.certificate) == best.lower_bound
    assert verify_certificate(graph, best.certificate, best.goal) == best.lower_bound
    assert verify_certificate(graph, best.certificate, best.objective) == best.lower_bound


def test_another_objective_than_the_certificate_s_is_refused():
    ring, labels = parse_network("ring:n=6"), np.eye(3)[np.arange(6) % 3]
    slow = optimize(ring, "learning", step=0.4)
    for other in ("mean", "second-moment", learning(step=0.15), learning(step=0.4, heterogeneity=labels)):
        with pytest.raises(InputError, match="the certificate is one of learning"):
            verify_certificate(ring, slow.certificate, other)
    with pytest.raises(InputError, match="signed=False"):
        verify_certificate(ring, optimize(ring).certificate, signed=True)


def test_without_data_the_convex_bound_is_the_objective_itself():
    ring = parse_network("ring:n=6")
    assert optimize(ring, "learning-convex").value == pytest.approx(optimize(ring, "learning").value)


def test_a_bound_that_is_met_exactly_is_not_passed_by_a_rounding():
    """The path's optimum is 1/2; both allowances for rounding are taken off it, not added."""
    path, slow, none = parse_network("path:n=3"), np.array([[1.0], [0.0], [-1.0]]), np.zeros((3, 0))
    tight = verify_certificate(path, Certificate(slow, none, np.array([0.0, 1.0, 0.0]), None))
    assert 0.5 - 1e-12 < tight < 0.5
    # an edge's coefficient is known to 67 eps: a cover with that much room is charged less than a tight one
    room = 1 + 70 * np.finfo(float).eps
    loose = Certificate(slow, none, np.array([0.0, room, 0.0]), None)
    assert tight < verify_certificate(path, loose) < 0.5


def test_distances_along_links_are_the_same_by_all_pairs_of_nodes():
    i, j = np.triu_indices(64, 1)
    block = np.random.default_rng(0).standard_normal((64, 51))
    assert len(i) * block.shape[1] > AT_ONCE
    for first, second in ((i, j), (j, i)):
        by_links = ((block[first] - block[second]) ** 2).sum(axis=1)
        assert edge_squares(block, first, second) == pytest.approx(by_links)


def test_what_no_rho_is_below_is_not_above_one_that_is_reached():
    """On a ring of four the weights 1/3 leave the eigenvalues 1/3, 1/3 and -1/3."""
    assert 1 / 3 - 1e-8 < least_rho(parse_network("ring:n=4")) < 1 / 3
