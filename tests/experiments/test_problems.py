"""Client losses: gradients against differences, constants against gradients, minima against scipy."""

from contextlib import nullcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

from mixproof.experiments.learning import cores
from mixproof.experiments.learning.cores import share_out
from mixproof.experiments.learning.problems import (
    LinearModel,
    Problem,
    Quadratic,
    least_squares,
    logistic,
    products,
    softmax,
)
from mixproof.experiments.learning.problems.losses import Logistic, Softmax
from mixproof.experiments.learning.problems.products import worth_drawing
from mixproof.spectral.errors import InputError

KINDS = ("quadratic", "least squares", "logistic", "softmax")


def make(kind: str, seed: int = 0, l2: float = 0.05) -> Problem:
    rng = np.random.default_rng(seed)
    if kind == "quadratic":
        roots = rng.normal(size=(3, 4, 4))
        return Quadratic(roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(4), rng.normal(size=(3, 4)))
    X = rng.normal(size=(30, 4))
    parts = [np.arange(0, 7), np.arange(7, 18), np.arange(18, 30)]  # of different sizes: the padding counts
    if kind == "least squares":
        return least_squares(X, rng.normal(size=30), parts, l2)
    if kind == "logistic":
        return logistic(X, rng.integers(0, 2, 30), parts, l2)
    return softmax(X, np.arange(30) % 3, parts, l2)


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


@settings(deadline=None, max_examples=25)
@given(n=st.integers(1, 200), dtype=st.sampled_from([float, np.longdouble]), seed=st.integers(0, 10**6))
def test_products_round_as_often_as_they_say(n, dtype, seed):
    a, b = np.random.default_rng(seed).normal(size=(2, n))
    a, b = a.astype(dtype) / 3, b.astype(dtype) / 7
    terms = [Fraction(*x.as_integer_ratio()) * Fraction(*y.as_integer_ratio()) for x, y in zip(a, b)]
    found = products.product(a[None], b[:, None])[0, 0]
    off = abs(Fraction(*found.as_integer_ratio()) - sum(terms))
    rounded = products.roundings(n, dtype) * float(np.finfo(dtype).eps)
    assert off <= Fraction(rounded) * sum(abs(term) for term in terms)


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


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_batch_of_every_sample_is_the_full_gradient(kind):
    problem = make(kind)
    x = np.random.default_rng(4).normal(size=(2, 1, problem.dimension))
    alone = problem.client(1)
    everything = np.broadcast_to(np.arange(alone.counts[0]), (2, 1, alone.counts[0]))
    assert np.allclose(alone.gradient(x, everything), alone.gradient(x), rtol=1e-12)


@pytest.mark.parametrize("kind", KINDS[1:])
def test_batches_pick_the_samples_of_their_own_client(kind):
    problem = make(kind)
    rng = np.random.default_rng(5)
    x, samples = rng.normal(size=(2, 3, problem.dimension)), rng.integers(0, 7, size=(2, 3, 4))
    together = problem.gradient(x, samples)
    for s in range(2):
        for k in range(3):
            single = problem.client(k).gradient(x[s, k : k + 1], samples[s, k : k + 1])
            assert np.allclose(together[s, k], single[0], rtol=1e-12)


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


@pytest.mark.parametrize("rows, drawn", [(8, False), (400, True)])
def test_both_ways_to_a_mini_batch_gradient_are_the_loop(rows, drawn):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(3 * rows, 5)), rng.integers(0, 3, 3 * rows)
    task = softmax(X, y, np.split(np.arange(3 * rows), 3), 0.1)
    x, samples = rng.normal(size=(4, 3, 15)), rng.integers(rows, size=(4, 3, 6))
    assert worth_drawing(samples, rows) == drawn
    found = task.gradient(x, samples)
    for s in range(4):
        for k in range(3):
            picked = samples[s, k]
            one = LinearModel([task.features[k, picked]], [task.targets[k, picked]], 0.1, task.loss)
            assert np.allclose(found[s, k], one.gradient(x[s, k][None])[0], rtol=1e-12, atol=1e-13)
    with pytest.raises(InputError, match=r"^samples="):
        task.gradient(x, samples + rows)


def test_rows_that_only_pad_a_client_are_no_samples():
    problem = make("logistic")  # its clients have 7, 11 and 12 samples
    x, samples = np.zeros((3, 4)), np.full((3, 1), 7)
    with pytest.raises(InputError, match=r"^samples=7\.\.7"):
        problem.gradient(x, samples)
    assert problem.gradient(x, samples - 1).shape == x.shape


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_blocks_and_threads_change_no_digit(dtype, monkeypatch):
    rng = np.random.default_rng(3)
    m, width = 350, 100
    X, y = rng.normal(size=(5 * m, width)), rng.integers(0, 3, 5 * m)
    parts = [np.arange(k * m, (k + 1) * m - k) for k in range(5)]
    task = LinearModel([X[p] for p in parts], [y[p] for p in parts], 0.1, Softmax(3), dtype)
    x = rng.normal(size=(3, 5, 3 * width)).astype(dtype)
    some, many = rng.integers(300, size=(3, 5, 32)), rng.integers(300, size=(3, 5, 300))
    assert worth_drawing(some, m) and not worth_drawing(many, m)
    monkeypatch.setattr(cores, "LARGE", 2**13)  # every thread is given work

    def results() -> list[np.ndarray]:
        clipped = task.clipped_sum(x, many, many % 2 == 0, 0.5)
        return [task.gradient(x), task.gradient(x, some), task.gradient(x, many), clipped, task.values(x)]

    with threadpool_limits(1):
        expected = results()
    for cache, threads in ((1, 1), (2**30, 1), (2**30, 2), (2**17, 3), (1, 3)):
        monkeypatch.setattr(products, "CACHE", cache)
        with threadpool_limits(threads):
            for found, truth in zip(results(), expected):
                assert found.dtype == truth.dtype and (found == truth).all()


def test_threads_keep_the_error_state_and_pass_errors_on():
    def divide(part: slice) -> None:
        np.ones(part.stop - part.start) / 0

    with threadpool_limits(2):
        for state in ("ignore", "raise"):
            with (
                np.errstate(divide=state),
                pytest.raises(FloatingPointError) if state == "raise" else nullcontext(),
            ):
                share_out(divide, 2, 2**22)


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
