"""Claim: certified weights for learning take seconds: CPU seconds and gap by size, beside CVXPY on a small network.

    OMP_NUM_THREADS=1 python benchmarks/learning_weights.py [--large]

The yardstick is CVXPY (Clarabel) on the objective's own semidefinite program with 12 nodes, in the same run: seconds
move with the machine, their ratio less. --large: also 1000 nodes with 5000 links, about a minute, and 5000 nodes with
50,000 links, by polynomials, two to three, and 10,000 nodes with 100,000, seven.
"""

from __future__ import annotations

import argparse
import time

from mixproof.spectral import parse_network
from mixproof.weightopt import optimize

CASES = [
    ("ring:n=20", 1e-4),
    ("grid:rows=5,cols=8", 1e-4),
    ("geometric:n=40,r=2,v=2", 1e-4),
    ("geometric:n=100,r=4,v=2", 1e-2),
    ("geometric:n=100,r=4,v=2", 1e-4),
]
LARGE = [
    ("er:n=1000,p=0.01,seed=1", 1e-3),
    ("er:n=5000,p=0.004,seed=1", 5e-2),
    ("er:n=10000,p=0.002,seed=1", 5e-2),
]
YARDSTICK = "geometric:n=12,r=2,v=2"


def measured(text: str, gap: float, method: str = "fast") -> tuple[float, float, float, int]:
    """CPU seconds, value, relative gap, iterations."""
    network = parse_network(text)
    began = time.process_time()
    best = optimize(network, "learning", method=method, gap=gap)
    return time.process_time() - began, best.value, best.gap, best.iterations


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--large", action="store_true")
    arguments = parser.parse_args()
    measured("path:n=3", 1e-4, "cvxpy")  # loads the libraries
    measured("path:n=3", 1e-4)
    unit, value, gap, _ = measured(YARDSTICK, 1e-4, "cvxpy")
    print(
        f"{YARDSTICK} by CVXPY: {unit:.2f} CPU s, value {value:.6g}, gap {gap:.1e}: the unit of the last column"
    )
    for text, asked in CASES + (LARGE if arguments.large else []):
        seconds, value, gap, iterations = measured(text, asked)
        line = f"{text}: asked {asked:.0e}, {seconds:.2f} CPU s, value {value:.6g}, gap {gap:.1e}"
        print(f"{line}, {iterations} iterations, {seconds / unit:.2f}", flush=True)


if __name__ == "__main__":
    main()
