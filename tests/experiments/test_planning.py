"""`plan`: what it chooses, what it promises, and that its predictions are runs of the declared methods."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mixproof as mx
from mixproof.bounds.algorithms import algorithm, trajectory
from mixproof.experiments.cli.main import main
from mixproof.experiments.planning.assumed import assumed, classes_of
from mixproof.experiments.planning.forms import FORMS, form_of, outwards, proved_step, stable_step
from mixproof.experiments.planning.models import Quadratics
from mixproof.experiments.planning.result import printed_limit
from mixproof.spectral import InputError, mean_matrix, mixing_matrix, parse_network
from mixproof.spectral.strategies import connected_networks
from mixproof.spectral.weight_files import read_weights
from mixproof.weightopt import objective_value, verify_certificate

ONE_CLASS = np.eye(4)[np.arange(8) % 4]


@pytest.fixture(scope="module")
def ring() -> mx.experiments.planning.Plan:
    return mx.plan("ring:n=8", step=0.1, rounds=40)


def test_the_chosen_one_is_predicted_best_and_metropolis_is_beside_it(ring):
    assert ring.chosen is ring.candidates[0]
    assert ring.chosen.predicted == min(one.predicted for one in ring.candidates)
    assert {one.form for one in ring.candidates if one.name == "metropolis"} == set(FORMS)
    assert ring.averaging <= ring.chosen.predicted


def test_what_is_certified_is_checked_with_nothing_but_the_certificate(ring):
    network = ring.weights.network
    assert verify_certificate(network, ring.certified.certificate) == ring.lower_bound
    assert ring.value == objective_value(ring.weights, ring.certified.goal) >= ring.lower_bound


def test_the_form_asked_for_is_kept_when_told_to(ring):
    free = mx.plan("ring:n=8", "combine-then-adapt", step=0.1, rounds=40)
    assert free.chosen.predicted == ring.chosen.predicted and free.asked.form == "combine-then-adapt"
    kept = mx.plan("ring:n=8", "combine-then-adapt", step=0.1, rounds=40, keep_form=True)
    assert {one.form for one in kept.candidates} == {"combine-then-adapt"} and kept.asked is None
    assert kept.chosen.predicted == free.asked.predicted


@settings(deadline=None, max_examples=25)
@given(connected_networks(min_nodes=2, max_nodes=7), st.floats(0.1, 3), st.integers(0, 2**32 - 1))
def test_no_two_runs_with_a_stable_step_move_apart(network, L, seed):
    """Quadratics of any curvatures up to L, links that fail, steps at the limit."""
    rng, W = np.random.default_rng(seed), mixing_matrix(network, "metropolis")
    n = network.n
    for name in FORMS:
        step, basis = stable_step(form_of(name), W, L)
        assert basis == "proved"
        y, up = rng.standard_normal(n), rng.random(network.m) < 0.5
        for curvature in (np.full(n, L), L * rng.random(n)):
            now = mx.MixingMatrix.from_edge_weights(network, W.weights * up).dense()
            moved = (
                now @ y - step * curvature * y
                if name == "combine-then-adapt"
                else now @ (y - step * curvature * y)
            )
            assert np.linalg.norm(moved) <= np.linalg.norm(y) * (1 + 1e-12)


@pytest.mark.parametrize("name", [*FORMS, "extra", "nids", "diging"])
def test_quadratics_of_one_curvature_diverge_beyond_the_limit_and_not_before(name):
    W, form = mixing_matrix(parse_network("ring:n=6"), "metropolis"), form_of(name)
    step, _ = stable_step(form, W, 1.0, 1.0)
    at = {
        scale: Quadratics(1.0, 1.0).predict(form.method, [W], scale * step, np.array([4000]))[0]
        for scale in (0.98, 1.02)
    }
    assert at[0.98] < 1e-2 or name in FORMS
    assert np.isfinite(at[0.98])
    assert at[1.02] > 1e6 or name == "extra"  # whose limit is sufficient only


def test_a_proved_step_is_below_the_necessary_one():
    W, form = mixing_matrix(parse_network("ring:n=6"), "metropolis"), form_of("diging")
    necessary, basis = stable_step(form, W, 1.0, 0.1)
    assert basis == "necessary"
    assert 0.9 * necessary < proved_step(form, W, 1.0, 0.1) <= necessary * 1.001
    assert proved_step(form, W, 1.0, 0.0) is None


@given(st.floats(1e-9, 1e9), st.floats(1e-6, 1))
def test_a_certificate_is_for_losses_at_least_as_wide_as_those_given(L, share):
    """Rounded for the search of a proof, L never falls and mu never grows, and both keep nine digits."""
    above, below = outwards(L, mu := L * share)
    printed, close = (Fraction(repr(L)), Fraction(repr(mu))), Fraction(1, 10**8)
    assert printed[0] <= above <= printed[0] * (1 + close)
    assert printed[1] * (1 - close) <= below <= printed[1]
    assert outwards(2, 0.5) == (2, Fraction(1, 2))


def test_small_curvatures_have_steps_too():
    W, form = mixing_matrix(parse_network("ring:n=6"), "metropolis"), form_of("diging")
    assert stable_step(form, W, 1e-7, 1e-8)[0] == pytest.approx(1e7 * stable_step(form, W, 1.0, 0.1)[0])


@pytest.mark.parametrize("name", ["dgd", "diffusion", "extra", "nids", "diging", "nesterov-1/2"])
def test_quadratics_are_predicted_as_their_run_on_all_nodes_does(name):
    """Eigenvalue by eigenvalue beside node by node, in expectation over minimisers: those of unit vectors."""
    W = mixing_matrix(parse_network("path:n=5"), "metropolis")
    n, h, T = 5, 0.7, 12
    model = Quadratics(h, h)
    told = model.predict(algorithm(name), [W], 0.3, np.array([T]))[0]
    minimisers = np.hstack(
        [np.eye(n) - 1 / n, np.ones((n, 1))]
    )  # all directions of disagreement, and the mean
    states = list(
        trajectory(algorithm(name), np.zeros((n, n + 1)), W.dense(), lambda x: h * (x - minimisers), 0.3, T)
    )
    x = next(iter(states[-1].values()))
    apart, mean = x[:, :n], x[:, n:]
    want = h / 2 * (np.sum(apart**2) / (n - 1) + np.mean((mean - 1) ** 2))
    assert told == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize("name", ["dgd", "diffusion", "diging"])
def test_exact_averaging_is_a_run_with_equal_weights_for_all(name):
    """Nodes that hold the same are followed once."""
    model, method = assumed([(np.eye(3)[np.arange(7) % 3], 1.0)]), algorithm(name)
    equal = mx.MixingMatrix.from_matrix(np.full((7, 7), 1 / 7))
    told = model.predict(method, [equal], 0.3, np.array([25]))[0]
    assert model.averaging(method, 7, 0.3, 25) == pytest.approx(told, abs=1e-12)


def test_a_data_set_lends_nodes_the_samples_that_their_shares_say():
    rows = np.vstack([np.eye(10)[:3], np.full((1, 10), 0.1)])
    draw = classes_of(4, "digits", rows).draws[0]
    told = np.array([np.bincount(c, w, 10) for c, w in zip(draw.classes, draw.weights)])
    assert np.allclose(told, rows)
    one_class = draw.samples[0][draw.weights[0] > 0]
    assert len(np.unique(one_class, axis=0)) == len(one_class) == 16


def test_a_declared_method_loses_messages_where_links_do():
    """EXTRA keeps a sum of what it was sent, so the mean of lossy links is not its run's mean."""
    network = parse_network("geometric:n=8,r=3,v=2,seed=1")
    found = mx.plan(network, "extra", step=0.1, rounds=30, labels=ONE_CLASS)
    assert {one.form for one in found.candidates} == {"extra"}
    assert found.chosen.stable_step is None
    model, W = assumed([(ONE_CLASS, 1.0)]), mixing_matrix(network, "metropolis")
    reliable = mx.MixingMatrix.from_edge_weights(network.reliable(), mean_matrix(W).weights)
    lossy, mean = (model.predict(algorithm("extra"), [V], 0.1, np.array([30]))[0] for V in (W, reliable))
    assert lossy != mean


def test_steps_beyond_the_limit_are_not_chosen_while_metropolis_is_within():
    found = mx.plan("ring:n=8", "combine-then-adapt", step=0.6, curvature=(1, 0.1), rounds=50, keep_form=True)
    assert found.chosen.stable and not any(one.stable for one in found.unstable)
    assert found.chosen.predicted == min(one.predicted for one in found.candidates)
    assert found.chosen.predicted == min(
        one.predicted for one in (*found.candidates, *found.unstable) if one.stable
    )
    assert "metropolis" in {one.name for one in (*found.candidates, *found.unstable)}
    wild = mx.plan("ring:n=8", "combine-then-adapt", step=1.5, curvature=(1, 0.1), rounds=50, keep_form=True)
    assert not wild.chosen.stable and not wild.unstable
    assert any("beyond" in sentence for sentence in wild.sentences())


def test_a_budget_of_messages_is_spent_by_links_that_carry_a_weight():
    found = mx.plan("complete:n=5", "diging", step=0.05, curvature=1, messages=400)
    for one in found.candidates:
        each = 2 * 2 * np.count_nonzero(one.weights.weights)
        assert one.rounds == 400 // each and one.messages == one.rounds * each
    assert mx.plan("ring:n=5", step=0.05, rounds=7, messages=10**6).chosen.rounds == 7


def test_a_step_is_chosen_where_none_is_given():
    found = mx.plan("ring:n=6", curvature=(2, 0.5), rounds=40)
    assert 0 < found.chosen.step <= 1.0
    given = mx.plan("ring:n=6", curvature=(2, 0.5), rounds=40, step=0.01)
    assert found.chosen.predicted < given.chosen.predicted


@pytest.mark.parametrize("step", [None, 0.1])
@pytest.mark.parametrize("run", [None, "diging"])
def test_where_there_is_no_time_the_plan_is_of_metropolis_weights(run, step):
    found = mx.plan("ring:n=8", run, step=step, rounds=20, curvature=(1, 0.1), seconds=1e-9)
    assert {one.name for one in found.candidates} == {
        "metropolis"
    } and found.certified is found.proved_step is None
    assert {one.form for one in (*found.candidates, *found.unstable)} == ({run} if run else set(FORMS))
    assert np.isfinite(found.chosen.predicted) and found.to_json()["lower_bound"] is None
    assert "least rho" in found.unfinished and "--seconds" in " ".join(found.sentences())


def test_labels_and_data_are_used():
    known = mx.plan("ring:n=8", step=0.2, rounds=40, labels=ONE_CLASS)
    assert any("labels" in one.name for one in known.candidates) and "labels" in known.predicts
    rows = np.zeros((8, 10))
    rows[np.arange(8), np.arange(8)] = 30
    data = mx.plan("ring:n=8", step=0.2, rounds=40, labels=rows, data="digits")
    assert data.predicts == "test error on digits" and data.chosen.predicted < 0.6
    told = mx.plan("ring:n=8", step=0.2, rounds=40, classes=4, curvature=0.3)
    assert "assumed classes" in told.predicts and told.curvature == 0.3
    assert classes_of(8, L=0.3, classes=4).smoothness == pytest.approx(2 * 0.3 / 4)
    assert classes_of(8, L=0.3, classes=4).draws[0].kinds == 4
    alike = mx.plan("ring:n=8", step=0.2, rounds=40, labels=np.ones((8, 10)), data="digits")
    assert alike.chosen.predicted < data.chosen.predicted


@pytest.mark.parametrize(
    "options, word",
    [
        ({"run": "nothing"}, "run=nothing"),
        ({"run": "fedavg"}, "mixes and takes gradients"),
        ({"step": 0}, "step=0"),
        ({"rounds": 0}, "rounds=0"),
        ({"curvature": (1, 2)}, "curvature=1,2"),
        ({"curvature": (1, 2, 3)}, "L, or L,mu"),
        ({"messages": 0}, "messages=0"),
        ({"messages": 15}, "messages=15: at least 16"),
        ({"labels": np.eye(3)}, "labels=array of shape"),
        ({"labels": np.eye(8), "data": "digits"}, "the 10 classes of digits"),
        ({"labels": np.eye(8), "classes": 8}, "classes=8: nothing beside labels"),
        ({"classes": 1}, "classes=1"),
        ({"seconds": -1}, "seconds=-1"),
        ({"seconds": (1,)}, "seconds="),
        ({"step": "0.1"}, "step="),
        ({"curvature": "steep"}, "curvature="),
    ],
)
def test_bad_input_is_named(options, word):
    with pytest.raises(InputError, match=word):
        mx.plan("ring:n=8", **options)
    with pytest.raises(InputError, match="undirected"):
        mx.plan("directed:n=5,max_out=2,seed=0")


def test_a_limit_does_not_grow_by_being_printed() -> None:
    found = mx.plan("path:n=3", "combine-then-adapt", keep_form=True, step=0.1, rounds=5, curvature=1.5)
    assert found.chosen.stable_step is not None
    shown = next(sentence for sentence in found.sentences() if "cannot diverge" in sentence).split()[3]
    assert found.chosen.stable_step * 0.999 < float(shown) <= found.chosen.stable_step
    assert printed_limit(2 / 3) == "0.6666" and printed_limit(2e-8) == "2e-08" and printed_limit(1.0) == "1"


def test_the_command_writes_the_weights_chosen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "w.json"
    words = [
        "plan",
        "path:n=5",
        "--run",
        "combine-then-adapt",
        "--step",
        "0.1",
        "--rounds",
        "20",
        "--out",
        str(file),
    ]
    assert main([*words, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    chosen = said["chosen"]
    assert {"weights", "form", "step", "stable_step", "predicted"} <= chosen.keys() and said["file"] == str(
        file
    )
    assert {"weights", "form", "step", "stable_step", "predicted"} <= said["candidates"][0].keys()
    assert said["lower_bound"] <= said["certified"]["value"]
    W = read_weights(file)
    assert W.weights.tolist() == chosen["edge_weights"]
    assert main(words) == 0
    assert "In the form asked for, combine-then-adapt" in " ".join(capsys.readouterr().out.split())
    assert main(["plan", "path:n=5", "--curvature", "1,2,3"]) == 2
    assert "--curvature=1,2,3" in capsys.readouterr().err
    assert main(["plan", "path:n=5", "--step", "-1"]) == 2
    assert "--step=-1.0" in capsys.readouterr().err
