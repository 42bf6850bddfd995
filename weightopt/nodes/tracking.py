"""Optimal weights while links drift: nodes probe their links, estimate them, and optimize from where they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..problem import Array
from .distributed import Row, node_program
from .estimation import LinkCounts, agree_on_counts
from .transport import Port, Program, Steps

__all__ = ["Tracked", "tracking_program"]


@dataclass(frozen=True, eq=False)
class Tracked:
    """What a node knows at the end of a round."""

    counts: LinkCounts  # (degree,) of both ends' frames, in the order of its neighbours
    estimate: Array  # (degree,) reliabilities it optimized for
    row: Row


def tracking_program(
    probes: int,
    keep: float,
    gap: float,
    before: Sequence[Tracked] | None = None,
    warm: bool = True,
    own_traffic: bool = False,
) -> Program:
    """One round: `probes` probes on each link from both ends, the estimate, the optimum for it within `gap`.

    Needs a transport that loses messages. before: what the nodes returned from the last round; each reads its
    own. warm: go on from the last round's weights and dual matrix. own_traffic: count the frames of the nodes'
    own messages too, as part of the round in which they were sent. They are many more than probes, and cost
    nothing; their share errs by p (1 - p) / messages, and they tell of the past.
    """

    resume = [node.row for node in before] if warm and before is not None else None

    def program(port: Port) -> Steps:
        port.probe(0)
        earlier = (yield (port.me,))[port.me]  # what the last round's messages took
        port.probe(probes)
        probed = (yield (port.me,))[port.me]
        both = yield from agree_on_counts(port, np.vstack([earlier, probed]))

        counts = LinkCounts.none(len(port.neighbours))
        if before is not None:
            last = before[port.me]
            counts = last.counts.after(both[0], both[1]) if own_traffic else last.counts
        counts = counts.after(both[2], both[3], keep)
        port.p = counts.mean
        row = yield from node_program(gap, resume=resume)(port)
        return Tracked(counts, port.p, row)

    return program
