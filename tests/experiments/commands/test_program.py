"""mixproof as a program: its streams, its signals, its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mixproof.experiments.cli.theorems
from mixproof.bounds import kernel
from mixproof.experiments.cli.main import main
from mixproof.experiments.tables import plain, table

from .said import Captured

ROOT = Path(kernel.__file__).parents[1]
QUICK = ["verify", "decefl.node-varying-samples", "--seconds", "0.05"]


def start(*words: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "mixproof", *words]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, cwd=ROOT, start_new_session=True, **{**streams, **options})


def run(*words: str, **options: Any) -> tuple[int, str, str]:
    process = start(*words, **options)
    out, err = process.communicate()
    return process.returncode, out, err


def test_as_a_program_in_another_process() -> None:
    status, out, err = run(*QUICK, "--jobs", "2", "--json")
    assert (status, err) == (0, "") and {v["id"] for v in json.loads(out)} == {QUICK[1]}
    status, out, err = run("verify", "decefl.node")
    assert (status, out) == (2, "") and "Traceback" not in err
    assert run("--help")[0] == 0


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)  # as `mixproof claims | head` does
    status, _, err = run("claims", stdout=write)
    os.close(write)
    assert (status, err) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        status, _, err = run("claims", "defed", stdout=full)
        assert (
            status == 2 and err == "mixproof: output: not to be read or written (No space left on device)\n"
        )
        assert run("claims", "nobody", stderr=full)[0] == 2


def test_closed_streams() -> None:
    def close(number: int) -> Callable[[], None]:
        return lambda: os.close(number)

    assert run(*QUICK, "--jobs", "1", preexec_fn=close(1), stdout=None) == (0, None, "")
    status, out, _ = run(*QUICK, "--jobs", "1", preexec_fn=close(2), stderr=None)
    assert status == 0 and " verdicts: " in out.splitlines()[-1]
    assert run("verify", "nobody", preexec_fn=close(2), stderr=None)[0] == 2


def test_words_that_the_terminal_cannot_show() -> None:
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    assert run("claims", "ops", env=environment)[0] == 0
    status, _, err = run("spectrum", "bücher.csv", env=environment)
    assert status == 2 and err.count("\n") == 1


def listen() -> None:
    """Ctrl-C is heard even where these tests run in the background of a shell, which shuts it out."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt(process: subprocess.Popen[str], ready: Callable[[], bool]) -> tuple[str, str]:
    """Ctrl-C, as a terminal sends it to all processes, as soon as it is ready."""
    while process.poll() is None and not ready():
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=120)


proc = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="looks at processes through /proc")


@proc
def test_ctrl_c_while_libraries_load() -> None:
    process = start("verify", "defed", "--jobs", "1", preexec_fn=listen)
    out, err = interrupt(process, lambda: "numpy" in Path(f"/proc/{process.pid}/maps").read_text())
    assert (process.returncode, out) == (130, "") and err.splitlines()[-1] == "mixproof: interrupted"
    assert "Traceback" not in err


@proc
def test_ctrl_c_while_workers_load() -> None:
    process = start("verify", "defed", "--seconds", "5", "--jobs", "2", preexec_fn=listen)

    def loading() -> bool:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return any(b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children)

    out, err = interrupt(process, loading)
    assert (process.returncode, out) == (130, "")
    assert (
        err.startswith("mixproof: 0 of")
        and err.endswith("\nmixproof: interrupted\n")
        and err.count("\n") == 2
    )


@proc
def test_ctrl_c_leaves_the_best_weights_so_far(tmp_path: Path) -> None:
    process = start(
        "optimize",
        "grid:rows=30,cols=30",  # minutes
        "--gap",
        "1e-300",
        "--json",
        preexec_fn=listen,
    )
    began = time.monotonic()
    out, err = interrupt(process, lambda: time.monotonic() - began > 3)
    assert process.returncode == 130 and err == "mixproof: interrupted\n"
    assert not out or json.loads(out)["status"] == "INTERRUPTED"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "memory=claims defed: too large for the memory of this machine"),
        (
            np.linalg.LinAlgError("no\nconvergence"),
            "numbers=claims defed: beyond what floating point can decide",
        ),
        (OSError(5, "Input/output error", "a.csv"), "a.csv: not to be read or written (Input/output error)"),
    ],
)
def test_what_no_command_expects(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def fail(arguments: object) -> int:
        raise error

    monkeypatch.setattr(mixproof.experiments.cli.theorems, "claims", fail)
    assert main(["claims", "defed"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"mixproof: {said}") and err.count("\n") == 1


def test_nothing_steers_the_terminal(capsys: Captured) -> None:
    assert main(["spectrum", "a\x1b[31mred\x07.csv"]) == 2
    assert capsys.readouterr().err == "mixproof: network=a\\x1b[31mred\\x07.csv: no such file\n"


def test_numbers_in_output() -> None:
    assert plain({"a": np.float64("nan"), "b": [np.int64(3), np.inf], "c": np.arange(2)}) == {
        "a": None,
        "b": [3, None],
        "c": [0, 1],
    }
    assert table(["x"], [[1 / 3], [None]]) == "x\n0.333333\n-"
