"""Campaigns: many verdicts through an executor, the same whatever the number of workers, resumable from a file.

A verdict depends on the theorem, the variant, the budget and the seed; nothing is shared between verdicts. Processes by
default; any `concurrent.futures.Executor` will do (a Dask cluster's `Client.get_executor()`, `MPIPoolExecutor`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spectral.errors import InputError

if TYPE_CHECKING:
    from bounds import Theorem, Variant, Verdict

    from .store import Store

__all__ = ["Task", "campaign", "default_jobs", "select"]

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
Report = Callable[["Task", "Verdict"], None]


@dataclass(frozen=True)
class Task:
    """One verdict to find; `seconds` is the budget of `experiments.search.verify.verify`."""

    id: str
    variant: str
    seconds: float = 0.6
    seed: int = 0

    def statement(self) -> tuple[Theorem, Variant]:
        from bounds.theorems import theorem

        stated = theorem(self.id)
        return stated, stated.variant(self.variant)


def select(words: Sequence[str]) -> list[tuple[str, str]]:
    """(id, variant) pairs of `paper`, `id` and `id:variant` words, in the order of the papers; all without words.

    >>> select(["decefl.theorem-1:eq-5"])
    [('decefl.theorem-1', 'eq-5')]
    """
    from bounds.theorems import ALL, theorem

    chosen: set[tuple[str, str]] = set()
    for word in words:
        id, _, label = word.partition(":")
        if label:
            chosen.add((id, theorem(id).variant(label).label))
            continue
        matching = [stated for stated in ALL if id in (stated.id, stated.paper)]
        if not matching:
            theorem(id)  # raises, with the nearest ids
        chosen |= {(stated.id, variant.label) for stated in matching for variant in stated.variants}
    pairs = [(stated.id, variant.label) for stated in ALL for variant in stated.variants]
    return [pair for pair in pairs if pair in chosen or not words]


def default_jobs() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def campaign(
    tasks: Sequence[Task],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    store: Store | None = None,
    report: Report | None = None,
) -> list[Verdict]:
    """The verdicts of `tasks`, in their order.

    jobs: worker processes; 1 works in this process. executor: used instead, and left running. store: verdicts
    found in it are not searched again, new ones are added as they come. report: called with each verdict.

    KeyboardInterrupt passes through once running verdicts have ended; what is done is in the store and was reported.
    """
    if jobs < 1:
        raise InputError("jobs", jobs, "an integer >= 1")
    found: dict[Task, Verdict] = {}

    def note(task: Task, verdict: Verdict, new: bool) -> None:
        found[task] = verdict
        if new and store is not None:
            store.add(task, verdict)
        if report is not None:
            report(task, verdict)

    waiting = list(dict.fromkeys(tasks))
    if store is not None:
        for task in waiting:
            if (known := store.get(task)) is not None:
                note(task, known, new=False)
        waiting = [task for task in waiting if task not in found]
    if executor is None and min(jobs, len(waiting)) <= 1:
        with _one_thread():
            for task in waiting:
                note(task, _verdict(task), new=True)
        return [found[task] for task in tasks]
    with _pool(executor, min(jobs, len(waiting))) as pool:
        futures: dict[Future[Verdict], Task] = {pool.submit(_verdict, task): task for task in waiting}
        for future in as_completed(futures):
            note(futures[future], future.result(), new=True)
    return [found[task] for task in tasks]


def _verdict(task: Task) -> Verdict:
    from .search.verify import verify

    return verify(*task.statement(), task.seconds, task.seed)


@contextmanager
def _pool(executor: Executor | None, jobs: int) -> Iterator[Executor]:
    import multiprocessing

    # spawned, not forked: a worker must read THREAD_VARIABLES before it loads numpy
    context = multiprocessing.get_context("spawn")
    pool = executor or ProcessPoolExecutor(jobs, context, initializer=_start_worker)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=executor is None, cancel_futures=True)
        raise
    if executor is None:
        pool.shutdown()


def _start_worker() -> None:
    """One BLAS thread a worker, so that jobs do not fight for cores; Ctrl-C is the parent's to handle."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))


@contextmanager
def _one_thread() -> Iterator[None]:
    if "numpy" not in sys.modules:
        import numpy  # noqa: F401 - threadpoolctl limits libraries that are loaded
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    with threadpool_limits(1):
        yield
