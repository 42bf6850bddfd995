"""Independent work on every core: numpy lets other threads run while it copies and multiplies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from itertools import pairwise

import numpy as np  # its BLAS must be loaded before it is looked for
from threadpoolctl import ThreadpoolController

__all__ = ["blocks", "share_out"]


SMALL = 2**13  # multiplications; OpenBLAS gives no smaller product to threads of its own
LARGE = 2**20  # multiplications that take longer than starting a thread


def share_out(work: Callable[[slice], None], count: int, multiplications: int) -> None:
    """work(part) on consecutive parts of range(count), one a thread, none of them small.

    There are as many threads as BLAS may use, so OPENBLAS_NUM_THREADS and threadpoolctl limit them too. BLAS
    itself has one while they run: its own threads are slower on small matrices, and change digits. `work` must
    leave what it finds for an index independent of the other indices in its part; then nothing here does.

    >>> squares = np.zeros(5)
    >>> def fill(part: slice) -> None:
    ...     squares[part] = np.arange(5)[part] ** 2
    >>> share_out(fill, 5, multiplications=2**30)
    >>> squares
    array([ 0.,  1.,  4.,  9., 16.])
    """
    if multiplications < SMALL:
        return work(slice(0, count))
    blas = _blas()
    threads = max((library.num_threads for library in blas.lib_controllers), default=1)
    if threads == 1:
        return work(slice(0, count))
    parts = max(1, min(threads, count, multiplications // LARGE))
    with blas.limit(limits=1):
        if parts == 1:
            return work(slice(0, count))
        ends = np.linspace(0, count, parts + 1).astype(int).tolist()
        with ThreadPoolExecutor(parts) as pool:
            # a thread does not inherit np.errstate by itself
            running = [pool.submit(copy_context().run, work, slice(a, b)) for a, b in pairwise(ends)]
        for part in running:
            part.result()


def blocks(part: slice, size: int) -> Iterator[slice]:
    """Consecutive slices of `part` with `size` indices, at least one each.

    >>> list(blocks(slice(2, 7), 3))
    [slice(2, 5, None), slice(5, 7, None)]
    """
    size = max(1, size)
    for first in range(part.start, part.stop, size):
        yield slice(first, min(first + size, part.stop))


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")
