"""The study `learning-weights`: its parts by other routes, and the networks asked for on the command line."""

import json
from dataclasses import replace

import numpy as np
import pytest

from mixproof.experiments.cli.main import main
from mixproof.experiments.learning.algorithms import DECEFL
from mixproof.experiments.learning.problems import softmax
from mixproof.experiments.learning.simulate import simulate
from mixproof.experiments.studies.dawo_runs import federation
from mixproof.experiments.studies.form import interval
from mixproof.experiments.studies.learning_weights_matrices import variety, weights_of
from mixproof.experiments.studies.learning_weights_prediction import predicted, shares_of
from mixproof.spectral import MixingMatrix, parse_network

NETWORK = "geometric:n=8,r=3,v=2,seed=2"


def test_the_prediction_is_the_run_s_own_where_classes_have_no_scatter_and_nothing_is_random():
    task = federation("digits", 8, 0, 200)
    data = task.dataset
    for X, y in ((data.X_train, data.y_train), (data.X_test, data.y_test)):
        X[:] = [data.X_train[data.y_train == c].mean(axis=0) for c in y]
    parts = [np.flatnonzero(data.y_train == c) for c in range(8)]
    calm = replace(task, problem=softmax(data.X_train, data.y_train, parts, 1e-9))
    network = parse_network("ring:n=8")
    for share in (0.2, 0.49):  # the second swings: lambda_n = -0.96
        W = MixingMatrix.from_edge_weights(network, np.full(8, share))
        run = simulate(calm.problem, DECEFL, mixing=W, eta=task.rate, rounds=40, seeds=1, watch=task.watch)
        assert 0 < predicted(W, calm, 40) < 1
        assert predicted(W, calm, 40) == pytest.approx(1 - run.watched[0, -1, 0], abs=1e-12)


def test_shares_are_counted():
    assert np.array_equal(shares_of(federation("digits", 12, 0, 200)), np.eye(10)[np.arange(12) % 10])
    even = federation("digits", 5, 0, 200, alike=True)
    counts = np.bincount(even.dataset.y_train, minlength=10)
    assert shares_of(even).T @ even.problem.counts == pytest.approx(counts)


def test_matrices_of_a_network_are_many_and_all_different():
    for text in ("ring:n=8", NETWORK):
        known = weights_of(parse_network(text), np.eye(8))
        every = [W.weights for W in (*known.values(), *variety(known, 20, 0).values())]
        assert len(every) >= 20
        fresh = enumerate(every[len(known) :], len(known))
        assert all(abs(a - b).max() > 9e-4 for k, a in fresh for b in every[:k])


def test_interval_is_student_s():
    low, high = interval(np.array([1.0, 2.0, 3.0]))
    assert (low + high) / 2 == pytest.approx(2) and high - 2 == pytest.approx(4.302653 * 3**-0.5, rel=1e-6)


def test_rows_are_different_matrices():
    ring = weights_of(parse_network("ring:n=8"), np.eye(8))
    # the best constant is least rho
    assert set(ring) == {"metropolis", "least rho", "learning", "learning, labels"}
    lossy = weights_of(parse_network(NETWORK), None)
    assert "least second moment" in lossy and "learning, labels" not in lossy


def test_the_command_takes_networks(capsys):
    words = [
        "run",
        "learning-weights",
        "--size",
        "small",
        "--labels",
        "--rounds",
        "4",
        "--network",
        "ring:n=10",
    ]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    fields = {"name", "network", "weights", "accuracy", "interval", "worst_device", "predicted"}
    assert all(row["network"] == "ring:n=10" for row in found["algorithms"])
    assert all(fields <= row.keys() or row["method"] for row in found["algorithms"])
    tracking = [row for row in found["algorithms"] if row.get("method") == "gradient tracking"]
    assert {row["messages"] for row in tracking} == {2 * 10 * 2 * 4}
    assert found["setting"]["labels"] is True
    assert {"metropolis", "learning", "learning, labels"} <= {row["weights"] for row in found["algorithms"]}
    assert main(["run", "ops-size", "--network", "ring:n=10"]) == 2
    assert "ops-size has its own" in capsys.readouterr().err
