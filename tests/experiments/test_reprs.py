"""What a failing test prints makes the example again; results show themselves on one screen."""

from __future__ import annotations

from fractions import Fraction
from html import escape

import numpy as np
import pytest
from hypothesis import given
from matplotlib.figure import Figure

import mixproof as mx
from mixproof.experiments.learning import simulate
from mixproof.experiments.learning.algorithms import DECEFL
from mixproof.experiments.learning.problems import LinearModel, Quadratic
from mixproof.experiments.learning.problems.losses import Logistic, Softmax, Squared
from mixproof.experiments.learning.strategies import client_losses, quadratics
from mixproof.families import scalars
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
    assert lines[0] == "Quadratic" and len(lines) == 6 and ">50</td>" in problem._repr_html_()


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


def test_an_algorithm_s_repr_makes_it_again():
    for rest in (None, {"x": "0"}):
        told = mx.Algorithm("mean", {"x": "mix(x)"}, let={"y": "2*x"}, rest=rest)
        assert eval(repr(told), {"Algorithm": mx.Algorithm}) == told and "MappingProxy" not in repr(told)


def test_a_proof_shows_its_lines_in_a_terminal_and_in_a_notebook():
    mine = mx.claim("2*a*b <= a**2 + b**2", family=scalars(positive="a b"), first=None)
    for text, title in (("claim with a - b", "PROVED"), ("claim", "no proof")):
        proof = mx.prove(mine, text)
        assert repr(proof) == str(proof) and repr(proof).splitlines()[-1].startswith(title)
        shown = proof._repr_html_()
        assert title in shown and shown.count("<tr>") == 1 + len(proof.lines)
        assert all(f"{escape(line.text)}</td>" in shown for line in proof.lines)


def test_what_is_longer_than_a_line_is_whole_in_a_notebook():
    verdict = mx.verify("alidpfl.clipping:repaired", seconds=0.05)
    assert escape(verdict.sentence) in verdict._repr_html_() and "..." in repr(verdict)
