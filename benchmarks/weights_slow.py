"""Claim: where mixing is slow or the optimum has no vertices, an interior-point method closes the gap in seconds; the
operator splitting alone takes minutes or does not get there.

    python benchmarks/weights_slow.py [CASE ...]      names in CASES; without any, all of them

Each row is `optimize(method="fast")` twice in the same process, with the last phase `central.interior` and without:
processor seconds, iterations, certified gap, the gap as a share of 1 - rho. A run ends at the default gap (1e-5, and a
hundredth of 1 - rho) or after `LIMIT` seconds by the clock.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from unittest.mock import patch

import networkx as nx

from mixproof.spectral import Network, parse_network
from mixproof.weightopt import optimize
from mixproof.weightopt.central import fast
from mixproof.weightopt.problem import Problem

LIMIT = 30.0


def of_graph(graph: nx.Graph) -> Network:
    return Network.from_networkx(nx.convert_node_labels_to_integers(graph))


def family(text: str) -> Callable[[], Network]:
    return lambda: parse_network(text)


CASES: dict[str, Callable[[], Network]] = {
    "grid 4x20": family("grid:rows=4,cols=20"),
    "path 300": family("path:n=300"),
    "random tree 200": lambda: of_graph(nx.random_labeled_tree(200, seed=1)),
    "lollipop 30 + 50": lambda: of_graph(nx.lollipop_graph(30, 50)),
    "random regular 200": lambda: of_graph(nx.random_regular_graph(4, 200, seed=1)),
    "geometric 200": family("rgg:n=200,radius=0.15,seed=0"),
    "small world 300": lambda: of_graph(nx.connected_watts_strogatz_graph(300, 6, 0.1, seed=1)),
    "scale-free 500": lambda: of_graph(nx.barabasi_albert_graph(500, 3, seed=1)),
    "grid 30x30": family("grid:rows=30,cols=30"),
}


def unreachable(problem: Problem) -> bool:
    """In place of the test whether the last phase applies."""
    return False


def run(network: Network) -> str:
    before = time.process_time()
    best = optimize(network, method="fast", time_limit=LIMIT)
    seconds = time.process_time() - before
    return f"{seconds:8.2f} {best.iterations:6d} {best.gap:8.1e} {best.gap / (1 - best.rho):8.1e}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", nargs="*", choices=[*CASES, []])
    chosen = parser.parse_args().case or CASES
    optimize(parse_network("grid:rows=2,cols=3"), method="fast")  # imports are not timed
    columns = "   CPU s  iter.      gap /(1-rho)"
    print(f"{'network':20s} {'nodes':>6s} {'links':>6s}  {columns}  {columns}")
    for name in chosen:
        network = CASES[name]()
        quick = run(network)
        with patch.object(fast, "_within_reach", unreachable):
            slow = run(network)
        print(f"{name:20s} {network.n:6d} {network.m:6d}  {quick}  {slow}", flush=True)


if __name__ == "__main__":
    main()
