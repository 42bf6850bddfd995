"""Which kind of proof decides a record, and what the program says of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mixproof.bounds.checker import records
from mixproof.bounds.checker.psd import NotACertificate

from .known_claim import AT_0, OWN, given

Record = dict[str, Any]
CONFIRMED: list[Record] = [OWN]
REFUSED: list[Record] = [
    OWN | {"rounds": [AT_0 | {"certificates": [given(3)]}]},
]


def said(told: Record, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, Record, str]:
    """Of the program: its exit code, what it prints, and the note beside it."""
    path = folder / "record.json"
    path.write_text(json.dumps(told))
    code = records.main(str(path))
    output = capsys.readouterr()
    return code, json.loads(output.out), output.err


@pytest.mark.parametrize(
    ("told", "confirmed"), [*((told, True) for told in CONFIRMED), *((told, False) for told in REFUSED)]
)
def test_a_record_is_confirmed_or_not(
    told: Record, confirmed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, result, note = said(told, tmp_path, capsys)
    assert code == (0 if confirmed else 1)
    assert records.check_proof(told) == result and result["proved"] == confirmed
    assert ("the formulas under `checked`" in note) == ("checked" in result)


@pytest.mark.parametrize("kind", ["", "witness", "Claim", 1, None, []])
def test_no_proof_is_of_a_kind_that_is_not_known(kind: object) -> None:
    with pytest.raises(NotACertificate, match="its kind is none of"):
        records.check_proof(OWN | {"kind": kind})


@pytest.mark.parametrize("told", ["kind", ["kind"], [OWN]])
def test_what_is_no_object_is_no_proof(told: object) -> None:
    with pytest.raises(NotACertificate):
        records.check_proof(told)
