"""How much the variants `certified` say: beside `repaired`, and beside the worst run found.

`python -m benchmarks.certified` prints the tables of certified.txt (about three CPU minutes).
"""

import time
from fractions import Fraction as F
from itertools import product
from math import sqrt

import numpy as np

from mixproof.bounds import evaluate, needs

from .certified_settings import (
    DEFED,
    FIXED,
    LOCAL,
    LOSSY,
    MAIN,
    SUPPLEMENT,
    found,
    local_setting,
    lossy_setting,
    point,
    read,
    setting,
)

KAPPAS, LAMBDAS = (2, 10, 100), (F(3, 10), F(6, 10), F(9, 10), F(99, 100))
SHARES = (F(19, 20), F(1, 2), F(1, 20))  # of the largest first step that `certified` allows
RELIABILITIES = (F(9, 10), F(1, 2), F(1, 10))
CLOSE = 1 + 1e-9  # where the start decides, both sides are equal but for rounding


def main():
    began = time.process_time()
    full_gradients()
    noisy_gradients()
    fixed_step()
    lossy_links()
    local_steps()
    print(f"{time.process_time() - began:.0f} CPU s")


def claimed(label, values):
    """The constant of a variant of DeceFL's Theorem 1."""
    variant = MAIN.variant(label)
    known = {name: float(x) for name, x in values.items()}
    known["distance(0)"] = sqrt(known["K"]) * known["error(0)"]
    wanted = {name: known[name] for name in needs(variant)}
    result = evaluate(MAIN, variant, wanted, 0.0)
    return float(result["right"]) * known["Gamma"]


def full_gradients():
    print("DeceFL, Theorem 1: mu = 1, delta = 2, g* = 1, K = 100, lam_n = -lam; start: ||w(0) - 1 w*|| mu/g*")
    print(
        "step: delta/Gamma as a share of (1 + lam_n)/(L + mu). Of zeta~ (the mean) and of zeta (the spread):"
    )
    head = "found  certified/found  repaired/certified"
    print(f"{'kappa':>5} {'lam':>5} {'step':>5} {'start':>5} | {head} | the same of the spread")
    for kappa, lam, share, away in product(KAPPAS, LAMBDAS, SHARES, (F(0), F(1))):
        values = point(kappa, lam, share, away)
        line = []
        for label, old, worst in zip(
            ("certified-mean", "certified"), ("repaired-mean", "repaired"), found(values)[::-1]
        ):
            closed, before = claimed(label, values), claimed(old, values)
            assert worst <= closed * CLOSE
            ratios = (closed / worst, before / closed)
            line.append(f"{worst:8.3g} " + " ".join(f"{ratio:8.3g}" for ratio in ratios))
        print(
            f"{kappa:5} {float(lam):5} {float(share):5} {int(away):5} | {' | '.join(line)}",
            flush=True,
        )


def noisy_gradients():
    print(
        "\nDeceFL, supplement, and DeFed, Theorem 1: ten clients, one of curvature kappa, the others 1, noise 0.3"
    )
    print("step: share of the largest that both allow; of zeta~: found (one run), ratios as above")
    print(f"{'kappa':>5} {'lam':>5} {'step':>5} | found  certified/found  proof/certified  (DeFed)")
    t = np.arange(3000)
    for kappa, lam, share in product(KAPPAS, LAMBDAS, (F(1), F(1, 10))):
        run = setting(kappa, lam, share, F(3, 10))
        worst = float((run.error2(t) * (t + float(run.Gamma))).max())
        values = {}
        for stated, label in ((SUPPLEMENT, "certified"), (SUPPLEMENT, "proof"), (DEFED, "proof")):
            variant = stated.variant(label)
            right = evaluate(stated, variant, read(run, needs(variant)), 0.0)["right"]
            values[stated.id, label] = float(right) * float(run.Gamma)
        closed, before, defed = values.values()
        assert worst <= closed * CLOSE
        ratios = (closed / worst, before / closed, defed / closed)
        print(
            f"{kappa:5} {float(lam):5} {float(share):5} | {worst:8.3g} "
            + " ".join(f"{r:8.3g}" for r in ratios),
            flush=True,
        )


def fixed_step():
    print("\nDeFed, Proposition 1: the same clients, a fixed step; of the gap's bound at round 10^6:")
    print(f"{'kappa':>5} {'lam':>5} {'step':>5} | reached  certified/reached  repaired-sharp/certified")
    for kappa, lam, share in product(KAPPAS, LAMBDAS, (F(1), F(1, 10))):
        run = setting(kappa, lam, share, F(3, 10), fixed=True)
        reached, bounds = float(run.gap(10**6)), []
        for label in ("certified", "repaired-sharp"):
            variant = FIXED.variant(label)
            bounds.append(float(evaluate(FIXED, variant, read(run, needs(variant)), 1e6)["right"]))
        print(
            f"{kappa:5} {float(lam):5} {float(share):5} | {reached:8.3g} {bounds[0] / reached:8.3g} "
            f"{bounds[1] / bounds[0]:8.3g}",
            flush=True,
        )


def lossy_links():
    print(
        "\ndawo, Theorem 1: the same clients, a complete graph whose links work with probability p; 2000 rounds"
    )
    print("step: share of the largest that both allow; repaired with beta^2 = g*^2/K, the least it can be")
    print(f"{'kappa':>5} {'p':>5} {'step':>5} | found  certified/found  repaired/certified")
    for kappa, reliability, share in product(KAPPAS, RELIABILITIES, (F(1), F(1, 10))):
        rho = float(lossy_setting(kappa, reliability, 1).rho2) ** 0.5
        largest = 0.95 * min(1 / (kappa + 1), (1 - rho) / (2 * kappa))
        run = lossy_setting(kappa, reliability, F(largest).limit_denominator(10**6) * share)
        found, bounds = float(run.gradients2_before(2000)) / 2000, []
        for label in ("certified", "repaired"):
            variant = LOSSY.variant(label)
            values = {"beta2": float(run.gstar) ** 2 / 10} if label == "repaired" else {}
            values |= read(run, needs(variant) - values.keys())
            bounds.append(float(evaluate(LOSSY, variant, values, 2000.0)["right"]))
        assert found <= bounds[0]
        print(
            f"{kappa:5} {float(reliability):5} {float(share):5} | {found:8.3g} {bounds[0] / found:8.3g} "
            f"{bounds[1] / bounds[0]:8.3g}",
            flush=True,
        )


def local_steps():
    print("\nALI-DPFL, Theorem 2: two clients, curvature kappa and 1, no noise, start at w*, 1000 steps")
    print(
        "step: share of the largest that `certified` allows, about; repaired: with slopes of at most 2, 10 kappa"
    )
    print(
        f"{'kappa':>5} {'tau':>5} {'step':>5} | found  certified/found  repaired/certified  the same, 10 kappa"
    )
    variant = LOCAL.variant("certified")
    for kappa, tau, share in product(KAPPAS, (2, 10), (F(1), F(1, 10))):
        gentle, steep = (local_setting(kappa, tau, share, slope) for slope in (2, 10 * kappa))
        found = float(gentle.mean_gap(1000))
        closed = float(evaluate(LOCAL, variant, read(gentle, needs(variant)), 0.0)["right"])
        assert found <= closed
        drift = kappa * float(gentle.eta) ** 2 * (tau - 1) * (2 * tau - 1) / 4  # `repaired_tau` without noise
        ratios = (closed / found, *(drift * float(run.xi2) / closed for run in (gentle, steep)))
        print(
            f"{kappa:5} {tau:5} {float(share):5} | {found:8.3g} "
            + " ".join(f"{ratio:8.3g}" for ratio in ratios),
            flush=True,
        )


if __name__ == "__main__":
    main()
