"""Claim: nodes that send messages to neighbours alone find weights within 1e-3 of the optimum and certify it; dawo's
Algorithms 1 and 2 as printed end 6e-3 to 0.4 above it with as many messages, 2e-3 to 0.13 with as many bytes (their
messages are shorter).

    python benchmarks/weights_distributed.py [CASE ...]      names in CASES; without any, all of them
    python benchmarks/weights_distributed.py --anchors       `distributed` alone on well-known graphs

Every row runs in a process of its own, so that the peak memory is its own (about 75 MB of it is the imports).
`above` is rho minus the optimum (CVXPY; for 40 nodes `fast` at a gap of 1e-6), `rounds` the longest chain of messages.
Printed rows: g by (19) always, as Remark 4 reads, or by the sign of v'Wbar v; K_max; gamma_n; `feasible` says whether
the last W was feasible before it was repaired. The paper's K_max = 10^4 is left out: none of these budgets covers one
iteration of it (40 nodes: 409,500 messages a node).
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from collections.abc import Callable
from typing import Any

import networkx as nx

from mixproof.spectral import MixingMatrix, Network, parse_network
from mixproof.weightopt import objective_value, optimize, verify_certificate
from mixproof.weightopt.nodes.distributed import node_program
from mixproof.weightopt.nodes.printed import printed_program
from mixproof.weightopt.nodes.rows import collect
from mixproof.weightopt.nodes.transport import InProcess, Program
from mixproof.weightopt.problem import Problem

GAP = 1e-3
LARGEST_WITH_SAME_BYTES = 20  # nodes: beyond it these rows take minutes
BOYD = "0-1 1-2 2-3 0-4 1-7 1-3 4-5 4-6 2-6 3-7 5-6 6-7 1-6"
XIAO = "0-3 0-4 0-7 1-2 1-3 1-4 1-5 1-6 1-7 2-5 2-6 2-7 3-4 3-7 5-6 5-7 6-7"
CASES = {
    "Boyd-8/13": BOYD,
    "Xiao-Boyd-8/17": XIAO,
    "grid-4x5": "grid:rows=4,cols=5",
    "geometric-20": "geometric:n=20,r=2,v=2",
    "geometric-40": "geometric:n=40,r=2,v=2",
}
ANCHORS: dict[str, Callable[[], nx.Graph]] = {
    "P12": lambda: nx.path_graph(12),
    "C10": lambda: nx.cycle_graph(10),
    "Q4": lambda: nx.hypercube_graph(4),
    "K(3,7)": lambda: nx.complete_bipartite_graph(3, 7),
    "star, 7 leaves": lambda: nx.star_graph(7),
    "Petersen": nx.petersen_graph,
    "octahedron": nx.octahedral_graph,
    "icosahedron": nx.icosahedral_graph,
    "dodecahedron": nx.dodecahedral_graph,
    "Heawood": nx.heawood_graph,
    "Pappus": nx.pappus_graph,
    "Paley 13": lambda: nx.circulant_graph(13, [1, 3, 4]),
    "torus 4x4": lambda: nx.grid_2d_graph(4, 4, periodic=True),
    "torus 5x5": lambda: nx.grid_2d_graph(5, 5, periodic=True),
}
STEPS: dict[str, Callable[[int], float]] = {"0.01": lambda n: 0.01, "1/n": lambda n: 1 / n}


def network_of(name: str) -> Network:
    if name in ANCHORS:
        return Network.from_networkx(nx.convert_node_labels_to_integers(ANCHORS[name]()))
    text = CASES[name]
    if ":" in text:
        return parse_network(text)
    return Network.from_edges(8, [tuple(map(int, edge.split("-"))) for edge in text.split()])


def central(name: str) -> dict[str, Any]:
    """The optimum."""
    network = network_of(name)
    best = optimize(network, method="cvxpy") if network.n < 40 else optimize(network, gap=1e-6)
    return {"rho": best.rho}


def distributed(name: str) -> dict[str, Any]:
    return by_messages(name, node_program(GAP))


def printed(name: str, messages: int, power_steps: int, step: str, both_ends: bool) -> dict[str, Any]:
    return by_messages(name, printed_program(messages, power_steps, STEPS[step], both_ends))


def by_messages(name: str, program: Program) -> dict[str, Any]:
    network = network_of(name)
    problem, transport = Problem.of(network), InProcess(network)
    before = time.process_time()
    rows = transport.run(program)
    seconds = time.process_time() - before
    weights, certificate = collect(problem, [port.neighbours for port in transport.ports], rows)
    rho = objective_value(MixingMatrix.from_edge_weights(network, weights))
    return {
        "rho": rho,
        "gap": rho - verify_certificate(network, certificate),
        "iterations": rows[0].iterations,
        "messages": transport.traffic.messages.mean(),
        "bytes": transport.traffic.bytes.mean(),
        "rounds": transport.traffic.rounds,
        "feasible": max(float(row.weights.sum()) for row in rows) <= 1 + 1e-12,
        "seconds": seconds,
    }


def _answer(channel: Any, function: Callable[..., dict[str, Any]], arguments: tuple[Any, ...]) -> None:
    found = function(*arguments)
    channel.put({**found, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3})


def apart(function: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    """The function's answer from a fresh process, with its peak memory in MB."""
    fresh = multiprocessing.get_context("spawn")
    channel = fresh.Queue()
    process = fresh.Process(target=_answer, args=(channel, function, arguments))
    process.start()
    found: dict[str, Any] = channel.get()
    process.join()
    return found


COLUMNS = "   above      gap  iter.  messages       KB   rounds  CPU s   MB"
HEAD = " " * 27 + COLUMNS


def show(label: str, found: dict[str, Any], optimum: float, feasible: bool = False) -> None:
    last = "" if not feasible else "  feasible" if found["feasible"] else "  infeasible"
    print(
        f"{label:27s} {found['rho'] - optimum:8.1e} {found['gap']:8.1e} {found['iterations']:6d}"
        f" {found['messages']:9.0f} {found['bytes'] / 1e3:8.0f} {found['rounds']:8d} {found['seconds']:6.1f}"
        f" {found['peak']:4.0f}{last}",
        flush=True,
    )


def compare(name: str) -> None:
    """The nodes' method, then the printed one with the same messages a node, and with the same bytes."""
    optimum = apart(central, name)["rho"]
    print(
        f"\n{name}: optimum {optimum:.7f}; messages and KB are those a node sends on average\n{HEAD}",
        flush=True,
    )
    ours = apart(distributed, name)
    show("distributed", ours, optimum)
    budget = int(ours["messages"])
    for both_ends, power_steps in ((False, 10), (True, 10), (True, 100)):
        for step in STEPS:
            sign = "sign of v'Wv" if both_ends else "(19) always"
            label = f"{sign} {power_steps:4d} {step}"
            show(label, apart(printed, name, budget, power_steps, step, both_ends), optimum, True)
    if network_of(name).n > LARGEST_WITH_SAME_BYTES:
        return
    small = apart(printed, name, budget, 10, "0.01", True)
    same_bytes = int(budget * ours["bytes"] / small["bytes"])
    for step in STEPS:
        label = f"same KB, sign   10 {step}"
        show(label, apart(printed, name, same_bytes, 10, step, True), optimum, True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", nargs="*", choices=[*CASES, []])
    parser.add_argument("--anchors", action="store_true")
    chosen = parser.parse_args()
    if chosen.anchors:
        print(HEAD)
        for name in ANCHORS:
            show(name, apart(distributed, name), apart(central, name)["rho"])
        return
    for name in chosen.case or CASES:
        compare(name)


if __name__ == "__main__":
    main()
