"""The command line, `mixproof COMMAND ...`.

Exit status 0: done; 1: a check that the user asked for failed; 2: bad input, one line on standard error;
130: interrupted. With `--json`, standard output is one JSON document and nothing else. Commands load what they need
when they run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from importlib import import_module

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. With --mpi every rank comes here, and rank 0 runs the command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  # until the process ends
    try:
        return _answer(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        print("mixproof: interrupted", file=sys.stderr)
        return 130


def _answer(words: Sequence[str]) -> int:
    from spectral.errors import InputError  # loads numpy: half a second, in which Ctrl-C may come already

    try:
        try:
            return _everywhere(words)
        finally:
            sys.stdout.flush()
    except InputError as error:
        said = str(error)
    except BrokenPipeError:  # the reader of our output went away: nobody to tell
        _silence()
        return 0
    except OSError as error:
        said = f"{error.filename or 'output'}: {error.strerror or error}"
        _silence()
    except MemoryError:
        said = f"memory={' '.join(words[:2])}: too large for the memory of this machine"
    line = " ".join(said.split())
    print("mixproof:", "".join(c if c.isprintable() else repr(c)[1:-1] for c in line), file=sys.stderr)
    return 2


def _silence() -> None:
    """What is left for standard output goes nowhere, or the interpreter would complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _everywhere(words: Sequence[str]) -> int:
    if "--mpi" not in words:
        return _command(words)
    from .executors import mpi

    with mpi() as pool:
        return 0 if pool is None else _command(words, pool)


def _command(words: Sequence[str], pool: Executor | None = None) -> int:
    from .options import COMMANDS, parser

    arguments = parser().parse_args(words)
    arguments.pool = pool
    _, module, function, _ = COMMANDS[arguments.command]
    status: int = getattr(import_module(f"experiments.commands.{module}"), function)(arguments)
    return status


if __name__ == "__main__":
    sys.exit(main())
