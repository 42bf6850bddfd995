"""The method `distributed-printed`: Algorithms 1 and 2 of dawo ("Decentralized Federated Learning with Distributed
Aggregation Weight Optimization"), as printed, over messages.

From W(0) = 11'/M on the links, iteration n takes v from Algorithm 1, K_max steps of power iteration with Wbar from a
random vector, centred and scaled each time; steps W(n) - gamma_n g with g_ij = -p_ij (v_i - v_j)^2 (19); and lets the
devices 1, ..., M in turn project what they have left to set ((22), (23), (26)).

- Remark 4 says that v can be used without knowing whether rho = lambda_2 or rho = -lambda_M. The formulas (19) and (21)
  for the two differ in sign, so taken at its word that is (19) always. `both_ends` is the other reading, of step 4 of
  Algorithm 2, "by (19) and (21)": the sign of v'Wbar v decides.
- Sums over all devices, which Remark 3 leaves to distributed averaging, go over a spanning tree: exact, and
  cheaper. Centring and scaling share one sum.
- Where a device finds more than 1 already given to it, (23) has no feasible point; its weights become 0.
- Off the links, 11'/M has entries that mean nothing (p_ij = 0); here they are 0.

What is known to be wrong with this: `bounds/theorems/dawo`, algorithm_1, algorithm_2, remark_4, projection_steps.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from ..arrays import Array
from ..central.dense_step import shrink
from ..method import Answer, Request
from ..result import Status
from .port import Exchange, Port, Program, Steps, Tree, agree, grow_tree
from .rows import Row, Start, only_mean, publish, run_nodes, start_by_link, weights_of_links

__all__ = ["as_printed", "printed_program"]

K_MAX = 100  # the paper's 10^4 would leave few iterations of any budget
MESSAGES = 20_000  # a node, on average


def printed_program(
    messages: int = MESSAGES,
    power_steps: int = K_MAX,
    step: Callable[[int], float] = lambda n: 0.01,
    both_ends: bool = False,
    start: Start | None = None,
    deadline: float | None = None,
) -> Program:
    """The program of every node: as many iterations as the messages allow, on average over the nodes.

    step: gamma_n, n from 1: 0.01 in the paper's experiments, 1/n in its Proposition 4. start: W(0), by link.
    """

    def program(port: Port) -> Steps:
        tree = yield from grow_tree(port)
        degree = len(port.neighbours)
        ends = float((yield from agree(port, tree, np.array([degree])))[0])  # 2 a link
        a_sum = 2 * (port.nodes - 1)
        left = messages * port.nodes - ends * port.nodes - a_sum
        iterations = int(max(left, 0) // (power_steps * (ends + a_sum) + 1.5 * ends))

        w = np.full(degree, 1 / port.nodes) if start is None else weights_of_links(port, start)
        publish(port, Row(w, np.zeros(0), np.zeros(0), 0.0, 0))
        rng = np.random.default_rng(port.me)
        for n in range(1, iterations + 1):
            v, heard, quotient, late = yield from _power(port, tree, w * port.p, power_steps, rng, deadline)
            sign = -1.0 if both_ends and quotient < 0 else 1.0
            slope = sign * port.p * (v - heard) ** 2  # -g
            if not late:
                w = yield from _project(port, w + step(n) * slope)
            cover = max(float(slope.max()) / 2, 0.0)
            overfull = float(w.sum()) > 1 + degree * np.finfo(float).eps
            status = Status.TIME_LIMIT if late else Status.REPAIRED if overfull else None
            publish(port, Row(w, np.array([v]), np.array([sign]), cover, n, status))
            if late:
                break
        return port.published

    return program


def _power(
    port: Port, tree: Tree, kept: Array, count: int, rng: np.random.Generator, deadline: float | None
) -> Exchange:
    """Algorithm 1 with `kept` (degree,) weights times reliabilities.

    Returns the node's entry of v, its neighbours' (degree,), v'Wbar v before the last scaling, and whether it is late.
    """

    def end(total: Array) -> Array:
        mean = total[0] / port.nodes
        length = np.sqrt(max(total[1] - port.nodes * mean**2, 0.0))
        return np.array([mean, length, total[2], deadline is not None and time.perf_counter() > deadline])

    v = float(rng.standard_normal())
    for _ in range(count):
        port.tell_all(v)
        received = yield port.neighbours
        moved = v - float(kept @ [v - received[u][0] for u in port.neighbours])
        sums = np.array([moved, moved**2, v * moved])
        mean, length, quotient, late = yield from agree(
            port, tree, sums, end if tree.parent is None else None
        )
        v = (moved - mean) / length if length > 0 else 0.0
        if late:
            break
    port.tell_all(v)
    received = yield port.neighbours
    return v, np.array([received[u][0] for u in port.neighbours]), quotient, bool(late)


def _project(port: Port, w: Array) -> Exchange:
    """(22), (23) and (26): weights to earlier devices are theirs; one message a link."""
    later = np.array([v > port.me for v in port.neighbours])
    w = w.copy()
    if not later.all():
        received = yield [v for v in port.neighbours if v < port.me]
        w[~later] = [message[0] for message in received.values()]
    room = 1 - float(w[~later].sum())
    w[later] = shrink(np.maximum(w[later], 0.0), room) if room > 0 else 0.0
    for v, weight in zip(port.neighbours, w):
        if v > port.me:
            port.send(v, weight)
    return w


def as_printed(
    request: Request,
    messages: int = MESSAGES,
    power_steps: int = K_MAX,
    step: Callable[[int], float] = lambda n: 0.01,
    both_ends: bool = False,
) -> Answer:
    """The method `distributed-printed` of `optimize`: the last iterate, made feasible where it is not."""
    only_mean(request, "distributed-printed")
    deadline = request.deadline
    program = printed_program(messages, power_steps, step, both_ends, start_by_link(request), deadline)
    return run_nodes(request, "distributed-printed", program)
