"""The same records from the ranks of an MPI job."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ...slow import sampled
from .pieces import ROOT, TASKS, VERIFY, kept, timeless


def mpiexec(*words: str, ranks: int = 3) -> subprocess.CompletedProcess[str]:
    beside = Path(sys.executable).with_name("mpiexec")  # where pip puts an MPI of its own
    command = [str(beside) if beside.exists() else "mpiexec", "-n", str(ranks), sys.executable, *words]
    allowed = {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",  # more ranks than cores
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
    }
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **allowed})


@pytest.mark.parametrize(
    "start",
    sampled([["-m", "mixproof"], ["-m", "mpi4py.futures", "-m", "mixproof"]], 2),
)
def test_mpi_ranks_find_the_same_verdicts(start: list[str], alone: list[Any], tmp_path: Path) -> None:
    done = mpiexec(*start, *VERIFY, "--mpi", "--resume", str(tmp_path / "store"))
    assert done.returncode == 0, done.stderr
    verdicts = timeless(json.loads(done.stdout))
    assert len(verdicts) == len(TASKS) and verdicts == [
        {**{k: v for k, v in entry.items() if k in verdicts[0]}, "verdict": entry["outcome"].name}
        for entry in alone[: len(TASKS)]
    ]
    assert kept(tmp_path / "store") == len(TASKS)


def test_mpi_ranks_run_studies_and_bad_input_is_said_once(alone: list[Any]) -> None:
    words = ["run", "defed-regression", "--seeds", "0..5", "--rounds", "40", "--size", "small", "--json"]
    done = mpiexec("-m", "mixproof", *words, "--mpi")
    assert done.returncode == 0 and json.loads(done.stdout) == alone[len(TASKS) :], done.stderr
    bad = mpiexec("-m", "mixproof", "verify", "nobody", "--mpi")
    assert bad.returncode == 2 and bad.stdout == "" and bad.stderr.count("mixproof:") == 1


DYING = """
import os, signal
from mpi4py import MPI
from mixproof.bounds import claim
from mixproof.bounds.families import gossip
MINE = claim("spread(t) <= 1", family=gossip())
if MPI.COMM_WORLD.Get_rank():
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_rank_that_dies_is_told_with_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING)
    words = ["verify", "defed.experiment-difference", f"{tmp_path / 'dying.py'}:MINE", "--seconds", "0.05"]
    done = mpiexec("-m", "mixproof", *words, "--mpi", "--resume", str(tmp_path / "kept"))
    assert done.returncode != 0 and "Traceback" not in done.stderr
    told = [line for line in done.stderr.splitlines() if line.startswith("mixproof:")]
    assert len(told) == 1 and "a rank of the MPI job died" in told[0], done.stderr
    assert f"of 4 verdicts done, kept in {tmp_path / 'kept'}; the same command goes on from there" in told[0]


def test_mpi_needs_ranks() -> None:
    command = [sys.executable, "-m", "mixproof", *VERIFY, "--mpi"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith("mixproof: --mpi: ") and "mpiexec -n" in done.stderr
