"""Speed of a learning run: against its own matrix products, and against a loop over clients in torch.

`python benchmarks/learning_speed.py` runs every case, each in a process of its own; `... ROWS PRECISION` one.
A case is DeceFL on 100 nodes, logistic regression on 784 features, batch 64, 10 seeds, 1000 rounds, with ROWS
samples a client (600: as many as MNIST has) in float32 or float64.

Every 50 rounds the run's clock stops, its rivals do a round each, so that all meet the same load, and the run goes
on with two threads instead of one, or one instead of two:
- the products: 1000 times (64 x 784)(784 x 1), 1000 times (784 x 64)(64 x 1) and, for every seed, W (100 x 100)
  times the models, in numpy, in the run's precision and on its threads, on batches that are already gathered;
- torch, module: the usual loop over clients, each with a module (Linear without bias), BCEWithLogitsLoss and an SGD
  optimizer with weight decay, batches by indexing, models mixed by one product; float32, one seed, times 10
  (on one thread, and on two at every fifth stop);
- torch, lean: the same on one thread with plain tensors, torch.autograd.grad and the step written out.
Ratios, by the clock and in processor time, are of the 50 rounds before a stop to the rivals' round at it: medians
over 10 stops. Peak memory is that of the process before it meets its rivals, with the data and the libraries.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from mixproof.experiments.learning.algorithms import DECEFL, mix
from mixproof.experiments.learning.cores import share_out
from mixproof.experiments.learning.problems import logistic
from mixproof.experiments.learning.simulate import simulate
from mixproof.spectral import mixing_matrix, parse_network

SEEDS, NODES, BATCH, WIDTH, ROUNDS, EVERY = 10, 100, 64, 784, 1000, 50
CASES = [(rows, precision) for rows in (40, 120, 600) for precision in ("float32", "float64")]
SLOW = "torch, module, 2 thr."  # its threads wait actively: where other processes run, a few rounds must do


def products(W: np.ndarray, dtype: Any) -> Callable[[], None]:
    rng = np.random.default_rng(0)
    rows = rng.random((SEEDS * NODES, BATCH, WIDTH), dtype=np.float32).astype(dtype, copy=False)
    x = rng.random((SEEDS, NODES, WIDTH), dtype=np.float32).astype(dtype, copy=False)
    slopes = rng.random((SEEDS * NODES, BATCH, 1), dtype=np.float32).astype(dtype, copy=False)
    models = x.reshape(-1, WIDTH, 1)

    def pairs(part: slice) -> None:
        np.matmul(rows[part], models[part])
        np.matmul(rows[part].swapaxes(-1, -2), slopes[part])

    def a_round() -> None:
        share_out(pairs, len(rows), rows.size)
        mix(W, x)

    return a_round


def torch_loop(
    X: np.ndarray, y: np.ndarray, W: np.ndarray, parts: list, threads: int, lean: bool
) -> Callable:
    import torch

    shards = [
        (torch.tensor(X[p], dtype=torch.float32), torch.tensor(y[p], dtype=torch.float32)) for p in parts
    ]
    mixing = torch.tensor(W, dtype=torch.float32)
    modules = [torch.nn.Linear(WIDTH, 1, bias=False) for _ in range(NODES)]
    optimizers = [torch.optim.SGD(module.parameters(), lr=0.1, weight_decay=0.1) for module in modules]
    weights = [torch.zeros(WIDTH, requires_grad=True) for _ in range(NODES)]
    loss = torch.nn.BCEWithLogitsLoss()

    def with_modules() -> None:
        before = torch.cat([module.weight.detach() for module in modules])
        old = before.clone()
        for module, optimizer, (features, labels) in zip(modules, optimizers, shards):
            batch = torch.randint(len(labels), (BATCH,))
            optimizer.zero_grad()
            loss(module(features[batch]).squeeze(1), labels[batch]).backward()
            optimizer.step()
        with torch.no_grad():
            mixed = mixing @ old - old
            for module, change in zip(modules, mixed):
                module.weight += change

    def plainly() -> None:
        old = torch.stack([weight.detach() for weight in weights])
        gradients = []
        for weight, (features, labels) in zip(weights, shards):
            batch = torch.randint(len(labels), (BATCH,))
            gradients.append(torch.autograd.grad(loss(features[batch] @ weight, labels[batch]), weight)[0])
        with torch.no_grad():
            new = mixing @ old - 0.1 * (torch.stack(gradients) + 0.1 * old)
            for weight, moved in zip(weights, new):
                weight.copy_(moved)

    def a_round() -> None:
        torch.set_num_threads(threads)
        plainly() if lean else with_modules()

    return a_round


def seconds(work: Callable[[], None]) -> np.ndarray:
    """By the clock, and of processor time."""
    began = np.array([time.perf_counter(), time.process_time()])
    work()
    return np.array([time.perf_counter(), time.process_time()]) - began


def case(rows: int, precision: str) -> None:
    rng = np.random.default_rng(1)
    X = rng.random((NODES * rows, WIDTH), dtype=np.float32) / 28
    y = rng.integers(0, 2, len(X))
    parts = np.array_split(np.arange(len(X)), NODES)
    W = mixing_matrix(parse_network(f"er:n={NODES},p=0.1,seed=0"), "metropolis").dense()
    problem = logistic(X, y, parts, 0.1, precision)
    problem.minimum()  # not part of a round
    options = {"eta": 0.1, "seeds": SEEDS, "batch": BATCH, "record_every": ROUNDS}
    simulate(problem, DECEFL, rounds=EVERY, mixing=W, **options)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20

    rivals = {"products": products(W.astype(precision), precision)}
    rivals["torch, module"] = torch_loop(X, y, W, parts, 1, lean=False)
    rivals[SLOW] = torch_loop(X, y, W, parts, 2, lean=False)
    rivals["torch, lean"] = torch_loop(X, y, W, parts, 1, lean=True)
    for rival in rivals.values():
        rival()  # the first round warms up
    blas = ThreadpoolController().select(user_api="blas")
    own: dict[int, list[np.ndarray]] = {1: [], 2: []}
    met: dict[int, dict[str, list[np.ndarray]]] = {n: {name: [] for name in rivals} for n in own}
    threads, began = 1, np.zeros(2)

    def turn(t: int) -> np.ndarray:
        nonlocal threads, began
        if t and t % EVERY == 0:
            now = np.array([time.perf_counter(), time.process_time()])
            own[threads].append((now - began) / EVERY)
            for name, rival in rivals.items():
                if name == SLOW and t % (5 * EVERY):
                    continue
                met[threads][name].append(seconds(rival) * (1 if name == "products" else SEEDS))
            threads = 3 - threads
        if t % EVERY == 0:
            blas.limit(limits=threads)
            began = np.array([time.perf_counter(), time.process_time()])
        return W

    blas.limit(limits=1)
    simulate(problem, DECEFL, rounds=ROUNDS, mixing=turn, **options)
    turn(ROUNDS)
    print(f"{rows} rows a client, {precision}: peak {memory:.2f} GiB; ms by the clock, and of processor time")
    for threads, segments in own.items():
        run = np.array(segments)
        print("  run, threads: {}         {:8.1f} {:8.1f}".format(threads, *1e3 * np.median(run, axis=0)))
        for name, times in met[threads].items():
            paired = np.median(run, axis=0) if name == SLOW else run
            ratio = paired / times if name == "products" else np.array(times) / paired
            print(
                "    {:22} {:8.1f} {:8.1f}  {} {:.2f}, {:.2f} of processor time".format(
                    name,
                    *1e3 * np.median(times, axis=0),
                    "run/products" if name == "products" else "torch/run",
                    *np.median(ratio, axis=0),
                )
            )


def main() -> None:
    if len(sys.argv) == 3:
        return case(int(sys.argv[1]), sys.argv[2])
    for rows, precision in CASES:
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
        subprocess.run([sys.executable, __file__, str(rows), precision], check=True)


if __name__ == "__main__":
    main()
