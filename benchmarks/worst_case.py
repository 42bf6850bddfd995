"""Claim: worst cases agree with PEPit's to 1e-6, take a fraction of its time, and come with a certificate.

    python -m benchmarks.worst_case            from the top level of the repository; needs PEPit (extra `dev`)

First 18 instances beside PEPit: both values, their difference, processor seconds of each (ours with the certificate
and its check). Then gradient descent by gossip over every network at T = 10, 20 and 50: processor seconds to find and
to check, bytes; and witnesses of T <= 8 and K <= 3 as a share of the worst case, of starts that eps0 bounds by explicit
clients. The yardstick is a CVXPY solve.
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from mixproof.bounds.kernel.records import decide
from mixproof.bounds.proofs import worst_case
from tests.bounds.pepit_oracle import worst

PAIR = ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
PATH = tuple(tuple(Fraction(w, 3) for w in row) for row in ((2, 1, 0), (1, 1, 1), (0, 1, 2)))
SLOW, EVEN, NEGATIVE = (
    (Fraction(a), Fraction(b)) for a, b in (("-9/10", "9/10"), ("-1/2", "1/2"), ("-1/2", 0))
)

# method, metric, rounds, mu, step, network: a matrix, or the ends of a spectrum
INSTANCES: list[tuple[str, str, int, str, str, Any]] = [
    ("dgd", "error2", 1, "1/10", "1/2", PAIR),
    ("dgd", "error2", 3, "1/10", "1", PAIR),
    ("dgd", "gap", 3, "1/10", "1/2", PAIR),
    ("dgd", "spread2", 3, "0", "1/2", PAIR),
    ("dgd", "error2", 3, "1/10", "1/2", PATH),
    ("dgd", "spread2", 2, "1/3", "1/4", PATH),
    ("diffusion", "gap", 2, "1/10", "1/2", PATH),
    ("diging", "error2", 3, "1/10", "1/4", PATH),
    ("extra", "error2", 3, "1/10", "1/2", PATH),
    ("dgd", "error2", 3, "1/10", "1/2", EVEN),
    ("dgd", "error2", 5, "1/10", "1/2", EVEN),
    ("dgd", "gap", 3, "1/10", "1/2", EVEN),
    ("dgd", "spread2", 4, "1/100", "1/2", SLOW),
    ("dgd", "error2", 4, "1/10", "1/4", NEGATIVE),
    ("diffusion", "error2", 4, "1/10", "1", EVEN),
    ("diging", "spread2", 3, "1/10", "1/10", SLOW),
    ("extra", "spread2", 4, "1/10", "1/2", EVEN),
    ("extra", "gap", 3, "1/10", "1/2", EVEN),
]


def timed(action: Callable[..., Any], *given: Any, **named: Any) -> tuple[Any, float]:
    """The result, and processor seconds."""
    began = time.process_time()
    return action(*given, **named), time.process_time() - began


def yardstick() -> float:
    """Processor seconds of a small semidefinite program through CVXPY: a random correlation matrix of 30 rows."""
    import cvxpy as cp

    A = np.random.default_rng(0).normal(size=(30, 30))
    X = cp.Variable((30, 30), PSD=True)
    program = cp.Problem(cp.Minimize(cp.sum_squares(X - A - A.T)), [cp.diag(X) == 1])
    return timed(program.solve, solver="CLARABEL")[1]


def parity() -> None:
    print(
        f"{'method':10} {'metric':8} {'T':>2} {'network':12} {'ours':>12} {'PEPit':>12} {'difference':>11}  seconds"
    )
    largest = 0.0
    for method, metric, rounds, mu, eta, network in INSTANCES:
        of_matrix = isinstance(network[0], tuple)
        exact = {"matrix": network} if of_matrix else {"spectrum": network}
        common = {"L": 1, "rounds": rounds, "metric": metric}
        ours, mine = timed(worst_case, method, mu=mu, eta=eta, witnesses=False, **common, **exact)
        floats = {"matrix": np.array(network, float)} if of_matrix else {"spectrum": network}
        numbers = {"mu": float(Fraction(mu)), "eta": float(Fraction(eta))}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PEPit's solver reports some of these as inaccurate
            theirs, other = timed(worst, method, **common, **numbers, **floats)
        name = f"K={len(network)}" if of_matrix else f"[{network[0]}, {network[1]}]"
        difference = ours.value - theirs
        largest = max(largest, abs(difference))
        print(
            f"{method:10} {metric:8} {rounds:2} {name:12} {ours.value:12.8f} {theirs:12.8f} {difference:11.1e}"
            f"  {mine:.2f} / {other:.2f}"
        )
    print(f"{len(INSTANCES)} instances, largest difference {largest:.1e}")


GIVEN: dict[str, Any] = {"L": 1, "mu": "1/10", "eta": "1/2"}


def sizes() -> None:
    for metric, rounds in (("error2", 10), ("error2", 20), ("error2", 50), ("gap", 20), ("gap", 50)):
        given = {**GIVEN, "spectrum": EVEN, "metric": metric, "witnesses": False}
        case, found = timed(worst_case, "dgd", **given, rounds=rounds)
        record = dict(case.certificate)
        decision, checked = timed(decide, record)
        said = f"{metric}, T={rounds}: {case.value:.9f}, found in {found:.2f} s, {decision.word}"
        print(f"{said}, checked in {checked:.2f} s, {len(json.dumps(record))} bytes")


def witnesses() -> None:
    for matrix, rounds in ((PAIR, 4), (PAIR, 8), (PATH, 4), (PATH, 8)):
        case, seconds = timed(worst_case, "dgd", **GIVEN, matrix=matrix, rounds=rounds)
        share = (case.value_witness or 0) / case.value
        print(f"K={len(matrix)}, T={rounds}: witness/worst case {share:.7f}, {seconds:.2f} s")
    for method, metric in product(("dgd", "diffusion", "diging", "extra"), ("error2", "spread2", "gap")):
        given = {**GIVEN, "eta": "1/4", "metric": metric, "start": {"eps0": 1, "spread2": 0}}
        cases = [worst_case(method, **given, spectrum=EVEN, rounds=rounds) for rounds in (2, 4, 7)]
        explicit = sum("bend" in case.witness["setting"] for case in cases if case.witness)
        share = min((case.value_witness or 0) / case.value for case in cases)
        said = f"{explicit} of 3 by clients on the line, witness/worst case >= {share:.5f}"
        print(f"{method}, {metric}, T=2, 4, 7: {said}")


def main() -> None:
    worst_case("dgd", L=1, mu="1/10", eta="1/2", spectrum=EVEN, rounds=1)  # loads what is to be loaded
    print(f"yardstick: {yardstick():.2f} s")
    parity()
    sizes()
    witnesses()


if __name__ == "__main__":
    main()
