"""`claims` and `bound`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mixproof.bounds.theorems import ALL
from mixproof.experiments.cli.main import main

from .said import Captured, document


def test_claims_lists_every_variant(capsys: Captured) -> None:
    listing = document(capsys, "claims")
    assert [(e["id"], [v["label"] for v in e["variants"]]) for e in listing] == [
        (theorem.id, [v.label for v in theorem.variants]) for theorem in ALL
    ]
    assert all(e["title"] and e["place"] and e["statement"] for e in listing)
    assert main(["claims", "decefl.theorem-1:eq-5"]) == 0
    text = capsys.readouterr().out
    assert "spread(t) <= zeta/(t + Gamma)" in text and "eq-6:" not in text


def test_claims_are_listed_by_how_grave_their_error_is(capsys: Captured) -> None:
    grave = [
        v
        for e in document(capsys, "claims", "--severity", "typo", "--severity", "missing")
        for v in e["variants"]
    ]
    assert {v["severity"] for v in grave} == {"TYPO", "MISSING"} and all(v["remains"] for v in grave)
    everything = [v for e in document(capsys, "claims") for v in e["variants"]]
    assert [v for v in everything if v["severity"] in ("TYPO", "MISSING")] == grave


def test_bound_is_the_formula(capsys: Captured) -> None:
    values = ["L=2", "lam=1/2", "delta=2", "mu=1", "Gamma=4", "eps0=1", "spread(0)=1"]
    found = document(capsys, "bound", "decefl.theorem-1:eq-5", *values, "t=10")
    zeta = max(4, 2 * np.sqrt(2 * 2 * 1) / (4 / 5 - 1 / 2))
    assert found["values"] == {"zeta": pytest.approx(zeta), "right": pytest.approx(zeta / 14)}
    assert found["verdict"] == "REFUTED" and "What remains" in found["sentence"]


def test_bound_takes_a_variant_that_is_not_refuted_and_says_what_is_known_of_it(capsys: Captured) -> None:
    values = ["L=2", "lam=1/2", "delta=2", "mu=1", "Gamma=4", "gstar=1", "distance(0)=1", "spread(0)=1"]
    found = document(capsys, "bound", "decefl.theorem-1", *values, "t=10")
    assert (found["variant"], found["verdict"]) == ("repaired", "PROVED")
    assert (
        found["sentence"] == "the kernel checks every line of a derivation of everything the claim speaks of"
    )
    assert main(["bound", "alidpfl.clipping", "C=1", "g_1=2", "g_2=3"]) == 0
    assert "alidpfl.clipping:repaired PROVED: the kernel checks every line" in capsys.readouterr().out
    assert (
        main(["bound", "decefl.theorem-1:eq-5", *values[:3], "Gamma=4", "eps0=1", "spread(0)=1", "t=2"]) == 0
    )
    assert "eq-5 REFUTED: left 0.78" in capsys.readouterr().out


MINE = """
from mixproof.bounds import claim
from mixproof.bounds.families import gossip
MINE = claim("spread(t) <= spread((t + 1)*2) + sqrt(lam - mu)*eta", "0 < lam < 1", family=gossip(fixed=True))
"""


def test_bound_of_a_claim_of_ones_own(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    words = ["bound", f"{tmp_path / 'mine.py'}:MINE", "mu=0.25", "eta=2", "spread((t+1)*2)=1.5"]
    assert document(capsys, *words, "lam=1/2")["values"] == {"right": 2.5}
    assert document(capsys, *words[:-1], "spread( (t + 1) * 2 ) = 1.5", "lam=1/2")["right"] == 2.5
    for value, said in (("lam=3", "lam=3: but 0 < lam < 1 is assumed"), ("lam=1/8", "is NaN (not a number)")):
        assert main([*words, value]) == 2
        assert said in capsys.readouterr().err
