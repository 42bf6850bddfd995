"""A time limit that ends work between any two steps of Python, whatever thread it runs in, as Ctrl-C does."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from types import TracebackType

__all__ = ["Alarm", "OutOfTime"]

PATIENCE = 0.01  # seconds


class OutOfTime(Exception):
    """The time limit passed within a step, which is given up."""


class Alarm:
    """Raises OutOfTime in the thread that enters it, `deadline` (of time.perf_counter) being past and `ready()` true.

    What a library computes in one call is not cut short.
    """

    def __init__(self, deadline: float | None, ready: Callable[[], bool]):
        self.deadline, self.ready = deadline, ready

    def __enter__(self) -> None:
        if self.deadline is None:
            return
        self.lock, self.over, self.thread = threading.Lock(), threading.Event(), threading.get_ident()
        threading.Thread(target=self._wait, args=(self.deadline,), daemon=True).start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.deadline is None:
            return
        with self.lock:
            self.over.set()
            self._raise(None)  # one that is on its way is taken back

    def _wait(self, deadline: float) -> None:
        while not self.over.wait(max(deadline - time.perf_counter(), PATIENCE)):
            if time.perf_counter() >= deadline and self.ready():
                break
        with self.lock:
            if not self.over.is_set():
                self._raise(OutOfTime)

    def _raise(self, kind: type[BaseException] | None) -> None:
        error = None if kind is None else ctypes.py_object(kind)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), error)
