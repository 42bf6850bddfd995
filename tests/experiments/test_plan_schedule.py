"""`plan_schedule`: what it tries, what its predictions are, and that messages are paid for."""

import json

import numpy as np
import pytest

import mixproof as mx
from mixproof.experiments import planning
from mixproof.experiments.cli.main import main
from mixproof.experiments.planning import FORMS
from mixproof.experiments.planning.assumed import classes_of
from mixproof.experiments.planning.forms import form_of
from mixproof.spectral import InputError, Schedule, mixing_matrix, parse_network, sample_links
from mixproof.spectral.links import realization


@pytest.fixture(scope="module")
def ring():
    return mx.plan_schedule("ring:n=6", messages=20, step=0.5)


def test_the_same_weights_in_every_round_are_predicted_as_plan_does(ring):
    static = mx.plan("ring:n=6", step=0.5, rounds=10, messages=10**6, classes=10)  # of as many classes
    for form in FORMS:
        (one,) = (one for one in ring.candidates if one.name.startswith("metropolis") and one.form == form)
        (other,) = (one for one in static.candidates if one.name == "metropolis" and one.form == form)
        assert (one.rounds, one.predicted) == (10, other.predicted)


def test_every_schedule_runs_as_long_as_its_messages_are_paid(ring):
    for one in ring.candidates:
        assert (
            one.rounds * one.schedule.messages <= 20 + 1e-9 < (one.rounds + 1) * one.schedule.messages + 1e-6
        )
    assert ring.chosen.predicted == min(one.predicted for one in ring.candidates)
    assert {one.form for one in ring.candidates} == set(FORMS)
    assert ring.chosen.name in str(ring) and ring.to_json()["chosen"]["name"] == ring.chosen.name


def test_a_schedule_of_what_links_lose_is_predicted_as_the_losses_are():
    """Two routes to one number, for a method that keeps sums: matrices drawn by hand, and links that fail."""
    lossy = parse_network("geometric:n=6,r=1,v=2,seed=3")
    W, rng, model = mixing_matrix(lossy, "metropolis"), np.random.default_rng(0), classes_of(6)
    drawn = [realization(W, sample_links(lossy, rng, 1)[0]).dense() for _ in range(15)]
    method, rounds = form_of("diging").method, np.array([15])
    by_hand = model.predict(method, [Schedule.cycle(drawn)], 0.2, rounds)
    assert by_hand == pytest.approx(model.predict(method, [W], 0.2, rounds), abs=1e-9)


@pytest.mark.parametrize(
    "arguments, word",
    [
        (("path:n=2", 0.1, 0.5), "messages"),
        (("ring:n=6", -1, 0.5), "messages"),
        (("ring:n=6", 10, 0), "step"),
        (("ring:n=200", 10, 0.5), "network"),
        (("geometric:n=6,r=1,v=1", 10, 0.5), "network"),
        (("directed:n=6,max_out=2,seed=0", 10, 0.5), "network"),
    ],
)
def test_bad_arguments_are_named(arguments, word):
    with pytest.raises(InputError, match=f"^{word}="):
        mx.plan_schedule(*arguments)


def test_a_form_that_is_none_is_named():
    with pytest.raises(InputError, match=r"^run="):
        mx.plan_schedule("ring:n=6", 10, 0.5, run="extra")


def test_the_command_prints_what_the_function_finds(ring, monkeypatch, capsys, tmp_path):
    asked = []
    monkeypatch.setattr(
        planning, "plan_schedule", lambda *given, **named: asked.append((given, named)) or ring
    )
    words = ["schedule", "ring:n=6", "--rule", "learning", "--step", "0.5", "--in-all", "20"]
    assert main([*words, "--json", "--out", str(tmp_path / "rounds.json")]) == 0
    ((given, named),) = asked
    told = dict(zip(("network", "messages", "step"), given)) | named
    assert (told["network"].n, told["messages"], told["step"]) == (6, 20, 0.5)
    printed = json.loads(capsys.readouterr().out)
    assert printed["chosen"] == printed["candidates"][0] == ring.to_json()["chosen"]
    written = json.loads((tmp_path / "rounds.json").read_text())
    assert len(written["parts"]) == len(ring.chosen.schedule.parts)
    for told, part in zip(written["parts"], ring.chosen.schedule.parts):
        weights = np.zeros((6, 6))
        for sender, receiver, weight in told["links"]:
            weights[int(receiver), int(sender)] = weight
        assert np.allclose(weights, np.diag(np.diag(part.toarray())) - part.toarray())


@pytest.mark.parametrize(
    "words, said",
    [
        ("--rule learning --step 0.5", "--in-all=None"),
        ("--rule learning --in-all 40", "--step=None"),
        ("--rule learning --step 0.5 --in-all 40 --messages 1", "--messages=1"),
        ("--rule cycle --step 0.5", "--step=0.5: goes with --rule learning"),
    ],
)
def test_flags_that_do_not_go_together_are_named(words, said, capsys):
    assert main(["schedule", "ring:n=8", *words.split()]) == 2
    assert said in capsys.readouterr().err
