"""The transport over links that lose messages, and what it costs to get them through.

Time is cut into slots. In a slot a node may transmit one frame on each of its links, and whoever receives a
frame acknowledges it at once. Link e works in a slot with probability p_e, independently of other links and
slots: in both directions together (dawo, Assumption 2), so the acknowledgement of a frame that came through
comes through as well. With `reciprocal=False` each frame and each acknowledgement is lost by itself.

Delivery is made reliable by stop and wait (Bartlett, Scantlebury and Wilkinson, Comm. ACM 12, 1969): a frame is
repeated in every slot until its acknowledgement is heard, then the next one goes out. Frames carry one
alternating bit, by which the receiver knows a repetition of what it has; it is acknowledged again and thrown
away. So messages arrive once and in order, and programs compute the same numbers as on `InProcess`. A message
costs on average

    reciprocal       1/p   frames,  1    acknowledgement,   1/p   slots
    each by itself   1/p^2 frames,  1/p  acknowledgements,  1/p^2 slots

(a geometric number of trials; as many acknowledgements as frames that came through). p > 0 on every link, so each
message arrives with probability 1.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mixproof.spectral.errors import InputError
from mixproof.spectral.network import Network

from .port import Message, Program, Traffic
from .transport import Nodes, OneProcess, stuck

__all__ = ["Lossy"]

ATTEMPTS = 10_000
WORD = 8  # bytes: the bit travels as one number more of a frame, and is all of an acknowledgement


@dataclass
class _Arc:
    """One direction of a link: the frames to go out, and the account of it."""

    link: int
    sender: int
    receiver: int
    queue: deque[tuple[int, Message]] = field(default_factory=deque)
    bit: bool = False  # of the frame that goes out
    expected: bool = False  # by the receiver
    attempts: int = 0  # of the frame that goes out


class Lossy(OneProcess):
    """All nodes in this process, over links that lose messages.

    seed: of the losses. reciprocal: whether an acknowledgement shares the state of its frame's link. attempts: how
    often a frame is sent at most.

    `traffic` counts every transmission, repetitions and acknowledgements included, with the slots passed as its
    rounds. `payload` counts what the programs sent, as `InProcess` does.

    >>> from mixproof.spectral import Network
    >>> def both(port):
    ...     port.tell_all([port.me])
    ...     heard = yield port.neighbours
    ...     return [float(m[0]) for m in heard.values()]
    >>> transport = Lossy(Network.from_edges(2, [(0, 1)], [0.25]), seed=1)
    >>> transport.run(both), transport.payload.messages.tolist()
    ([[1.0], [0.0]], [1, 1])
    """

    def __init__(
        self,
        network: Network,
        seed: int = 0,
        reciprocal: bool = True,
        attempts: int = ATTEMPTS,
    ):
        if attempts < 1:
            raise InputError("attempts", attempts, "a frame is sent at least once")
        self.network, self.reciprocal, self.attempts = network, reciprocal, attempts
        self._rng = np.random.default_rng(seed)
        self._slot = 0
        self._nodes = Nodes(network, range(network.n), self._carry)
        self._arcs = {
            (s, r): _Arc(e, s, r)
            for e, (u, v) in enumerate(network.edges.tolist())
            for s, r in ((u, v), (v, u))
        }
        self._frames, self._bytes = [0] * network.n, [0] * network.n

    @property
    def payload(self) -> Traffic:
        """What the programs sent so far: each message once."""
        return self._nodes.traffic

    @property
    def traffic(self) -> Traffic:
        """What was transmitted so far; `rounds` are slots."""
        return Traffic(np.array(self._frames), np.array(self._bytes), self._slot)

    def run(self, program: Program) -> list[Any]:
        """Run the program until all nodes have ended and heard all acknowledgements; (n,) what each returned.

        Raises RuntimeError if nodes wait for messages that nobody will send, or if a frame is not
        acknowledged in `attempts` slots.
        """
        nodes = self._nodes
        nodes.start(program)
        while True:
            while nodes.step():
                pass
            busy = [arc for arc in self._arcs.values() if arc.queue]
            if not busy:
                break
            self._pass_slot(busy)
        if nodes.waiting:
            raise stuck(nodes.waiting)
        return [nodes.results[me] for me in range(self.network.n)]

    def _carry(self, moment: int, sender: int, to: int, message: Message) -> None:
        self._arcs[sender, to].queue.append((moment, message))

    def _pass_slot(self, busy: list[_Arc]) -> None:
        """Transmit the first frame of every direction that has one."""
        p = self.network.probabilities
        self._slot += 1
        if self.reciprocal:
            works = np.tile(self._rng.random(self.network.m) < p, (4, 1))
        else:
            works = self._rng.random((4, self.network.m)) < p
        for arc in busy:
            there = arc.sender > arc.receiver  # which of the two directions of the link
            came, acknowledged = works[int(there), arc.link], works[2 + int(there), arc.link]
            self._transmit(arc, bool(came), bool(came and acknowledged))

    def _transmit(self, arc: _Arc, came: bool, acknowledged: bool) -> None:
        moment, message = arc.queue[0]
        self._count(arc.sender, message.nbytes + WORD)
        arc.attempts += 1
        if came:
            self._count(arc.receiver, WORD)
            if arc.bit == arc.expected:
                arc.expected ^= True
                self._nodes.arrive(moment, arc.sender, arc.receiver, message)
        if acknowledged:
            arc.queue.popleft()
            arc.attempts = 0
            arc.bit ^= True
        elif arc.attempts >= self.attempts:
            raise RuntimeError(
                f"link {arc.sender}-{arc.receiver}: no acknowledgement in {arc.attempts} transmissions"
            )

    def _count(self, node: int, size: int) -> None:
        self._frames[node] += 1
        self._bytes[node] += size
