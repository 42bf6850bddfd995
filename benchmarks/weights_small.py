"""Claim: on small networks certified weights take no longer than Clarabel does when it is called directly.

    OMP_NUM_THREADS=1 python -m benchmarks.weights_small [--large | --atlas]

The rival is Clarabel with its default settings on the semidefinite program over edge variables, min t with
-t I <= I - J - L(w) <= t I, w >= 0, N w <= 1, its matrices assembled by array operations; it neither makes its weights
exactly feasible nor proves anything. Ours is `optimize` at gap 1e-5: both of that, and the enclosure of rho. CPU
seconds, the least of some runs, in one process, and their ratio. --large: 40 nodes, of which a single run is taken.
--atlas: of the connected graphs in networkx's atlas all of 4 and 5 nodes, every 8th of 6 and every 60th of 7.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

import clarabel
import networkx as nx
import numpy as np
import scipy

from mixproof.spectral import Network, parse_network
from mixproof.weightopt import optimize

FAMILIES = (
    "path:n=4",
    "star:n=4",
    "ring:n=5",
    "path:n=6",
    "er:n=6,p=0.5,seed=1",
    "star:n=8",
    "er:n=8,p=0.5,seed=0",
    "grid:rows=3,cols=3",
    "er:n=10,p=0.4,seed=3",
    "barbell:clique=5,path=3",
    "er:n=12,p=0.3,seed=1",
    "complete:n=12",
    "geometric:n=15,r=2,v=2,seed=0",
    "grid:rows=4,cols=4",
    "er:n=16,p=0.3,seed=4",
    "geometric:n=20,r=2,v=2,seed=0",
    "grid:rows=4,cols=5",
    "smallworld:n=20,degree=4,p=0.2,seed=0",
    "er:n=20,p=0.2,seed=2",
    "er:n=20,p=0.5,seed=2",
)
TREES = ((5, 1), (7, 2), (8, 3), (12, 4), (20, 5))  # nodes and seed
LARGE = (
    "grid:rows=5,cols=8",
    "er:n=40,p=0.15,seed=2",
    "smallworld:n=40,degree=6,p=0.2,seed=1",
    "geometric:n=40,r=4,v=2,seed=0",
    "geometric:n=40,r=2,v=2,seed=0",
)


def atlas() -> dict[str, Network]:
    """Graphs of the atlas by their number."""
    of_size: dict[int, list[nx.Graph]] = {n: [] for n in range(4, 8)}
    for graph in nx.graph_atlas_g():
        if len(graph) in of_size and nx.is_connected(graph):
            of_size[len(graph)].append(graph)
    kept = [*of_size[4], *of_size[5], *of_size[6][::8], *of_size[7][::60]]
    return {f"{graph.name}, {graph.size()} links": Network.from_networkx(graph) for graph in kept}


def by_clarabel(network: Network) -> None:
    """The weights by Clarabel, from the network's arrays."""
    n, m, (i, j), p = network.n, network.m, network.edges.T, network.probabilities
    size, e, root = n * (n + 1) // 2, np.arange(m), 2**0.5
    own, across = np.arange(n) * (np.arange(n) + 3) // 2, j * (j + 1) // 2 + i
    base = np.full(size, -root / n)
    base[own] = 1 - 1 / n
    one = np.stack([own[i], across, own[j]], axis=1)
    tail = [(2 * size + e)[:, None], (2 * size + m + i)[:, None], (2 * size + m + j)[:, None]]
    rows = np.concatenate([np.hstack([one, one + size, *tail]).ravel(), own, own + size])
    values = np.empty((m, 9))
    values[:, 0] = values[:, 2] = -p
    values[:, 1], values[:, 3:6] = root * p, -values[:, :3]
    values[:, 3:6] = -values[:, :3]
    values[:, 6], values[:, 7:] = -1, 1
    data = np.concatenate([values.ravel(), np.full(2 * n, -1.0)])
    starts = np.append(np.arange(m + 1) * 9, 9 * m + 2 * n)
    A = scipy.sparse.csc_matrix((data, rows, starts), shape=(2 * size + m + n, m + 1))
    b = np.concatenate([-base, base, np.zeros(m), np.ones(n)])
    cost = np.append(np.zeros(m), 1.0)
    cones = [clarabel.PSDTriangleConeT(n)] * 2 + [clarabel.NonnegativeConeT(m + n)]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    clarabel.DefaultSolver(scipy.sparse.csc_matrix((m + 1, m + 1)), cost, A, b, cones, settings).solve()


def cpu(work: Callable[[], object], runs: int) -> float:
    """Least CPU seconds of some runs."""
    found = []
    for _ in range(runs):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--atlas", action="store_true")
    arguments = parser.parse_args()
    networks = {text: parse_network(text) for text in FAMILIES}
    for n, seed in TREES:
        networks[f"tree of {n}, seed {seed}"] = Network.from_networkx(nx.random_labeled_tree(n, seed=seed))
    if arguments.atlas:
        networks = atlas()
    if arguments.large:
        networks = {text: parse_network(text) for text in LARGE}
    optimize("er:n=8,p=0.5,seed=1", gap=1e-5)  # loads the libraries
    print(f"{'network':40s} {'Clarabel ms':>12s} {'ours ms':>9s} {'ratio':>7s} {'gap':>9s}")
    ratios = []
    for name, network in sorted(networks.items(), key=lambda item: item[1].n):
        runs = 15 if network.n < 30 else 1
        found = optimize(network, gap=1e-5)
        theirs, ours = (
            cpu(partial(by_clarabel, network), runs),
            cpu(partial(optimize, network, gap=1e-5), runs),
        )
        ratios.append(theirs / ours)
        print(
            f"{name:40s} {1e3 * theirs:12.2f} {1e3 * ours:9.2f} {ratios[-1]:7.2f} {found.gap:9.1e}",
            flush=True,
        )
    print(
        f"geometric mean of {len(ratios)} ratios {np.exp(np.mean(np.log(ratios))):.2f}, least {min(ratios):.2f}"
    )


if __name__ == "__main__":
    main()
