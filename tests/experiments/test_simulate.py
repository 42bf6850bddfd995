"""Runs: against a plain loop, independent of what else runs, and honest about divergence."""

from dataclasses import replace

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from mixproof.experiments.learning import cores
from mixproof.experiments.learning.algorithms import ALGORITHMS, DECEFL, DEFED, FEDAVG, SWARM, Method, mix
from mixproof.experiments.learning.draws import Draws, streams
from mixproof.experiments.learning.problems import Quadratic, least_squares
from mixproof.experiments.learning.simulate import Diminishing, simulate
from mixproof.experiments.learning.trajectory import log_rounds
from mixproof.spectral.errors import InputError

from .small_runs import PATH, W, problem


def test_a_run_is_the_plain_loop():
    task = problem()
    start = np.random.default_rng(1).normal(size=(3, 3))
    run = simulate(task, DECEFL, mixing=PATH, eta=Diminishing(2.0, 5.0), rounds=30, start=start)
    best = task.minimum()
    w = [row.copy() for row in start]
    for t in range(31):
        mean = sum(w) / 3
        assert np.isclose(run.mean_error[0, t], np.linalg.norm(mean - best.w), rtol=1e-12)
        spread = np.sqrt(sum(np.sum((row - mean) ** 2) for row in w))
        assert np.isclose(run.consensus_error[0, t], spread, rtol=1e-12)
        gap = sum(task.client(k).values(mean[None])[0] for k in range(3)) / 3 - best.value
        assert np.isclose(run.gap[0, t], gap, rtol=1e-9)
        gradients = [task.client(k).gradient(w[k][None])[0] for k in range(3)]
        w = [sum(PATH[k, j] * w[j] for j in range(3)) - 2.0 / (t + 5.0) * gradients[k] for k in range(3)]
    assert run.diverged_at is None and "DeceFL after 30 rounds" in run.summary()


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda algorithm: algorithm.name)
def test_every_algorithm_reaches_the_minimum_it_names(algorithm):
    task = problem()
    run = simulate(task, algorithm, mixing=W, eta=Diminishing(60.0, 300.0), rounds=4000, record_every=1000)
    assert run.rounds.tolist() == [0, 1000, 2000, 3000, 4000]
    assert run.mean_error[0, -1] < 0.02 * run.mean_error[0, 0]
    assert run.gap[0, -1] < 1e-3 * run.gap[0, 0]


def test_objectives_differ_when_clients_do():
    task = problem()
    assert np.linalg.norm(task.minimum("mean").w - task.minimum("samples").w) > 1e-3
    even = simulate(task, replace(FEDAVG, objective="mean"), eta=0.5, rounds=400, record_every=400)
    assert even.mean_error[0, -1] < 1e-10


def test_seeds_and_nodes_draw_from_their_own_streams():
    few = simulate(problem(2), SWARM, eta=0.1, rounds=70, batch=2, seeds=2, seed=5)
    many = simulate(problem(2), SWARM, eta=0.1, rounds=70, batch=2, seeds=4, seed=5)
    assert np.allclose(few.final, many.final[:2], rtol=1e-12)
    assert np.abs(many.final[0] - many.final[1]).max() > 1e-3
    isolated = np.eye(3)  # with W = I a node is alone: adding another changes nothing
    two = simulate(problem(2), DECEFL, mixing=isolated[:2, :2], eta=0.1, rounds=70, batch=2, seed=5)
    three = simulate(problem(3), DECEFL, mixing=isolated, eta=0.1, rounds=70, batch=2, seed=5)
    assert np.allclose(two.final[0], three.final[0, :2], rtol=1e-12)


def test_draws_are_uniform_over_each_clients_samples():
    draws = Draws(np.array([3, 5]), seed=0, seeds=2, batch=4)
    seen = np.stack([draws.at(t)[0] for t in range(2000)])
    assert seen.shape == (2000, 2, 2, 4)
    for node, count in enumerate((3, 5)):
        shares = np.bincount(seen[:, :, node].ravel(), minlength=count) / seen[:, :, node].size
        assert len(shares) == count and np.abs(shares - 1 / count).max() < 5 * np.sqrt(0.25 / 16000)
    assert np.corrcoef(seen[:, 0, 0, 0], seen[:, 1, 0, 0])[0, 1] < 0.1


def test_participation_takes_the_share_asked_for_and_everyone_in_turn():
    draws = Draws(np.ones(10, dtype=int), seed=1, seeds=3, batch=None, participation=0.25)
    present = np.stack([draws.at(t)[1] for t in range(500)])
    assert (present.sum(axis=2) == 3).all()  # ceil(0.25 * 10)
    assert np.abs(present.mean(axis=(0, 1)) - 0.3).max() < 5 * np.sqrt(0.21 / 1500)
    half = simulate(problem(), replace(FEDAVG, participation=0.5), eta=0.3, rounds=20)
    whole = simulate(problem(), FEDAVG, eta=0.3, rounds=20)
    assert np.abs(half.final - whole.final).max() > 1e-4


def test_purposes_do_not_share_a_stream():
    a, b = streams(0, 0, 1, purpose=0)[0], streams(0, 0, 1, purpose=1)[0]
    assert a.random() != b.random()


def test_minibatch_gradients_are_unbiased():
    """On a quadratic the mean over seeds of a noisy run follows the noiseless one."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(30, 2))
    task = least_squares(X, X @ np.array([1.0, -1.0]) + rng.normal(size=30), np.split(np.arange(30), 3), 0.1)
    options = {"mixing": W, "eta": 0.1, "rounds": 20}
    noisy = simulate(task, DEFED, batch=1, seeds=4000, **options)
    clean = simulate(task, DEFED, **options)
    spread = noisy.final.std(axis=0) / np.sqrt(4000)
    assert (np.abs(noisy.final.mean(axis=0) - clean.final[0]) < 5 * spread).all()


def test_divergence_is_said_with_its_round():
    task = Quadratic(np.ones((2, 1, 1)), np.array([[1.0], [3.0]]))
    run = simulate(task, DECEFL, mixing=np.full((2, 2), 0.5), eta=3.0, rounds=1000)
    # the difference of the two models is multiplied by -3 in every round, the mean's error by -2; 3^17 > 1e8
    assert run.diverged_at is not None and 16 <= run.diverged_at <= 19
    assert f"round {run.diverged_at}" in run.summary() and "diverged" in run.summary()
    assert len(run.rounds) == run.diverged_at == run.gap.shape[1] and np.isfinite(run.gap).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.filterwarnings("error")
def test_steps_too_large_diverge_in_the_same_round_on_any_number_of_threads(dtype, monkeypatch):
    monkeypatch.setattr(cores, "LARGE", 2**10)  # every thread is given work
    rng = np.random.default_rng(0)
    task = least_squares(
        rng.normal(size=(900, 40)), rng.normal(size=900), np.split(np.arange(900), 3), 0.1, dtype
    )
    options = {"mixing": W, "rounds": 200, "seeds": 4, "batch": 8}
    rounds = []
    for eta in (0.01, 10.0, 1e30):
        runs = []
        for threads in (1, 3):
            with threadpool_limits(threads):
                runs.append(simulate(task, DECEFL, eta=eta, **options))
        assert runs[0].diverged_at == runs[1].diverged_at
        assert np.array_equal(runs[0].final, runs[1].final, equal_nan=True)
        rounds.append(runs[0].diverged_at)
    assert rounds[0] is None and 1 < rounds[1] < 20 and rounds[2] == 1


def test_recorded_rounds():
    assert simulate(problem(), SWARM, eta=0.1, rounds=10, record_every=4).rounds.tolist() == [0, 4, 8, 10]
    assert simulate(problem(), SWARM, eta=0.1, rounds=9, record_every=[2, 5]).rounds.tolist() == [2, 5, 9]
    assert simulate(problem(), SWARM, eta=0.1, rounds=0).rounds.tolist() == [0]
    assert log_rounds(0).tolist() == [0] and log_rounds(1).tolist() == [0, 1]
    spaced = log_rounds(5000, 100)
    assert spaced[0] == 0 and spaced[-1] == 5000 and (np.diff(spaced) > 0).all()


def test_accuracy_is_recorded_when_asked_for():
    task = problem()
    run = simulate(task, SWARM, eta=0.1, rounds=4, seeds=2, accuracy=lambda models: models[:, 0] * 0 + 0.5)
    assert run.accuracy.shape == (2, 5) and (run.accuracy == 0.5).all()
    assert simulate(task, SWARM, eta=0.1, rounds=4).accuracy is None


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"rounds": -1}, "rounds"),
        ({"rounds": 1.5}, "rounds"),
        ({"rounds": float("nan")}, "rounds"),
        ({"rounds": float("inf")}, "rounds"),
        ({"seeds": 0}, "seeds"),
        ({"seed": -1}, "seed"),
        ({"batch": 0}, "batch"),
        ({"eta": 0.0}, "eta"),
        ({"eta": lambda t: 1.0 - t}, "eta"),
        ({"eta": float("nan")}, "eta"),
        ({"mixing": None}, "mixing"),
        ({"mixing": np.eye(2)}, "mixing"),
        ({"mixing": []}, "mixing"),
        ({"mixing": W.tolist()}, "mixing"),
        ({"start": np.zeros(3)}, "start"),
        ({"start": np.full((3, 3), np.nan)}, "start"),
        ({"record_every": 0}, "record_every"),
        ({"record_every": [99]}, "record_every"),
        ({"record_every": [1.5]}, "record_every"),
        ({"algorithm": replace(FEDAVG, participation=0.0)}, "participation"),
    ],
)
def test_bad_input_is_refused(changes, name):
    options = {"algorithm": DECEFL, "mixing": W, "eta": 0.1, "rounds": 5, **changes}
    with pytest.raises(InputError, match=f"^{name}="):
        simulate(problem(), options.pop("algorithm"), **options)


def test_a_seed_that_diverges_disturbs_no_other():
    task = Quadratic(np.ones((2, 1, 1)), np.array([[1.0], [3.0]]))
    starts = np.array([[[2.0], [2.0]], [[1e12], [-1e12]]])
    options = {"mixing": np.full((2, 2), 0.5), "rounds": 12}
    wild = Method("up from far away", _doubling, objective="mean", gossip=True)
    both = simulate(task, wild, eta=1.0, seeds=2, start=starts, **options)
    assert both.diverged.tolist() == [-1, 9] and both.diverged_at == 9 and both.rounds[-1] == 12
    assert (
        np.isfinite(both.gap[0]).all()
        and np.isnan(both.gap[1, 9:]).all()
        and np.isfinite(both.gap[1, :9]).all()
    )
    assert np.array_equal(both.final[0], starts[0]) and np.isnan(both.final[1]).all()


def _doubling(state, now):
    x = state["x"]
    return {"x": np.where(np.abs(x) > 1e6, 10 * x, x)}


def test_a_method_with_memory_is_simulated_like_any_other():
    rng = np.random.default_rng(3)
    task = Quadratic(np.stack([np.diag(rng.uniform(1, 3, 2)) for _ in range(4)]), rng.normal(size=(4, 2)))
    ring = np.array([[2, 1, 0, 1], [1, 2, 1, 0], [0, 1, 2, 1], [1, 0, 1, 2]]) / 4

    def step(state, now):  # gradient tracking: y follows the mean gradient
        x = mix(now.mixing, state["x"]) - now.eta * state["y"]
        return {"x": x, "y": mix(now.mixing, state["y"]) + now.gradient(x) - now.gradient(state["x"])}

    tracking = Method(
        "tracking", step, objective="mean", gossip=True, start=lambda x: {"x": x, "y": task.gradient(x)}
    )
    run = simulate(task, tracking, mixing=ring, eta=0.05, rounds=400)
    assert run.mean_error[0, -1] < 1e-8 and run.consensus_error[0, -1] < 1e-8
