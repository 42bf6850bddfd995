"""Claim: certified mixing weights 10 to 100 times faster than general solvers, and at sizes they do not
reach.

    python benchmarks/weights_speed.py CASE ...      one or more of the names in CASES, or nothing for all
    but the largest

Each solver runs in a process of its own, one after the other in the same run, so that the peak memory is
its own. Ours is `optimize(method="fast")` at the gap of the case; the rivals are CVXPY on edge variables
with SCS at its default accuracy, CVXPY with Clarabel, and `mixingmatrix` from PyPI when it is installed. A
rival's certified gap is re-derived from its dual where it gives one.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from dataclasses import dataclass

import networkx as nx
import numpy as np

from mixproof.spectral import Network, parse_network
from mixproof.weightopt import optimize
from mixproof.weightopt.goals import chosen
from mixproof.weightopt.problem import Problem


@dataclass(frozen=True)
class Case:
    """One row of the table: a network, the gap asked for, the rivals."""

    network: str
    gap: float
    rivals: tuple[str, ...] = ()
    objective: str = "mean"
    time_limit: float = 600.0


CASES = {
    "complete-40": Case("geometric:n=40,r=4,v=2,seed=0", 1e-5, ("CLARABEL",)),
    "complete-60": Case("geometric:n=60,r=4,v=2,seed=0", 1e-5, ("CLARABEL",)),
    "complete-200": Case("geometric:n=200,r=4,v=2,seed=0", 1e-3, ("SCS",)),
    "regular-1000": Case("regular 1000 4", 1e-3, ("mixingmatrix",), time_limit=60),
    "random-10000": Case("gnm 10000 100000", 0.0235, time_limit=300),
    "random-10000-1%": Case("gnm 10000 100000", 0.00465, time_limit=1500),
    "random-100000": Case("gnm 100000 1000000", 0.047, time_limit=1800),
    "random-100000-2.5%": Case("gnm 100000 1000000", 0.0134, time_limit=1800),
    "lossy-50": Case("lossy 50 200", 1e-4, ("CLARABEL",), objective="second-moment"),
}
LARGEST = ("random-10000-1%", "random-100000", "random-100000-2.5%")


def network_of(name: str) -> Network:
    """A family of `spectral`, or one of networkx's random graphs with a fixed seed."""
    kind, *sizes = name.split()
    if not sizes:
        return parse_network(name)
    n, size = map(int, sizes)
    if kind == "regular":
        return Network.from_networkx(nx.random_regular_graph(size, n, seed=1))
    network = Network.from_networkx(nx.gnm_random_graph(n, size, seed=1))
    if kind == "gnm":
        return network
    return Network(n, network.edges, np.random.default_rng(1).uniform(0.3, 1, size))


def run(case: Case, solver: str, answer: multiprocessing.Queue[tuple[float, ...]]) -> None:
    """Seconds, value, gap (nan when there is no certificate), peak memory of this process in GB."""
    network = network_of(case.network)
    warm = parse_network("ring:n=5")  # imports are not timed
    if solver == "fast":
        optimize(warm, case.objective, method="fast")
        before = time.perf_counter()
        best = optimize(network, case.objective, method="fast", gap=case.gap, time_limit=case.time_limit)
        value, gap = best.rho, best.gap
    elif solver == "mixingmatrix":
        import mixingmatrix  # type: ignore[import-not-found]

        before = time.perf_counter()
        found = mixingmatrix.solve(network.to_networkx(), time_limit=case.time_limit)
        value, gap = found.slem, found.certified_gap
    else:
        from mixproof.spectral import MixingMatrix
        from mixproof.weightopt import objective_value
        from mixproof.weightopt.central.semidefinite import solve_with_cvxpy
        from mixproof.weightopt.goals import verify_certificate

        solve_with_cvxpy(Problem.of(warm, chosen(case.objective)), solver)
        before = time.perf_counter()
        weights, certificate, _ = solve_with_cvxpy(Problem.of(network, chosen(case.objective)), solver)
        value = objective_value(MixingMatrix.from_edge_weights(network, weights), case.objective)
        gap = value - verify_certificate(network, certificate, case.objective)
    seconds = time.perf_counter() - before
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    answer.put((seconds, value, gap, memory))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", nargs="*", choices=[*CASES, []], help="rows to run")
    chosen = parser.parse_args().case or [name for name in CASES if name not in LARGEST]
    print(
        f"{'case':18s} {'solver':13s} {'seconds':>9s} {'value':>12s} {'gap':>9s} {'peak GB':>8s}  times faster"
    )
    fresh = multiprocessing.get_context("spawn")
    for name in chosen:
        ours = 0.0
        for solver in ("fast", *CASES[name].rivals):
            answer = fresh.Queue()
            process = fresh.Process(target=run, args=(CASES[name], solver, answer))
            process.start()
            process.join()
            if process.exitcode:
                print(f"{name:18s} {solver:13s} failed")
                continue
            seconds, value, gap, memory = answer.get()
            ours = ours or seconds
            ratio = "" if solver == "fast" else f"{seconds / ours:.0f}"
            print(
                f"{name:18s} {solver:13s} {seconds:9.2f} {value:12.8f} {gap:9.1e} {memory:8.2f}  {ratio}",
                flush=True,
            )


if __name__ == "__main__":
    main()
