"""Campaigns from the command line: where they run, what they keep, how far they are."""

from __future__ import annotations

import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any, TypeVar

from mixproof.spectral.errors import InputError

from ..campaigns.campaign import campaign
from ..campaigns.cluster import dask
from ..campaigns.executors import check_jobs, default_jobs
from ..campaigns.piece import Piece
from ..campaigns.store import Store

__all__ = ["conduct"]

BAR = "{percentage:3.0f}% |{bar}| {n_fmt}/{total_fmt} [{elapsed}, {remaining} left{postfix}]"
MOST_NAME = 24  # letters of a piece beside the bar, which needs room too

Found = TypeVar("Found")


def conduct(
    arguments: Namespace,
    pieces: Sequence[Piece[Found]],
    unit: str,
    each: Callable[[Any, Found], None] | None = None,
) -> list[Found]:
    """The results of `pieces`, with progress on standard error; says what is kept when interrupted.

    each: called with every piece and its result as it comes.

    Of `arguments` it reads jobs, dask, mpi, resume, progress, and `pool`, the ranks that `mpi` stands for.
    """
    from tqdm import tqdm

    keys = {piece.key for piece in pieces}  # data that cannot be read are found now, not in the middle
    jobs = check_jobs(default_jobs() if arguments.jobs is None else arguments.jobs)
    if arguments.mpi and arguments.pool is None:
        raise InputError("mpi", "True", "needs the ranks of an MPI job: mpiexec -n 4 mixproof ... --mpi")
    quiet = not (arguments.progress or sys.stderr.isatty())
    with ExitStack() as stack:
        pool = stack.enter_context(dask(arguments.dask)) if arguments.dask is not None else arguments.pool
        store = stack.enter_context(Store(arguments.resume)) if arguments.resume is not None else None
        bar = stack.enter_context(
            tqdm(
                total=len(keys),
                file=sys.stderr,
                disable=quiet,
                leave=False,
                dynamic_ncols=True,
                bar_format=BAR,
            )
        )
        count = 0

        def report(piece: Any, found: Found, new: bool) -> None:
            nonlocal count
            count += 1
            if not new:
                bar.initial = getattr(bar, "initial", 0) + 1  # what was kept tells nothing of the rate
            bar.update()
            bar.set_postfix_str(str(piece)[:MOST_NAME])
            if each is not None:
                each(piece, found)

        def done() -> str:
            if store is None:
                return f"{count} of {len(keys)} {unit} done, not kept: --resume FILE would"
            kept = sum(key in store for key in keys)
            return f"{kept} of {len(keys)} {unit} done, kept in {arguments.resume}"

        if arguments.mpi:
            stack.enter_context(_told_when_ended(done))
        try:
            return campaign(pieces, jobs=jobs, executor=pool, store=store, report=report)
        except InputError as error:
            bar.close()
            if len(keys) > 1:
                named = "".join(f"{note}; " for note in getattr(error, "__notes__", []))
                error.rule = f"{error.rule} ({named}{done()})"
            raise
        except KeyboardInterrupt:
            bar.close()
            print(f"mixproof: {done()}", file=sys.stderr)
            raise


@contextmanager
def _told_when_ended(done: Callable[[], str]) -> Iterator[None]:
    """What is kept, where the launcher ends this rank with SIGTERM: because another one died, as a rule."""

    def say(number: int, frame: FrameType | None) -> None:
        said = "ended from outside (a rank of the MPI job died, or it was stopped)"
        again = "; the same command goes on from there" if "kept in" in done() else ""
        os.write(2, f"mixproof: {said}: {done()}{again}\n".encode())
        os._exit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGTERM, say)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual)
