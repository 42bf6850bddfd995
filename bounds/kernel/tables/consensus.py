"""The consensus problem of DeceFL: every client pulls towards its own start, on the line."""

from __future__ import annotations

from typing import Any

from ..formal import Operator
from ..table import Family, Kind, Table
from ..text import need
from .smooth import MIXING, NETWORK, STEPS, WEIGHTS, WINDOWED, over_windows

MIXED = {"decefl": "W(x)", "fedavg": "J(x)", "swarm": "dot(x, p)*one"}


def of(kind: Kind) -> Table:
    """The table of the family `consensus`, as its options and parameters say."""
    algorithm = kind.options["algorithm"]
    need(algorithm in MIXED, "the algorithm {} has no table for derivations", algorithm)
    return consensus(algorithm, "eta" in kind.parameters, kind.sizes["S"] > 1)


def consensus(algorithm: str, fixed: bool = False, changing: bool = False) -> Table:
    """x <- mixed - eta (x - w0), a number a client; `one` is 1 at every client, p the weights of swarm learning.

    z is the model of DeceFL with W = J from the same start.
    """
    step = ("eta",) if fixed else ("delta", "Gamma")
    network, swarm = algorithm == "decefl", algorithm == "swarm"
    changing &= network
    facts = {"K": "K > 0", "clients": "K >= 2", **{name: STEPS[name] for name in step}, "one": "sq(one) == K"}
    vectors: dict[str, Any] = {"one": {"still": True}, "w0": {}}
    numbers, about = ["K", *step], f"the consensus problem, x <- {MIXED[algorithm]} - eta*(x - w0), x(0) = w0"
    if network:
        facts |= NETWORK
        numbers += ["lam", "lam_n"]
        about += f"; {WEIGHTS}" + ("; W may differ from round to round, lam bounds all" if changing else "")
    if changing:
        about += WINDOWED
    if swarm:
        vectors["p"] = {}
        numbers.append("weights_spread")
        facts |= {
            "shares": "dot(p, one) == 1",
            "weights": "weights_spread >= 0",
            "alike": "sq(K*p - one) <= K**3*weights_spread**2",
        }
        about += "; weights p that sum to 1, weights_spread their largest less their smallest"
    metrics = {
        "step": "eta",
        "mean_error": "dot(x - w0, one)/K",
        "spread": "norm(x - J(x))",
        "distance": "norm(x - J(w0))",
        "complete_distance": "norm(x - z)",
    }
    if swarm:
        metrics |= {
            "swarm_error": "dot(x, p) - dot(w0, one)/K",
            "swarm_spread": "norm(x - dot(x, p)*one)",
        }
    table = Table(
        about + f"; {'a fixed step' if fixed else 'step delta/(t + Gamma)'}",
        dict.fromkeys(numbers, 0),
        facts,
        natural=("K",),
        moving=("W",) if changing else (),
        vectors=vectors,
        states={"x": f"{MIXED[algorithm]} - eta*(x - w0)", "z": "J(z) - eta*(z - w0)"},
        start={"x": "w0", "z": "w0"},
        operators={"W": Operator()} if network else {},
        rules={"mean": ("u", "K*J(u) == dot(u, one)*one"), **(MIXING if network else {})},
        lets={} if fixed else {"eta": "delta/(t + Gamma)"},
        metrics=metrics,
    )
    return over_windows(table) if changing else table


TABLES = {"consensus": Family(of, "Gamma W delta eta p w0", "algorithm")}
