"""The surrogate of the weight-optimization paper (dawo): minimizers of rho(E W_hat) against those of rho(E W_hat^2).

    python benchmarks/surrogate.py [--quick]

Each row: both minimizers (CVXPY) on `geometric` networks of M nodes, in both objectives, medians over seeds; `loss` is
the share by which the expected squared consensus error takes longer to fall, 1/log(1/rho(E W_hat^2)), at the
surrogate's minimizer. The last table: optimized rho(E W_hat) as v grows, r = 2 (the paper,
M = 40: 0.54 at v = 2, 0.15 at v = 10).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

import numpy as np

from mixproof.spectral import parse_network
from mixproof.weightopt import objective_value, optimize

HEAD = (
    "| M | r | v | rho(mean), own minimizer | the other | rho(2nd), own minimizer | the surrogate's | loss |"
)


def both(network: str) -> tuple[float, float, float, float]:
    """rho(mean) at its own and at the other minimizer, rho(second moment) at its own and at the other."""
    nodes = parse_network(network)
    mean = optimize(nodes, objective="mean", method="cvxpy").weights
    second = optimize(nodes, objective="second-moment", method="cvxpy").weights
    return (
        *(objective_value(W, "mean") for W in (mean, second)),
        *(objective_value(W, "second-moment") for W in (second, mean)),
    )


def rounds(rho2: float) -> float:
    """Rounds in which the expected squared consensus error falls by a factor e; infinite at rho2 = 1 (to 1e-6)."""
    return math.inf if rho2 > 1 - 1e-6 else 1 / math.log(1 / rho2)


def surrogate_table(sizes: Sequence[int], seeds: int) -> None:
    print(HEAD)
    print("|---" * 8 + "|")
    for r, v in ((2, 2), (8, 2)):
        for n in sizes:
            rows = np.array([both(f"geometric:n={n},r={r},v={v},seed={seed}") for seed in range(seeds)])
            own, other, best, surrogate = np.median(rows, axis=0)
            loss = np.median([rounds(row[3]) / rounds(row[2]) - 1 for row in rows])
            print(
                f"| {n} | {r} | {v} | {own:.4f} | {other:.4f} | {best:.4f} | {surrogate:.4f} | {100 * loss:.1f} % |",
                flush=True,
            )


def distance_table(n: int, seeds: int) -> None:
    print(f"\n| v | optimized rho(mean), M = {n}, r = 2: median (smallest to largest) |\n|---|---|")
    for v in (2, 4, 6, 8, 10):
        values = [
            optimize(parse_network(f"geometric:n={n},r=2,v={v},seed={seed}"), method="fast", gap=1e-3).rho
            for seed in range(seeds)
        ]
        print(f"| {v} | {np.median(values):.3f} ({min(values):.3f} to {max(values):.3f}) |", flush=True)


if __name__ == "__main__":
    quick = "--quick" in sys.argv
    surrogate_table((2, 3, 5) if quick else (2, 3, 5, 8, 12, 20), 2 if quick else 3)
    distance_table(10 if quick else 40, 2 if quick else 5)
