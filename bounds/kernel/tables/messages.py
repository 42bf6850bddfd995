"""Gossip whose messages are compressed (Choco-Gossip)."""

from __future__ import annotations

from ..formal import Operator
from ..table import Family, Kind, Table
from ..text import need
from .smooth import MIXING, NETWORK, WEIGHTS


def of(kind: Kind) -> Table:
    """Choco-Gossip; x the values at round t, h the copies after that round's messages, keep what a message keeps.

    The compressor loses at most 1 - omega of the squared length of what it is given: by its largest coordinates in
    every outcome, by random ones in the mean, so that inner products are means.
    """
    need(kind.options.get("compressor") in ("top", "random"), "a compressor is top or random")
    return Table(
        f"x <- x + gamma (W - I) h, h <- h + Q(x - h), h = Q(x) at first; {WEIGHTS}; Q keeps k of d coordinates, omega "
        f"= k/d, the {'largest' if kind.options['compressor'] == 'top' else 'random'} ones",
        dict.fromkeys(("K", "lam", "lam_n", "gamma", "omega"), 0),
        {**NETWORK, "gamma": "gamma > 0", "omega_low": "omega > 0", "omega_high": "omega <= 1"},
        natural=("K",),
        vectors={"w0": {}},
        states={"x": "x + gamma*(W(h) - h)", "h": "h + keep(next(x) - h)"},
        start={"x": "w0", "h": "keep(w0)"},
        operators={"W": Operator()},
        gradients=("keep",),
        rules={**MIXING, "kept": ("u", "sq(u - keep(u)) <= (1 - omega)*sq(u)")},
        metrics={"spread2": "sq(x - J(x))", "unsent2": "sq(x - h)", "mean2": "sq(J(x))/K"},
    )


TABLES = {"compressed": Family(of, "W gamma w0", "compressor", one="S")}
