"""Claim: on symmetric networks one weight a class of links closes the gap in a few eigendecompositions, where the
operator splitting takes thousands; on the others the attempt costs little.

    python benchmarks/weights_symmetric.py [CASE ...]      names in CASES; without any, all of them

Each row is `optimize(method="fast")` twice in the same process, with the first phase `central.cuts` and without it:
processor seconds, iterations, certified gap. A run ends at the gap asked for or after `LIMIT` seconds by the clock.
`classes`: of links, before eigenspaces tell more of them apart; `-` where there are too many to try.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import networkx as nx

from mixproof.spectral import Network, parse_network
from mixproof.weightopt import optimize
from mixproof.weightopt.central import fast
from mixproof.weightopt.central.orbits import first_classes
from mixproof.weightopt.problem import Problem

GAP, LIMIT = 1e-5, 30.0


def of_graph(graph: nx.Graph) -> Network:
    return Network.from_networkx(nx.convert_node_labels_to_integers(graph))


def torus(*sides: int) -> Callable[[], Network]:
    return lambda: of_graph(nx.grid_graph(sides, periodic=True))


def family(text: str) -> Callable[[], Network]:
    return lambda: parse_network(text)


CASES: dict[str, Callable[[], Network]] = {
    "ring 200": family("ring:n=200"),
    "ring 1000": family("ring:n=1000"),
    "hypercube 9": family("hypercube:d=9"),
    "hypercube 12": family("hypercube:d=12"),
    "hypercube 14": family("hypercube:d=14"),
    "torus 30x30": torus(30, 30),
    "torus 40x60": torus(40, 60),
    "torus 14x14x14": torus(14, 14, 14),
    "torus 100x100": torus(100, 100),
    "circulant 200, degree 20": family("regular:n=200,degree=20"),
    "path 100": family("path:n=100"),
    "star 2000": family("star:n=2000"),
    "binary tree 127": lambda: of_graph(nx.balanced_tree(2, 6)),
    "ring of 20 cliques of 8": lambda: of_graph(nx.ring_of_cliques(20, 8)),
    "10 caves of 6": lambda: of_graph(nx.connected_caveman_graph(10, 6)),
    "sudoku 81": lambda: of_graph(nx.sudoku_graph(3)),
    "grid 10x10": family("grid:rows=10,cols=10"),
    "grid 4x20": family("grid:rows=4,cols=20"),
    "grid 30x30": family("grid:rows=30,cols=30"),
    "random regular 200": lambda: of_graph(nx.random_regular_graph(4, 200, seed=1)),
    "random regular 2000": lambda: of_graph(nx.random_regular_graph(4, 2000, seed=1)),
    "random 10000": lambda: of_graph(nx.gnm_random_graph(10_000, 100_000, seed=1)),
}


def skip(*arguments: Any) -> None:
    """In place of the first phase."""


def run(network: Network, signed: bool) -> str:
    before = time.process_time()
    best = optimize(network, signed=signed, method="fast", gap=GAP, time_limit=LIMIT)
    seconds = time.process_time() - before
    return f"{seconds:8.2f} {best.iterations:6d} {best.gap:8.1e}"


def row(name: str, network: Network, signed: bool = False) -> None:
    classes = first_classes(Problem.of(network))
    with_classes = run(network, signed)
    with patch.object(fast, "reduce_by_orbits", skip):
        without = run(network, signed)
    count = "-" if classes is None else f"{classes.count}"
    print(f"{name:25s} {network.n:6d} {network.m:7d} {count:>8s}  {with_classes}  {without}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", nargs="*", choices=[*CASES, []])
    chosen = parser.parse_args().case or CASES
    optimize(parse_network("path:n=5"), method="fast")  # imports are not timed
    optimize(parse_network("geometric:n=8,r=2,v=2"), method="fast")
    columns = "   CPU s  iter.      gap"
    print(f"{'network':25s} {'nodes':>6s} {'links':>7s} {'classes':>8s}  {columns}  {columns}")
    for name in chosen:
        row(name, CASES[name]())
    if not parser.parse_args().case:
        row("ring 50, signed", parse_network("ring:n=50"), signed=True)
        row("hypercube 6, signed", parse_network("hypercube:d=6"), signed=True)


if __name__ == "__main__":
    main()
