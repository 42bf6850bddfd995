"""`learning` by polynomials and by columns, on networks with few links a node and with many.

    python benchmarks/weights_links.py [--limit SECONDS]

Prints processor seconds of both, to the certified gap of 1e-4; columns have a time limit. `optimize` takes the first
where a network has `MANY_LINKS` links a node.
"""

from __future__ import annotations

import argparse
import time

import networkx as nx

from mixproof.spectral import Network, as_network, parse_network
from mixproof.weightopt import OptimizedWeights, optimize
from mixproof.weightopt.central import learning as choice

NETWORKS = {
    "grid 15 x 20": lambda: parse_network("grid:rows=15,cols=20"),
    "geometric 300": lambda: as_network(nx.random_geometric_graph(300, 0.11, seed=3)),
    **{
        f"regular 300, degree {d}": lambda d=d: parse_network(f"regular:n=300,degree={d}")
        for d in (6, 16, 40)
    },
    "random 500, 75 links a node": lambda: as_network(nx.gnp_random_graph(500, 0.3, seed=1)),
}


def _measured(network: Network, links: float, limit: float | None) -> tuple[float, OptimizedWeights]:
    choice.MANY_LINKS, choice.FEW_NODES = links, 1
    began = time.process_time()
    best = optimize(network, "learning", time_limit=limit)
    return time.process_time() - began, best


def main() -> None:
    """Print a row a network."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=float, default=120, help="seconds for the columns")
    limit = parser.parse_args().limit
    print(f"{'network':30} {'links':>6} {'polynomials':>12} {'columns':>9} {'ratio':>6}")
    for name, make in NETWORKS.items():
        network = make()
        first, by_polynomials = _measured(network, 0, None)
        second, by_columns = _measured(network, float("inf"), limit)
        rows = [f"{best.status.name.lower()} {best.gap:.0e}" for best in (by_polynomials, by_columns)]
        print(
            f"{name:30} {network.m:6} {first:12.1f} {second:9.1f} {second / first:6.2f}  {'; '.join(rows)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
