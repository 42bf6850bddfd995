"""Proved bounds at the spectrum of weights: best steps, and no run above them."""

from __future__ import annotations

import numpy as np
import pytest

from mixproof.bounds import evaluate
from mixproof.bounds.theorems import theorem
from mixproof.experiments.compare_bounds import ROUNDS, true_bounds
from mixproof.spectral import mixing_matrix, parse_network, rho_second_moment, spectrum
from mixproof.spectral.errors import InputError

LOSSY = "geometric:n=8,r=3,v=2,seed=1"


@pytest.mark.parametrize("network", ["er:n=8,p=0.4,seed=2", "path:n=5", "complete:n=4"])
def test_bounds_are_the_smallest_over_gamma_and_hold_on_a_run(network: str) -> None:
    W = mixing_matrix(parse_network(network), "metropolis")
    K, root, bounds = W.n, np.sqrt(W.n), true_bounds(W)
    stated = theorem("decefl.theorem-1")
    given = {"K": K, "L": 2.0, "mu": 1.0, "delta": 2.0, "lam": max(spectrum(W).rho, 1e-12), "gstar": root}
    given |= {"lam_n": spectrum(W).lambda_min, "spread(0)": 0.0, "error(0)": 1.0, "distance(0)": root}
    values = []
    for Gamma in np.geomspace(1, 1e5, 300):
        try:
            right = [
                evaluate(stated, stated.variant(label), {**given, "Gamma": Gamma}, ROUNDS)["right"]
                for label in ("repaired-mean", "repaired")
            ]
        except InputError:  # too small a Gamma
            continue
        values.append((*right, Gamma))
    mean, spread, Gamma = min(values)
    assert bounds["decefl.theorem-1:repaired-mean"] == pytest.approx(mean, rel=0.02)
    assert bounds["decefl.theorem-1:repaired"] == pytest.approx(spread, rel=0.1)
    # clients that fit the setting: a_k (w - c_k), curvatures in [1, 2], unit gradients at w* = 0, start at 1
    a, pull = np.linspace(1, 2, K), np.resize([1.0, -1.0], K)
    pull -= pull.mean()
    pull *= root / np.linalg.norm(pull)
    w = np.ones(K)
    for t in range(ROUNDS):
        w = W.dense() @ w - 2 / (t + Gamma) * (a * w + pull)
    assert abs(w.mean()) <= mean and np.linalg.norm(w - w.mean()) <= spread


def test_bounds_over_lossy_links_are_the_smallest_over_the_step() -> None:
    W = mixing_matrix(parse_network(LOSSY), "reliability")
    stated, rho2 = theorem("dawo.theorem-1"), rho_second_moment(W)
    given = {
        "K": W.n,
        "omega": 1.0,
        "alpha2": 1.0,
        "beta2": 1.0,
        "gap(0)": 1.0,
        "spread2(0)": 0.0,
        "rho2": rho2,
    }
    steps = np.linspace(0.001, 0.999, 500) * (1 - np.sqrt(rho2)) / 2
    least = min(
        evaluate(stated, stated.variant("repaired"), {**given, "eta": eta}, ROUNDS)["right"] for eta in steps
    )
    assert true_bounds(W) == {"dawo.theorem-1:repaired": pytest.approx(least, rel=1e-3)}
