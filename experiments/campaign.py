"""Campaigns: many pieces of work through an executor, the same whatever the workers, resumable from a store.

Nothing is shared between pieces, and each depends on what its key says alone. `executors` and `cluster` have places to
run them; any other concurrent.futures.Executor will do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future, as_completed
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from spectral.errors import InputError

from .executors import lost, perform, processes
from .provenance import source
from .store import Store

if TYPE_CHECKING:
    from bounds import Theorem, Variant, Verdict

__all__ = ["Piece", "Task", "campaign", "select"]

Result = TypeVar("Result", covariant=True)
Found = TypeVar("Found")


class Piece(Protocol[Result]):
    """A frozen, picklable dataclass: one piece of a campaign, one record of a store."""

    @property
    def key(self) -> str:
        """Changes whenever the record might."""

    def work(self) -> Any:
        """Found on a worker; picklable."""

    def keep(self, found: Any) -> Any:
        """The record, JSON, made where the campaign is, before it is stored."""

    def result(self, record: Any) -> Result | None:
        """What the record says; None where that needs the work to be done again."""


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

    An error of one piece is raised once the pieces that run have been stored; KeyboardInterrupt at once. Either way
    what is done is in the store. InputError for jobs < 1, and where workers or their scheduler die for good.
    """
    if jobs < 1:
        raise InputError("jobs", jobs, "an integer >= 1")
    keys = [piece.key for piece in pieces]
    waiting = dict(zip(keys, pieces))
    results: dict[str, Found] = {}

    def note(key: str, record: Any, new: bool) -> None:
        found = waiting[key].result(record)
        if found is None:
            return
        results[key] = found
        if report is not None:
            report(waiting[key], found, new)

    def done(key: str, found: Any) -> None:
        record = json.loads(json.dumps(waiting[key].keep(found)))  # the same with and without a store
        if store is not None:
            store.add(key, record)
        note(key, record, new=True)

    if store is not None:
        for key in waiting:
            if key in store:
                note(key, store[key], new=False)
    todo = [key for key in waiting if key not in results]
    with nullcontext(executor) if executor else processes(max(1, min(jobs, len(todo)))) as pool:
        if pool is None:
            for key in todo:
                done(key, perform(waiting[key], key))
        else:
            _spread(pool, {key: waiting[key] for key in todo}, done)
    return [results[key] for key in keys]


def _spread(pool: Executor, pieces: dict[str, Piece[Any]], done: Callable[[str, Any], None]) -> None:
    futures: dict[Future[Any], str] = {}
    failure: BaseException | None = None
    try:
        for key, piece in pieces.items():
            futures[pool.submit(perform, piece, key)] = key
        for future in as_completed(list(futures)):
            key = futures.pop(future)
            if future.cancelled():
                failure = failure or CancelledError()  # not by us, where it is the first
            elif (error := future.exception()) is None:
                done(key, future.result())
            elif failure is None:
                failure = error
                for other in futures:
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
    rule = "they or their scheduler died (killed, or out of memory); what was done before is kept"
    return InputError("workers", "lost", rule)


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

    @property
    def key(self) -> str:
        """Changes with the theorem's text, its family, the budget, the seed, the search and what it runs."""
        theorem, variant = self.statement()
        family = theorem.family_of(variant)
        parameters = [(p.name, p.shape, p.domain.name) for p in family.parameters]
        told = (theorem.id, theorem.rounds, theorem.first, replace(variant, family=None))
        text = repr((told, family.name, family.sizes, family.options, parameters))
        said = hashlib.sha256(text.encode()).hexdigest()[:16]
        engine = source("spectral/*.py", "bounds/*.py", "experiments/search/*.py")
        return f"{self} seconds={self.seconds!r} seed={self.seed} statement={said} source={engine}"

    def work(self) -> dict[str, Any]:
        from .search.verify import verify

        verdict = verify(*self.statement(), self.seconds, self.seed)
        return {**asdict(verdict), "outcome": verdict.outcome.name}

    def keep(self, found: dict[str, Any]) -> dict[str, Any]:
        return found

    def result(self, record: dict[str, Any]) -> Verdict:
        from bounds import Outcome, Verdict

        return Verdict(**{**record, "outcome": Outcome[record["outcome"]]})

    def __str__(self) -> str:
        return f"{self.id}:{self.variant}"


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
