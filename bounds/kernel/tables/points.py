"""Convex losses read at a few points: N clients, each vector a stack of N equal points."""

from __future__ import annotations

from ..table import Family, Kind, Table
from .smooth import CURVATURE, MEAN, SMOOTH

FEW = ("monotone", "smooth", "cocoercive", "cocoercive_convex", "lipschitz", "below", "above")


def of(kind: Kind) -> Table:
    """The table of the family `points`: f = F/N the mean of the clients' losses, o where f is least."""
    rules = {name: SMOOTH[name] for name in (*FEW, "interpolation", "interpolation_convex")}
    return Table(
        "f the mean of N losses, every one mu-strongly convex and L-smooth; points x, y, z; f is least at o",
        dict.fromkeys(("N", "L", "mu", "eta"), 0),
        {"N": "N > 0", "one": "N >= 1", **CURVATURE, "eta": "eta > 0"},
        natural=("N",),
        vectors={name: {"still": True} for name in ("x", "y", "z", "o")},
        size="N",
        gradients=("grad",),
        functions=("F",),
        flat_at="o",
        rules={**rules, **MEAN},
        lets={
            "gap": "(F(x) - F(o))/N",
            "growth2": "sq(grad(x) - grad(o))/N",
            "pull": "dot(grad(x), z - y)/N",
            "pull_best": "dot(grad(x), z - o)/N",
            "climb": "(F(z) - F(y))/N",
            "xy2": "sq(x - y)/N",
            "yz2": "sq(y - z)/N",
            "zx2": "sq(z - x)/N",
            "zo2": "sq(z - o)/N",
            "moved2": "sq(x - eta*J(grad(x)) - y + eta*J(grad(y)))/N",
        },
    )


TABLES = {"points": Family(of, "c eta left right x y z")}
