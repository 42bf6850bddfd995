"""The same records from a Dask cluster that loses a worker, from the ranks of an MPI job, and from this process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from experiments import cluster as dask_cluster
from experiments.campaign import Piece, campaign
from experiments.cli import main
from experiments.cluster import dask
from experiments.executors import lost
from experiments.search.campaign import Task, select
from experiments.store import Store
from experiments.studies.campaign import Run
from spectral.errors import InputError

WORDS = ["defed.experiment-difference", "decefl.node-varying-samples", "decefl.contraction", "alidpfl.tables"]
VERIFY = ["verify", *WORDS, "--seconds", "0.05", "--json"]
TASKS = [Task(*pair, seconds=0.05) for pair in select(WORDS)]
RUNS = [Run("defed-regression", seed, rounds=40, size="small") for seed in range(6)]
ROOT = Path(__file__).parents[2]


def timeless(content: Any) -> Any:
    if isinstance(content, list):
        return [timeless(entry) for entry in content]
    fields = content if isinstance(content, dict) else vars(content)
    return {name: value for name, value in fields.items() if name != "seconds"}


@pytest.fixture(scope="module")
def alone() -> list[Any]:
    """What one process finds."""
    pieces: list[Piece[Any]] = [*TASKS, *RUNS]
    return timeless(campaign(pieces))


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers without nannies, which would start a killed one again."""
    place = tmp_path_factory.mktemp("dask")

    def start(kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *words]
        return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    told = place / "scheduler.json"
    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
    one = ["--scheduler-file", str(told), "--no-nanny", "--nthreads", "1", "--local-directory", str(place)]
    workers = [start("worker", *one) for _ in range(2)]
    while not told.exists() or not told.read_text().strip().endswith("}"):
        assert scheduler.poll() is None
        time.sleep(0.05)
    yield Cluster(json.loads(told.read_text())["address"], scheduler, workers)
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def at(count: int, action: Callable[[], None]) -> Callable[[Any, Any, bool], None]:
    """A report that acts once `count` new results are there."""
    seen = []

    def report(piece: Any, found: Any, new: bool) -> None:
        seen.append(new)
        if sum(seen) == count:
            action()

    return report


def test_a_killed_worker_process_is_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store"
    words = ["run", "defed-regression", "--seeds", "200", "--rounds", "40", "--size", "small", "--jobs", "2"]
    command = [sys.executable, "-m", "experiments.cli", *words, "--resume", str(store)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and (not store.exists() or store.read_bytes().count(b"\n") < 4):
        time.sleep(0.01)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(int(workers[0]), signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode == 2 and err.startswith("mixproof: workers=lost: ") and err.count("\n") == 1
    with Store(store) as kept:
        assert 3 <= len(kept) < 200 and f"{len(kept)} of 200 runs done, kept in {store}" in err


def test_a_dask_cluster_that_loses_a_worker_half_way(
    cluster: Cluster, alone: list[Any], tmp_path: Path
) -> None:
    runs = [*RUNS[:-1], replace(RUNS[-1], out=str(tmp_path / "figures"))]
    pieces: list[Piece[Any]] = [*TASKS, *runs]
    half = at(len(pieces) // 2, cluster.workers[0].kill)
    with dask(cluster.address) as pool, Store(tmp_path / "store") as store:
        pool._client.wait_for_workers(2, timeout=60)  # type: ignore[attr-defined]
        found = timeless(campaign(pieces, executor=pool, store=store, report=half))
        assert len(store) == len(pieces)
    assert cluster.workers[0].wait() != 0 and cluster.workers[1].poll() is None
    assert len((tmp_path / "store").read_text().splitlines()) == len(pieces) + 1
    assert found[:-1] == alone[:-1]
    files = found[-1].pop("files")
    assert {**found[-1], "files": []} == alone[-1]
    assert sorted(files) == sorted(map(str, (tmp_path / "figures").iterdir())) and len(files) == 4


def test_a_dask_scheduler_that_dies_is_one_sentence_and_loses_nothing(
    cluster: Cluster, alone: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with dask(cluster.address) as pool, Store(tmp_path / "store") as store:
        with pytest.raises(InputError, match=r"^workers=lost: "):
            campaign(TASKS, executor=pool, store=store, report=at(3, cluster.scheduler.kill))
        assert 3 <= len(store) < len(TASKS)
        kept = len(store)
    assert len((tmp_path / "store").read_text().splitlines()) == kept + 1
    assert main([*VERIFY, "--jobs", "1", "--resume", str(tmp_path / "store")]) == 0
    assert timeless(json.loads(capsys.readouterr().out)) == [
        timeless({**task.result(task.work()).to_json()}) for task in TASKS
    ]


def test_a_result_that_was_under_way_when_the_scheduler_died_is_not_waited_for() -> None:
    class Client:
        status = "running"

        def get_executor(self, pure: bool) -> Client:
            return self

        def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
            return Future()  # as distributed leaves it when the transfer fails

    client = Client()
    with dask_cluster._Watched(client) as pool:
        future = pool.submit(int)
        client.status = "connecting"
        assert lost(future.exception(timeout=30) or ValueError())


def test_no_scheduler_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense", "", "http://127.0.0.1:1"):
        assert main([*VERIFY, "--dask", address, "--resume", str(tmp_path / "store")]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("mixproof: dask=") and err.count("\n") == 1
    assert not (tmp_path / "store").exists()


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
    "start", [["-m", "experiments.cli"], ["-m", "mpi4py.futures", "-m", "experiments.cli"]]
)
def test_mpi_ranks_find_the_same_verdicts(start: list[str], alone: list[Any], tmp_path: Path) -> None:
    done = mpiexec(*start, *VERIFY, "--mpi", "--resume", str(tmp_path / "store"))
    assert done.returncode == 0, done.stderr
    verdicts = timeless(json.loads(done.stdout))
    assert len(verdicts) == len(TASKS) and verdicts == [
        {**{k: v for k, v in entry.items() if k in verdicts[0]}, "verdict": entry["outcome"].name}
        for entry in alone[: len(TASKS)]
    ]
    assert len((tmp_path / "store").read_text().splitlines()) == len(TASKS) + 1


def test_mpi_ranks_run_studies_and_bad_input_is_said_once(alone: list[Any]) -> None:
    words = ["run", "defed-regression", "--seeds", "0..5", "--rounds", "40", "--size", "small", "--json"]
    done = mpiexec("-m", "experiments.cli", *words, "--mpi")
    assert done.returncode == 0 and json.loads(done.stdout) == alone[len(TASKS) :], done.stderr
    bad = mpiexec("-m", "experiments.cli", "verify", "nobody", "--mpi")
    assert bad.returncode == 2 and bad.stdout == "" and bad.stderr.count("mixproof:") == 1


def test_mpi_needs_ranks() -> None:
    command = [sys.executable, "-m", "experiments.cli", *VERIFY, "--mpi"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith("mixproof: mpi=") and "mpiexec -n" in done.stderr
