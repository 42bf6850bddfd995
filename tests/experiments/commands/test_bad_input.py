"""Every kind of bad input is one line on standard error, and status 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from mixproof.experiments.cli.main import main
from mixproof.spectral.errors import InputError

from .said import Captured, files


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
        "spectrum --matrix DIR/complex.npy",
        "spectrum --matrix DIR/empty.csv",
        "spectrum --matrix DIR/pipe.csv",
        "spectrum ring:n=4 --signed",
        "spectrum ring:n=4 --weights=",
        "spectrum ring:n=4 --wei uniform",
        "spectrum directed:n=4,max_out=2",
        "spectrum DIR/pipe.csv",
        "spectrum complete:n=100000",
        "optimize DIR/apart.csv",
        "optimize ring:n=4 --method magic",
        "optimize ring:n=4 --objective speed",
        "optimize ring:n=4 --gap nan",
        "optimize ring:n=4 --gap small",
        "optimize ring:n=4 --time-limit -1",
        "optimize ring:n=4 --seed -1",
        "optimize ring:n=4 --method distributed --transport lossy --seed -1",
        "optimize ring:n=500 --method cvxpy",
        "optimize ring:n=200 --method cvxpy --objective second-moment",
        "optimize ring:n=4 --out=",
        "optimize ring:n=4 --out DIR/a",
        "optimize ring:n=4 --out DIR/folder.npz",
        "optimize ring:n=4 --out /proc/w.npz",
        "optimize ring:n=4 --method metropolis --out DIR/LONG.npz",
        "compare ring:n=4 --method metropolis --out DIR/w.json",
        "compare DIR/apart.csv --out DIR/new",
        "optimize ring:n=4 --out DIR/w.txt",
        "optimize ring:n=4 --out DIR/absent/w.npz",
        "optimize ring:n=4 --gap 1_0",
        "plan ring:n=4 --step 1_0",
        "plan ring:n=4 --rounds 1_0",
        "plan ring:n=4 --messages ten",
        "plan ring:n=4 --seconds nan",
        "plan ring:n=4 --curvature 1_0",
        "plan ring:n=4 --curvature 1,nan",
        "schedule ring:n=4 --messages 1_0",
        "schedule ring:n=4 --rule base --neighbours 1_0",
        "schedule ring:n=4 --seed -1",
        "links ring:n=4 ٣",
        "links ring:n=4 3 --gap 1_0",
        "privacy --noise 1_0 --steps 9",
        "privacy --noise 1 --steps 1_0",
        "privacy --noise 1 --steps 9 --delta two",
        "privacy --noise 1 --steps 9 --sample nan",
        "tau --privacy 1_0,1e-5 --rounds 9",
        "tau --privacy 2 --rounds 9",
        "tau --privacy 2,1e-5 --rounds 1_0",
        "tau --privacy 2,1e-5 --rounds 9 --costs 1,2,x",
        "claims defed.theorem-9",
        "claims decefl.theorem-1:",
        "verify decefl.theorem-1:eq-9",
        "verify nobody",
        "verify defed --seconds 0",
        "verify defed --seconds nan",
        "verify defed --jobs 0",
        "verify defed --jobs 5000",
        "verify defed --seconds nan --witness DIR/new",
        "verify defed --witness=",
        "verify defed --resume DIR/pipe.csv",
        "verify defed --resume /dev/null",
        "report defed --seconds nan --study decefl-rate --out DIR/a",
        "report defed --seed -1 --study decefl-rate --out DIR/a",
        "tour defed --rounds 0 --out DIR/new",
        "tour nobody --out DIR/new",
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
        "check-witness DIR/pipe.csv",
        "bound",
        "bound decefl.theorem-1 L=1",
        "bound decefl.theorem-1 L",
        "bound decefl.theorem-1 L=nan",
        "bound decefl.theorem-1 L=1/0",
        "bound decefl.theorem-1 L=1e999999999999",
        "bound decefl.theorem-1 L=1e-400 lam=1/2 delta=2 mu=1 Gamma=4 eps0=1 spread(0)=1 t=1",
        "bound decefl.theorem-1 L=2 lam=1/2 delta=2 mu=1 Gamma=4 eps0=1 spread(0)=1 t=1 lam(0)=1",
        "bound decefl.theorem-1: L=2 lam=1/2 delta=2 mu=1 Gamma=4 eps0=1 spread(0)=1 t=1",
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
        "run decefl-rate --seeds 0..1000000",
        "run decefl-rate --seeds 99999999999999999999999",
        "run decefl-rate --rounds 99999999999999999999999",
        "run decefl-rate --out=",
        "run decefl-rate --out DIR/LONG/below",
        "run decefl-rate --out DIR/DEEP",
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
    line = line.replace("DIR", str(place)).replace("LONG", "n" * 300).replace("DEEP", "n/" * 1500)
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("mixproof: ") and captured.err.count("\n") == 1
    assert sorted(place.iterdir()) == before


@pytest.mark.parametrize("line", ["plan DIR/absent.csv", "schedule DIR/absent.csv", "links DIR/absent.csv 3"])
@pytest.mark.parametrize("out", ["w.txt", "absent/w.json", "folder.json"])
def test_a_file_that_cannot_be_written_is_refused_before_any_work(
    line: str, out: str, tmp_path: Path, capsys: Captured
) -> None:
    """So early that the network is not even read."""
    (tmp_path / "folder.json").mkdir()
    assert main([*line.replace("DIR", str(tmp_path)).split(), "--out", str(tmp_path / out)]) == 2
    assert f"--out={tmp_path / out}: a file ending in" in capsys.readouterr().err


def test_what_cannot_be_printed_is_written_out_before_it_is_cut() -> None:
    assert len(str(InputError("columns", "\0" * 99, "u,v"))) < 120
