"""The face `mixproof`: what it offers, how cheap it is, and that one call does what people come for."""

import json
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from types import ModuleType

import networkx as nx
import numpy as np
import pytest
from matplotlib.figure import Figure

import mixproof as mx
from mixproof.bounds.families.shared import gossip
from mixproof.bounds.theorems import theorem

WANTED = {
    "optimize",
    "compare",
    "spectrum",
    "mixing_matrix",
    "Network",
    "claim",
    "verify",
    "check",
    "simulate",
}


def test_the_face_offers_what_people_come_for_and_loads_nothing():
    assert {*WANTED, "strategies", "__version__"} <= set(mx.__all__) <= set(dir(mx))
    assert all(callable(getattr(mx, name)) for name in WANTED)
    code = (
        "import sys, mixproof; print(*sorted(name for name in sys.modules if name.split('.')[0] == 'numpy'))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == []  # without numpy it is a matter of milliseconds
    with pytest.raises(AttributeError, match="no attribute 'optimise'"):
        _ = mx.optimise


def test_a_networkx_graph_is_optimized_shown_and_drawn():
    best = mx.optimize(nx.karate_club_graph(), gap=1e-3)
    assert best.weights.network.reliability is None and best.gap <= 1e-3  # its `weight` was not asked for
    assert mx.spectrum(best).rho == pytest.approx(best.rho)
    ax = Figure().subplots()
    assert best.plot(ax) is ax
    assert "optimum" in repr(best) and "34" in best._repr_html_()
    assert mx.optimize(np.ones((3, 3)) - np.eye(3)).rho == pytest.approx(0, abs=1e-4)


def test_a_claim_is_verified_and_its_witness_checked_by_one_call_each(tmp_path):
    mine = mx.claim("spread(t) <= spread(0)", family=gossip(fixed=True))
    verdict = mx.verify(mine, seconds=0.2)
    assert repr(verdict).splitlines()[0] == "own.claim:claim REFUTED" and len(repr(verdict).splitlines()) < 10
    assert verdict.outcome.name == "REFUTED"
    found = mx.check(verdict.witness)
    assert found.refuted and not found.known and found.left > found.right and "confirmed" in repr(found)
    path = tmp_path / "witness.json"
    path.write_text(json.dumps(verdict.witness))
    assert mx.check(path) == mx.check(str(path)) == found


def test_a_certificate_of_the_library_is_not_of_another_text_under_its_id():
    stated = theorem("alidpfl.clipping")
    assert mx.verify(stated, "repaired", seconds=0.05).outcome.name == "PROVED"
    other = stated.variant("repaired").with_sides(right="3*C")
    verdict = mx.verify(replace(stated, variants=(other,)), seconds=0.05)
    assert verdict.certified["file"] == ""  # proved by guessed lines of its own


def test_a_witness_of_any_shape_of_clients_is_of_the_claim():
    family = gossip(fixed=True)
    bent, _ = family.also
    text = "gap(t) <= 0"
    verdict = mx.verify(mx.claim(text, family=bent), seconds=0.05)
    assert "bend" in verdict.setting
    assert mx.check(verdict.witness, mx.claim(text, family=family)).refuted


def test_statements_are_verified_by_their_ids():
    one = mx.verify("decefl.theorem-1:eq-5", seconds=0.2)
    assert (one.id, one.variant, one.outcome.name) == ("decefl.theorem-1", "eq-5", "REFUTED")
    assert mx.check(one.witness).known
    assert mx.verify("decefl.theorem-1", "eq-5", seconds=0.2).setting == one.setting
    several = mx.verify("decefl.lambda-range", seconds=0.1)
    assert (
        isinstance(several, tuple) and {v.id for v in several} == {"decefl.lambda-range"} and len(several) > 1
    )


def test_a_forged_witness_is_not_confirmed():
    witness = dict(mx.verify("decefl.theorem-1:eq-5", seconds=0.2).witness)
    weaker = witness["claim"] | {"claim": witness["claim"]["claim"].replace("<= ", "<= 2*")}
    assert not mx.check(witness | {"claim": weaker}).refuted


@pytest.mark.parametrize(
    "ask, said",
    [
        (lambda: mx.verify(3), "claim=of type int: a claim, or the id"),
        (lambda: mx.verify("nope"), "id=nope: not a statement"),
        (lambda: mx.check(3), "witness=of type int: the record"),
        (lambda: mx.check({}), "witness=record:"),
        (lambda: mx.check("missing.json"), "witness=missing.json: no such file"),
        (lambda: mx.optimize(None), "network=of type NoneType: a Network, a networkx Graph"),
        (lambda: mx.compare(3), "network=of type int: a Network"),
        (lambda: mx.mixing_matrix({}), "network=of type dict: a Network"),
    ],
)
def test_what_is_not_taken_is_one_sentence(ask, said):
    with pytest.raises(mx.InputError) as error:
        ask()
    assert said in str(error.value)


def test_a_claim_shows_itself_in_a_line_a_variant():
    mine = mx.claim("spread(t) <= spread(0)", "eta <= 1/L", family=gossip(fixed=True))
    assert repr(mine) == "own.claim (gossip)\n  claim  spread(t) <= spread(0) if eta <= 1/L"
    assert ">spread(t) &lt;= spread(0) if eta" in mine._repr_html_()
    stated = theorem("decefl.theorem-1")
    assert len(repr(stated).splitlines()) == 1 + len(stated.variants) and len(repr(stated)) < 2000


@pytest.mark.parametrize(
    "room", ["spectral", "bounds", "weightopt", "bounds.families", "experiments.learning"]
)
def test_dir_of_a_room_has_its_names_and_no_modules(room):
    module = import_module(f"mixproof.{room}")
    import_module("mixproof.experiments.cli.main")  # loads much
    shown = [name for name in dir(module) if not name.startswith("_")]
    assert shown and not any(isinstance(getattr(module, name), ModuleType) for name in shown)


@pytest.mark.parametrize("seconds", [-1, 0, float("nan"), float("inf"), 1e9, "1", None, True])
def test_an_effort_that_is_none_is_refused(seconds):
    with pytest.raises(mx.InputError, match=r"^seconds=.*: a finite number > 0"):
        mx.verify("decefl.lambda-range", seconds=seconds)


@pytest.mark.parametrize("seed", [-1, 1.5, "0", None, True])
def test_a_seed_that_is_none_is_refused(seed):
    with pytest.raises(mx.InputError, match=r"^seed="):
        mx.verify("decefl.lambda-range", seconds=0.05, seed=seed)
