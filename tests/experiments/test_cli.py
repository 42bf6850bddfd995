"""Every command end to end, and every kind of bad input as one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bounds.theorems import ALL
from experiments import checker
from experiments.cli import main
from experiments.commands.output import plain, table

Captured = pytest.CaptureFixture[str]


def document(capsys: Captured, *words: str, status: int = 0) -> Any:
    assert main([*words, "--json"]) == status
    captured = capsys.readouterr()
    return json.loads(captured.out, parse_constant=lambda text: pytest.fail(f"{text} is no JSON"))


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


def test_claims_lists_every_variant(capsys: Captured) -> None:
    listing = document(capsys, "claims")
    assert [(e["id"], [v["label"] for v in e["variants"]]) for e in listing] == [
        (theorem.id, [v.label for v in theorem.variants]) for theorem in ALL
    ]
    assert all(e["title"] and e["place"] and e["statement"] for e in listing)
    assert main(["claims", "decefl.theorem-1:eq-5"]) == 0
    text = capsys.readouterr().out
    assert "spread(t) <= zeta/(t + Gamma)" in text and "eq-6:" not in text


def test_verify_writes_witnesses_that_check(capsys: Captured, tmp_path: Path) -> None:
    ids = ["decefl.node-varying-samples", "decefl.performance-gap:main", "decefl.contraction"]
    arguments = ["verify", *ids, "--seconds", "0.05", "--jobs", "1", "--witness", str(tmp_path)]
    verdicts = document(capsys, *arguments)
    assert [v["verdict"] for v in verdicts] == ["HOLDS", "REFUTED", "REFUTED", "HOLDS"]
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
        "decefl.node-varying-samples.main.json",
        "decefl.performance-gap.main.json",
    ]
    for file in files:
        assert document(capsys, "check-witness", str(file))["refuted"] is True
    assert main([*arguments, "--expect-holds"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "4 verdicts: 2 HOLDS, 2 REFUTED"
    assert main(["verify", ids[2], "--seconds", "0.05", "--jobs", "1", "--expect-holds"]) == 0


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
        ({"left": "0 - gap(t) - 1"}, 1, "left differs from the library's statement"),
        ({"assume": ["gap(0) > 0"]}, 1, "assume differs"),
        ({"setting": {"S": 2}}, 2, "shape"),
        ({"setting": {"v": [[0], [0]]}}, 1, "v does not belong"),
        ({"variant": "repaired"}, 1, "differs from the library's statement"),
        ({"variant": "nothing"}, 2, "variant=nothing"),
        ({"id": "decefl.performance-gaps"}, 2, "id=decefl.performance-gaps: no statement of the library"),
        ({"t": "1"}, 2, "field t is lacking or of the wrong kind"),
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
    setting = witness["setting"] | change.get("setting", {})
    (tmp_path / "w.json").write_text(json.dumps(witness | change | {"setting": setting}))
    assert main(["check-witness", str(tmp_path / "w.json")]) == status
    captured = capsys.readouterr()
    assert sentence in (captured.err if status == 2 else captured.out)


def test_bound_is_the_formula(capsys: Captured) -> None:
    values = ["L=2", "lam=1/2", "delta=2", "mu=1", "Gamma=4", "eps0=1", "spread(0)=1"]
    found = document(capsys, "bound", "decefl.theorem-1:eq-5", *values, "t=10")
    zeta = max(4, 2 * np.sqrt(2 * 2 * 1) / (4 / 5 - 1 / 2))
    assert found["values"] == {"zeta": pytest.approx(zeta), "right": pytest.approx(zeta / 14)}
    assert document(capsys, "bound", "decefl.theorem-1", *values, "t=10") == found  # the first variant


def test_run_a_study(capsys: Captured, tmp_path: Path) -> None:
    result = document(
        capsys, "run", "decefl-rate", "--data", "breast-cancer", "--rounds", "300", "--out", str(tmp_path)
    )
    fields = {"name", "final_gap", "slope", "slope_interval", "bound_violations", "accuracy"}
    assert all(fields <= line.keys() for line in result["algorithms"])
    assert all(line["bound_violations"] in (0, None) for line in result["algorithms"])
    assert result["files"] and all(Path(name).stat().st_size > 0 for name in result["files"])
    assert main(["run", "decefl-rate", "--rounds", "20"]) == 0
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
    found = document(capsys, "tour", "decefl.node-varying-samples", *options)
    assert [v["verdict"] for v in found["verdicts"]] == ["REFUTED", "HOLDS"]
    assert found["weights"][1]["rho"] < found["weights"][0]["rho"] and found["study"]["algorithms"]
    assert all(Path(name).is_file() for name in found["files"])
    kinds = {Path(name).suffix for name in found["files"]}
    assert {".json", ".npz", ".png"} <= kinds


def files(tmp_path: Path) -> Path:
    """Bad input of every kind, under the names the cases below use."""
    (tmp_path / "apart.csv").write_text("u,v\n0,1\n2,3\n")
    (tmp_path / "p.csv").write_text("u,v,p\n0,1,1.5\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "rows.csv").write_text("0.5,0.4\n0.4,0.5\n")
    (tmp_path / "skew.csv").write_text("0.5,0.5\n0.4,0.6\n")
    (tmp_path / "nan.csv").write_text("nan,0.5\n0.5,0.5\n")
    (tmp_path / "words.csv").write_text("a,b\nc,d\n")
    (tmp_path / "cut.npz").write_bytes(b"PK\x03\x04 cut short")
    (tmp_path / "w.json").write_text("{")
    (tmp_path / "old-store").write_text('{"mixproof": "store", "kind": "verdicts", "version": 1}\n')
    (tmp_path / "older-store").write_text('{"key": "1f", "verdict": {}}\n')
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        np.savez(tmp_path / place / "d.npz", X=np.eye(4), y=np.arange(4) % 2)
    np.savez(tmp_path / "no-rows.npz", X=np.zeros((0, 3)), y=np.zeros(0))
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        "spectrum DIR/apart.csv",
        "spectrum DIR/p.csv",
        "spectrum DIR/empty.csv",
        "spectrum DIR/absent.csv",
        "spectrum DIR/cut.npz",
        "spectrum ring:n=two",
        "spectrum nothing:n=4",
        "spectrum ring:n=4 --weights best",
        "spectrum ring:n=4 --weights uniform --matrix DIR/rows.csv",
        "spectrum ring:n=5 --matrix DIR/rows.csv",
        "spectrum",
        "spectrum --matrix DIR/rows.csv",
        "spectrum --matrix DIR/skew.csv",
        "spectrum --matrix DIR/nan.csv",
        "spectrum --matrix DIR/words.csv",
        "spectrum --matrix DIR/cut.npz",
        "spectrum --matrix DIR/absent.npy",
        "spectrum --matrix DIR/w.json",
        "optimize DIR/apart.csv",
        "optimize ring:n=4 --method magic",
        "optimize ring:n=4 --objective speed",
        "optimize ring:n=4 --gap nan",
        "optimize ring:n=4 --gap small",
        "optimize ring:n=4 --time-limit -1",
        "optimize ring:n=4 --out DIR/w.txt",
        "optimize ring:n=4 --out DIR/absent/w.npz",
        "claims defed.theorem-9",
        "verify decefl.theorem-1:eq-9",
        "verify nobody",
        "verify defed --seconds 0",
        "verify defed --seconds nan",
        "verify defed --jobs 0",
        "verify defed --jobs two",
        "verify defed --seed -1",
        "verify defed --resume DIR/w.json",
        "verify defed --resume DIR/old-store",
        "verify defed --resume DIR/older-store",
        "verify defed --mpi",
        "verify decefl.node-varying-samples --seconds 0.05 --jobs 1 --witness DIR/w.json",
        "check-witness DIR/absent.json",
        "check-witness DIR/w.json",
        "check-witness DIR/cut.npz",
        "check-witness DIR",
        "bound",
        "bound decefl.theorem-1 L=1",
        "bound decefl.theorem-1 L",
        "bound decefl.theorem-1 L=nan",
        "bound decefl.theorem-1 L=1/0",
        "bound decefl.theorem-1 L=1 L=2",
        "bound decefl.theorem-1 L=2 lam=1/2 delta=2 mu=1 Gamma=3 eps0=1 spread(0)=1 t=10",  # delta/Gamma > 1/L
        "bound decefl.theorem-1 L=2 lam=1/2 delta=2 mu=1 Gamma=4 eps0=1 spread(0)=1 t=-1",
        "bound decefl.theorem-1 L=2 lam=1/2 delta=2 mu=1 Gamma=4 eps0=1 spread(0)=1 t=1 lambda=2",
        "run nothing",
        "run decefl-rates",
        "run decefl-rate nothing",
        "run decefl-rate --seed -1",
        "run decefl-rate --seeds 3..1",
        "run decefl-rate --seeds 0",
        "run decefl-rate --seeds 1 --seed 1",
        "run decefl-rate --jobs 0 --resume DIR/new",
        "run decefl-rate --jobs 2 --dask tcp://localhost:1",
        "run decefl-rate --resume DIR/w.json",
        "run decefl-rate --resume DIR/absent/store",
        "run decefl-rate --out DIR/w.json",
        "run decefl-rate --out DIR/w.json/below",
        "run decefl-rate --data DIR/a/d.npz --data DIR/b/d.npz --out DIR/new",
        "run decefl-rate --data nothing --resume DIR/new --out DIR/figures",
        "run decefl-rate --data nothing",
        "run decefl-rate --data digits --data DIR/no-rows.npz --jobs 2 --resume DIR/new --out DIR/figures",
        "run decefl-rate --data DIR/no-rows.npz",
        "run decefl-rate --data DIR/cut.npz",
        "run decefl-rate --data DIR/absent.npz",
        "run decefl-rate --rounds 0",
        "run decefl-rate --rounds many",
        "",
        "prove everything",
        "claims --nothing",
    ],
)
def test_bad_input_is_one_line_and_status_2(line: str, tmp_path: Path, capsys: Captured) -> None:
    place = files(tmp_path)
    before = sorted(place.iterdir())
    assert main([word.replace("DIR", str(place)) for word in line.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("mixproof: ") and captured.err.count("\n") == 1
    assert sorted(place.iterdir()) == before


def test_as_a_program_in_another_process(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "experiments.cli", *words]
        return subprocess.run(
            command, capture_output=True, text=True, cwd=Path(checker.__file__).parents[1], check=False
        )

    good = run("verify", "decefl.node-varying-samples", "--seconds", "0.05", "--jobs", "2", "--json")
    assert (good.returncode, good.stderr) == (0, "") and len(json.loads(good.stdout)) == 2
    bad = run("verify", "decefl.node")
    assert (bad.returncode, bad.stdout) == (2, "") and "Traceback" not in bad.stderr
    assert run("--help").returncode == 0
    read, write = os.pipe()
    os.close(read)  # as `mixproof claims | head` does
    command = [sys.executable, "-m", "experiments.cli", "claims"]
    cut = subprocess.run(
        command, stdout=write, stderr=subprocess.PIPE, text=True, cwd=Path(checker.__file__).parents[1]
    )
    os.close(write)
    assert cut.stderr == ""


def test_interrupt_says_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    from experiments.studies.campaign import Run

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
    assert len(store.read_text().splitlines()) == 3


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


def test_numbers_in_output() -> None:
    assert plain({"a": np.float64("nan"), "b": [np.int64(3), np.inf], "c": np.arange(2)}) == {
        "a": None,
        "b": [3, None],
        "c": [0, 1],
    }
    assert table(["x"], [[1 / 3], [None]]) == "x\n0.333333\n-"
