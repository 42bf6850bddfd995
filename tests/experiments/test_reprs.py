"""What a failing test prints makes the example again; results show themselves on one screen."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from matplotlib.figure import Figure

from mixproof.experiments.learning import simulate
from mixproof.experiments.learning.algorithms import DECEFL
from mixproof.experiments.learning.problems import LinearModel, Quadratic
from mixproof.experiments.learning.problems.losses import Logistic, Softmax, Squared
from mixproof.experiments.learning.strategies import client_losses, quadratics
from mixproof.spectral.errors import InputError

NAMES = {kind.__name__: kind for kind in (Fraction, LinearModel, Quadratic, Logistic, Softmax, Squared)}


@given(client_losses())
def test_a_repr_makes_the_clients_again(problem):
    again = eval(repr(problem), NAMES)
    x = np.arange(float(problem.clients * problem.dimension)).reshape(problem.clients, problem.dimension)
    assert type(again) is type(problem) and repr(again) == repr(problem)
    assert np.array_equal(again.gradient(x), problem.gradient(x))
    assert np.array_equal(again.values(x), problem.values(x)) and np.array_equal(again.L, problem.L)


@given(quadratics(rational=True))
def test_exact_clients_stay_exact(problem):
    again = eval(repr(problem), NAMES)
    assert again.hessians.tolist() == problem.hessians.tolist()
    assert again.centers.tolist() == problem.centers.tolist()


def test_weights_and_kinds_of_numbers_are_told():
    rows, labels, shares = [[[1.0], [2.0]], [[3.0]]], [[0.0, 1.0], [1.0]], [[0.5, 1.5], [1.0]]
    model = LinearModel(rows, labels, 0.5, Logistic(), np.float32, shares)
    again = eval(repr(model), NAMES)
    assert again.dtype == np.float32 and np.array_equal(again.sample_weights, model.sample_weights)
    w = np.ones((2, 1), np.float32)
    assert np.array_equal(again.values(w), model.values(w))


def test_large_ones_are_shown_on_one_screen():
    problem = Quadratic(np.tile(np.eye(5), (50, 1, 1)), np.zeros((50, 5)))
    lines = repr(problem).splitlines()
    assert lines[0] == "Quadratic" and len(lines) == 6 and "<td>50</td>" in problem._repr_html_()


def test_a_run_shows_and_draws_itself():
    problem = Quadratic(np.ones((2, 1, 1)), np.array([[0.0], [2.0]]))
    run = simulate(problem, DECEFL, mixing=np.full((2, 2), 0.5), eta=0.1, rounds=20, seeds=2)
    lines = repr(run).splitlines()
    assert lines[0] == run.summary() and len(lines) < 10 and "<table>" in run._repr_html_()
    ax = Figure().subplots()
    assert run.plot(ax) is ax and len(ax.lines) == 2 and ax.get_yscale() == "log"
    assert run.plot(Figure().subplots(), "mean_error").get_ylabel() == "mean error"
    with pytest.raises(InputError, match="curve=speed: one of"):
        run.plot(ax, "speed")
