"""Private federated learning against the printed loops: clipping, sampling, noise, the choice of tau."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.algorithms import Algorithm
from mixproof.experiments.learning.algorithms import Estimates, best_tau, declared, drift
from mixproof.experiments.learning.clipping import Draws, Mechanism
from mixproof.experiments.learning.partition import iid
from mixproof.experiments.learning.private import Adaptive, run_private
from mixproof.experiments.learning.problems import least_squares, logistic, softmax
from mixproof.experiments.learning.resources import measure_drift
from mixproof.spectral.errors import InputError


def task(kind, l2=0.05, seed=0, m=40, clients=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, 4))
    y = rng.normal(size=m) if kind is least_squares else rng.integers(0, 3 if kind is softmax else 2, m)
    return kind(X, y, iid(m, clients, seed), l2)


@settings(deadline=None, max_examples=30)
@given(
    kind=st.sampled_from([logistic, softmax, least_squares]),
    seed=st.integers(0, 10**6),
    clip=st.sampled_from([0.01, 0.5, 100.0]),
)
def test_clipped_sum_is_the_loop_over_samples(kind, seed, clip):
    problem, rng = task(kind, seed=seed), np.random.default_rng(seed)
    x = rng.normal(size=(2, 3, problem.dimension))
    samples = rng.integers(problem.counts.min(), size=(2, 3, 7))
    drawn = rng.random((2, 3, 7)) < 0.7
    total = problem.clipped_sum(x, samples, drawn, clip)
    for s in range(2):
        for k in range(3):
            expected = np.zeros(problem.dimension)
            for i, counted in zip(samples[s, k], drawn[s, k]):
                one = type(problem)(
                    [problem.features[k, i : i + 1]],
                    [problem.targets[k, i : i + 1]],
                    problem.l2,
                    problem.loss,
                )
                g = one.gradient(x[s, k][None])[0]
                expected += counted * g / max(1, np.linalg.norm(g) / clip)
            assert np.allclose(total[s, k], expected, rtol=1e-10, atol=1e-12)
            assert np.linalg.norm(total[s, k]) <= clip * drawn[s, k].sum() * (1 + 1e-12)


def test_a_run_is_the_printed_algorithm():
    problem = task(logistic, m=41)
    mechanism = Mechanism(sigma=1.1, clip=0.3, batch=5, eta=0.4)
    run = run_private(problem, mechanism, 3, rounds=4, iterations=100, seeds=2, seed=9)
    for s in range(2):
        draws, w, t = Draws(problem, mechanism, 9, s), np.zeros(4), 0
        for _ in range(4):
            models = [w.copy() for _ in range(3)]
            for _ in range(3):
                samples, drawn, noise = draws.at(t)
                t += 1
                for k in range(3):
                    total = noise[k].copy()
                    for i in samples[k][drawn[k]]:
                        row, label = problem.features[k, i], problem.targets[k, i]
                        g = (1 / (1 + np.exp(-row @ models[k])) - label) * row + problem.l2 * models[k]
                        total += g / max(1, np.linalg.norm(g) / 0.3)
                    models[k] = models[k] - 0.4 * total / 5
            w = sum(problem.counts[k] * models[k] for k in range(3)) / 41
        assert np.allclose(run.final[s, 0], w, rtol=1e-10, atol=1e-12)
    assert run.curves["tau"].tolist() == [[0, 3, 3, 3, 3]] * 2
    assert run.curves["iterations"][:, -1].tolist() == [12, 12]


def test_sampling_is_poisson_and_noise_has_the_stated_size():
    problem, mechanism = task(logistic, m=60), Mechanism(sigma=2.0, clip=0.5, batch=4, eta=1.0)
    draws = Draws(problem, mechanism, 0, 0)
    seen = [draws.at(t) for t in range(1600)]
    sizes = np.array([drawn.sum(axis=1) for _, drawn, _ in seen])
    assert np.abs(sizes.mean(axis=0) - 4).max() < 4 * (4 * 0.8 / 1600) ** 0.5
    assert np.abs(sizes.var(axis=0) - 4 * 0.8).max() < 0.5
    for samples, drawn, _ in seen[:50]:  # without replacement
        for k in range(3):
            own = samples[k][drawn[k]]
            assert len(set(own.tolist())) == len(own)
    noise = np.stack([noise for *_, noise in seen])
    assert noise.std() == pytest.approx(1.0, rel=0.03) and abs(noise.mean()) < 0.03


def test_budgets_stop_a_run_and_tau_does_not_change_the_draws():
    problem, mechanism = task(logistic), Mechanism(sigma=0.0, clip=1e6, batch=13, eta=0.1)
    cut = run_private(problem, mechanism, 4, rounds=10, iterations=10)
    assert cut.curves["tau"].tolist() == [[0, 4, 4, 2]] and cut.curves["iterations"][0, -1] == 10
    assert cut.gap.shape == (1, 4)
    first, second = (private_run_draws(problem, mechanism, tau) for tau in (1, 3))
    assert all((a[2] == b[2]).all() for a, b in zip(first, second))


def private_run_draws(problem, mechanism, tau):
    draws = Draws(problem, mechanism, 0, 0)
    return [draws.at(t) for t in range(3 * tau)][:3]


def test_without_noise_or_clipping_a_full_batch_is_local_sgd():
    from mixproof.experiments.learning.simulate import simulate

    problem = logistic(*separated(), [np.arange(0, 10), np.arange(10, 20)], 0.1)
    mechanism = Mechanism(sigma=0.0, clip=1e9, batch=10, eta=0.5)
    run = run_private(problem, mechanism, 3, rounds=6, iterations=99)
    steps = {"a": "average(x)", "b": "a - eta*grad(a)", "c": "b - eta*grad(b)"}
    text = Algorithm("three local steps", let=steps, next={"x": "c - eta*grad(c)"})
    plain = simulate(problem, declared(text, objective="samples"), eta=0.5, rounds=6)
    assert np.allclose(run.final[0, 0], problem.shares("samples") @ plain.final[0], rtol=1e-12)


def separated():
    rng = np.random.default_rng(1)
    return rng.normal(size=(20, 3)), rng.integers(0, 2, 20)


def test_drift_is_the_sum_in_the_proof():
    at, eta, noise = Estimates(rho=2.0, beta=0.7, xi=0.3), 0.4, 0.1
    total = 0.0
    for tau in range(1, 8):
        total += eta * (at.xi + noise) * ((eta * at.beta + 1) ** (tau - 1) - 1)
        assert drift(tau, eta, noise, at) == pytest.approx(total, abs=1e-14)
    assert drift(1, eta, noise, at) == pytest.approx(0, abs=1e-15)
    assert drift(3, eta, noise, Estimates(1.0, 0.0, 1.0)) == 0


@settings(deadline=None, max_examples=40)
@given(
    rho=st.floats(0.01, 10),
    beta=st.floats(0.01, 10),
    xi=st.floats(0, 10),
    control=st.floats(1e-3, 10),
    rounds_left=st.integers(1, 50),
    iterations_left=st.integers(1, 200),
)
def test_best_tau_is_the_traversal(rho, beta, xi, control, rounds_left, iterations_left):
    at, eta, noise = Estimates(rho, beta, xi), 0.1, 0.2
    common = {
        "eta": eta,
        "noise": noise,
        "control": control,
        "most": 20,
        "rounds_left": rounds_left,
        "iterations_left": iterations_left,
    }
    assert best_tau(at, **common, printed=True) == 1  # T does not depend on tau, and h(tau)/tau never falls
    best, least = 1, np.inf
    for tau in range(1, min(20, iterations_left) + 1):
        h = (xi + noise) * (((eta * beta + 1) ** tau - 1) / beta - eta * tau)
        bracket = eta * control - rho * h / tau
        value = 1 / (min(iterations_left, tau * rounds_left) * bracket) if bracket > 0 else np.inf
        if value < least * (1 - 1e-12):
            best, least = tau, value
    found = best_tau(at, **common, printed=False)
    h = drift(found, eta, noise, at)
    if np.isfinite(least):
        value = 1 / (min(iterations_left, found * rounds_left) * (eta * control - rho * h / found))
        assert found == best or value == pytest.approx(least, rel=1e-9)
    if rounds_left >= iterations_left:
        assert found == 1


def test_adaptive_runs_take_more_local_steps_only_where_rounds_are_scarce():
    problem, mechanism = task(logistic, m=60), Mechanism(sigma=0.5, clip=0.5, batch=5, eta=0.2)
    scarce = run_private(problem, mechanism, Adaptive(), rounds=10, iterations=50)
    ample = run_private(problem, mechanism, Adaptive(), rounds=50, iterations=50)
    printed = run_private(problem, mechanism, Adaptive("printed"), rounds=10, iterations=50)
    assert scarce.curves["tau"].max() > 1 and scarce.curves["iterations"][0, -1] <= 50
    assert set(ample.curves["tau"][0, 1:]) == {1} and set(printed.curves["tau"][0, 1:]) == {1}
    assert printed.curves["iterations"][0, -1] == 10


def test_spending_the_budget_leaves_no_step_and_no_round_unused():
    problem, mechanism = task(logistic, m=60), Mechanism(sigma=0.5, clip=0.5, batch=5, eta=0.2)
    run = run_private(problem, mechanism, Adaptive("budget"), rounds=10, iterations=47)
    assert run.curves["tau"][0].tolist() == [0, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5]


def test_measured_takes_the_budget_where_pulls_agree_and_less_where_they_do_not():
    X, y = np.random.default_rng(0).normal(size=(80, 3)), np.arange(80) % 2
    same = logistic(np.tile(X[:20], (4, 1)), np.tile(y[:20], 4), np.split(np.arange(80), 4), 0.1)
    torn = logistic(X * (1 + 9 * y[:, None]), y, [np.flatnonzero(y == c) for c in (0, 1)], 0.1)
    for problem, eta, less in ((same, 0.05, False), (torn, 1 / float(torn.L.max()), True)):
        mechanism = Mechanism(sigma=0.0, clip=1e6, batch=20, eta=eta)
        run = run_private(problem, mechanism, Adaptive("measured"), rounds=10, iterations=1000)
        assert bool(run.curves["tau"].max() < 50) is less
        w = run.final[0, 0]
        at = measure_drift(problem, mechanism, w, 3)
        mean = problem.shares("samples") @ problem.gradients_at(w)
        assert at.gradient2[0] == pytest.approx(mean @ mean) and at.drift2[0] < 1e-20
        assert bool(at.drift2[2] > 1e-6 * at.gradient2[2]) is less


def test_bad_input_is_refused():
    problem, good = task(logistic), Mechanism(1.0, 1.0, 5, 0.1)
    for options, name in (
        ({"rounds": 0}, "rounds"),
        ({"iterations": 0}, "iterations"),
        ({"seeds": 0}, "seeds"),
        ({"tau": 0}, "tau"),
        ({"mechanism": Mechanism(1.0, 1.0, 14, 0.1)}, "batch"),
    ):
        with pytest.raises(InputError, match=f"^{name}="):
            run_private(
                **{"problem": problem, "mechanism": good, "tau": 1, "rounds": 2, "iterations": 2, **options}
            )
    with pytest.raises(InputError, match=r"^rule=spent"):
        Adaptive("spent")
    for values, name in (((-1.0, 1, 1, 1), "sigma"), ((1, 0.0, 1, 1), "clip"), ((1, 1, 1, np.inf), "eta")):
        with pytest.raises(InputError, match=f"^{name}="):
            Mechanism(*values)
    with pytest.raises(InputError, match=r"^clip="):
        problem.clipped_sum(np.zeros((3, 4)), np.zeros((3, 1), int), np.ones((3, 1), bool), 0.0)


def test_a_divergent_run_pays_for_its_last_round_and_tells_no_gap_there():
    mechanism = Mechanism(sigma=1.0, clip=1e9, batch=5, eta=1e9)
    run = run_private(task(least_squares), mechanism, 3, rounds=4, iterations=100, accuracy=lambda w: w[:, 0])
    assert run.diverged_at == 1 and run.curves["iterations"].tolist() == run.curves["tau"].tolist() == [
        [0, 3]
    ]
    assert np.isnan(run.gap).tolist() == np.isnan(run.accuracy).tolist() == [[False, True]]


@pytest.mark.parametrize("eta", [0.1, 1e9])
def test_without_curves_a_run_keeps_its_start_and_its_end(eta):
    mechanism = Mechanism(sigma=1.0, clip=1e9, batch=5, eta=eta)
    options = {"rounds": 5, "iterations": 9, "seeds": 2, "accuracy": lambda w: w[:, 0]}
    whole, ends = (
        run_private(task(least_squares), mechanism, 2, **options, curves=curves) for curves in (True, False)
    )
    for curve, kept in ((whole.gap, ends.gap), (whole.accuracy, ends.accuracy)):
        assert np.array_equal(curve[:, [0, -1]], kept[:, [0, -1]], equal_nan=True)
        assert np.isnan(kept[:, 1:-1]).all()
    assert np.array_equal(whole.final, ends.final, equal_nan=True)
    assert np.array_equal(whole.curves["tau"], ends.curves["tau"])
