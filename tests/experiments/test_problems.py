"""Client losses: values by definition, gradients against differences, constants against gradients."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.experiments.learning.problems import LinearModel, Quadratic, least_squares, logistic, softmax
from mixproof.experiments.learning.problems.losses import Logistic
from mixproof.spectral.errors import InputError

from .example_problems import KINDS, make


def plain_value(problem: LinearModel, kind: str, k: int, w: np.ndarray) -> float:
    """F_k by its definition, sample by sample."""
    m = problem.counts[k]
    total = 0.0
    for a, y in zip(problem.features[k, :m], problem.targets[k, :m]):
        z = a @ w.reshape(len(a), -1)
        if kind == "least squares":
            total += (z[0] - y) ** 2 / 2
        elif kind == "logistic":
            total += np.log1p(np.exp(-z[0] if y == 1 else z[0]))
        else:
            total += np.log(np.exp(z).sum()) - z[int(y)]
    return total / m + problem.l2 / 2 * w @ w


@pytest.mark.parametrize("kind", KINDS[1:])
def test_values_are_the_definition(kind):
    problem = make(kind)
    x = np.random.default_rng(1).normal(size=(2, 3, problem.dimension))
    expected = [[plain_value(problem, kind, k, x[s, k]) for k in range(3)] for s in range(2)]
    assert np.allclose(problem.values(x), expected, rtol=1e-13)


@pytest.mark.parametrize("kind", KINDS)
def test_gradient_and_hessian_are_derivatives(kind):
    problem = make(kind)
    rng = np.random.default_rng(2)
    x, direction = rng.normal(size=(2, 2, 3, problem.dimension))
    h = 1e-5
    slope = (problem.values(x + h * direction) - problem.values(x - h * direction)) / (2 * h)
    assert np.allclose((problem.gradient(x) * direction).sum(-1), slope, rtol=1e-7, atol=1e-8)
    w, v, weights = x[0, 0], direction[0, 0], np.array([0.2, 0.3, 0.5])
    turn = weights @ (problem.gradients_at(w + h * v) - problem.gradients_at(w - h * v)) / (2 * h)
    assert np.allclose(problem.hessian(w, weights) @ v, turn, rtol=1e-7, atol=1e-8)


def test_newton_systems_are_solved_as_with_the_whole_hessian():
    problem = make("softmax")
    rng = np.random.default_rng(4)
    w, r = 3 * rng.normal(size=(2, problem.dimension))
    weights = np.array([0.2, 0.3, 0.5])
    solve = problem.newton_system(w, weights)
    found = solve(r)
    for _ in range(5):  # each time at most 1e-4 of the residual is left
        found += solve(r - problem.hessian(w, weights) @ found)
    assert np.allclose(found, np.linalg.solve(problem.hessian(w, weights), r), rtol=1e-11)


@pytest.mark.parametrize("kind", KINDS)
def test_leading_axes_and_seeds_do_not_mix(kind):
    problem = make(kind)
    x = np.random.default_rng(3).normal(size=(2, 5, 3, problem.dimension))
    together = problem.gradient(x)
    assert together.shape == x.shape
    assert np.allclose(together[1, 4], problem.gradient(x[1, 4]), rtol=1e-13)


@settings(deadline=None, max_examples=30)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 10**6), scale=st.sampled_from([1e-3, 1.0, 10.0]))
def test_constants_err_on_the_safe_side(kind, seed, scale):
    problem = make(kind, seed)
    rng = np.random.default_rng(seed)
    x, y = scale * rng.normal(size=(2, 50, 3, problem.dimension))
    change = problem.gradient(x) - problem.gradient(y)
    distance = np.linalg.norm(x - y, axis=-1)
    assert (np.linalg.norm(change, axis=-1) <= problem.L * distance * (1 + 1e-12)).all()
    assert ((change * (x - y)).sum(-1) >= problem.mu * distance**2 * (1 - 1e-10)).all()


def test_constants_are_tight():
    X = np.array([[2.0, 0.0], [0.0, 1.0]])
    parts = [np.array([0, 1])]
    assert np.isclose(least_squares(X, np.zeros(2), parts, 0.1).L[0], 2.1, rtol=1e-12)
    assert np.isclose(least_squares(X, np.zeros(2), parts, 0.1).mu[0], 0.6, rtol=1e-12)
    assert np.isclose(logistic(X, np.array([0, 1]), parts, 0.1).L[0], 0.6, rtol=1e-12)
    assert logistic(X, np.array([0, 1]), parts, 0.1).mu[0] == 0.1
    diagonal = Quadratic(np.array([np.diag([1 / 3, 0.7])]), np.zeros((1, 2)))
    assert (diagonal.L[0], diagonal.mu[0]) == (0.7, 1 / 3)


@pytest.mark.parametrize("kind", KINDS)
def test_rounding_bound_covers_the_rounding(kind):
    problem = make(kind)
    x = 3 * np.random.default_rng(6).normal(size=(20, 3, problem.dimension))
    radius = float(np.linalg.norm(x, axis=-1).max())
    error = np.linalg.norm(
        (problem.gradient(x) - problem.gradient(x.astype(np.longdouble))).astype(float), axis=-1
    )
    assert 0 < error.max() <= problem.gradient_rounding(radius) < 1e-11


def test_accuracy_counts_hits():
    X, y = np.array([[1.0], [2.0], [-1.0], [-2.0]]), np.array([1, 0, 0, 0])
    problem = logistic(X, y, [np.arange(4)], 0.1)
    assert problem.accuracy(np.array([[1.0], [-1.0]]), X, y).tolist() == [0.75, 0.25]
    assert (
        make("softmax").accuracy(np.zeros((2, 12)), np.ones((3, 4)), np.array([0, 0, 1])).tolist()
        == [2 / 3] * 2
    )
    with pytest.raises(InputError, match="classes"):
        make("least squares").accuracy(np.zeros((1, 4)), np.ones((3, 4)), np.zeros(3))


@pytest.mark.parametrize(
    "broken",
    [
        lambda: logistic(np.ones((2, 1)), np.array([1, -1]), [np.arange(2)], 0.1),
        lambda: softmax(np.ones((2, 1)), np.array([0.5, 1]), [np.arange(2)], 0.1),
        lambda: logistic(np.ones((2, 1)), np.array([0, 1]), [np.arange(2)], -0.1),
        lambda: logistic(np.ones((2, 1)), np.array([0, 1]), [np.arange(2), np.arange(0)], 0.1),
        lambda: least_squares(np.array([[np.nan]]), np.array([0.0]), [np.arange(1)], 0.1),
        lambda: least_squares(np.zeros((1, 1)), np.array([0.0]), [np.arange(1)], 0.0).minimum(),
        lambda: Quadratic(np.array([[[0.0, 1.0], [0.0, 1.0]]]), np.zeros((1, 2))),
        lambda: Quadratic(np.array([[[-1.0]]]), np.zeros((1, 1))),
        lambda: Quadratic(np.ones((1, 2, 2)), np.zeros((1, 1))),
        lambda: make("quadratic").gradient(np.zeros((3, 4)), np.zeros((3, 1), int)),
        lambda: make("quadratic").shares("median"),
    ],
)
def test_bad_input_is_refused(broken):
    with pytest.raises(InputError):
        broken()


def test_weights_stand_for_repetitions():
    rng = np.random.default_rng(2)
    X, y, times = rng.normal(size=(12, 3)), rng.integers(0, 2, 12), rng.integers(1, 5, 12)
    short = LinearModel([X], [y], 0.1, Logistic(), weights=[times])
    index = np.repeat(np.arange(12), times)
    long = logistic(X[index], y[index], [np.arange(len(index))], 0.1)
    x = rng.normal(size=(1, 3))
    assert np.allclose(short.gradient(x), long.gradient(x)) and np.allclose(short.values(x), long.values(x))
    assert short.L[0] == pytest.approx(long.L[0]) and np.allclose(short.minimum().w, long.minimum().w)
    with pytest.raises(InputError, match=r"^weights="):
        LinearModel([X], [y], 0.1, Logistic(), weights=[times - 1])
