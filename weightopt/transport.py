"""Messages between nodes: what a node program sees of the world, and the transport that runs programs in one process.

A node program is a generator. It is called with its `Port`, the only object it is given, sends with
`port.send`, and receives by yielding the neighbours it waits for:

    received = yield (3, 7)          # one message from each: {3: array, 7: array}

Its state lives in its own local variables, which no other node can reach; messages are arrays of float64,
copied when they are sent and read-only when they arrive. Every link keeps the order of its messages, so what a
node receives does not depend on who runs first, and any transport that keeps this order gives the same numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spectral.errors import InputError
from spectral.network import Network

__all__ = ["InProcess", "Port", "Program", "Traffic"]

Message = NDArray[np.float64]
Steps = Generator[Iterable[int], dict[int, Message], Any]
Program = Callable[["Port"], Steps]


class Port:
    """A node's own knowledge at the start, and its way to its neighbours.

    `me`: the node's number; `nodes`: how many there are; `neighbours`: their numbers, ascending; `p`: reliability
    of each link, in the neighbours' order. `publish` sets what the node shows to the outside as its result.
    """

    def __init__(
        self,
        me: int,
        nodes: int,
        neighbours: tuple[int, ...],
        p: Message,
        send: Callable[[int, int, Message], None],
    ):
        self.me, self.nodes, self.neighbours = me, nodes, neighbours
        self.p = p.copy()
        self._allowed = frozenset(neighbours)
        self._send = send
        self.published: Any = None

    def send(self, to: int, values: Any) -> None:
        """Send numbers to one neighbour; a copy is made now. Raises InputError if `to` is no neighbour."""
        self._post((to,), values)

    def tell_all(self, values: Any) -> None:
        """Send the same numbers to every neighbour, one message each."""
        self._post(self.neighbours, values)

    def publish(self, result: Any) -> None:
        """Replace the node's result so far: what is left of it if the run is cut short."""
        self.published = result

    def _post(self, receivers: Iterable[int], values: Any) -> None:
        message = np.array(values, dtype=np.float64, ndmin=1)  # always a copy
        message.flags.writeable = False
        for to in receivers:
            if to not in self._allowed:
                raise InputError("to", to, f"a neighbour of node {self.me}: {self.neighbours}")
            self._send(self.me, to, message)


@dataclass(frozen=True)
class Traffic:
    """What was sent: messages and bytes of each node, and how many messages follow one another at most."""

    messages: NDArray[np.int64]  # (n,) sent by each node
    bytes: NDArray[np.int64]  # (n,) of the numbers sent, 8 each
    rounds: int  # longest chain of messages each sent after the one before had arrived


@dataclass
class InProcess:
    """All nodes in this process, one after the other, always in the same order.

    `log`: if a list, every message is appended to it as (round, sender, receiver, numbers as bytes).

    >>> from spectral import parse_network
    >>> def smallest(port):                      # every node learns the smallest number within one hop
    ...     port.tell_all([port.me])
    ...     heard = yield port.neighbours
    ...     return min(port.me, *(int(m[0]) for m in heard.values()))
    >>> transport = InProcess(parse_network("path:n=4"))
    >>> transport.run(smallest)
    [0, 0, 1, 2]
    >>> transport.traffic.messages.tolist(), transport.traffic.rounds
    ([1, 2, 2, 1], 1)
    """

    network: Network
    log: list[tuple[int, int, int, bytes]] | None = None
    ports: list[Port] = field(init=False)

    def __post_init__(self) -> None:
        n, edges = self.network.n, self.network.edges
        p = np.ones(len(edges)) if self.network.reliability is None else self.network.reliability
        beside: list[list[tuple[int, float]]] = [[] for _ in range(n)]
        for (u, v), reliability in zip(edges.tolist(), p.tolist()):
            beside[u].append((v, reliability))
            beside[v].append((u, reliability))
        self.ports = []
        for me, links in enumerate(beside):
            links.sort()
            neighbours = tuple(v for v, _ in links)
            self.ports.append(Port(me, n, neighbours, np.array([q for _, q in links]), self._deliver))
        self._queues: list[dict[int, deque[tuple[int, Message]]]] = [
            {v: deque() for v in port.neighbours} for port in self.ports
        ]
        self._clock = [0] * n
        self._messages, self._bytes = [0] * n, [0] * n

    def _deliver(self, sender: int, to: int, message: Message) -> None:
        moment = self._clock[sender] + 1
        self._queues[to][sender].append((moment, message))
        self._messages[sender] += 1
        self._bytes[sender] += message.nbytes
        if self.log is not None:
            self.log.append((moment, sender, to, message.tobytes()))

    @property
    def traffic(self) -> Traffic:
        """Counted so far."""
        return Traffic(np.array(self._messages), np.array(self._bytes), max(self._clock))

    def run(self, program: Program) -> list[Any]:
        """Run the program on every node until all have ended; (n,) what each returned.

        Raises RuntimeError if nodes wait for messages that nobody will send.
        """
        results: list[Any] = [None] * self.network.n
        running: dict[int, tuple[Steps, Sequence[int]]] = {}
        for me, port in enumerate(self.ports):
            steps = program(port)
            self._advance(me, steps, None, running, results)
        while running:
            moved = False
            for me in list(running):
                steps, wanted = running[me]
                queues = self._queues[me]
                if all(queues[v] for v in wanted):
                    received = {}
                    for v in wanted:
                        moment, received[v] = queues[v].popleft()
                        self._clock[me] = max(self._clock[me], moment)
                    self._advance(me, steps, received, running, results)
                    moved = True
            if not moved:
                raise RuntimeError(f"nodes {sorted(running)} wait for messages that nobody will send")
        return results

    @staticmethod
    def _advance(
        me: int,
        steps: Steps,
        received: dict[int, Message] | None,
        running: dict[int, tuple[Steps, Sequence[int]]],
        results: list[Any],
    ) -> None:
        try:
            wanted = next(steps) if received is None else steps.send(received)
        except StopIteration as end:
            running.pop(me, None)
            results[me] = end.value
        else:
            running[me] = steps, tuple(wanted)
