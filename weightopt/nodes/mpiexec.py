"""Start a program on several MPI ranks of this machine, where pip alone installed MPI.

    python -m mixproof.weightopt.nodes.mpiexec -n 4 program.py ARGUMENTS
    python -m mixproof.weightopt.nodes.mpiexec -n 4 -m some.module ARGUMENTS

is `mpiexec -n 4 python -m mpi4py program.py ARGUMENTS` with the mpiexec that belongs to this Python, and with what
Open MPI needs as root and on fewer cores than ranks. `python -m mpi4py` ends all ranks when one fails, instead of
leaving the others waiting. Exit status: mpiexec's. On several machines call mpiexec yourself, with their names.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mixproof.spectral.errors import InputError

__all__ = ["command", "environment", "find_mpiexec"]

# One machine: shared memory only (a container may have no network), without the kernel's copy between processes
# (a container may forbid it). Values of the user's own environment go first.
SETTINGS = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,sm", "OMPI_MCA_smsc": "^cma,xpmem"}


def find_mpiexec() -> str | None:
    """The mpiexec beside this Python, where pip puts it, or else the first on PATH; None if there is none."""
    beside = Path(sys.executable).parent
    return shutil.which("mpiexec", path=str(beside)) or shutil.which("mpiexec")


def command(ranks: int, program: Sequence[str]) -> list[str]:
    """The words that start `program` (what follows `python`) on so many ranks.

    Raises InputError if there is no mpiexec or the number is not positive.
    """
    if ranks < 1:
        raise InputError("-n", ranks, "at least one rank")
    found = find_mpiexec()
    if found is None:
        raise InputError("mpiexec", "not found", "pip install -e '.[mpi]' in the clone brings one")
    said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    extra = ["--allow-run-as-root", "--oversubscribe"] if "Open MPI" in said or "PRRTE" in said else []
    return [found, *extra, "-n", str(ranks), sys.executable, "-m", "mpi4py", *program]


def environment() -> dict[str, str]:
    """This process's environment with what Open MPI needs, and one thread a rank in numerical libraries."""
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {**SETTINGS, **threads, **os.environ}


def main(words: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if words is None else words)
    try:
        if len(words) < 3 or words[0] != "-n" or not words[1].isdecimal():
            raise InputError("arguments", " ".join(words) or "nothing", "-n RANKS PROGRAM ARGUMENTS")
        started = command(int(words[1]), words[2:])
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    os.execvpe(started[0], started, environment())


if __name__ == "__main__":
    sys.exit(main())
