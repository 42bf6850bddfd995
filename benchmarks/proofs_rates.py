"""Claim: certified rates meet what quadratic clients reach, and certified steps the smallest that diverge.

    python -m benchmarks.proofs_rates

One run, CPU seconds. First the yardstick, one random semidefinite program solved by the same solver, so that seconds of
different machines can be compared. Then steps at kappa = 10 (L = 1): the largest proved, the smallest found to diverge,
their ratio. Then rates at given steps: proved, reached by an exact witness, the difference; find, check, size.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mixproof import prove
from mixproof.bounds.checker import lyapunov
from mixproof.bounds.proofs.lyapunov.sdp import Program
from mixproof.experiments.tables import table

STEPS = [(name, lam) for name in ("diging", "extra", "nids") for lam in ("1/2", "9/10")]
RATES = [
    ("dgd", "1/2", "1/10"),
    ("diffusion", "1/2", "1/2"),
    ("diging", "1/2", "1/10"),
    ("atc-tracking", "1/2", "3/10"),
    ("extra", "1/2", "1/2"),
    ("nids", "1/2", "1"),
    *((f"local-{E}", "1/2", "1/10") for E in (1, 2, 5, 10)),
    ("dgd", "9/10", "1/20"),
    ("diging", "9/10", "1/250"),
    ("extra", "9/10", "1/2"),
    ("nids", "9/10", "1"),
]


def seconds(work: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def yardstick() -> Any:
    """max s with a random 30 x 30 pencil of 60 matrices above s I."""
    rng, program = np.random.default_rng(0), Program()
    program.variable("x", 60)
    program.variable("s", 1)
    matrices = rng.normal(size=(60, 30, 30))
    terms = {k: A + A.T for k, A in enumerate(matrices)}
    program.semidefinite(terms | {60: -np.eye(30)}, np.eye(30))
    program.nonnegative({k: np.eye(60)[k] for k in range(60)}, np.zeros(60))
    program.nonnegative({60: -np.ones(1)}, np.ones(1))
    return program.maximize({60: 1.0, **{k: -1e-3 for k in range(60)}})


def main() -> None:
    prove("dgd", L=1, mu="1/10", lam="1/2", eta="1/10")  # loads the libraries
    print(f"yardstick: {seconds(yardstick)[1]:.3f} CPU s\n")
    rows: list[tuple[Any, ...]] = []
    for name, lam in STEPS:
        proof, taken = seconds(lambda: prove(name, L=1, mu="1/10", lam=lam, step_limit=True))  # noqa: B023
        low, high = float(proof.step_proved or 0), float(proof.step_diverging or np.inf)
        rows.append((name, lam, proof.tier, low, high, 1 - low / high, proof.step_formula, f"{taken:.2f}"))
    print(table(["algorithm", "lam", "tier", "proved", "diverges", "1 - ratio", "necessary", "s"], rows))
    rows = []
    for name, lam, eta in RATES:
        proof, taken = seconds(lambda: prove(name, L=1, mu="1/10", lam=lam, eta=eta))  # noqa: B023
        checking = min(seconds(lambda: lyapunov.check(proof.certificate))[1] for _ in range(3))  # noqa: B023
        rates = float(proof.rho or np.nan), float(proof.rho_found or np.nan)
        shown = (proof.floor, f"{taken:.2f}", f"{checking:.4f}", proof.bytes)
        rows.append((name, lam, eta, proof.tier, *(f"{r:.7f}" for r in rates), rates[0] - rates[1], *shown))
    header = ["algorithm", "lam", "eta", "tier", "proved", "reached", "difference", "floor"]
    print("\n" + table([*header, "find s", "check s", "bytes"], rows))


if __name__ == "__main__":
    main()
