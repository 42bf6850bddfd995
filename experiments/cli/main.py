"""The command line, `mixproof COMMAND ...`.

Exit status 0: done; 1: a check that the user asked for failed; 2: bad input, one line on standard error;
130: interrupted. With `--json`, standard output is one JSON document and nothing else. Commands load what they need
when they run.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module
from types import FrameType

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. With --mpi every rank comes here, and rank 0 runs the command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  # until the process ends
    with _listening() as interrupts, warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: _say(str(message))
        try:
            return _answer(sys.argv[1:] if argv is None else argv)
        except KeyboardInterrupt:
            interrupts.append(True)
        except Exception:  # a library that is loading makes an ImportError of Ctrl-C
            if not interrupts:
                raise
        _say("interrupted")
        return 130


@contextmanager
def _listening() -> Iterator[list[bool]]:
    """The list grows with every Ctrl-C, whatever becomes of the KeyboardInterrupt."""
    heard: list[bool] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(True)
        raise KeyboardInterrupt

    main_thread = threading.current_thread() is threading.main_thread()
    if not main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        # the caller has its own
        yield heard
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _answer(words: Sequence[str]) -> int:
    # loads numpy: half a second, in which Ctrl-C may come already
    from numpy.linalg import LinAlgError

    from mixproof.spectral.errors import InputError

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
        said = f"{error.filename or 'output'}: not to be read or written ({error.strerror or error})"
        _silence()
    except LinAlgError as error:
        said = f"numbers={' '.join(words[:2])}: beyond what floating point can decide ({error})"
    except MemoryError:
        said = f"memory={' '.join(words[:2])}: too large for the memory of this machine"
    _say(said)
    return 2


def _say(text: str) -> None:
    """One line on standard error, without what would steer a terminal."""
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(text.split()))
    with suppress(OSError):
        print(f"mixproof: {line}", file=sys.stderr, flush=True)


def _silence() -> None:
    """What is left for standard output goes nowhere, or the interpreter would complain when it ends."""
    with suppress(OSError):  # a caller's own stream may have no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _everywhere(words: Sequence[str]) -> int:
    if "--mpi" not in words:
        return _command(words)
    from mixproof.spectral.errors import InputError

    from ..campaigns.executors import mpi

    try:
        with mpi() as pool:
            return 0 if pool is None else _command(words, pool)
    except InputError as error:
        if error.argument == "mpi":  # the job itself, before any command
            error.argument, error.value = "--mpi", None
        raise


def _command(words: Sequence[str], pool: Executor | None = None) -> int:
    from mixproof.spectral.errors import InputError

    from .flags import in_flags
    from .options import COMMANDS, command, parser

    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        near = get_close_matches(words[0], COMMANDS, 1)
        raise InputError("command", words[0], f"did you mean {near[0]}?" if near else "see mixproof --help")
    arguments = parser().parse_args(words)
    arguments.pool = pool
    chosen = COMMANDS[arguments.command]
    module = import_module(f"mixproof.experiments.cli.{chosen.module}")
    try:
        status: int = getattr(module, chosen.function)(arguments)
    except InputError as error:
        raise in_flags(error, command(arguments.command), arguments) from error.__cause__
    return status
