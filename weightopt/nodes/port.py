"""What a node program sees of the world: its port.

A node program is a generator. It is called with its `Port`, the only object it is given, sends with
`port.send`, and receives by yielding the neighbours it waits for:

    received = yield (3, 7)          # one message from each: {3: array, 7: array}

Its state lives in its own local variables, which no other node can reach; messages are arrays of float64,
copied when they are sent and read-only when they arrive. Every link keeps the order of its messages, so what a
node receives does not depend on who runs first, and any transport that keeps this order gives the same numbers.

Sums and decisions over all nodes go over a spanning tree: convergecast to its root, broadcast from it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from ..arrays import Array

__all__ = [
    "Message",
    "Port",
    "Program",
    "Steps",
    "Traffic",
    "Tree",
    "agree",
    "grow_tree",
    "hear",
    "links_of_nodes",
]

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


Exchange = Generator[Iterable[int], dict[int, Message], Any]


@dataclass(frozen=True)
class Tree:
    """A node's place in the spanning tree; `parent` is None at the root."""

    parent: int | None
    children: tuple[int, ...]


def grow_tree(port: Port) -> Exchange:
    """A breadth-first spanning tree from the smallest number, by flooding; returns the node's `Tree`.

    In every round a node tells all neighbours the smallest number it has heard of and how far that is. After
    n - 1 rounds, enough for any connected network, the parent is the smallest neighbour one step nearer;
    one more message on each link tells who is whose child. n - 1 is all that nodes know of the network's size.
    """
    root, distance, parent = port.me, 0, None
    for _ in range(port.nodes - 1):
        port.tell_all([root, distance])
        heard = yield port.neighbours
        for neighbour in port.neighbours:
            its_root, its_distance = heard[neighbour]
            if (its_root, its_distance + 1) < (root, distance):
                root, distance, parent = int(its_root), int(its_distance) + 1, neighbour
    for neighbour in port.neighbours:
        port.send(neighbour, [neighbour == parent])
    heard = yield port.neighbours
    return Tree(parent, tuple(v for v in port.neighbours if heard[v][0]))


def hear(port: Port, number: float) -> Exchange:
    """(degree,) what the neighbours say as this node says its own number."""
    port.tell_all([number])
    return np.array([message[0] for message in (yield port.neighbours).values()])


def agree(
    port: Port,
    tree: Tree,
    values: Array,
    decide: Callable[[Array], Array] | None = None,
    combine: Callable[[Array, Array], Array] = np.add,
) -> Exchange:
    """Combine (k,) values over all nodes (by default add them); returns the same (k,) numbers at every node.

    With `decide`, the root hands the combined values to it and all nodes get what it returns. Two messages
    a tree edge. Children are combined in ascending order, so the result does not depend on timing.
    """
    total = np.array(values, dtype=float)
    if tree.children:
        heard = yield tree.children
        for child in tree.children:
            total = combine(total, heard[child])
    if tree.parent is None:
        result = total if decide is None else np.asarray(decide(total), dtype=float)
    else:
        port.send(tree.parent, total)
        result = (yield (tree.parent,))[tree.parent]
    for child in tree.children:
        port.send(child, result)
    return result
