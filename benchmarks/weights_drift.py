"""Claim: nodes that probe their links keep their weights near the optimum while the links drift.

    python benchmarks/weights_drift.py

Every round each node probes its links over a transport that loses messages, both ends of a link agree on its
estimate, and all find weights for the estimates with the method `distributed`, each message repeated until it
is acknowledged. `loss` is rho at these weights less the optimum, both for the round's true reliabilities, and `worst`
the largest; `bound` is what is proved of it for the errors made (`nodes.estimation`); `left` is the loss of weights
that were optimal in the first round and are kept. Means over all rounds but the first. `messages` are the programs'
own in a round, all nodes together; `frames` are all transmissions, with repetitions and acknowledgements.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mixproof.spectral import MixingMatrix, Network, parse_network
from mixproof.weightopt import objective_value, optimize
from mixproof.weightopt.nodes.distributed import collect
from mixproof.weightopt.nodes.drift import jump, random_walk, sinusoid
from mixproof.weightopt.nodes.estimation import loss_bound
from mixproof.weightopt.nodes.tracking import Tracked, tracking_program
from mixproof.weightopt.nodes.transport_lossy import Lossy
from mixproof.weightopt.problem import Array, Problem

NETWORK = parse_network("geometric:n=8,r=2,v=2,seed=0")
MOVED = parse_network("geometric:n=8,r=2,v=2,seed=1")
ROUNDS, GAP = 16, 1e-2
DRIFTS = ("walk", "sinusoid", "jump")


@dataclass(frozen=True)
class Case:
    """One row: how the links drift, how the nodes follow."""

    drift: str
    probes: int
    keep: float
    own_traffic: bool = False
    warm: bool = True


CASES = (
    *(Case(drift, 100, keep) for drift in DRIFTS for keep in (0.0, 0.5, 1.0)),
    *(Case(drift, 100, 0.05, own_traffic=True) for drift in DRIFTS),
    *(Case("walk", probes, 0.5) for probes in (10, 1000)),
    *(Case(drift, 100, 0.5, warm=False) for drift in DRIFTS),
)


def courses() -> dict[str, Array]:
    """(rounds, m) true reliabilities."""
    p = NETWORK.reliability
    return {
        "walk": random_walk(p, ROUNDS, 0.05),
        "sinusoid": sinusoid(p, ROUNDS, 0.25, 20),
        "jump": jump(p, ROUNDS, ROUNDS // 2, MOVED.reliability),
    }


def rho(weights: Array, p: Array) -> float:
    """Of given weights, at given reliabilities."""
    return objective_value(MixingMatrix.from_edge_weights(Network(NETWORK.n, NETWORK.edges, p), weights))


def row(case: Case, course: Array, best: Array, first: Array) -> list[float]:
    """Means over the rounds after the first."""
    current = [course[0]]
    transport = Lossy(NETWORK, seed=0, reliability=lambda _: current[0])
    neighbours = [port.neighbours for port in transport.ports]
    nodes: list[Tracked] | None = None
    found, sent = [], np.zeros(2)
    for p, optimum in zip(course, best):
        current[0] = p
        program = tracking_program(case.probes, case.keep, GAP, nodes, case.warm, case.own_traffic)
        nodes = transport.run(program)
        held = {
            (u, v): q for u, node in enumerate(nodes) for v, q in zip(neighbours[u], node.estimate.tolist())
        }
        error = p - np.array([held[u, v] for u, v in NETWORK.edges.tolist()])
        weights, _ = collect(Problem.of(NETWORK), neighbours, [node.row for node in nodes])
        total = np.array([transport.payload.messages.sum(), transport.traffic.messages.sum()])
        loss, left = rho(weights, p) - optimum, rho(first, p) - optimum
        assert loss <= loss_bound(GAP, error) + 1e-9
        found.append(
            [
                np.sqrt(np.mean(error**2)),
                abs(error).max(),
                loss,
                loss_bound(GAP, error),
                left,
                *(total - sent),
            ]
        )
        sent = total
    later = np.array(found[1:])
    means = later.mean(axis=0)
    return [*means[:3], later[:, 2].max(), *means[3:]]


def main() -> None:
    print(f"{ROUNDS} rounds, {NETWORK.n} nodes, {NETWORK.m} links, gap asked for {GAP:g}")
    print(
        "drift     probes  keep  own  start  rms error  max error    loss   worst   bound    left  messages    frames"
    )
    optima = {}
    for case in CASES:
        course = courses()[case.drift]
        if case.drift not in optima:
            best = [optimize(Network(NETWORK.n, NETWORK.edges, p), gap=1e-6) for p in course]
            optima[case.drift] = np.array([b.rho for b in best]), best[0].weights.weights
        rms, largest, loss, worst, bound, left, messages, frames = row(case, course, *optima[case.drift])
        print(
            f"{case.drift:9} {case.probes:6}  {case.keep:4}  {'yes' if case.own_traffic else 'no':3}"
            f"  {'warm' if case.warm else 'cold':5}  {rms:9.3f}  {largest:9.3f}  {loss:6.4f}  {worst:6.4f}"
            f"  {bound:6.3f}  {left:6.4f}  {messages:8.0f}  {frames:8.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
