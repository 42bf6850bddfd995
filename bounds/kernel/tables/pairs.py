"""Averaging by random pairs (Boyd, Ghosh, Prabhakar, Shah 2006): mean squares over the pairs."""

from __future__ import annotations

from ..formal import Operator
from ..table import Kind, Table


def of(kind: Kind) -> Table:
    """The table of the family `random-pairs`; W is a projection in every outcome, so that E W'W = E W."""
    return Table(
        "x <- W x, W the mean of a random pair of clients, drawn anew each round (or the identity); lam2 and lam_low "
        "the second and the least eigenvalue of E W, y of length 1 attains the latter",
        dict.fromkeys(("K", "lam2", "lam_low", "eps"), 0),
        {
            "K": "K > 0",
            "clients": "K >= 2",
            "lam2_low": "lam2 >= 0",
            "lam2_high": "lam2 <= 1",
            "length": "sq(y) == 1",
            "attains": "dot(y, W_mean(y)) == lam_low",
        },
        natural=("K",),
        moving=("W",),
        vectors={"y": {}, "w0": {}},
        states={"x": "W(x)"},
        start={"x": "w0"},
        operators={"W": Operator(mean="W_mean", second="W_mean"), "W_mean": Operator()},
        rules={"second": ("u", "dot(u, W_mean(u)) - sq(J(u)) <= lam2*sq(u - J(u))")},
        lets={"start_norm2": "sq(w0)"},
        metrics={"spread2": "sq(x - J(x))"},
    )


TABLES = {"random-pairs": of}
