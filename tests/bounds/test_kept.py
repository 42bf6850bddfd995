"""What a kept derivation adds to a verdict, and what is no derivation of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mixproof.bounds import Outcome, claim, kept, verification
from mixproof.bounds.families.scalars import scalars
from mixproof.bounds.proofs.derivation import checked
from mixproof.bounds.search import verify
from mixproof.bounds.theorems import ALL, theorem
from mixproof.spectral.errors import InputError


def test_a_kept_derivation_is_what_the_verdict_rests_on() -> None:
    found = verification.verify("alidpfl.jensen:repaired", seconds=0.05)
    assert found.outcome is Outcome.PROVED and found.basis == "certificate"
    assert found.certified["file"] == "derivations/alidpfl.jensen.repaired.json"
    assert found.sentence.startswith(kept.SAID)
    assert "docstring" not in found.sentence and "searched" not in found.sentence
    assert json.loads(json.dumps(found.to_json())) == found.to_json()


def test_a_record_of_another_statement_or_a_false_one_is_no_derivation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stated = theorem("alidpfl.jensen")
    variant = stated.variant("repaired")
    record = kept.record(stated, variant)
    assert record is not None
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    assert kept.proof(stated, variant) is None and kept.record(stated, variant) is None
    told = record["statement"]
    for wrong, said in (
        ({"statement": told | {"first": 7}}, "another statement"),
        ({"conclusion": {}}, "not accepted"),
    ):
        kept.place(stated, variant).write_text(json.dumps(record | wrong))
        with pytest.raises(ValueError, match=said):
            kept.proof(stated, variant)


def test_a_witness_against_a_derivation_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = claim("x <= 1", family=scalars("", "x"), first=None)
    found = verify(stated, seconds=0.05)
    assert found.outcome is Outcome.REFUTED
    monkeypatch.setattr(kept, "proof", lambda *told: {"whole": True, "covers": "", "file": ""})
    with_it = kept.with_derivation(found, stated, stated.variants[0])
    assert with_it.outcome is Outcome.UNDECIDED and "contradict" in with_it.sentence
    stated = claim("x <= 1", "x**2 < 0", family=scalars("", "x"), first=None)
    with_it = kept.with_derivation(verify(stated, seconds=0.05), stated, stated.variants[0])
    assert with_it.outcome is Outcome.UNDECIDED and "vacuous" in with_it.sentence


def test_every_derivation_kept_is_of_a_variant() -> None:
    known = {kept.place(stated, variant).name for stated in ALL for variant in stated.variants}
    assert {path.name for path in kept.FOLDER.glob("*")} <= known


def test_the_same_lines_prove_a_statement_of_a_matrix_that_changes() -> None:
    stated = theorem("decefl.theorem-1")
    one, changing = (stated.variant(label) for label in ("repaired", "repaired-changing"))
    of_one, of_many = (kept.record(stated, variant) for variant in (one, changing))
    assert of_one["steps"] == of_many["steps"] and of_one["statement"] != of_many["statement"]
    assert kept.derived(stated, changing)["proved"] and max(stated.family_of(changing).sizes["S"]) > 1
    assert not checked(stated, changing, of_one)["proved"]  # the kernel was not asked of such W
    with pytest.raises(InputError):
        stated.changing("eq-7")
