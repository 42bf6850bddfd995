"""`run` and `tour`, and what a campaign says when it stops early."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mixproof.experiments.campaigns.store import Store
from mixproof.experiments.cli.main import main

from .said import Captured, document


def test_run_a_study(capsys: Captured, tmp_path: Path) -> None:
    result = document(
        capsys, "run", "decefl-rate", "--data", "breast-cancer", "--rounds", "300", "--out", str(tmp_path)
    )
    fields = {"name", "final_gap", "slope", "slope_interval", "bound_violations", "accuracy"}
    assert all(fields <= line.keys() for line in result["algorithms"])
    assert all(line["bound_violations"] in (0, None) for line in result["algorithms"])
    assert result["files"] and all(Path(name).stat().st_size > 0 for name in result["files"])
    assert main(["run", "decefl-rate", "--rounds", "20", "--size", "small"]) == 0
    assert capsys.readouterr().out.startswith("name ")


def test_run_studies_by_seeds_and_data(capsys: Captured, tmp_path: Path) -> None:
    X = np.random.default_rng(0).normal(size=(200, 3))
    np.savez(tmp_path / "drawn.npz", X=X, y=X[:, 0] + 0.5)
    file, out = str(tmp_path / "drawn.npz"), tmp_path / "out"
    line = ["run", "defed-regression", "--rounds", "40", "--size", "small", "--jobs", "1"]
    single = document(capsys, *line, "--seed", "3")
    results = document(capsys, *line, "--seeds", "2..3", "--data", "sine", "--data", file, "--out", str(out))
    assert [(r["data"], r["setting"]["seed"]) for r in results] == [
        (data, seed) for data in ("sine", "drawn") for seed in (2, 3)
    ]
    assert results[1]["algorithms"] == single["algorithms"]
    places = [f"defed-regression-{data}-seed{seed}" for data in ("sine", "drawn") for seed in (2, 3)]
    assert sorted(path.name for path in out.iterdir()) == sorted(places)
    for place, result in zip(places, results):
        assert json.loads((out / place / "defed-regression.json").read_text()) == result
        assert {Path(name).parent for name in result["files"]} == {out / place}
    assert main([*line, "--seeds", "2"]) == 0
    text = capsys.readouterr().out
    assert "defed-regression, seed 0\nname " in text and "\n\ndefed-regression, seed 1\nname " in text


def test_tour(capsys: Captured, tmp_path: Path) -> None:
    options = ["--out", str(tmp_path), "--seconds", "0.05", "--rounds", "100", "--jobs", "1"]
    ids = [f"defed.experiment-difference:{label}" for label in ("lower-end", "upper-end")]
    found = document(capsys, "tour", *ids, *options)
    assert [v["verdict"] for v in found["verdicts"]] == ["REFUTED", "PROVED"]
    assert found["weights"][1]["rho"] < found["weights"][0]["rho"] and found["study"]["algorithms"]
    assert all(Path(name).is_file() for name in found["files"])
    kinds = {Path(name).suffix for name in found["files"]}
    assert {".json", ".npz", ".png"} <= kinds


def test_interrupt_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    from mixproof.experiments.studies.campaign import Run

    work = Run.work

    def interrupt(run: Run) -> object:
        if run.seed == 2:
            raise KeyboardInterrupt
        return work(run)

    monkeypatch.setattr(Run, "work", interrupt)
    line = ["run", "defed-regression", "--size", "small", "--rounds", "40", "--seeds", "4", "--jobs", "1"]
    assert main(line) == 130
    kept = "mixproof: 2 of 4 runs done, {}\nmixproof: interrupted\n"
    assert capsys.readouterr().err == kept.format("not kept: --resume FILE would")
    store = tmp_path / "store"
    assert main([*line, "--resume", str(store)]) == 130
    assert capsys.readouterr().err == kept.format(f"kept in {store}")
    with Store(store) as found:
        assert len(found) == 2


def test_a_failing_run_is_named(capsys: Captured, tmp_path: Path) -> None:
    X = np.random.default_rng(0).normal(size=(50, 2))
    np.savez(tmp_path / "steep.npz", X=1e3 * X, y=X[:, 0] + 0.5)
    line = ["run", "defed-regression", "--size", "small", "--rounds", "40", "--data", "sine"]
    line += ["--data", str(tmp_path / "steep.npz"), "--out", str(tmp_path / "out"), "--resume"]
    for jobs in ("1", "2"):
        store = tmp_path / f"store-{jobs}"
        assert main([*line, str(store), "--jobs", jobs]) == 2
        err = capsys.readouterr().err
        assert (
            err.startswith("mixproof: rate=0.1: DeFed, degree 2 diverged at round ") and err.count("\n") == 1
        )
        assert f"defed-regression, seed 0, {tmp_path / 'steep.npz'}; 1 of 2 runs done, kept in {store}" in err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["defed-regression-sine-seed0"]
