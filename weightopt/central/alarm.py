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
        self.rung = self.entered = False
        threading.Thread(target=self._wait, args=(self.deadline,), daemon=True).start()
        self.entered = True  # what rings while a thread starts would leave it half started

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.deadline is None:
            return
        try:
            with self.lock:
                self.over.set()
            if self.rung and kind is not OutOfTime:
                for _ in range(1000):  # one that is on its way arrives at the next jump, and is let go
                    pass
        except OutOfTime:
            pass

    def _wait(self, deadline: float) -> None:
        while not self.over.wait(max(deadline - time.perf_counter(), PATIENCE)):
            if time.perf_counter() >= deadline and self.entered and self.ready():
                break
        with self.lock:
            if not self.over.is_set():
                # never taken back by NULL: CPython 3.11 would look for it for ever, and a traced function never begin
                error = ctypes.py_object(OutOfTime)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread), error)
                self.rung = True
