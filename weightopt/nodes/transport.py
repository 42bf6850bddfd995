"""The transport within one process, and what every transport offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from mixproof.spectral.network import Network

from .port import Message, Port, Program, Steps, Traffic, links_of_nodes
from .running import Nodes, stuck

__all__ = [
    "InProcess",
    "Message",
    "OneProcess",
    "Port",
    "Program",
    "Steps",
    "Traffic",
    "Transport",
    "links_of_nodes",
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
