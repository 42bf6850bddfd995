"""The transport across processes: each MPI rank holds some of the nodes.

    mpiexec -n 4 python program.py            # every rank runs the same lines, and gets the same results

Ranks go in step. Each lets its nodes go on as far as they can without hearing from other ranks; then all exchange
what was sent, each adding a word on how it stands. All decide alike from the same words: go
on, end, or raise the same error. So nodes that wait in vain, a program that fails on one rank and an interrupt on
one rank end the run on every rank, and none is left waiting. Messages between nodes of one rank never reach MPI.

mpi4py is loaded when the transport is made: `pip install -e '.[mpi]'` in the clone brings it and an MPI.
"""

from __future__ import annotations

import pickle
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from .port import Message, Program, Traffic
from .transport import Nodes, stuck

__all__ = ["AcrossRanks", "world"]

# Waiting inside MPI keeps a core busy: with more ranks than cores those that compute then wait for those that wait.
PAUSE = 2e-5  # seconds
_Mail = tuple[int, int, int, Message]  # moment, sender, receiver, message


@dataclass(frozen=True)
class _Word:
    """How a rank stands: whether a node of it moved, who still waits, what went wrong, whether to stop."""

    moved: bool
    waiting: list[int]
    failure: Exception | None
    interrupted: bool


class AcrossRanks:
    """A network's nodes on the ranks of an MPI communicator; the numbers are those of `InProcess`.

    comm: the communicator (default: MPI.COMM_WORLD). owners: (n,) the rank of each node (default: blocks of
    consecutive nodes, as equal as they can be). `run`, `published` and `traffic` are the same on all ranks.
    Raises InputError if mpi4py is not installed or an owner is no rank.
    """

    def __init__(self, network: Network, comm: Any = None, owners: Sequence[int] | None = None):
        comm = world() if comm is None else comm
        if owners is None:
            owners = [i * comm.size // network.n for i in range(network.n)]
        owners = list(owners)
        if len(owners) != network.n or not all(0 <= r < comm.size for r in owners):
            raise InputError(
                "owners", owners, f"one rank of 0 to {comm.size - 1} for each of {network.n} nodes"
            )
        self.network, self.owners = network, owners
        self.comm = comm.Dup()  # so that no message of the caller's is taken for one of these
        self.published: list[Any] = [None] * network.n
        self.traffic = Traffic(np.zeros(network.n, int), np.zeros(network.n, int), 0)
        self.exchanges = 0  # so far
        self._nodes = Nodes(network, [i for i, r in enumerate(owners) if r == comm.rank], self._carry)
        self._outbox: list[list[_Mail]] = [[] for _ in range(comm.size)]

    def run(self, program: Program) -> list[Any]:
        """Run the program on every node until all have ended; (n,) what each returned. All ranks call it.

        Raises, on all ranks alike: RuntimeError if nodes wait for messages that nobody will send; the
        InputError of a node that sends to a stranger; RuntimeError for any other exception in a node's
        program, which names the node and its rank; KeyboardInterrupt if one rank got SIGINT or SIGTERM (mpiexec
        passes Ctrl-C on as SIGTERM).
        """
        error: BaseException | None = None
        with _signals() as stop:
            started = False
            while True:
                moved, failure = self._go_on(None if started else program)
                started = True
                words = self._exchange(_Word(moved, self._nodes.waiting, failure, bool(stop)))
                failures = [word.failure for word in words if word.failure is not None]
                waiting = sorted(node for word in words for node in word.waiting)
                if failures:
                    error = failures[0]
                elif any(word.interrupted for word in words):
                    error = KeyboardInterrupt()
                elif waiting and not any(word.moved for word in words):
                    error = stuck(waiting)
                if error is not None or not waiting:
                    break
            self._gather_account()
        if error is not None:
            raise error
        return self._gather(self._nodes.results)

    def _go_on(self, program: Program | None) -> tuple[bool, Exception | None]:
        """Let this rank's nodes run until all of them need another rank; whether one moved, and what failed."""
        moved = program is not None
        try:
            if program is not None:
                self._nodes.start(program)
            while self._nodes.step():
                moved = True
        except Exception as error:
            return moved, self._told(error)
        return moved, None

    def _told(self, error: Exception) -> Exception:
        if isinstance(error, InputError):
            return error
        node = self._nodes.current
        return RuntimeError(f"node {node} on rank {self.comm.rank} failed: {type(error).__name__}: {error}")

    def _exchange(self, word: _Word) -> list[_Word]:
        """Send every other rank this one's word and messages, wait for all of theirs; (size,) the words."""
        sent, self._outbox = self._outbox, [[] for _ in range(self.comm.size)]
        words = [word] * self.comm.size
        missing = [r for r in range(self.comm.size) if r != self.comm.rank]
        sending = [self.comm.isend((word, sent[r]), r) for r in missing]
        while missing:
            for r in list(missing):
                parcel = self.comm.improbe(source=r)
                if parcel is not None:
                    words[r], batch = parcel.recv()
                    self._unpack(batch)
                    missing.remove(r)
            if missing:
                time.sleep(PAUSE)
        for request in sending:
            request.wait()
        self.exchanges += 1
        return words

    def _unpack(self, batch: list[_Mail]) -> None:
        for moment, sender, to, message in batch:
            message.flags.writeable = False
            self._nodes.arrive(moment, sender, to, message)

    def _carry(self, moment: int, sender: int, to: int, message: Message) -> None:
        if to in self._nodes.ports:
            self._nodes.arrive(moment, sender, to, message)
        else:
            self._outbox[self.owners[to]].append((moment, sender, to, message))

    def _gather_account(self) -> None:
        own = self._nodes.traffic
        parts = self.comm.allgather((own.messages, own.bytes, own.rounds))
        messages, numbers, rounds = zip(*parts)
        self.traffic = Traffic(sum(messages), sum(numbers), max(rounds))
        self.published = self._gather({me: port.published for me, port in self._nodes.ports.items()})

    def _gather(self, mine: dict[int, Any]) -> list[Any]:
        """(n) a value of each node, on every rank. Raises RuntimeError on all ranks if one cannot be sent."""
        try:
            parcel, refusal = pickle.dumps(mine), None
        except Exception as error:  # a value pickle does not take: each type has its own
            parcel, refusal = b"", f"what nodes of rank {self.comm.rank} show cannot be sent: {error}"
        parts = self.comm.allgather((parcel, refusal))
        for _, refusal in parts:
            if refusal is not None:
                raise RuntimeError(refusal)
        values = {me: value for parcel, _ in parts for me, value in pickle.loads(parcel).items()}
        return [values[me] for me in range(self.network.n)]


def world() -> Any:
    """All ranks, MPI.COMM_WORLD. Raises InputError if mpi4py is not installed or finds no MPI."""
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError) as error:
        raise InputError("transport", "mpi", f"pip install -e '.[mpi]' in the clone ({error})") from None
    return MPI.COMM_WORLD


@contextmanager
def _signals() -> Iterator[list[int]]:
    """SIGINT and SIGTERM are noted in a list instead of breaking into an exchange."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(kind, lambda number, _: noted.append(number)) for kind in kinds]
    try:
        yield noted
    finally:
        for kind, handler in zip(kinds, before):
            signal.signal(kind, handler)
