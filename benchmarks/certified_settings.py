"""The settings in which `certified.py` measures bounds: constants, clients, and the worst run found.

For given constants "found" is the largest left side times t + Gamma over runs of quadratic clients, and over their
limits as t grows: of K = 100 clients some have curvature L, the others mu, h and the start lie in the one direction
that this tells apart, and W = J + nu (I - J) with nu = lam or lam_n (negative entries allowed, as in the proofs).
"""

import json
from fractions import Fraction as F
from math import sqrt

import numpy as np

from mixproof.bounds.theorems import theorem

MAIN, SUPPLEMENT, DEFED, FIXED, LOSSY, LOCAL = (
    theorem(id)
    for id in (
        "decefl.theorem-1",
        "decefl.si-theorem-1",
        "defed.theorem-1",
        "defed.proposition-1",
        "dawo.theorem-1",
        "alidpfl.theorem-2",
    )
)
ROUNDS, CLIENTS = 6000, 100


def point(kappa, lam, share, away=F(0)):
    """mu = 1, delta = 2, g = 1, K clients with a common start `away` from w*, in multiples of g/mu."""
    Gamma = 2 * (kappa + 1) / (1 - lam) / share
    error = away / 10  # K = 100
    told = {
        "L": kappa,
        "mu": 1,
        "lam": lam,
        "lam_n": -lam,
        "delta": 2,
        "Gamma": Gamma,
        "K": CLIENTS,
        "gstar": 1,
    }
    return {name: F(x) for name, x in (told | {"error(0)": error, "spread(0)": 0}).items()}


def found(values):
    """The largest spread and error of the mean, times t + Gamma."""
    L, mu, lam, delta, Gamma = (float(values[name]) for name in ("L", "mu", "lam", "delta", "Gamma"))
    steep = np.array([1, 2, 5, 10, 20, 50, 90])[:, None, None] / CLIENTS
    nu, sign = np.array([lam, float(values["lam_n"])])[:, None], np.array([1.0, -1.0])
    across, mean = np.sqrt(steep * (1 - steep)) * (L - mu), steep * L + (1 - steep) * mu
    other = L + mu - mean
    e, s = (sign * sqrt(CLIENTS) * float(values["error(0)"]) + 0 * nu + 0 * steep), 0 * (sign + nu + steep)
    spread, error = 0.0, 0.0
    for t in range(ROUNDS):
        spread, error = max(spread, abs(s).max() * (t + Gamma)), max(error, abs(e).max() * (t + Gamma))
        eta = delta / (t + Gamma)
        e, s = e - eta * (mean * e + across * s), nu * s - eta * (across * e + other * s) - eta
    last = delta / (1 - lam)
    limit = (delta * across * last / (delta * mean - 1)).max()
    return max(spread, last), max(error, limit) / sqrt(CLIENTS)


def setting(kappa, lam, share, noise, fixed=False):
    """One steep client of ten, equal samples, a common start at w*, W = J + lam (I - J)."""
    K, mu = 10, F(1)
    stated = FIXED if fixed else SUPPLEMENT
    family = stated.family_of(stated.variant("certified"))
    a = [[F(kappa)]] + [[mu]] * (K - 1)
    c = [[F(-9, kappa)]] + [[F(1)]] * (K - 1)
    W = [[(1 - lam) / K + (lam if i == j else 0) for j in range(K)] for i in range(K)]
    first = min(
        (1 + lam) / F(kappa + 1) * 10, F(1, 2 * kappa), min(row[i] for i, row in enumerate(W)) * 10 / kappa
    )
    step = {"eta": share * first}
    if not fixed:
        step = {"delta": F(20)}
        step["Gamma"] = max(step["delta"] / (share * first), 10 / (1 - lam))
    told = {
        "W": [W],
        "a": a,
        "c": c,
        "w0": [[0]] * K,
        "o": [0] * K,
        "v": [[noise]] * K,
        "samples": [1] * K,
        **step,
    }
    told = {name: x for name, x in told.items() if not fixed or name != "o"}
    made = family.from_json({"K": K, "d": 1, "S": 1, **json.loads(json.dumps(told, default=str))})
    return family.start(made.sizes, made.values, 3000)


def lossy_setting(kappa, reliability, eta):
    """The same clients on a complete graph whose links all work with that probability."""
    K = 10
    told = {
        "W": [[[F(1, K)] * K] * K],
        "P": [[reliability * (i != j) for j in range(K)] for i in range(K)],
        "a": [kappa] + [1] * (K - 1),
        "c": [F(-9, kappa)] + [1] * (K - 1),
        "w0": [0] * K,
        "v": [F(3, 10)] * K,
        "eta": eta,
    }
    family = LOSSY.family_of(LOSSY.variant("certified"))
    made = family.from_json({"K": K, "S": 1, **json.loads(json.dumps(told, default=str))})
    return family.start(made.sizes, made.values, 2000)


def local_setting(kappa, tau, share, slope):
    """Two clients, curvature kappa and 1, g* = 1, a common start at w*; slopes are at most that much."""
    largest = F(1, kappa) * min(F(1, 4), F(4, 10 * tau))
    told = {"a": [kappa, 1], "c": [F(-1, kappa), 1], "p": [F(1, 2), F(1, 2)], "w0": 0, "C": slope}
    told |= {"eta": share * largest, "beta": kappa, "lam": 1, "N": 2, "tau": tau, "K": 1000 // tau}
    family = LOCAL.family_of(LOCAL.variant("certified"))
    made = family.from_json(json.loads(json.dumps(told, default=str)))
    return family.start(made.sizes, made.values, 1000)


def read(run, names):
    """The values of constants and of metrics at round 0."""
    return {
        name: float(getattr(run, name[:-3])(0) if name.endswith("(0)") else getattr(run, name))
        for name in names
    }
