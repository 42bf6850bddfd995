"""Gradients of mini-batches and their products: the loop's, to the digit, by any blocks and threads."""

from contextlib import nullcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

from mixproof.experiments.learning import cores
from mixproof.experiments.learning.cores import share_out
from mixproof.experiments.learning.problems import LinearModel, products, softmax
from mixproof.experiments.learning.problems.losses import Softmax
from mixproof.experiments.learning.problems.products import worth_drawing
from mixproof.spectral.errors import InputError

from .example_problems import KINDS, make


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
