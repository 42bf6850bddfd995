"""What a node program sees of the world: its port.

A node program is a generator. It is called with its `Port`, the only object it is given, sends with
`port.send`, and receives by yielding the neighbours it waits for:

    received = yield (3, 7)          # one message from each: {3: array, 7: array}

Its state lives in its own local variables, which no other node can reach; messages are arrays of float64,
copied when they are sent and read-only when they arrive. Every link keeps the order of its messages, so what a
node receives does not depend on who runs first, and any transport that keeps this order gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

__all__ = ["Message", "Port", "Program", "Steps", "Traffic", "links_of_nodes"]

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

    def check(self, wanted: Iterable[int]) -> tuple[int, ...]:
        """The nodes this one may wait for. Raises InputError if one of them never sends to it."""
        wanted = tuple(wanted)
        for v in wanted:
            if v not in self._allowed:
                raise InputError("yield", v, f"a neighbour of node {self.me}: {self.neighbours}")
        return wanted

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


def links_of_nodes(network: Network) -> list[tuple[tuple[int, ...], Message]]:
    """(n) each node's neighbours, ascending, and the reliabilities (degree,) of its links to them."""
    p = network.probabilities
    beside: list[list[tuple[int, float]]] = [[] for _ in range(network.n)]
    for (u, v), reliability in zip(network.edges.tolist(), p.tolist()):
        beside[u].append((v, reliability))
        beside[v].append((u, reliability))
    return [(tuple(v for v, _ in sorted(links)), np.array([q for _, q in sorted(links)])) for links in beside]
