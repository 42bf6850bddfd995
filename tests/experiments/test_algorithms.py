"""One round of each algorithm against the printed loop over clients, in floats and in Fractions."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

from mixproof.experiments.learning import cores
from mixproof.experiments.learning.algorithms import DEFED, SWARM, Round, average, decefl, fedavg, mix
from mixproof.experiments.learning.problems import Quadratic

K, D = 4, 2


def fractions(shape, rng):
    return np.array([Fraction(int(a), 8) for a in rng.integers(-16, 17, size=np.prod(shape))]).reshape(shape)


def setting(seed):
    """Exact data: models, a doubly stochastic W, shares, diagonal quadratics, a step."""
    rng = np.random.default_rng(seed)
    permutations = [rng.permutation(K) for _ in range(4)]
    W = sum((np.eye(K, dtype=int)[p] for p in permutations), start=np.zeros((K, K), dtype=int))
    W = np.array([[Fraction(int(a), 4) for a in row] for row in W])
    counts = rng.integers(1, 9, size=K)
    shares = np.array([Fraction(int(c), int(counts.sum())) for c in counts])
    hessians = np.zeros((K, D, D), dtype=object) + Fraction(0)
    for k in range(K):
        for i in range(D):
            hessians[k, i, i] = Fraction(int(rng.integers(1, 9)), 4)
    return fractions((K, D), rng), W, shares, Quadratic(hessians, fractions((K, D), rng)), Fraction(1, 8)


def grad(problem, k, w):
    return problem.hessians[k] @ (w - problem.centers[k])


def loop(name, x, W, shares, problem, eta, present):
    """What the papers print, client by client."""
    server = sum(shares[j] * x[j] for j in range(K))
    rows = []
    for k in range(K):
        if name == "decefl":
            rows.append(sum(W[k, j] * x[j] for j in range(K)) - eta * grad(problem, k, x[k]))
        elif name == "defed":
            rows.append(sum(W[k, j] * x[j] for j in range(K)) - eta * shares[k] * grad(problem, k, x[k]))
        elif name == "swarm":
            rows.append(server - eta * grad(problem, k, x[k]))
        elif name == "fedavg" or present[k]:
            rows.append(server - eta * grad(problem, k, server))
        else:
            rows.append(x[k])
    return np.array(rows)


def played(method, x, W, shares, problem, eta):
    return method.models(method.step(method.start(x), Round(W, (problem.gradient,), eta, shares)))


def step(name, x, W, shares, problem, eta, present):
    return {
        "decefl": lambda: decefl(x, W, problem.gradient, eta),
        "defed": lambda: played(DEFED, x, W, shares, problem, eta),
        "swarm": lambda: played(SWARM, x, None, shares, problem, eta),
        "fedavg": lambda: fedavg(x, shares, problem.gradient, eta),
        "fedavg, some": lambda: fedavg(x, shares, problem.gradient, eta, present),
    }[name]()


NAMES = ("decefl", "defed", "swarm", "fedavg", "fedavg, some")


@settings(deadline=None, max_examples=20)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 10**6))
def test_exact_step_is_the_printed_loop(name, seed):
    x, W, shares, problem, eta = setting(seed)
    present = np.random.default_rng(seed).random(K) < 0.5
    result = step(name, x, W, shares, problem, eta, present)
    assert all(type(a) is Fraction for a in result.ravel())
    assert (result == loop(name, x, W, shares, problem, eta, present)).all()


@settings(deadline=None, max_examples=20)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 10**6))
def test_float_step_on_many_seeds_is_the_exact_one(name, seed):
    x, W, shares, problem, eta = setting(seed)
    rng = np.random.default_rng(seed)
    batch = np.stack([x, fractions((K, D), rng), fractions((K, D), rng)])
    present = rng.random((3, K)) < 0.5
    floats = Quadratic(problem.hessians.astype(float), problem.centers.astype(float))
    result = step(
        name, batch.astype(float), W.astype(float), shares.astype(float), floats, float(eta), present
    )
    for s in range(3):
        exact = loop(name, batch[s], W, shares, problem, eta, present[s])
        assert np.allclose(result[s], exact.astype(float), rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("lead", [(), (3,), (2, 3)])
def test_mix_dense_and_sparse_agree(lead):
    rng = np.random.default_rng(0)
    W, x = rng.random((K, K)), rng.normal(size=(*lead, K, D))
    assert np.allclose(mix(W, x), np.einsum("kj,...jd->...kd", W, x))
    assert np.allclose(mix(scipy.sparse.csr_array(W), x), mix(W, x))


def test_mix_takes_one_matrix_a_seed():
    rng = np.random.default_rng(1)
    W, x = rng.random((3, K, K)), rng.normal(size=(3, K, D))
    assert np.allclose(mix(W, x), np.stack([W[s] @ x[s] for s in range(3)]))


@pytest.mark.parametrize("shape", [(K, K), (5, K, K)])
def test_mixing_on_threads_changes_no_digit(shape, monkeypatch):
    monkeypatch.setattr(cores, "LARGE", 2**10)  # every thread is given work
    rng = np.random.default_rng(2)
    W, x = rng.random(shape), rng.normal(size=(5, K, 500))
    with threadpool_limits(1):
        expected = mix(W, x)
    with threadpool_limits(3):
        assert (mix(W, x) == expected).all()


def test_with_the_averaging_matrix_decefl_is_swarm_learning_but_not_fedavg():
    """Gradients are taken before the average in the one and after it in the other."""
    x, _, _, problem, eta = setting(7)
    J, even = np.full((K, K), Fraction(1, K)), np.full(K, Fraction(1, K))
    assert (decefl(x, J, problem.gradient, eta) == played(SWARM, x, None, even, problem, eta)).all()
    assert (decefl(x, J, problem.gradient, eta) != fedavg(x, even, problem.gradient, eta)).any()


def test_steps_leave_their_input_alone():
    x, W, shares, problem, eta = setting(3)
    before = x.copy()
    for name in NAMES:
        step(name, x, W, shares, problem, eta, np.array([True, False, True, False]))
    assert (x == before).all()


def test_the_mean_moves_by_the_mean_gradient_only():
    """DeFed (11): wbar(t+1) = wbar(t) - eta_t (1/K) sum_k (m_k/m) g_k(w_k)."""
    x, W, shares, problem, eta = setting(5)
    even = np.full(K, Fraction(1, K))
    moved = average(even, x) - eta * average(even, shares[:, None] * problem.gradient(x))
    assert (average(even, played(DEFED, x, W, shares, problem, eta)) == moved).all()
