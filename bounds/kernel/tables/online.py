"""Online push-sum, and geometric convolutions."""

from __future__ import annotations

from ..table import Kind, Table
from ..text import need

SHARES = "rows of W sum to 1, W >= 0, another W at every round; every weight > 0"
LOSSES = "convex losses that change from round to round, subgradients of length G or less"


def push_sum(kind: Kind) -> Table:
    """Push-sum: node j holds a weight w[j] and a model x[j] = z[j]/w[j].

    Every node has its own vectors, and an inner product is a mean over the noise; u is one comparator, any fixed point,
    for all rounds up to the horizon: x* of as many rounds as a metric names. h are subgradients of the expected losses
    at x, e noise of mean zero that is independent of the past and over nodes. Next round's values have names and
    equations, so that nothing is divided. later_regret begins at round 1,
    where late turns from 0 to 1 and the models are first[j].
    """
    options = {"algorithm": "ops", "point": "x", "centre": "mean", **kind.options}
    need(
        options["algorithm"] == "ops"
        and options["point"] == "x"
        and set(options) <= {"algorithm", "point", "centre"},
        "push-sum with these options has no table for derivations",
    )
    need(options["centre"] in ("mean", "sum"), "the centre is mean or sum")
    share = "/n" if options["centre"] == "mean" else ""
    own = kind.parameters
    need(
        kind.domains.get("W", "rows") in ("rows", "out-degree", "averaging", "mixing"),
        "a domain of W is not known",
    )
    equal = kind.domains.get("W") == "averaging"
    doubly = equal or kind.domains.get("W") == "mixing"  # symmetric: its columns sum to 1, too
    return Table(
        f"online push-sum from z = 0; {SHARES}; {LOSSES}; the comparator u is x* of the rounds that are counted"
        + ("; W the plain average" if equal else "; W symmetric" if doubly else "")
        + ("; gradient noise of mean zero, independent of the past and over nodes" if "v" in own else ""),
        {
            "n": 0,
            "gamma": 0,
            "G": 0,
            "sigma2": 0,
            "W": 2,
            "w": 1,
            "w2": 1,
            "fx": 1,
            "fu": 1,
            "late": 0,
            "later_regret": 0,
            "reach2_of_all": 0,
        },
        {
            "nodes": "n > 0",
            "one_node": "n >= 1",
            "gamma": "gamma > 0",
            "G": "G >= 0",
            "sigma2": "sigma2 >= 0" if "v" in own else "sigma2 == 0",
            "shares": "W[i, j] >= 0",
            **({"equal": "n*W[i, j] == 1"} if equal else {}),
            "weight": "w[j] > 0",
            "next_weight": "w2[j] > 0",
            "weights": "w2[j] == sum(i, W[i, j]*w[i])",
            "models": "w2[j]*x2[j] == sum(i, W[i, j]*(w[i]*x[i] - gamma*(h[i] + e[i])))",
            "convex": "fx[i] - fu[i] <= dot(h[i], x[i] - u)",
            "slopes": "sq(h[i]) <= G**2",
            "noise": "sq(e[i]) <= sigma2",
            "opening": "(1 - late)*x2[j] == (1 - late)*first[j]",
            "inside": "sq(first[j] - u) <= reach2_of_all",
        },
        natural=("n",),
        moving=("W", "w2", "fx", "fu"),
        vectors={
            "u": {},
            "h2": {"moving": True, "arity": 1, "needs": frozenset({"e"})},
            "e": {"fresh": True, "spread": True, "moving": True, "arity": 1},
            "first": {"arity": 1, "needs": frozenset({"e"})},
            "x2": {"moving": True, "arity": 1, "needs": frozenset({"e"})},
        },
        states={
            "w": "w2[j]",
            "x": "x2[j]",
            "h": "h2[j]",
            "late": "1",
            "later_regret": "later_regret + late*sum(i, fx[i] - fu[i])",
        },
        start={"w": "1", "x": "0*u", "late": "0", "later_regret": "0"},
        indices={"w": ("j",), "x": ("j",), "h": ("j",)},
        rows={"W": (0, 1) if doubly else (1,)},
        size="n",
        lets={"z": f"sum(i, w[i]*x[i]){share}"},
        horizon={
            "regret": (1, 1),
            "reach2": (1, 1),
            "regret_from_0": (0, 0),
            "radius2_from_0": (0, 0),
            "excess": (0, 1),
            "average_term": (0, 1),
            "gain": (0, 1),
        },
        metrics={
            "regret_from_0": "sum(s < t, sum(i, fx[i] - fu[i]))",
            "regret": "next(later_regret)",
            "reach2": "reach2_of_all",
            "radius2_from_0": "sq(u)",
            "inverse_weights": "sum(s < t, sum(i, 1/w[i]))",
            "excess": "sum(i, fx[i] - fu[i])",
            "network_term": "sum(i, dot(h[i], x[i] - z))",
            "average_term": "sum(i, dot(h[i], z - u))",
            "gain": "sq(z - u) - sq(next(z) - u)",
            "deviation": "sum(i, sq(x[i] - z))",
            "slopes2": "sum(i, sq(h[i]))",
            "slopes2_from_1": "sum(1 <= s <= t, sum(i, sq(h[i])))",
            "gradients2": "sum(s <= t, sum(i, sq(h[i] + e[i])))",
        },
    )


def convolution(kind: Kind) -> Table:
    """a <- rho a + b from 0, b >= 0 at every round."""
    return Table(
        "a sequence a <- rho a + b from 0; inputs b from round to round",
        {"rho": 0, "a": 0, "b": 0},
        {"rho_low": "rho >= 0", "rho_high": "rho <= 1", "b": "b >= 0"},
        moving=("b",),
        states={"a": "rho*a + b"},
        start={"a": "0"},
        metrics={
            "squares": "sum(s <= t, a**2)",
            "sums": "sum(s <= t, a)",
            "inputs": "sum(s < t, b)",
            "inputs2": "sum(s < t, b**2)",
        },
    )


TABLES = {
    "push-sum": push_sum,
    "push-sum-noise": push_sum,
    "push-sum-sequence": push_sum,
    "convolution": convolution,
}
