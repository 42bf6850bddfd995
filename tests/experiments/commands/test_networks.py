"""`spectrum` and `optimize`: what they find, and what they write."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mixproof.experiments.cli.main import main

from .said import Captured, document


def test_spectrum(capsys: Captured, tmp_path: Path) -> None:
    found = document(capsys, "spectrum", "regular:n=10,degree=4", "--weights", "uniform")
    assert (found["nodes"], found["edges"], found["weights"]) == (10, 20, "uniform")
    assert found["rho"] == pytest.approx(
        (1 + 2 * np.cos(np.pi / 5) + 2 * np.cos(2 * np.pi / 5)) / 5, abs=1e-10
    )
    assert found["enclosure"][0] <= found["rho"] <= found["enclosure"][1]
    random = document(capsys, "spectrum", "geometric:n=12,r=2,v=2,seed=0", "--weights", "reliability")
    assert 0 < random["rho_mean"] < 1 and random["rho_mean"] ** 2 <= random["rho_second_moment"] + 1e-12
    W = np.array([[0.75, 0.25], [0.25, 0.75]])
    np.save(tmp_path / "W.npy", W)
    np.savez(tmp_path / "W.npz", W=W, other=W)
    np.savetxt(tmp_path / "W.csv", W, delimiter=",")
    for name in ("W.npy", "W.npz", "W.csv"):
        assert document(capsys, "spectrum", "--matrix", str(tmp_path / name))["rho"] == pytest.approx(0.5)
    assert main(["spectrum", "ring:n=4"]) == 0
    assert "rho is proved to lie in [0.3333333333333" in capsys.readouterr().out


def test_optimize_writes_what_it_reports(capsys: Captured, tmp_path: Path) -> None:
    for ending in ("npz", "csv", "json"):
        out = tmp_path / f"w.{ending}"
        found = document(capsys, "optimize", "path:n=5", "--method", "cvxpy", "--out", str(out))
        assert found["rho"] == pytest.approx(np.cos(np.pi / 5), abs=1e-6) and 0 <= found["gap"] < 1e-5
        assert (
            found["lower_bound"] == pytest.approx(found["rho"] - found["gap"]) and found["messages"] is None
        )
    npz, content = np.load(tmp_path / "w.npz"), json.loads((tmp_path / "w.json").read_text())
    rows = [line.split(",") for line in (tmp_path / "w.csv").read_text().splitlines()]
    assert rows[0] == ["u", "v", "weight"]
    assert [float(row[2]) for row in rows[1:]] == content["weights"] == npz["weights"].tolist()
    assert npz["edges"].tolist() == content["edges"] == [[0, 1], [1, 2], [2, 3], [3, 4]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["w.csv", "w.json", "w.npz"]
    assert main(["optimize", "ring:n=6", "--method", "metropolis"]) == 0
    assert capsys.readouterr().out.startswith("metropolis: mean 0.666666")
