"""Claim: for most declared algorithms the necessary step of scalar quadratics is sufficient too, to 2 %, over a grid.

    python -m benchmarks.proofs_steps [KAPPA ...]        L = 1; default: 2 10 100

A row an algorithm, kappa and lambda: the necessary limit (closed form, its smallest value over the eigenvalues in
[-lam, lam]), the smallest step at which two quadratic clients diverge, the largest steps proved in the tiers norm (any
doubly stochastic W(t)) and fixed (one symmetric W), certificates checked; ratio: the best of these over the diverging.
The last lines: the cells within 2 %, an algorithm each.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from fractions import Fraction
from typing import Any

from mixproof.bounds.algorithms import algorithm
from mixproof.bounds.proofs.lyapunov import necessary_step
from mixproof.bounds.proofs.lyapunov.constants import constants
from mixproof.bounds.proofs.lyapunov.find import levels
from mixproof.bounds.proofs.lyapunov.limits import unsuitable
from mixproof.bounds.proofs.lyapunov.reached import diverging_step
from mixproof.bounds.proofs.lyapunov.steps import largest_step
from mixproof.experiments.tables import table

NAMES = ("dgd", "diffusion", "swarm", "fedavg", "local-2", "extra", "diging", "atc-tracking", "nids")
LAMS = ("3/10", "6/10", "9/10", "99/100")


def main(kappas: list[str]) -> None:
    began, within, cells = time.process_time(), defaultdict(list), defaultdict(int)
    header = ["algorithm", "kappa", "lam", "necessary", "diverges", "norm", "fixed", "ratio", "formula"]
    for name in NAMES:
        known, rows = algorithm(name), list[tuple[Any, ...]]()
        for kappa in kappas:
            for lam in LAMS:
                at = constants(L=1, mu=Fraction(1, int(kappa)), lam=lam, eta=1)
                limit, witness = necessary_step(known, at), diverging_step(known, at, "fixed")
                top = Fraction(witness["eta"]) if witness else Fraction(4)
                steps: dict[str, float] = {}
                for tier, degree in levels(("norm", "fixed")):
                    if steps.get(tier, 0.0) > 0.98 * float(top) or unsuitable(known, at, tier):
                        continue
                    found = largest_step(known, at, tier, degree, top)
                    if found is not None:
                        steps[tier] = max(float(found[0]), steps.get(tier, 0.0))
                best = max(steps.values(), default=0.0)
                ratio = best / float(top)
                cells[name] += 1
                if ratio >= 0.98:
                    within[name].append((kappa, lam))
                formula = limit[1].formula if limit else None
                closed = limit[0] if limit else None
                rows.append(
                    (
                        name,
                        kappa,
                        lam,
                        closed,
                        float(top),
                        steps.get("norm"),
                        steps.get("fixed"),
                        f"{ratio:.4f}",
                        formula,
                    )
                )
        print(table(header, rows) + "\n", flush=True)
    for name in NAMES:
        print(f"{name}: {len(within[name])} of {cells[name]} cells within 2 %")
    print(f"{time.process_time() - began:.0f} CPU s")


if __name__ == "__main__":
    main(sys.argv[1:] or ["2", "10", "100"])
