"""Averaging by random pairs (Boyd, Ghosh, Prabhakar, Shah 2006): mean squares over the pairs."""

from __future__ import annotations

from ..formal import Operator
from ..table import Family, Kind, Table
from .smooth import at_most, contraction

MET = "{0} - dot(a[i], {0})/2*a[i]"


def of(kind: Kind) -> Table:
    """The table of the family `random-pairs`; W is a projection in every outcome, so that E W'W = E W.

    In the outcome i, of chance q_i, W = I - a_i a_i'/2, a_i the difference of two clients' vectors, or 0 where none
    meet; f and g, clients' vectors up to their sign, are where moment_error is attained. mx is E x, which is not
    random.
    """
    return Table(
        "x <- W x, W the mean of a random pair of clients, drawn anew each round (or the identity); lam2 and lam_low "
        "the second and the least eigenvalue of E W, y of length 1 attains the latter",
        dict.fromkeys(("K", "lam2", "lam_low", "eps", "outcomes", "moment_error"), 0) | {"q": 1},
        {
            "K": "K > 0",
            "clients": "K >= 2",
            "lam2_low": "lam2 >= 0",
            "lam2_high": "lam2 <= 1",
            "length": "sq(y) == 1",
            "attains": "dot(y, W_mean(y)) == lam_low",
            "outcomes": "outcomes > 0",
            "meeting": "sq(a[i])*a[i] == 2*a[i]",
            "moment": f"moment_error == sum(i, q[i]*dot({MET.format('f')}, {MET.format('g')}))"
            f" - sum(i, q[i]*dot(f, {MET.format('g')}))",
            "tower": "dot(x, mx) == sq(mx)",
            "tower_mean": "dot(x, J(mx)) == sq(J(mx))",
        },
        natural=("K",),
        moving=("W",),
        vectors={"y": {}, "w0": {}, "f": {}, "g": {}, "a": {"arity": 1}},
        states={"x": "W(x)", "mx": "W_mean(mx)"},
        start={"x": "w0", "mx": "w0"},
        rows={"q": (0,)},
        size="outcomes",
        operators={"W": Operator(mean="W_mean", second="W_mean"), "W_mean": Operator()},
        rules={"second": at_most("W_mean", "lam2"), "mean": contraction("W_mean", "lam2")},
        lets={"start_norm2": "sq(w0)"},
        metrics={"spread2": "sq(x - J(x))", "mean_spread2": "sq(mx - J(mx))"},
    )


TABLES = {"random-pairs": Family(of, "R eps w0")}
