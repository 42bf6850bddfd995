"""Campaigns on a Dask cluster that is there already."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from mixproof.spectral.errors import InputError

__all__ = ["dask"]

PATIENCE = 10  # seconds for a scheduler, or its first worker, to answer


@contextmanager
def dask(address: str) -> Iterator[Executor]:
    """The cluster of the scheduler at `address`, left running. InputError where it or its workers do not answer."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            "dask", address, "needs the package distributed: pip install -e '.[dask]' in the clone"
        ) from None

    with ExitStack() as stack:
        stack.enter_context(_silent("distributed", "tornado", "asyncio"))
        client = stack.enter_context(Client(_scheduler(address), timeout=PATIENCE, set_as_default=False))
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise InputError("dask", address, f"the scheduler has no workers after {PATIENCE} s") from None
        yield stack.enter_context(_Watched(client))


class _Watched(Executor):
    """A cluster whose pieces fail when its scheduler dies: those whose results were under way would wait for ever."""

    def __init__(self, client: Any):
        self._client, self._pool = client, client.get_executor(pure=False)
        self._waiting: set[Future[Any]] = set()
        self._end = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = self._pool.submit(fn, *args, **kwargs)
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._end.set()

    def _watch(self) -> None:
        while not self._end.wait(0.5):
            if self._client.status != "running":
                for future in list(self._waiting):
                    with suppress(InvalidStateError):  # it ended in between
                        future.set_exception(CancelledError())


def _scheduler(address: str) -> str:
    """The address, where a scheduler answers: a Client that finds none leaves threads and tracebacks behind."""
    import asyncio

    from distributed.core import rpc

    async def identity() -> Any:
        async with rpc(address, timeout=PATIENCE) as remote:
            return await remote.identity()

    try:
        found = asyncio.run(asyncio.wait_for(identity(), PATIENCE))["type"]
    except Exception:  # whatever else listens there answers in its own way
        raise InputError("dask", address, f"no Dask scheduler answers there within {PATIENCE} s") from None
    if found != "Scheduler":
        raise InputError(
            "dask", address, f"that is a Dask {found.lower()}; the scheduler's address is needed"
        )
    return address


@contextmanager
def _silent(*packages: str) -> Iterator[None]:
    """Their loggers are silenced: errors are reported once, as InputError."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in packages]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
