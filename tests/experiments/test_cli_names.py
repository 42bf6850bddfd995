"""`mixproof names`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mixproof as mx
from mixproof.experiments.cli import main


def test_names_lists_what_a_claim_may_speak_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "gossip:fixed,no-noisy", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    known = mx.names(mx.families.gossip(fixed=True, noisy=False))
    assert [(entry["name"], entry["kind"], entry["meaning"]) for entry in listed] == [
        (name.name, name.kind, name.meaning) for name in known
    ]
    assert main(["names", "declared:EXTRA"]) == 0
    said = capsys.readouterr().out
    assert "worst_gap(t) " in said and "max_k F(w_k(t)) - F*" in said


def test_a_family_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import mixproof as mx\nmine = mx.families.scalars('n', 'x')\n")
    assert main(["names", f"{file}:mine"]) == 0
    assert capsys.readouterr().out.split()[4:] == ["n", "number", "of", "nodes,", "or", "of", "vectors", "x"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("gosip", "did you mean gossip?"),
        ("gossip:fixd", "gossip takes scaled, fixed"),
        ("consensus", "consensus takes algorithm, fixed"),
        ("CONSTANT_WEIGHTS:3", "takes no words"),
        ("declared:foo", "is none of dgd"),
    ],
)
def test_no_family(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", word]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
