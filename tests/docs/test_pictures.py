"""Whoever would rather look than read calls `.plot()`, on any result."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from matplotlib.figure import Figure

import mixproof as mx
from mixproof.bounds import LocalConstants, best_tau, certified_curve, privacy_loss
from mixproof.bounds.families import gossip
from mixproof.bounds.proofs.gram.claims import prove_claim
from mixproof.bounds.theorems import theorem
from mixproof.experiments.studies import StudyResult
from mixproof.spectral import as_network
from mixproof.spectral.layout import crossings, places_of


def _axes():
    return Figure().subplots()


@pytest.fixture(scope="module")
def roundless():
    """A verdict on a statement without rounds."""
    return mx.verify("decefl.lambda-range", seconds=0.05)[0]


def _said(ax):
    return {text.get_text() for text in ax.texts}


@pytest.mark.parametrize(
    "graph",
    [
        nx.grid_2d_graph(3, 5),
        nx.dodecahedral_graph(),
        nx.random_labeled_tree(17, seed=1),
        nx.wheel_graph(8),
        nx.complete_graph(4),
        nx.barbell_graph(4, 3),
    ],
    ids=str,
)
def test_a_planar_network_is_drawn_without_crossings(graph):
    network = as_network(nx.convert_node_labels_to_integers(graph))
    places = places_of(network)
    assert crossings(places, network.edges) == 0
    apart = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(network.n)
    assert apart.min() > 0.02 * np.ptp(places, axis=0).max()


def test_crossings_are_counted():
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    assert crossings(square, np.array([[0, 2], [1, 3]])) == 1
    assert crossings(square, np.array([[0, 1], [2, 3], [1, 2]])) == 0


def test_names_and_numbers_stand_on_a_small_network():
    graph = nx.Graph()
    graph.add_weighted_edges_from([("attic", "cellar", 0.6), ("cellar", "shed", 0.8)], weight="p")
    network = as_network(graph)
    assert _said(network.plot(_axes())) == {"attic", "cellar", "shed", "0.6", "0.8"}
    W = mx.mixing_matrix(network, "metropolis")
    assert "0.33\np=0.6" in _said(W.plot(_axes()))


def test_a_ball_of_hair_has_the_matrix_beside_it():
    W = mx.mixing_matrix("complete:n=20", "metropolis")
    figure = W.plot().figure
    assert [len(ax.images) for ax in figure.axes].count(1) == 1
    ax = _axes()
    assert W.plot(ax) is ax and not ax.images
    assert not any(ax.images for ax in mx.mixing_matrix("ring:n=20", "metropolis").plot().figure.axes)


def test_a_verdict_shows_where_the_claim_is_broken():
    claim = mx.claim("spread(t) <= spread(0)", family=gossip(fixed=True))
    verdict = mx.verify(claim, seconds=0.2)
    ax = verdict.plot(_axes())
    left, right, ring = ax.lines
    (t,), (value,) = ring.get_data()
    assert t == verdict.exact["t"] and value == pytest.approx(verdict.left)
    assert value > right.get_ydata()[list(right.get_xdata()).index(t)] == pytest.approx(verdict.right)
    assert left.get_label() == "left: spread(t)" and "REFUTED" in ax.get_title()
    with pytest.raises(mx.InputError, match="no statement to draw"):
        replace(verdict, stated=None).plot()


def test_what_a_claim_does_not_speak_of_is_not_drawn():
    claim = mx.claim("spread(t) <= 10*spread(0)", "t >= 3", "t < 7", "eta <= 1/L", family=gossip(fixed=True))
    verdict = mx.verify(claim, seconds=0.1)
    assert set(verdict.plot(_axes()).lines[0].get_xdata()) <= {3, 4, 5, 6}


def test_a_statement_without_rounds_is_two_points(roundless):
    assert [len(line.get_xdata()) for line in roundless.plot(_axes()).lines][:2] == [1, 1]


def test_a_proof_shows_its_rate_beside_the_one_reached():
    proof = mx.prove("diging", L=1, mu="1/10", lam="1/2", eta="1/10")
    proved, reached = (line.get_ydata() for line in proof.plot(_axes()).lines)
    assert (reached <= proved * (1 + 1e-12)).all()
    with pytest.raises(mx.InputError, match="nothing was proved"):
        replace(proof, rho=None).plot()


def test_a_claim_proved_round_by_round_shows_its_ratios():
    stated = theorem("decefl.theorem-1")
    values = {"L": 1, "mu": "1/10", "delta": 20, "Gamma": 80}
    proof = prove_claim(stated, stated.variant("repaired"), values, 2, spectrum=("-1/2", "1/2"))
    ratios, allowed = proof.plot(_axes()).lines
    assert list(ratios.get_xdata()) == [0, 1, 2] and max(ratios.get_ydata()) == proof.value <= 1
    assert set(allowed.get_ydata()) == {1} and proof.proved


def test_privacy_is_spent_step_by_step():
    loss = privacy_loss(1, 10, 100, 1e-5)
    exact, renyi = loss.plot(_axes()).lines
    assert exact.get_xdata()[-1] == 100 and exact.get_ydata()[-1] == loss.epsilon
    assert (np.diff(exact.get_ydata()) > 0).all() and (exact.get_ydata() <= renyi.get_ydata()).all()
    assert [line.get_label() for line in (exact, renyi)] == ["exact", "Renyi accounting"]


def test_a_choice_of_tau_says_where_its_bound_means_nothing():
    at = LocalConstants(beta=1, rho=1, xi=1, eta=0.1, C=1, sigma=0, B=1, d=4, distance=1)
    choice = best_tau(at, R_s=100, R_c=1000, lam=0.5, h="sum", tau_max=20)
    bound, ring = choice.plot(_axes()).lines
    assert len(bound.get_xdata()) == 20 and min(bound.get_ydata()) == choice.value == ring.get_ydata()[0]
    assert ring.get_label() == "chosen: tau = 6, where the bound says nothing"
    with pytest.raises(mx.InputError, match="as `best_tau` gives it"):
        replace(choice, values=()).plot()


@pytest.mark.parametrize(("right", "scale"), [((0.4, 0.4), "linear"), ((1.0, 1e-3), "log")])
def test_a_left_side_that_is_zero_but_for_rounding_stretches_no_axis(monkeypatch, roundless, right, scale):
    told = np.arange(2), np.array([1e-15, 0.3]), np.array(right)
    monkeypatch.setattr("mixproof.bounds.figures.sides", lambda *_: told)
    assert roundless.plot(_axes()).get_yscale() == scale


def test_spectra_curves_and_studies_draw_themselves():
    assert "lambda2 = 0.8047" in _said(mx.spectrum("ring:n=8").plot(_axes()))
    curve = certified_curve(L=1, mu="1/10", lam="1/2", K=2, rounds=5, eta="1/2", error=1)
    assert [line.get_label() for line in curve.plot(_axes()).lines] == [
        "proved: error",
        "proved: spread",
        "proved: gap",
    ]
    lines = [
        {"name": "a", "accuracy": None, "final_gap": 0.1},
        {"name": "b", "accuracy": 0.9, "final_gap": 0.2},
    ]
    ax = StudyResult({"study": "s", "data": "d", "algorithms": lines}).plot(_axes())
    assert ax.get_xlabel() == "gap at the end" and list(ax.lines[0].get_xdata()) == [0.1, 0.2]
    with pytest.raises(mx.InputError, match="neither accuracy nor gap"):
        StudyResult({"study": "s", "data": "d", "algorithms": []}).plot()
