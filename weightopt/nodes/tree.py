"""Sums and decisions over all nodes by messages: a spanning tree, convergecast to its root, broadcast from it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Array
from .transport import Message, Port

__all__ = ["Tree", "agree", "grow_tree", "hear"]

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
