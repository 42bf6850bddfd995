"""Claim: time limits and Ctrl-C hold within max(1 s, 10 %) at every size, and what is returned then is useful.

    OMP_NUM_THREADS=1 python -m benchmarks.time_limits [CASE ...]

A line a case, once with `time_limit` and once with SIGINT after as many seconds: seconds over the limit; the value in
units of Metropolis's and the lower bound in units of the value. For the moduli (value - bound)/(1 - value), the share
of the gap. All seconds, those of the limits too, are CPU seconds of the process: its clock is replaced, so that the
figures are those of a quiet machine, whatever else this one does.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import networkx as nx
import numpy as np

import mixproof as mx
from mixproof.spectral import Network, mixing_matrix, parse_network
from mixproof.weightopt import optimize, optimize_schedule
from mixproof.weightopt.goals import chosen


def _gnm(n: int, m: int) -> Network:
    rng = np.random.default_rng(0)
    ring = np.column_stack([np.arange(n), (np.arange(n) + 1) % n])
    pairs = np.vstack([ring, rng.integers(0, n, (m - n, 2))])
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    return Network.from_edges(n, pairs)


def _lossy(n: int) -> Network:
    graph = nx.complete_graph(n)
    rng = np.random.default_rng(0)
    for _, _, data in graph.edges(data=True):
        data["p"] = float(rng.uniform(0.2, 0.9))
    return Network.from_networkx(graph, "p")


time.perf_counter = time.process_time

RGG = "rgg:n=1600,radius=0.05,seed=1"
CASES: dict[str, tuple[Callable[[], Network], str, float]] = {
    "random 10^5, 10^6 links, mean": (lambda: _gnm(100_000, 1_000_000), "mean", 20),
    "complete 200, lossy, second-moment": (lambda: _lossy(200), "second-moment", 5),
    "geometric 1,600, learning": (lambda: parse_network(RGG), "learning", 10),
    "geometric 1,600, labels": (lambda: parse_network(RGG), "labels", 10),
    "regular 1,500, learning": (lambda: parse_network("regular:n=1500,degree=4"), "learning", 2),
    "regular 2,500, learning": (lambda: parse_network("regular:n=2500,degree=4"), "learning", 3),
    "regular 4,000, learning": (lambda: parse_network("regular:n=4000,degree=4"), "learning", 5),
    "regular 4,000, learning, longer": (lambda: parse_network("regular:n=4000,degree=4"), "learning", 20),
    "regular 900, learning": (lambda: parse_network("regular:n=900,degree=4"), "learning", 2),
    "random 10^5, 10^6 links, learning": (lambda: _gnm(100_000, 1_000_000), "learning", 10),
    "grid 30 x 30, mean": (lambda: parse_network("grid:rows=30,cols=30"), "mean", 2),
    "regular 500, plan": (lambda: parse_network("regular:n=500,degree=4"), "plan", 10),
    "regular 100, schedule": (lambda: parse_network("regular:n=100,degree=6"), "schedule", 5),
}


def run(network: Network, what: str, seconds: float | None) -> Any:
    if what == "plan":
        return mx.plan(network, step=0.1, **({} if seconds is None else {"seconds": seconds}))
    if what == "schedule":
        return optimize_schedule(network, 2.0)
    known = {"heterogeneity": np.eye(10)[np.arange(network.n) % 10]} if what == "labels" else {}
    return optimize(network, "learning" if what == "labels" else what, time_limit=seconds, **known)


def measured(network: Network, what: str, seconds: float, interrupt: bool) -> str:
    began, ended = time.process_time(), threading.Event()

    def due() -> None:
        while not ended.wait(0.01):
            if time.process_time() > began + seconds:
                os.kill(os.getpid(), signal.SIGINT)
                return

    if interrupt:
        threading.Thread(target=due, daemon=True).start()
    answer = None
    with suppress(KeyboardInterrupt):
        answer = run(network, what, None if interrupt else seconds)
    late = f"{time.process_time() - began - seconds:7.2f}"
    ended.set()
    if answer is None:
        return late + "  KeyboardInterrupt"
    if what == "plan":
        return f"{late}  {answer.chosen.name}, {answer.chosen.form}, of {len(answer.candidates)}"
    if what == "schedule":
        return f"{late}  factor {answer.schedule.factor:.4f}, bound {answer.lower_bound:.4f}"
    goal = chosen(answer.goal, network.n)
    base = mixing_matrix(network, "metropolis")
    compared = goal.hurried(base, 0.02, np.inf if network.n <= 10_000 or goal.is_modulus else 0.0)[0]
    if goal.is_modulus:
        share = (answer.value - answer.lower_bound) / (1 - answer.value)
        values = f"{answer.value:.6g} (Metropolis {compared:.6g})"
        return f"{late}  {values}, gap/(1 - value) {share:.2g}, {answer.status.name}"
    bound = answer.lower_bound / answer.value
    return f"{late}  {answer.value / compared:.3f} of Metropolis, bound {bound:.3f} of value, {answer.status.name}"


def main() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    print(f"{'case':42} {'limit':>6} {'':6} {'over s':>7}")
    for name in sys.argv[1:] or CASES:
        build, what, seconds = CASES[name]
        network = build()
        for interrupt in (False, True):
            if what == "schedule" and not interrupt:
                continue
            shown = measured(network, what, seconds, interrupt)
            print(f"{name:42} {seconds:6g} {'Ctrl-C' if interrupt else 'limit':6} {shown}", flush=True)


if __name__ == "__main__":
    main()
