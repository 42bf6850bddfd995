"""What mixing weights mean for a true theorem: the right sides of proved bounds at their spectrum, for one fixed task.

Reliable links: DeceFL's Theorem 1, repaired (`decefl.theorem-1:repaired`, `:repaired-mean`), whose steps are
delta/(t + Gamma). Lossy links: the weight paper's Theorem 1, repaired (`dawo.theorem-1:repaired`), whose step is eta.
The step that a theorem leaves open is the one that makes its bound smallest: Gamma, eta.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mixproof.bounds import evaluate
from mixproof.bounds.theorems import theorem
from mixproof.spectral import MixingMatrix, spectrum
from mixproof.spectral.errors import InputError
from mixproof.weightopt import objective_enclosure

__all__ = ["ROUNDS", "TASK", "cells", "meaning", "true_bounds"]

ROUNDS = 1000
TASK = {
    False: "after 1000 rounds for L = 2, mu = 1, delta = 2, all clients starting at one point 1 away from w*,"
    " gradients at w* of root mean square 1, and the Gamma that is best for the mean",
    True: "over 1000 rounds for omega = 1, f(xbar(0)) - f* = 1, alpha^2 = beta^2 = 1, a common start and the best step",
}


def true_bounds(W: MixingMatrix) -> dict[str, float | None]:
    """Variant -> its bound at the spectrum of W; None where the theorem does not hold (no mixing).

    On reliable links bounds of ||w(t) - 1 wbar(t)|| and ||wbar(t) - w*|| at t = 1000; over lossy links of the average
    of E||grad f(xbar(t))||^2 over t < 1000.
    """
    return _lossy(W) if W.network.is_lossy else _reliable(W)


def _reliable(W: MixingMatrix) -> dict[str, float | None]:
    stated, labels = theorem("decefl.theorem-1"), ("repaired", "repaired-mean")
    found, root = spectrum(W), math.sqrt(W.n)
    L, mu, delta, lam = 2.0, 1.0, 2.0, found.enclosure[1]  # proved to be at least ||W - J||, and never 0
    lam_n = found.lambda_min_enclosure[0]  # never above the truth
    given = {"K": W.n, "L": L, "mu": mu, "delta": delta, "lam": lam, "lam_n": lam_n, "gstar": root}
    given |= {"spread(0)": 0.0, "error(0)": 1.0, "distance(0)": root}
    if lam >= 1:
        return {f"{stated.id}:{label}": None for label in labels}

    def bound(label: str, Gamma: float) -> float:
        return evaluate(stated, stated.variant(label), {**given, "Gamma": Gamma}, ROUNDS)["right"]

    least = max(lam / (1 - lam), delta * (L + mu) / (1 + lam_n))
    Gamma = _best(lambda Gamma: bound("repaired-mean", Gamma), least, 1e6 * least)
    return {f"{stated.id}:{label}": bound(label, Gamma) for label in labels}


def _lossy(W: MixingMatrix) -> dict[str, float | None]:
    stated, name = theorem("dawo.theorem-1"), "dawo.theorem-1:repaired"
    rho2 = objective_enclosure(W, "second-moment")[1][1]  # never below the truth
    given = {
        "K": W.n,
        "omega": 1.0,
        "alpha2": 1.0,
        "beta2": 1.0,
        "gap(0)": 1.0,
        "spread2(0)": 0.0,
        "rho2": rho2,
    }
    if rho2 > 1 - 1e-12:  # 1, as far as an eigenvalue can be told
        return {name: None}
    most = (1 - math.sqrt(rho2)) / 2

    def bound(eta: float) -> float:
        return evaluate(stated, stated.variant("repaired"), {**given, "eta": eta}, ROUNDS)["right"]

    return {name: bound(_best(bound, 1e-6 * most, most))}


def _best(bound: Callable[[float], float], low: float, high: float) -> float:
    """The step between low and high, both left out, at which the bound is smallest; it falls, then rises."""
    from scipy.optimize import minimize_scalar

    def at(place: float) -> float:
        try:
            return bound(math.exp(place))
        except InputError:  # rounding put it at an end of its range
            return math.inf

    ends = (math.log(low) + 1e-9, math.log(high) - 1e-9)
    return math.exp(minimize_scalar(at, bounds=ends, method="bounded", options={"xatol": 1e-9}).x)


def cells(table: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[Any]]]:
    """Header and cells of the printed table."""
    spectral = ("method", "rho_mean", "rho_second_moment", "disagreement", "accuracy_order")
    keys = (*spectral, "relative_gap", "rounds", "messages", "seconds")
    names = list(table[0]["bounds"])
    header = [
        "method",
        "rho",
        "2nd moment",
        "disagreement",
        "learns",
        "relative gap",
        *keys[6:],
        *(_SHORT[name] for name in names),
    ]
    return header, [[*(row[key] for key in keys), *(row["bounds"][name] for name in names)] for row in table]


def meaning(table: Sequence[Mapping[str, Any]]) -> str:
    """The columns of the table in a few words."""
    names = list(table[0]["bounds"])
    lossy = names[0].startswith("dawo")
    bounded = "the average of E||grad f(xbar)||^2" if lossy else "||w - 1 wbar|| and ||wbar - w*||"
    return (
        "rho: of the mean matrix; 2nd moment: largest eigenvalue of E[W_hat^2] - J; disagreement: predicted of nodes"
        " that learn on different data by gradient steps (objective learning; none where the step makes them swing"
        " apart); learns: the order of accuracy predicted, from this or from --labels; relative gap: how far the row's"
        " own objective is from optimal at most, as a share of 1 - rho (of the value for"
        " learning); rounds: of averaging"
        f" until the worst start's consensus error{', root mean square,' if lossy else ''} is 1e-3, exactly;"
        f" {', '.join(_SHORT[name] for name in names)}: proved bounds ({names[0]}) on {bounded}, {TASK[lossy]}."
    )


_SHORT = {
    "decefl.theorem-1:repaired": "spread <=",
    "decefl.theorem-1:repaired-mean": "error <=",
    "dawo.theorem-1:repaired": "gradient <=",
}
