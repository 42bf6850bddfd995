"""Minima of client losses: against scipy and exact fractions, and within the error that they state."""

from fractions import Fraction

import numpy as np
import pytest

from mixproof.experiments.learning.problems import Quadratic, logistic, softmax
from mixproof.spectral.errors import InputError

from .example_problems import KINDS, make


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("objective", ["mean", "samples"])
def test_minimum_by_another_route(kind, objective):
    from scipy.optimize import minimize

    problem = make(kind)
    best = problem.minimum(objective)
    shares = problem.shares(objective)
    other = minimize(
        lambda w: problem.objective(w, objective),
        np.zeros(problem.dimension),
        jac=lambda w: shares @ problem.gradients_at(w),
        method="BFGS",
        options={"gtol": 1e-9},
    )
    assert best.error <= 1e-12
    assert np.allclose(best.w, other.x, atol=1e-6)
    assert best.value <= other.fun + 1e-14
    assert np.isclose(best.value, problem.objective(best.w, objective), rtol=1e-14)


def test_minimum_of_a_quadratic_is_the_exact_one():
    a = [[Fraction(1), Fraction(2)], [Fraction(5), Fraction(7, 3)]]
    problem = Quadratic(np.array([[[a[0][0]]], [[a[1][0]]]]), np.array([[a[0][1]], [a[1][1]]]))
    exact = (a[0][0] * a[0][1] + a[1][0] * a[1][1]) / (a[0][0] + a[1][0])
    best = problem.minimum()
    assert abs(Fraction(float(best.w[0])) - exact) <= Fraction(best.error) < Fraction(1, 10**12)
    third = Quadratic(np.array([[[Fraction(1, 3)]], [[Fraction(2, 3)]]]), np.zeros((2, 1)))
    for k, truth in enumerate((Fraction(1, 3), Fraction(2, 3))):
        # neither is a float: rounding goes to the safe side
        assert Fraction(float(third.mu[k])) < truth < Fraction(float(third.L[k]))
    x = np.array([[Fraction(1, 3)], [Fraction(1, 7)]])
    assert problem.gradient(x).tolist() == [
        [Fraction(-5, 3)],
        [Fraction(5) * (Fraction(1, 7) - Fraction(7, 3))],
    ]
    assert problem.values(x)[0] == Fraction(25, 18)


def test_minimum_with_many_classes_and_features():
    rng = np.random.default_rng(11)
    X = rng.random((150, 100)) / 2
    problem = softmax(X, np.arange(150) % 6, np.array_split(rng.permutation(150), 5), 1e-2)
    best = problem.minimum()
    assert best.error <= 1e-12
    precise = np.abs(problem.shares() @ problem.gradients_at(best.w.astype(np.longdouble))).max()
    assert precise <= 1e-15  # the rounding of w itself


def test_minimum_survives_bad_conditioning():
    problem = make("logistic", l2=1e-4)
    best = problem.minimum()
    assert best.error <= 1e-12
    assert np.linalg.norm(problem.shares() @ problem.gradients_at(best.w)) < 1e-14


@pytest.mark.parametrize("kind", KINDS)
def test_local_minima_lie_below_the_common_one(kind):
    problem = make(kind)
    common = problem.values(problem.everywhere(problem.minimum().w))
    alone = np.array([minimum.value for minimum in problem.local_minima])
    assert (alone <= common + 1e-15).all() and (alone < common - 1e-6).any()


def test_single_precision_is_the_rounded_problem():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(90, 6)), rng.integers(0, 2, 90)
    parts = np.split(np.arange(90), 3)
    single, rounded = (
        logistic(X, y, parts, 0.1, np.float32),
        logistic(np.float32(X).astype(float), y, parts, 0.1),
    )
    assert np.allclose(single.L, rounded.L, rtol=1e-12) and (single.mu == rounded.mu).all()
    best = single.minimum()
    assert best.error < 1e-12 and np.linalg.norm(best.w - rounded.minimum().w) < 1e-12
    x, samples = rng.normal(size=(2, 3, 6)), rng.integers(30, size=(2, 3, 4))
    for chosen in (None, samples):
        found = single.gradient(x.astype(np.float32), chosen)
        assert found.dtype == np.float32 and np.allclose(found, rounded.gradient(x, chosen), atol=1e-5)
    with pytest.raises(InputError, match=r"^dtype="):
        logistic(X, y, parts, 0.1, np.int64)


def test_gradients_at_one_model_take_no_models_of_each_client():
    """Stacked models once gave an array of four dimensions, and a true bound looked broken."""
    problem = make(KINDS[0])
    with pytest.raises(InputError, match="one model"):
        problem.gradients_at(np.zeros((problem.clients, problem.dimension)))
