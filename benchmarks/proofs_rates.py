"""Claim: certified rates meet what quadratic clients reach, and certified steps the smallest that diverge.

    python -m benchmarks.proofs_rates

One run, CPU seconds. First the yardstick, one random semidefinite program solved by the same solver, so that seconds of
different machines can be compared. Then steps at kappa = 10 (L = 1): the largest proved, the smallest found to diverge,
their ratio. Then rates at given steps: proved, reached by an exact witness, the difference; find, check, size. Last,
theorems for a range: gradient tracking for every lambda in [0, 1) at a share of the necessary step (1 - lambda)^2/(2L),
DGD at lambda = 1/2 for every step up to a share of (1 - lambda)/L; the squared rate is 1 - theta 2 mu eta.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from mixproof import prove
from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs.lyapunov import DGD_STEPS, DIGING_LAMBDAS, prove_family
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
FAMILIES = [
    *(("diging", share, theta) for share, theta in (("1/2", "9/10"), ("9/10", "9/10"), ("95/100", "1/2"))),
    *(("diging", share, theta) for share, theta in (("97/100", "1/2"), ("99/100", "1/10"))),
    *(("dgd", share, theta) for share, theta in (("1/2", "9/10"), ("9/10", "9/10"), ("95/100", "1/2"))),
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
        checking = min(seconds(lambda: decide(proof.certificate))[1] for _ in range(3))  # noqa: B023
        rates = float(proof.rho or np.nan), float(proof.rho_found or np.nan)
        shown = (proof.floor, f"{taken:.2f}", f"{checking:.4f}", proof.bytes)
        rows.append((name, lam, eta, proof.tier, *(f"{r:.7f}" for r in rates), rates[0] - rates[1], *shown))
    header = ["algorithm", "lam", "eta", "tier", "proved", "reached", "difference", "floor"]
    print("\n" + table([*header, "find s", "check s", "bytes"], rows))
    rows = []
    for name, share, theta in FAMILIES:
        document, taken = seconds(lambda: family(name, Fraction(share), Fraction(theta)))  # noqa: B023
        checking = seconds(lambda: decide(document))[1] if document else None  # noqa: B023
        size = len(json.dumps(document)) if document else None
        rows.append((name, share, theta, bool(document), f"{taken:.2f}", checking, size))
    print("\n" + table(["algorithm", "share", "theta", "proved", "find s", "check s", "bytes"], rows))


def family(name: str, share: Fraction, theta: Fraction) -> dict[str, Any] | None:
    """A derivation for every s in (0, 1]: s = 1 - lambda for gradient tracking, eta = share s/2 for DGD."""
    loss = -theta * share / 10  # theta 2 mu eta with mu = 1/10 and eta = share/2 at s = 1
    if name == "diging":
        constants: dict[str, Any] = {"lam": [1, -1], "eta": [0, 0, share / 2], "rate2": [1, 0, loss]}
        constants["orders"] = DIGING_LAMBDAS
    else:
        constants = {"lam": ["1/2"], "eta": [0, share / 2], "rate2": [1, loss], "orders": DGD_STEPS}
    return prove_family(algorithm(name), L=1, mu="1/10", **constants)


if __name__ == "__main__":
    main()
