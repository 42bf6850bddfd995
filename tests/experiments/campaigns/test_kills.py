"""A campaign that is killed loses nothing, repeats nothing, and leaves no process behind."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mixproof.experiments.campaigns.store import Store
from mixproof.experiments.campaigns.verdicts import select

from ...slow import sampled
from .pieces import ROOT, kept

# statements whose every variant is decided within milliseconds
SOON = (
    "defed.experiment-difference decefl.node-varying-samples ops.samples ops.density ops.assumption-4 dawo.algorithm-2"
    " dawo.parameters alidpfl.resource-ratios alidpfl.tables alidpfl.theorem-3 alidpfl.budget"
)


def program(*words: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "mixproof", *words]
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, cwd=ROOT, **{**streams, **options})


def records(path: Path) -> dict[str, Any]:
    """All of a store but wall time."""
    with Store(path) as store:
        assert len(store) == kept(path)
        with closing(sqlite3.connect(path)) as file:
            keys = [key for (key,) in file.execute("SELECT key FROM pieces ORDER BY key")]
        return {key: {k: v for k, v in store[key].items() if k != "seconds"} for key in keys}


@pytest.mark.parametrize(
    ("words", "pieces"),
    sampled(
        [
            (f"verify {SOON} --seconds 0.01 --jobs 1", len(select(SOON.split()))),
            ("run defed-regression --size small --rounds 40 --seeds 0..32 --jobs 1", 33),
        ],
        2,
    ),
    ids=["verdicts", "studies"],
)
def test_kills_at_random_moments_lose_nothing_and_repeat_nothing(
    words: str, pieces: int, tmp_path: Path
) -> None:
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    assert program(*words.split(), "--resume", str(undisturbed)).wait() == 0
    rng = random.Random(0)
    for least in (2, 3):
        process = program(*words.split(), "--resume", str(killed))
        while process.poll() is None and kept(killed) < least:
            time.sleep(0.02)
        time.sleep(rng.uniform(0, 0.02))
        process.kill()
        status = process.wait()  # 0: it was done before it was killed
        assert status in (-signal.SIGKILL, 0), process.stderr.read()
    assert program(*words.split(), "--resume", str(killed)).wait() == 0
    assert records(killed) == records(undisturbed) and len(records(killed)) == pieces


def test_workers_go_when_the_campaign_is_killed(tmp_path: Path) -> None:
    read, write = os.pipe()
    words = ["run", "defed-regression", "--size", "small", "--seeds", "40", "--jobs", "2", "--resume"]
    process = program(*words, str(tmp_path / "store"), stderr=write, pass_fds=(write,))
    os.close(write)
    while process.poll() is None and kept(tmp_path / "store") < 3:
        time.sleep(0.01)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    with open(read) as stream:
        assert "Traceback" not in stream.read()  # ends once no process of the campaign is left


def test_a_killed_worker_process_is_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store"
    words = ["run", "defed-regression", "--seeds", "200", "--rounds", "40", "--size", "small", "--jobs", "2"]
    command = [sys.executable, "-m", "mixproof", *words, "--resume", str(store)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and kept(store) < 3:
        time.sleep(0.01)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(int(workers[0]), signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode == 2 and err.startswith("mixproof: workers=lost: ") and err.count("\n") == 1
    with Store(store) as done:
        assert 3 <= len(done) < 200 and f"{len(done)} of 200 runs done, kept in {store}" in err
