"""`verify`, and `check-witness` of what it wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mixproof.experiments.campaigns.verdicts import Task
from mixproof.experiments.cli.main import main

from .said import Captured, document


def test_verify_writes_witnesses_that_check(capsys: Captured, tmp_path: Path) -> None:
    ids = [f"defed.experiment-difference:{label}" for label in ("lower-end", "upper-end")]
    ids += ["decefl.performance-gap:main", "decefl.contraction"]
    arguments = ["verify", *ids, "--seconds", "0.05", "--jobs", "1", "--witness", str(tmp_path)]
    verdicts = document(capsys, *arguments)
    assert [v["verdict"] for v in verdicts] == ["REFUTED", "PROVED", "PROVED", "REFUTED"]
    fields = {
        "id",
        "variant",
        "verdict",
        "sentence",
        "ratio",
        "left",
        "right",
        "exact",
        "setting",
        "seconds",
        "seed",
    }
    assert all(fields <= v.keys() for v in verdicts)
    files = sorted(tmp_path.iterdir())
    assert [f.name for f in files] == [
        "decefl.performance-gap.main.json",
        "defed.experiment-difference.lower-end.json",
    ]
    for file in files:
        assert document(capsys, "check-witness", str(file))["refuted"] is True
    assert main([*arguments, "--expect-holds"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "4 verdicts: 2 REFUTED, 2 PROVED"
    assert main(["verify", ids[3], "--seconds", "0.05", "--jobs", "1", "--expect-holds"]) == 0


def test_verify_resumes(capsys: Captured, tmp_path: Path) -> None:
    arguments = [
        "verify",
        "decefl.contraction",
        "--seconds",
        "0.05",
        "--jobs",
        "1",
        "--resume",
        str(tmp_path / "r"),
    ]
    assert document(capsys, *arguments) == document(capsys, *arguments)


@pytest.fixture(scope="module")
def witness(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    place = tmp_path_factory.mktemp("witness")
    options = ["--seconds", "0.05", "--jobs", "1", "--witness", str(place)]
    assert main(["verify", "decefl.performance-gap:main", *options]) == 0
    content: dict[str, Any] = json.loads((place / "decefl.performance-gap.main.json").read_text())
    return content


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"claim": {"claim": "0 - gap(t) - 1 <= 0"}}, 1, "claim differs from the library's statement"),
        ({"claim": {"assume": ["gap(0) > 0"]}}, 1, "assume differs"),
        ({"setting": {"S": 2}}, 2, "S is not that of the claim"),
        ({"setting": {"v": [[0], [0]]}}, 2, "v is not of the settings"),
        ({"label": {"variant": "repaired"}}, 1, "differs from the library's statement"),
        ({"label": {"variant": "nothing"}}, 2, "variant=nothing"),
        (
            {"label": {"id": "decefl.performance-gaps"}},
            2,
            "id=decefl.performance-gaps: no statement of the library",
        ),
        ({"t": "1"}, 2, "field t is of the wrong kind"),
    ],
)
def test_check_witness_compares_with_the_library(
    witness: dict[str, Any],
    change: dict[str, Any],
    status: int,
    sentence: str,
    capsys: Captured,
    tmp_path: Path,
) -> None:
    if "v" in change.get("setting", {}):
        change = {"setting": {"v": [[0] * witness["setting"]["d"]] * witness["setting"]["K"]}}
    changed = {
        name: witness[name] | value if isinstance(value, dict) else value for name, value in change.items()
    }
    (tmp_path / "w.json").write_text(json.dumps(witness | changed))
    assert main(["check-witness", str(tmp_path / "w.json")]) == status
    captured = capsys.readouterr()
    assert sentence in (captured.err if status == 2 else captured.out)


@pytest.mark.parametrize("claim", ["alidpfl.lemma-5:noisy", "decefl.performance-gap:main"])
def test_a_witness_without_a_part_of_its_setting(claim: str, capsys: Captured, tmp_path: Path) -> None:
    assert main(["verify", claim, "--seconds", "0.05", "--jobs", "1", "--witness", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    record = json.loads(file.read_text())
    capsys.readouterr()
    for name in record["setting"]:
        file.write_text(
            json.dumps({**record, "setting": {k: v for k, v in record["setting"].items() if k != name}})
        )
        status, (out, err) = main(["check-witness", str(file)]), capsys.readouterr()
        assert status in (1, 2), name
        assert (
            "not confirmed" in out
            if status == 1
            else err.startswith("mixproof: witness=") and err.count("\n") == 1
        )


def test_refutations_are_shown_by_how_grave_they_are(capsys: Captured) -> None:
    line = ["dawo.eq-24", "dawo.eq-23", "--seconds", "0.05", "--jobs", "1"]
    everything = document(capsys, "verify", *line)
    slips = document(capsys, "verify", *line, "--severity", "typo")
    assert [v for v in everything if v["severity"] == "TYPO"] and all(v["remains"] for v in slips)
    assert [(v["id"], v["variant"]) for v in slips] == [
        (v["id"], v["variant"]) for v in everything if v["severity"] == "TYPO"
    ]
    assert all((v["verdict"] == "REFUTED") == (v["severity"] is not None) for v in everything)


def test_what_is_not_shown_is_expected_to_hold_too(capsys: Captured) -> None:
    line = ["verify", "decefl.performance-gap:main", "--evaluations", "50", "--jobs", "1", "--expect-holds"]
    grave = document(capsys, *line, status=1)[0]["severity"].lower()
    other = "typo" if grave != "typo" else "missing"
    assert document(capsys, *line, "--severity", other, status=1) == []


def test_an_interrupt_leaves_the_verdicts_that_are_there(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Task.work

    def interrupted(task: Task) -> Any:
        if task.variant == "upper-end":
            raise KeyboardInterrupt
        return work(task)

    monkeypatch.setattr(Task, "work", interrupted)
    ids = [f"defed.experiment-difference:{label}" for label in ("lower-end", "upper-end")]
    (verdict,) = document(capsys, "verify", *ids, "--seconds", "0.05", "--jobs", "1", status=130)
    assert verdict["variant"] == "lower-end" and verdict["verdict"] == "REFUTED"
