"""Time and memory of push-sum: 1024 nodes, 10,000 rounds, 5 features, sparse W with up to 32 neighbours.

`python benchmarks/learning_push_sum.py`; synthetic samples stand in for the room-occupancy stream (20,560 rows).
"""

from __future__ import annotations

import resource
import time

import numpy as np

from mixproof.experiments.learning.problems import stream
from mixproof.experiments.learning.streaming import run_online
from mixproof.spectral import mixing_matrix, parse_network


def main() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_560, 5))
    y = (X @ rng.normal(size=5) + rng.normal(size=len(X)) > 0).astype(int)
    began = time.perf_counter()
    events = stream(X, y, nodes=1024, rounds=10_000, stochastic=0.5)
    prepared = time.perf_counter()
    W = mixing_matrix(parse_network("directed:n=1024,max_out=32,seed=0"), "out-degree")
    run = run_online(events, W, 0.1)
    done = time.perf_counter()
    print(f"{W.network.m} arcs; stream {prepared - began:.1f} s, run {done - prepared:.1f} s")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB")
    loss = run.curves["average_loss"][0, -1]
    print(f"average loss {loss:.4f}, best fixed model {events.best.value:.4f}")


if __name__ == "__main__":
    main()
