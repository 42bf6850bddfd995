"""Drawn client losses are what their constants say, and shrink to something one can read."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from mixproof.experiments.learning.strategies import client_losses, quadratics, regressions
from mixproof.spectral.errors import InputError

POINTS = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@settings(deadline=None, max_examples=50)
@given(client_losses(), POINTS)
def test_constants_enclose_the_curvature(problem, random):
    v, w = random.normal(size=(2, problem.clients, problem.dimension))
    moved = problem.gradient(v) - problem.gradient(w)
    square = ((v - w) ** 2).sum(axis=1)
    between = (moved * (v - w)).sum(axis=1)
    assert (problem.mu > 0).all() and (between >= problem.mu * square * (1 - 1e-9)).all()
    assert (np.square(moved).sum(axis=1) <= problem.L**2 * square * (1 + 1e-9)).all()


@settings(deadline=None, max_examples=30)
@given(quadratics(rational=True), st.fractions(-3, 3, max_denominator=8))
def test_rational_quadratics_have_exact_gradients(problem, place):
    w = np.full((problem.clients, problem.dimension), place)
    gradient = problem.gradient(w)
    assert all(isinstance(entry, (Fraction, int)) for entry in gradient.flat)
    assert (gradient == [H @ (x - c) for H, x, c in zip(problem.hessians, w, problem.centers)]).all()


@settings(deadline=None, max_examples=30)
@given(quadratics(min_clients=2, common_minimizer=True))
def test_clients_may_share_their_minimizer(problem):
    assert problem.gradients_at(problem.minimum().w) == pytest.approx(0, abs=1e-6)


@settings(deadline=None, max_examples=30)
@given(regressions(min_clients=2))
def test_regressions_have_shards_of_their_own(problem):
    assert problem.clients >= 2 and len(problem.local_minima) == problem.clients


@pytest.mark.parametrize("clients", [("inf", 3), (-0.0, 3), (0, 3), (4, 3)])
def test_numbers_of_clients_that_are_none_are_refused(clients):
    with pytest.raises(InputError, match="min_clients"):
        find(client_losses(*clients), lambda _: True, settings=settings(database=None))


def test_examples_shrink():
    def disagree(problem):
        return abs(problem.gradients_at(problem.minimum().w)).max() >= 1

    def is_small(seed):
        alone = settings(database=None)
        problem = find(quadratics(min_clients=2), disagree, random=Random(seed), settings=alone)
        return (problem.clients, problem.dimension) == (2, 1) and abs(problem.centers).max() <= 2

    assert any(map(is_small, range(5)))  # shrinking may stop early
