"""Speed of a learning run: against its own matrix products, and against a loop over clients in torch.

100 nodes, logistic regression on 784 features, batch 64, 10 seeds. `python benchmarks/learning_speed.py
[--rounds 1000] [--rows 40] [--single] [--torch]`; --rows is the size of a client's shard. The products are
those of one round, in numpy and in the same precision, on arrays that are already gathered: 1000 times
(64 x 784)(784 x 1), 1000 times (784 x 64)(64 x 1), and W (100 x 100) times the models of every seed.
The torch loop is the usual one: a module and an optimizer a client, one seed; its time is multiplied by 10.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from experiments.algorithms import DECEFL
from experiments.problems import logistic
from experiments.simulate import simulate
from spectral import mixing_matrix, parse_network

SEEDS, NODES, BATCH, WIDTH = 10, 100, 64, 784


def products(dtype: type, rounds: int) -> float:
    """Seconds a round of the matrix products alone (median)."""
    rng = np.random.default_rng(0)
    rows = rng.random((SEEDS, NODES, BATCH, WIDTH), dtype=np.float32).astype(dtype)
    x = rng.random((SEEDS, NODES, WIDTH), dtype=np.float32).astype(dtype)
    slopes = rng.random((SEEDS, NODES, BATCH, 1), dtype=np.float32).astype(dtype)
    W = rng.random((NODES, NODES)).astype(dtype)
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        np.matmul(rows, x[..., None])
        np.matmul(rows.swapaxes(-1, -2), slopes)
        np.matmul(W, x)
        times.append(time.perf_counter() - began)
    return float(np.median(times))


def torch_loop(X: np.ndarray, y: np.ndarray, W: np.ndarray, parts: list[np.ndarray], rounds: int) -> float:
    """Seconds a round of the loop over clients, one seed (median)."""
    import torch

    torch.set_num_threads(1)
    models = [torch.nn.Linear(WIDTH, 1, bias=False) for _ in range(NODES)]
    optimizers = [torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=0.1) for model in models]
    shards = [
        (torch.tensor(X[p], dtype=torch.float32), torch.tensor(y[p], dtype=torch.float32)) for p in parts
    ]
    neighbours = [[(int(j), float(W[k, j])) for j in np.flatnonzero(W[k])] for k in range(NODES)]
    loss, times = torch.nn.BCEWithLogitsLoss(), []
    for _ in range(rounds):
        began = time.perf_counter()
        for model, optimizer, (features, labels) in zip(models, optimizers, shards):
            batch = torch.randint(len(labels), (BATCH,))
            optimizer.zero_grad()
            loss(model(features[batch]).squeeze(1), labels[batch]).backward()
            optimizer.step()
        with torch.no_grad():
            mixed = [sum(w * models[j].weight for j, w in near) for near in neighbours]
            for model, weight in zip(models, mixed):
                model.weight.copy_(weight)
        times.append(time.perf_counter() - began)
    return float(np.median(times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=40)
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--torch", action="store_true")
    options = parser.parse_args()
    dtype = np.float32 if options.single else np.float64
    rng = np.random.default_rng(1)
    X = rng.random((NODES * options.rows, WIDTH)) / 28
    y = rng.integers(0, 2, len(X))
    parts = np.array_split(np.arange(len(X)), NODES)
    W = mixing_matrix(parse_network(f"er:n={NODES},p=0.1,seed=0"), "metropolis")
    problem = logistic(X, y, parts, 0.1, dtype)
    problem.minimum()  # not part of a round
    alone = [products(dtype, 30)]
    run = {"mixing": W, "eta": 0.1, "seeds": SEEDS, "batch": BATCH, "record_every": options.rounds}
    began = time.perf_counter()
    simulate(problem, DECEFL, rounds=options.rounds, **run)
    total = time.perf_counter() - began
    alone.append(products(dtype, 30))
    a_round = total / options.rounds
    print(
        f"{NODES} nodes, {WIDTH} features, batch {BATCH}, {SEEDS} seeds, shards of {options.rows}, {dtype.__name__}"
    )
    print(f"run of {options.rounds} rounds     {total:8.2f} s   {1e3 * a_round:7.2f} ms a round")
    for label, seconds in zip(("before", "after"), alone):
        print(
            f"products alone ({label:6}) {1e3 * seconds:15.2f} ms a round   run/products {a_round / seconds:.2f}"
        )
    if options.torch:
        loop = SEEDS * torch_loop(X, y, W.dense(), parts, 20)
        print(f"torch loop x {SEEDS} seeds {1e3 * loop:18.1f} ms a round   torch/run {loop / a_round:.1f}")


if __name__ == "__main__":
    main()
