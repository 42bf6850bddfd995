"""The bounds that studies show beside their runs: safe constants, and Algorithm 2 by two routes."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mixproof.bounds.families.projection import Sequential, sweep
from mixproof.experiments.learning.algorithms import DECEFL, DEFED
from mixproof.experiments.learning.problems import Quadratic, logistic, softmax, stream
from mixproof.experiments.learning.simulate import Diminishing, simulate
from mixproof.experiments.learning.streaming import run_online
from mixproof.experiments.studies import study
from mixproof.experiments.studies.alidpfl_resources import _counted
from mixproof.experiments.studies.dawo_subgradient import (
    descend,
    device_after_device,
    leading_vectors,
    whole_rows,
)
from mixproof.experiments.studies.decefl_bound import compared, printed_bound, safe_spectrum
from mixproof.experiments.studies.fixed_step import fixed_step_entries
from mixproof.experiments.studies.ops_runs import proved_bound
from mixproof.experiments.studies.table import BEGIN, END, main, page, rows
from mixproof.spectral import mixing_matrix, parse_network
from mixproof.spectral.errors import InputError
from mixproof.spectral.families import directed, geometric
from mixproof.weightopt import optimize

seeds = st.integers(0, 10**6)


def pair_weights(seed, n, signed=True):
    rng = np.random.default_rng(seed)
    Y = rng.normal(size=(2, n, n)) * rng.choice([0.1, 1.0, 3.0]) if signed else rng.random((2, n, n))
    return (Y + Y.swapaxes(1, 2)) / 2 * (1 - np.eye(n))


@settings(deadline=None, max_examples=50)
@given(seed=seeds, n=st.integers(2, 7))
def test_projections_side_by_side_are_those_of_one_network_in_exact_arithmetic(seed, n):
    Y = pair_weights(seed, n)
    for fast, slow in ((device_after_device, lambda y: Sequential(y).weights), (whole_rows, sweep)):
        assert np.allclose(fast(Y), [slow(y) for y in Y], rtol=0, atol=1e-12)


@settings(deadline=None, max_examples=50)
@given(seed=seeds, n=st.integers(2, 7))
def test_whole_rows_are_feasible_and_never_farther_from_a_feasible_point(seed, n):
    Y = pair_weights(seed, n)
    W, goal = whole_rows(Y), whole_rows(pair_weights(seed + 1, n, signed=False))
    assert W.min() >= 0 and W.sum(axis=-1).max() <= 1 + 1e-12 and np.allclose(W, W.swapaxes(1, 2))
    assert (((W - goal) ** 2).sum(axis=(1, 2)) <= ((Y - goal) ** 2).sum(axis=(1, 2)) + 1e-9).all()


@settings(deadline=None, max_examples=30)
@given(seed=seeds, steps=st.integers(1, 40))
def test_the_closed_form_of_algorithm_1_is_what_its_loop_returns(seed, steps):
    rng = np.random.default_rng(seed)
    mean = mixing_matrix(geometric(5, 2.0, 2.0, seed % 100), "reliability").dense()[None]
    v, rho = leading_vectors(mean, steps, rng)
    x = np.random.default_rng(seed).normal(size=5)
    x -= x.mean()
    for _ in range(steps):
        x = mean[0] @ x
        x -= x.mean()
        x /= np.linalg.norm(x)
    assert np.allclose(v[0], x, atol=1e-9)
    assert rho[0] == pytest.approx(np.sort(abs(np.linalg.eigvalsh(mean[0])))[-2])


@settings(deadline=None, max_examples=10)
@given(seed=st.integers(0, 1000), r=st.sampled_from([1.0, 4.0]), gamma=st.sampled_from([0.01, 0.1, 1.0]))
def test_whole_rows_with_exact_vectors_stay_below_the_proved_bound(seed, r, gamma):
    network = geometric(6, r, 2.0, seed)
    best = optimize(network)
    goal = best.weights.dense()[None] * (1 - np.eye(6))
    run = descend(
        network.reliability_matrix()[None],
        whole_rows,
        lambda n: gamma / n**0.5,
        rounds=200,
        goal=goal,
        optimum=np.array([best.rho]),
    )
    assert (np.minimum.accumulate(run.rho, axis=1) <= run.bound + 1e-9).all()
    assert run.own.min() >= -1e-12 and run.rho.min() >= best.lower_bound - 1e-9


def test_the_printed_projection_leaves_the_feasible_set():
    """Devices decide one after the other, and nobody looks after the self-weight of the last."""
    network = geometric(12, 2.0, 2.0, 0)
    P, goal = network.reliability_matrix()[None], np.zeros((1, 12, 12))
    options = {"rounds": 400, "goal": goal, "optimum": np.array([0.0]), "power_steps": 10_000}
    assert descend(P, device_after_device, lambda n: 0.1, **options).own.min() < -0.01
    assert descend(P, whole_rows, lambda n: 0.1, **options).own.min() >= -1e-12


def test_the_printed_theorem_1_is_exceeded_on_a_slow_graph_where_the_repaired_one_is_not():
    W = mixing_matrix(parse_network("path:n=8"), "laplacian")
    start = np.random.default_rng(0).normal(size=(8, 1))
    task, step = Quadratic(np.ones((8, 1, 1)), start), Diminishing(8.0, 40.0)
    run = simulate(task, DECEFL, mixing=W, eta=step, rounds=2000, start=start)
    errors = run.consensus_error[0], run.mean_error[0]
    printed, true, mean = compared(task, start, step, safe_spectrum(W), run.rounds, *errors)
    assert printed.max() > 1.2 and true.max() <= 1 and mean.max() <= 1
    # every client starts at its own minimum: the printed bound knows of no gradient
    assert printed_bound(task, start, step, *safe_spectrum(W)).consensus == pytest.approx(
        step.Gamma * np.linalg.norm(start - start.mean())
    )


@settings(deadline=None, max_examples=15)
@given(
    seed=st.integers(0, 1000),
    gamma=st.sampled_from([0.01, 0.3, 3.0]),
    l2=st.sampled_from([1e-4, 1e-2]),
    share=st.sampled_from([0.0, 1.0]),
)
def test_no_regret_exceeds_the_proved_bound(seed, gamma, l2, share):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 2, 60)
    W = mixing_matrix(directed(5, 2, seed=seed), "out-degree").dense()
    events = stream(X, y, 5, 80, share, l2, seed)
    run = run_online(events, W, gamma)
    above = run.curves["average_loss"][0, -1] - events.best.value
    assert above <= proved_bound(events, W, gamma, run.curves["smallest_weight"][0, -1])


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 1000), classes=st.sampled_from([2, 3]), share=st.sampled_from([0.1, 0.9]))
def test_proposition_1_as_repaired_holds_with_constants_from_the_data(seed, classes, share):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(40, 3)), rng.integers(0, classes, 40)
    y[:classes] = np.arange(classes)
    build = logistic if classes == 2 else softmax
    task = build(X, y, np.array_split(rng.permutation(40), 4), 0.1)
    W = mixing_matrix(parse_network("er:n=4,p=0.6,seed=1"), "laplacian")
    eta = share / float(task.L.max())
    for algorithm, scaled, batch in ((DECEFL, False, None), (DEFED, True, 5)):
        run = simulate(task, algorithm, mixing=W, eta=eta, rounds=100, seeds=4, seed=seed, batch=batch)
        gap = run.gap.mean(axis=0)
        found = fixed_step_entries(task, [W], eta, run.rounds, gap, scaled=scaled, batch=batch)
        assert found["bound_violations"] == 0 and found["bound"] > 0
        assert fixed_step_entries(task, [W], eta, run.rounds, gap + 10 * found["bound"] + 10, scaled=scaled)[
            "bound_violations"
        ]
    assert fixed_step_entries(task, [W], 2 / task.L.max(), run.rounds, gap, scaled=True) == {}


def test_the_epsilon_that_the_paper_counts_is_never_below_the_true_one():
    from mixproof.bounds import privacy_loss

    for q, steps in ((0.02, 50), (0.2, 10)):
        assert _counted(q, 1.1, steps) >= privacy_loss(q, 1.1, steps, 1e-5).epsilon


def test_studies_as_markdown(tmp_path):
    result = study("ops-density")(size="small", out=tmp_path)
    file = tmp_path / "ops-density.json"
    words = [str(tmp_path / name) for name in ("S.md", file)]
    assert main(words) == 0
    text = (tmp_path / "S.md").read_text()
    assert text == page([json.loads(file.read_text())]) and result["conclusion"] in text
    assert f"{BEGIN}\n\n{rows([result])}\n\n{END}" in text
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**result, "data": "another", "conclusion": "What another said."}))
    assert main([words[0], str(other)]) == 0  # what was told before stays
    assert (tmp_path / "S.md").read_text() == page([result, json.loads(other.read_text())])
    other.write_text(json.dumps({**result, "data": "another", "conclusion": "What it says now."}))
    assert main([words[0], str(other)]) == 0  # but for the same study on the same data
    assert (tmp_path / "S.md").read_text() == page([result, json.loads(other.read_text())])
    with pytest.raises(InputError, match=r"^study=no-such: known: "):
        rows([{**result, "study": "no-such"}])
    with pytest.raises(InputError, match=r"^files="):
        main(words[:1])


def test_algorithm_2_side_by_side_is_the_one_of_the_nodes():
    """The same weights as the node program sends and receives, though its random vectors are others."""
    from mixproof.weightopt.nodes.printed import printed_program
    from mixproof.weightopt.nodes.transport import InProcess

    network = geometric(6, 2.0, 2.0, 3)
    transport = InProcess(network)
    transport.run(printed_program(messages=40_000, power_steps=300, step=lambda n: 0.05, both_ends=True))
    rows = [port.published for port in transport.ports]
    there = np.zeros((6, 6))
    for i, (port, row) in enumerate(zip(transport.ports, rows)):
        there[i, list(port.neighbours)] = row.weights
    P = network.reliability_matrix()[None]
    options = {
        "rounds": rows[0].iterations,
        "goal": np.zeros_like(P),
        "optimum": np.zeros(1),
        "power_steps": 300,
    }
    here = descend(P, device_after_device, lambda n: 0.05, **options).weights[0]
    assert rows[0].iterations > 10 and abs(here - 1 / 6 * (1 - np.eye(6))).max() > 0.05
    assert np.allclose(here, there, atol=1e-9)
