"""Campaigns: many pieces of work through an executor, the same whatever the workers, resumable from a store.

Nothing is shared between pieces, and each depends on what its key says alone. `executors` and `cluster` have places to
run them; any other concurrent.futures.Executor will do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import nullcontext
from queue import SimpleQueue
from typing import Any, TypeVar

from mixproof.spectral.errors import InputError

from .executors import check_jobs, lost, perform, processes
from .piece import Piece
from .store import Store

__all__ = ["campaign", "collected"]

Found = TypeVar("Found")
Made = TypeVar("Made")


def campaign(
    pieces: Sequence[Piece[Found]],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    store: Store | None = None,
    report: Callable[[Any, Found, bool], None] | None = None,
) -> list[Found]:
    """The results of `pieces`, in their order.

    jobs: worker processes; 1 works in this process. executor: used instead, and left running. store: what is found in
    it is not done again, what is new is added as it comes. report: called with each piece, its result and whether
    it is new.

    An error of one piece is raised, with a note that names it, once the pieces that run have been stored;
    KeyboardInterrupt at once. Either way what is done is in the store. InputError for jobs < 1 or > 1024, and where
    workers or their scheduler die for good.
    """
    check_jobs(jobs)
    keys = [piece.key for piece in pieces]
    waiting = dict(zip(keys, pieces))
    results: dict[str, Found] = {}

    def note(key: str, found: Found | None, new: bool) -> None:
        if found is None:
            return
        results[key] = found
        if report is not None:
            report(waiting[key], found, new)

    def done(key: str, found: Any) -> None:
        record = json.loads(json.dumps(waiting[key].keep(found)))  # the same with and without a store
        if store is not None:
            store.add(key, record)
        note(key, waiting[key].result(record), new=True)

    if store is not None:
        for key, piece in waiting.items():
            if key in store:
                with store.readable(key):
                    found = piece.result(store[key])
                note(key, found, new=False)
    todo = [key for key in waiting if key not in results]
    with nullcontext(executor) if executor else processes(max(1, min(jobs, len(todo)))) as pool:
        if pool is None:
            for key in todo:
                try:
                    found = perform(waiting[key], key)
                except Exception as error:
                    error.add_note(str(waiting[key]))
                    raise
                done(key, found)
        else:
            _spread(pool, {key: waiting[key] for key in todo}, done)
    return [results[key] for key in keys]


def collected(
    conduct: Callable[[Callable[[Any, Any], None]], object], write: Callable[[Mapping[Any, Any]], Made]
) -> Made:
    """What `write` makes of the results, by piece; where the campaign is stopped half-way, of those there are by then.

    conduct: does the campaign, and calls its argument with each piece and its result.
    """
    results: dict[Any, Any] = {}
    try:
        conduct(results.__setitem__)
    except BaseException:
        if results:
            write(results)
        raise
    return write(results)


def _spread(pool: Executor, pieces: dict[str, Piece[Any]], done: Callable[[str, Any], None]) -> None:
    futures: dict[Future[Any], str] = {}
    finished: SimpleQueue[Future[Any]] = (
        SimpleQueue()
    )  # as_completed holds locks of futures when Ctrl-C comes
    failure: BaseException | None = None
    try:
        for key, piece in pieces.items():
            future = pool.submit(perform, piece, key)
            futures[future] = key
            future.add_done_callback(finished.put)
        while futures:
            future = finished.get()
            key = futures.pop(future)
            if future.cancelled():
                failure = failure or CancelledError()  # not by us, where it is the first
            elif (error := future.exception()) is None:
                done(key, future.result())
            elif failure is None:
                failure = error
                failure.add_note(str(pieces[key]))
                for other in list(futures):
                    other.cancel()
    except KeyboardInterrupt:
        for future, key in futures.items():
            if not future.cancel() and future.done() and not future.exception():
                done(key, future.result())
        raise
    except Exception as error:
        failure = error
    finally:
        for future in futures:
            future.cancel()
    if failure is not None:
        raise _gone() if lost(failure) else failure


def _gone() -> InputError:
    rule = "they or their scheduler died (killed, or out of memory)"
    return InputError("workers", "lost", rule)
