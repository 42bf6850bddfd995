"""Ctrl-C ends a campaign at once, whatever its workers are at."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

SCRIPT = """
import signal, sys, time
from dataclasses import dataclass
from pathlib import Path
from mixproof.experiments.campaigns.campaign import campaign
from mixproof.experiments.campaigns.piece import Piece

@dataclass(frozen=True)
class Forever(Piece):
    begun: str

    @property
    def key(self):
        return str(self)

    def work(self):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        Path(self.begun).touch()
        while True:
            time.sleep(0.1)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    try:
        campaign([Forever(name) for name in sys.argv[1:]], jobs=2)
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_an_interrupt_does_not_wait_for_what_workers_are_at(tmp_path: Path) -> None:
    script, begun = tmp_path / "script.py", [tmp_path / "a", tmp_path / "b"]
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), *map(str, begun)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        while not all(file.exists() for file in begun):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.read() == "interrupted\n"  # ends with the last worker, which holds it open too
    assert process.returncode == 0
