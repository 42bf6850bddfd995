"""The transport within one process, and what all offer: nodes that each run until they wait for a message."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from mixproof.spectral.network import Network

from .port import Message, Port, Program, Steps, Traffic, links_of_nodes

__all__ = [
    "Carry",
    "InProcess",
    "Message",
    "Nodes",
    "OneProcess",
    "Port",
    "Program",
    "Steps",
    "Traffic",
    "Transport",
    "links_of_nodes",
    "stuck",
]


class Transport(Protocol):
    """What runs a program on all nodes of a network."""

    @property
    def published(self) -> list[Any]:
        """(n) what each node has published, None where nothing."""

    @property
    def traffic(self) -> Traffic:
        """What the nodes sent so far."""

    def run(self, program: Program) -> list[Any]:
        """Run the program on every node until all have ended; (n,) what each returned."""


class OneProcess:
    """What transports share that hold all nodes themselves."""

    _nodes: Nodes

    @property
    def ports(self) -> list[Port]:
        """(n) the nodes' ports."""
        return list(self._nodes.ports.values())

    @property
    def published(self) -> list[Any]:
        """(n) what each node has published so far, None where nothing."""
        return [port.published for port in self.ports]


@dataclass
class InProcess(OneProcess):
    """All nodes in this process, one after the other, always in the same order.

    `log`: if a list, every message is appended to it as (round, sender, receiver, numbers as bytes).

    >>> from mixproof.spectral import parse_network
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

    def __post_init__(self) -> None:
        self._nodes = Nodes(self.network, range(self.network.n), self._carry)

    @property
    def traffic(self) -> Traffic:
        """Counted so far."""
        return self._nodes.traffic

    def run(self, program: Program) -> list[Any]:
        """Run the program on every node until all have ended; (n,) what each returned.

        Raises RuntimeError if nodes wait for messages that nobody will send.
        """
        nodes = self._nodes
        nodes.start(program)
        while nodes.waiting:
            if not nodes.step():
                raise stuck(nodes.waiting)
        return [nodes.results[me] for me in range(self.network.n)]

    def _carry(self, moment: int, sender: int, to: int, message: Message) -> None:
        if self.log is not None:
            self.log.append((moment, sender, to, message.tobytes()))
        self._nodes.arrive(moment, sender, to, message)


Carry = Callable[[int, int, int, Message], None]  # moment, sender, receiver, message


class Nodes:
    """The nodes `mine` of a network, one after the other, always in the same order.

    What they send goes to `carry`, whose task it is to have `arrive` called, on the `Nodes` that hold the
    receiver, in the order sent on each link. `moment`: length of the longest chain of messages up to this one.
    """

    def __init__(
        self,
        network: Network,
        mine: Iterable[int],
        carry: Carry,
    ):
        links = links_of_nodes(network)
        self.ports = {me: Port(me, network.n, *links[me], self._send) for me in mine}
        self.current: int | None = None  # the node whose program runs
        self.results: dict[int, Any] = {}
        self._carry = carry
        self._running: dict[int, tuple[Steps, tuple[int, ...]]] = {}
        self._queues: dict[int, dict[int, deque[tuple[int, Message]]]] = {
            me: {v: deque() for v in port.neighbours} for me, port in self.ports.items()
        }
        self._clock = [0] * network.n
        self._messages, self._bytes = [0] * network.n, [0] * network.n

    @property
    def traffic(self) -> Traffic:
        """What these nodes sent so far; the entries of others are 0."""
        return Traffic(np.array(self._messages), np.array(self._bytes), max(self._clock))

    @property
    def waiting(self) -> list[int]:
        """Nodes whose program has not ended."""
        return sorted(self._running)

    def start(self, program: Program) -> None:
        """Run each node's program up to where it waits first."""
        self._running, self.results = {}, {}
        for me, port in self.ports.items():
            self.current = me
            self._advance(me, program(port), None)

    def step(self) -> bool:
        """Let every node that has what it waits for go on once; whether there was one."""
        moved = False
        for me in list(self._running):
            steps, wanted = self._running[me]
            queues = self._queues[me]
            if all(queues[v] for v in wanted):
                received = {}
                for v in wanted:
                    moment, received[v] = queues[v].popleft()
                    self._clock[me] = max(self._clock[me], moment)
                self.current = me
                self._advance(me, steps, received)
                moved = True
        return moved

    def arrive(self, moment: int, sender: int, to: int, message: Message) -> None:
        """Hand a message to a node of these."""
        self._queues[to][sender].append((moment, message))

    def _send(self, sender: int, to: int, message: Message) -> None:
        self._messages[sender] += 1
        self._bytes[sender] += message.nbytes
        self._carry(self._clock[sender] + 1, sender, to, message)

    def _advance(self, me: int, steps: Steps, received: dict[int, Message] | None) -> None:
        try:
            wanted = next(steps) if received is None else steps.send(received)
        except StopIteration as end:
            self._running.pop(me, None)
            self.results[me] = end.value
        else:
            self._running[me] = steps, self.ports[me].check(wanted)


def stuck(waiting: list[int]) -> RuntimeError:
    """The error when nothing moves and nothing is under way."""
    return RuntimeError(f"nodes {waiting} wait for messages that nobody will send")
