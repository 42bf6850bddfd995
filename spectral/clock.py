"""Time limits of work that asks: long loops call `check_time` between their steps, and it ends them.

    with limited(deadline):
        for part in parts:
            check_time()
            ...

No thread and no signal is involved, so work ends between two of its own steps; what a library computes in one call is
not cut short. A limit holds for all that is called within the block; an inner limit takes the place of an outer one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

__all__ = ["OutOfTime", "check_time", "limited"]


class OutOfTime(Exception):
    """The time limit passed, and the step at hand was given up."""


class _Limit(NamedTuple):
    deadline: float
    ready: Callable[[], bool]


_LIMIT: ContextVar[_Limit | None] = ContextVar("limit", default=None)


@contextmanager
def limited(deadline: float | None, ready: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """The block's limit: `deadline` (of time.perf_counter) being past and `ready()` true, the next `check_time` in it
    raises OutOfTime. None: no limit of its own, that of the block around it holds."""
    if deadline is None:
        yield
        return
    token = _LIMIT.set(_Limit(deadline, ready))
    try:
        yield
    finally:
        _LIMIT.reset(token)


def check_time() -> None:
    """Raise OutOfTime where the limit of the innermost `limited` block has passed."""
    limit = _LIMIT.get()
    if limit is not None and time.perf_counter() > limit.deadline and limit.ready():
        raise OutOfTime
