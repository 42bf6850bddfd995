"""Where campaigns run: processes of this machine, the ranks of an MPI job; `cluster` has Dask.

Each yields a concurrent.futures.Executor; `perform` is what they execute.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from mixproof.spectral.errors import InputError

from .provenance import differing, versions

if TYPE_CHECKING:
    from .piece import Piece

__all__ = ["check_jobs", "default_jobs", "lost", "mpi", "perform", "processes"]

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
MOST_JOBS = 1024
_TURN = threading.Lock()


def default_jobs() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_jobs(jobs: int) -> int:
    """The number of processes asked for, InputError where no machine has as many cores."""
    if not 1 <= jobs <= MOST_JOBS:
        raise InputError("jobs", jobs, f"an integer from 1 to {MOST_JOBS}")
    return jobs


def perform(piece: Piece[Any], key: str) -> Any:
    """The piece's work, on one BLAS thread, one piece of a process at a time: the search's random numbers are global.

    Raises InputError where this process would not compute what the asking one would: other source, libraries or data.
    """
    with _TURN, _one_thread():
        if (own := piece.key) != key:
            rule = f"differs from the process that asks for this piece in: {differing(key, own)}"
            raise InputError("worker", os.uname().nodename, f"{rule}; here {versions()}")
        return piece.work()


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """`jobs` processes of this machine; None, which is this process, for one."""
    if jobs == 1:
        yield None
        return
    import multiprocessing

    # spawned, not forked: a worker must read THREAD_VARIABLES before it loads numpy
    context = multiprocessing.get_context("spawn")
    pool = _Processes(jobs, context, initializer=_start_worker)
    try:
        yield pool
    except BaseException:
        pool.end()  # whoever waits for a piece of minutes after Ctrl-C takes the program for dead
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Processes(ProcessPoolExecutor):
    """Workers start with Ctrl-C held back: one that hears it while it loads would print what it was doing."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _held_back():
            return super().submit(fn, *args, **kwargs)

    def end(self) -> None:
        """Kill the workers, whatever they do; what they were at is lost."""
        for process in list((self._processes or {}).values()):
            process.kill()


@contextmanager
def _held_back() -> Iterator[None]:
    """Ctrl-C is heard at the end; by processes that start in between, once they unblock it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # is inherited
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, usual)
        if heard:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def mpi() -> Iterator[Executor | None]:
    """The other ranks of this MPI job, on rank 0; they get None once they have served it.

    Every rank of `mpiexec -n 4 program` enters; under `mpiexec -n 4 python -m mpi4py.futures program` rank 0 alone.
    """
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPICommExecutor
    except (ImportError, RuntimeError):  # the latter where the MPI library itself is lacking
        raise InputError(
            "mpi", "True", "needs MPI and mpi4py: pip install -e '.[mpi]' in the clone"
        ) from None
    if MPI.COMM_WORLD.Get_size() == 1:
        rule = "a rank to work besides rank 0 is needed: mpiexec -n 4 mixproof ... --mpi"
        raise InputError("mpi", "1 rank", rule)
    ranks: AbstractContextManager[Any] = MPICommExecutor()
    with ranks as pool:
        yield pool


def lost(error: BaseException) -> bool:
    """Whether the error says that workers or their scheduler died, and nothing of the piece."""
    distributed = sys.modules.get("distributed")
    gone = (distributed.scheduler.KilledWorker,) if distributed else ()
    return isinstance(error, (BrokenExecutor, CancelledError, *gone))


def _start_worker() -> None:
    """One BLAS thread a worker; a worker ends silently on Ctrl-C and when its parent process is gone."""
    import multiprocessing

    from tqdm import tqdm

    tqdm.set_lock(threading.RLock())  # its own is a semaphore, which a killed worker would leave behind
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextmanager
def _one_thread() -> Iterator[None]:
    import scipy.linalg  # noqa: F401 - threadpoolctl limits libraries that are loaded
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield
